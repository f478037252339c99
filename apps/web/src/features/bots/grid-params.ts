// What screens read from a bot's params: decimal strings by their field keys, absent when not set.
import type { Bot } from '@cormorant/contract/entities/bot.ts';

export function paramOf(bot: Pick<Bot, 'params'>, key: string): string | null {
  const value = bot.params[key];
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
}

/** The two coins of a pair. */
export function coinsOf(symbol: string): { base: string; quote: string } {
  const [base = '', quote = ''] = symbol.split('/');
  return { base, quote };
}
