// Which arbitrage a bot is, as its params say.
import type { Bot } from '@cormorant/contract/entities/bot.ts';
import { paramOf } from './grid-params.ts';

export type ArbitrageKind = 'funding' | 'triangular' | 'cross';

/** What was chosen, or the market's default where the params leave it out. */
export function arbitrageKind(bot: Pick<Bot, 'params' | 'market'>): ArbitrageKind {
  const kind = paramOf(bot, 'kind');
  if (kind === 'cross' || kind === 'triangular') return kind;
  return kind === 'funding' || bot.market === 'futures' ? 'funding' : 'triangular';
}
