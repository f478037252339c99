// While a closed candle that a bot reads is not in, its timers wait; prices wake it as ever.
import { NEVER_AT } from '@cormorant/core/engine/bot.ts';
import type { LiveBot } from './live-bot.ts';

/** `print` steps the bot with a print. */
export function withTimersHeld<T>({ bot, botMarket, watched }: LiveBot, print: () => T): T {
  if (!botMarket.candles.isStale(watched, botMarket.market.nowMs)) return print();
  const dueAtMs = bot.wake.atMs;
  bot.wake.atMs = NEVER_AT;
  const done = print();
  bot.wake.atMs = Math.min(bot.wake.atMs, dueAtMs);
  return done;
}
