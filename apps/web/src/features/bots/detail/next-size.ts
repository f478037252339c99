// What the bot's own next order would be worth in quote, as its ladder or its params say; null where only the machine knows.
import type { BotDetail } from '@cormorant/contract/entities/bot.ts';
import { paramOf } from '../grid-params.ts';

export function nextSize(bot: Pick<BotDetail, 'type' | 'ladder' | 'params' | 'watch'>): string | null {
  const waiting = bot.ladder.find(({ filled }) => filled === 0);
  if (waiting !== undefined) return waiting.amount;
  if (bot.type === 'martin') return null;
  const amount = paramOf(bot, 'amount');
  if (amount === null || bot.type !== 'custom') return amount;
  const times = Number(paramOf(bot, 'multiplier') ?? '1') ** (bot.watch?.adds ?? 0);
  return (Number(amount) * times).toFixed(8);
}
