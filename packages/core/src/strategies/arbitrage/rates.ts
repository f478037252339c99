// The arithmetic of funding, in integers: three-day sums, break-even days, APR, basis (product.md 4.9).
import type { Instrument } from '../../market/instrument.ts';
import { mulDiv } from '../../money/mul-div.ts';
import { assertSafe } from '../../money/safe-integer.ts';
import type { Ppm, Ticks } from '../../money/units.ts';

const DAY_MS = 86_400_000;
const PPM = 1_000_000;
/** A rate in 1e-8 of one millionth. */
const E8_PER_PPM = 100;

export interface ThreeDays {
  readonly sumE8: number;
  readonly settlements: number;
}

/** The rates of the last three days; null while fewer are known. */
export function threeDays(ratesE8: readonly number[], intervalMs: number): ThreeDays | null {
  const settlements = Math.round((3 * DAY_MS) / intervalMs);
  if (ratesE8.length < settlements) return null;
  return { sumE8: ratesE8.slice(-settlements).reduce((sum, rate) => sum + rate, 0), settlements };
}

/** Fees of the four legs of a round, of the notional of one leg. */
export function roundFeesPpm(spotTakerPpm: Ppm, futuresTakerPpm: Ppm): Ppm {
  return 2 * (spotTakerPpm + futuresTakerPpm);
}

/** Days until funding has paid the round, in hundredths, rounded up; null = never, at these rates. */
export function breakEvenCentidays(feesPpm: Ppm, { sumE8 }: ThreeDays): number | null {
  return sumE8 <= 0 ? null : mulDiv(feesPpm * E8_PER_PPM, 3 * 100, sumE8, 'ceil');
}

/** Before costs, in 1e-8 a year: the perpetual's margin is a part of the capital. */
export function aprE8({ sumE8 }: ThreeDays, leverage: number): number {
  return mulDiv(sumE8 * 365, leverage, 3 * (leverage + 1), 'floor');
}

/** Mean of the last three rates below the limit; false while fewer are known. */
export function hasFaded(ratesE8: readonly number[], limitE8: number): boolean {
  if (ratesE8.length < 3) return false;
  return ratesE8.slice(-3).reduce((sum, rate) => sum + rate, 0) < 3 * limitE8;
}

const PRICE_DECIMALS = 8;

/** A price in 1e-8 quote a coin, so that prices of two venues compare. */
export function priceE8(instrument: Instrument, ticks: Ticks): number {
  const { tickUnits, priceDecimals } = instrument;
  return assertSafe(ticks * tickUnits * 10 ** Math.max(0, PRICE_DECIMALS - priceDecimals), 'price');
}

/** (perpetual - spot) / spot, floored. */
export function basisPpm(spotE8: number, perpE8: number): Ppm {
  return mulDiv(perpE8 - spotE8, PPM, spotE8, 'floor');
}
