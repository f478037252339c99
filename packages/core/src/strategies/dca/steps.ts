// The geometry of a ladder: how far from the first price its orders lie, and what each spends.
// D_i = sum of step x step_mult^j for j < i; A_0 = base, A_i = safety x vol_mult^(i-1).
import { Decimal } from 'decimal.js';
import type { Atoms, Ppm, Ticks } from '../../money/units.ts';

const Exact = Decimal.clone({ precision: 40, rounding: Decimal.ROUND_HALF_UP });
const PPM = 1_000_000;

/** What of the params the geometry needs. */
export interface LadderShape {
  readonly direction: 'long' | 'short';
  readonly baseAtoms: Atoms;
  readonly safetyAtoms: Atoms;
  readonly maxSafety: number;
  readonly stepPpm: Ppm;
  readonly stepMultPpm: Ppm;
  readonly volMultPpm: Ppm;
}

/** Deviation of safety order `step` (0 = the base order), rounded up to the millionth, cut at a million per cent. */
export function deviationPpm(shape: LadderShape, step: number): Ppm {
  return Decimal.min(deviation(shape, step).ceil(), 1e10).toNumber();
}

/** Where safety order `step` rests: a buy on the tick below, a sell on the tick above. 0 = there is no such price. */
export function stepTicks(shape: LadderShape, firstTicks: Ticks, step: number): Ticks {
  const share = deviation(shape, step).div(PPM);
  const long = shape.direction === 'long';
  const price = new Exact(firstTicks).times(long ? new Exact(1).minus(share) : new Exact(1).plus(share));
  if (price.lessThan(1) || price.greaterThan(Number.MAX_SAFE_INTEGER)) return 0;
  return (long ? price.floor() : price.ceil()).toNumber();
}

/** What order `step` spends (0 = the base order); 0 when it is too large to be counted. */
export function stepAtoms(shape: LadderShape, step: number): Atoms {
  if (step === 0) return shape.baseAtoms;
  const factor = new Exact(shape.volMultPpm).div(PPM).pow(step - 1);
  const atoms = factor.times(shape.safetyAtoms).floor();
  return atoms.greaterThan(Number.MAX_SAFE_INTEGER) ? 0 : atoms.toNumber();
}

/** All amounts, the base order first; null when they or their sum cannot be counted exactly. */
export function ladderAmounts(shape: LadderShape): Atoms[] | null {
  const amounts: Atoms[] = [];
  let sum = 0;
  for (let step = 0; step <= shape.maxSafety; step++) {
    const atoms = stepAtoms(shape, step);
    sum += atoms;
    // Twice the sum is asked for in places; nothing near the end of the range is a ladder anybody wants.
    if ((step > 0 && atoms === 0 && shape.volMultPpm > PPM) || sum > Number.MAX_SAFE_INTEGER / 16) return null;
    amounts.push(atoms);
  }
  return amounts;
}

function deviation(shape: LadderShape, step: number): Decimal {
  const factor = new Exact(shape.stepMultPpm).div(PPM);
  let term = new Exact(shape.stepPpm);
  let sum = new Exact(0);
  for (let j = 0; j < step; j++) {
    sum = sum.plus(term);
    term = term.times(factor);
  }
  return sum;
}
