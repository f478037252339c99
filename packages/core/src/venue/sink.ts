// What the simulated venue tells its owner, without making an object per event, and the words it refuses with.

import type { Atoms, Lots, Ticks } from '../money/units.ts';
import type { Side } from '../strategy/strategy.ts';

/**
 * Receives what happens while the venue matches. A sink only records: calling place, cancel or print from inside it
 * throws, because replies to a print rest before the NEXT print and must not depend on the order of fills within one.
 */
export interface VenueSink {
  /** `leftLots` 0 = the order is complete. The fee is in base atoms when `feeInBase`, else in quote atoms. */
  fill(
    handle: number,
    account: number,
    ref: number,
    side: Side,
    priceTicks: Ticks,
    qtyLots: Lots,
    leftLots: Lots,
    feeAtoms: Atoms,
    feeInBase: boolean,
    maker: boolean,
  ): void;
  /**
   * The venue itself took the rest of an order away: what an ioc or a market order could not fill, or what would have traded
   * with another order of its account, whose `ref` is `against` then.
   */
  expired(handle: number, account: number, ref: number, side: Side, leftLots: Lots, against: number | null): void;
}

/** Which of two orders of one account ends before they would trade with each other; the one that takes says so. */
export type Prevention = 'taker' | 'maker' | 'both';

/** Why a placement was refused. Index i has the code -(i + 1); the order of this list is part of stored data. */
export const VENUE_REFUSALS = [
  'price_filter', // not a whole number of ticks
  'price_range',
  'lot_size', // not a whole number of lots
  'qty_small',
  'qty_large', // also when price x quantity leaves the exact range
  'notional_small',
  'too_many_orders',
  'post_only',
  'market_closed', // no print yet
  'funds', // contracts: the margin is not there
] as const;

export type VenueRefusal = (typeof VENUE_REFUSALS)[number];

export function refusalCode(refusal: VenueRefusal): number {
  return -1 - VENUE_REFUSALS.indexOf(refusal);
}

/** The word for a negative answer of `place`. */
export function refusalOf(code: number): VenueRefusal {
  const refusal = VENUE_REFUSALS[-1 - code];
  if (refusal === undefined) throw new RangeError(`not a refusal code: ${code}`);
  return refusal;
}
