// How far past its market an exchange lets an order be priced, of those that bound only what would take: no buy above the highest
// price, no sale below the lowest, while what rests may be as far away as it likes.
import type { VenueSymbol } from '../../../ports/venue.ts';
import { compareDecimals, isZero, minus } from './exact-json.ts';

/** Fractions past the market; '0' = no bound is told. */
export function takingBand(buy: string, sell: string): Pick<VenueSymbol, 'priceBand'> {
  const priceBand = {
    ...(!isZero(buy) && { buyMost: minus(buy, '-1') }),
    ...(!isZero(sell) && compareDecimals(sell, '1') < 0 && { sellLeast: minus('1', sell) }),
  };
  return Object.keys(priceBand).length === 0 ? {} : { priceBand };
}
