// What was done by hand beside a bot, as its owner sees it.
import type { BotDrift } from '@cormorant/contract/entities/bot.ts';
import type { Drift } from '../../ports/bot-record.ts';

export function driftView(drift: Drift | null): BotDrift | null {
  if (drift === null) return null;
  const { asset, atMs, booked, count, found, kind, trades } = drift;
  const listed = trades.map(({ atMs: at, price, qty, side }) => ({ side, price, qty, at }));
  return { kind, asset, booked, found, trades: listed, count, at: atMs };
}
