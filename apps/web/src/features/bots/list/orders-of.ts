// How many orders of its ladder (buys of its calendar) a bot has made in this round, and how many there may be; null where
// a kind has no such count.
import type { Bot } from '@cormorant/contract/entities/bot.ts';
import { paramOf } from '../grid-params.ts';

export interface OrderCount {
  readonly kind: 'ladder' | 'calendar';
  /** The one that opened included. */
  readonly used: number;
  readonly most: number;
}

type Counted = Pick<Bot, 'type' | 'params' | 'max_positions' | 'adds_used' | 'position_count'>;

export function ordersOf(bot: Counted): OrderCount | null {
  const used = bot.position_count > 0 ? bot.adds_used + 1 : 0;
  const count = (key: string, usual: number) => Number(paramOf(bot, key) ?? usual);
  if (bot.type === 'martin') return { kind: 'ladder', used, most: bot.max_positions ?? count('max_positions', 7) };
  if (bot.type === 'custom') {
    const most = bot.max_positions ?? count('max_positions', 1);
    return most > 1 ? { kind: 'ladder', used, most } : null;
  }
  if (bot.type !== 'dca') return null;
  if ((paramOf(bot, 'mode') ?? 'calendar') === 'calendar')
    return { kind: 'calendar', used, most: count('max_positions', 30) };
  return { kind: 'ladder', used, most: count('max_safety', 3) + 1 };
}
