// Which side of a hedged position a funding payment belongs to, where the exchange does not say.
import type { PositionSide } from '../../../ports/venue.ts';
import { isBelowZero, isZero } from './exact-json.ts';

/** Longs pay a positive rate and shorts a negative one: who paid tells whose settlement it was. */
export function payerOf(income: string, rate: string | null): PositionSide {
  if (rate === null || isZero(rate)) return 'net';
  return isBelowZero(income) === isBelowZero(rate) ? 'short' : 'long';
}
