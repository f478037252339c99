// What is said to an exchange so that orders of one account do not trade with each other (reliability E4): bots that hold a long
// and a short of one market, legs, and whatever its owner places by hand. The order that would take says what happens.
import type { NewOrder } from '../../../ports/venue.ts';
import type { TradingCard } from './exchange-profile.ts';

/**
 * The order that takes ends, as a rule: it is in hand, its bot hears of it with the answer and tries again later. Without a word
 * of ours exchanges end the one that rests, of a bot that did nothing. Only what closes at once (at market, or at market with a
 * floor) goes out all the same, and what rests ends: an exit that cannot leave while another order of its account is the best
 * there is would be the worse evil. The end of either is told to its bot. What only waits for takers never takes.
 */
export function againstSelfTrade(
  { prevention }: Pick<TradingCard, 'prevention'>,
  order: NewOrder,
  isOffered: (mode: string) => boolean = () => true,
): Readonly<Record<string, string>> {
  if (prevention === undefined || (order.tif === 'post' && order.type === 'limit')) return {};
  const mode = isAtOnce(order) && closes(order) ? prevention.endsMaker : prevention.endsTaker;
  return isOffered(mode) ? { [prevention.parameter]: mode } : {};
}

/** It trades with its arrival or not at all. */
function isAtOnce({ tif, type }: NewOrder): boolean {
  return type === 'market' || tif === 'ioc';
}

/** On spot whoever sells lets go of coin that was bought; who buys back what a lone leg sold says so. */
function closes({ positionSide, reduceOnly, side, symbol, unwinds }: NewOrder): boolean {
  if (unwinds === true) return true;
  if (!symbol.includes(':')) return side === 'sell';
  return reduceOnly || (positionSide !== 'net' && (positionSide === 'long') === (side === 'sell'));
}
