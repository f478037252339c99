// The two sides a round may have, and what "further" means on each.
import type { Ticks } from '../../money/units.ts';
import type { Side, Wake } from '../strategy.ts';

export type PositionSide = 'long' | 'short';

/** The side of the orders that make the position larger. */
export function entrySideOf(side: PositionSide): Side {
  return side === 'long' ? 'buy' : 'sell';
}

/** The side of the orders that make it smaller. */
export function exitSideOf(side: PositionSide): Side {
  return side === 'long' ? 'sell' : 'buy';
}

export function oppositeOf(side: PositionSide): PositionSide {
  return side === 'long' ? 'short' : 'long';
}

/** At a level or further against the position. */
export function isPast(side: PositionSide, priceTicks: Ticks, levelTicks: Ticks): boolean {
  return side === 'long' ? priceTicks <= levelTicks : priceTicks >= levelTicks;
}

/** At a level or further in favour of the position. */
export function isReached(side: PositionSide, priceTicks: Ticks, levelTicks: Ticks): boolean {
  return side === 'long' ? priceTicks >= levelTicks : priceTicks <= levelTicks;
}

/** Wakes at a level or further against the position. */
export function wakeAgainst(side: PositionSide, levelTicks: Ticks, out: Wake): void {
  if (side === 'long') out.below(levelTicks);
  else out.above(levelTicks);
}

/** Wakes at a level or further in favour of the position. */
export function wakeInFavour(side: PositionSide, levelTicks: Ticks, out: Wake): void {
  if (side === 'long') out.above(levelTicks);
  else out.below(levelTicks);
}
