// The two ways to size a ladder (/strategy/size): from a first order, or from a capital, which solves the first order as
// first = I / Σ m^i, floored. What is too small for the venue is said, not changed.
import type { Instrument } from '../../market/instrument.ts';
import type { Atoms, Ppm } from '../../money/units.ts';
import { needAtoms, orderAmount, PPM } from './ladder-plan.ts';
import { minFirstAtoms } from './params.ts';

export interface SizeRule {
  readonly multiplierPpm: Ppm;
  readonly maxOrders: number;
  /** 1 on spot. */
  readonly leverage: number;
}

export interface Sized {
  readonly firstAtoms: Atoms;
  readonly amountsAtoms: readonly Atoms[];
  readonly totalAtoms: Atoms;
  /** What must be invested for it, fees and reserve included. */
  readonly needAtoms: Atoms;
  /** The least first order the venue takes with head-room. */
  readonly minFirstAtoms: Atoms;
  readonly isTooSmall: boolean;
}

export function sizeByFirst(instrument: Instrument, firstAtoms: Atoms, rule: SizeRule): Sized {
  const amountsAtoms = Array.from({ length: rule.maxOrders }, (_, index) =>
    orderAmount(firstAtoms, rule.multiplierPpm, index),
  );
  const totalAtoms = amountsAtoms.reduce((sum, atoms) => sum + atoms, 0);
  const least = minFirstAtoms(instrument);
  return {
    firstAtoms,
    amountsAtoms,
    totalAtoms,
    needAtoms: needAtoms(instrument, instrument.market, totalAtoms, rule.leverage),
    minFirstAtoms: least,
    isTooSmall: firstAtoms < least,
  };
}

/** The largest first order, in hundredths of the quote coin, whose whole ladder the capital pays for. */
export function sizeByCapital(instrument: Instrument, capitalAtoms: Atoms, rule: SizeRule): Sized {
  const cent = 10 ** (instrument.quoteScale - 2);
  // Σ m^i in millionths, each term floored: never less first order than the exact solution by more than a cent.
  let shares = 0;
  for (let index = 0; index < rule.maxOrders; index++) shares += orderAmount(PPM, rule.multiplierPpm, index);
  const usable = instrument.market === 'spot' ? capitalAtoms : Math.floor((capitalAtoms * 9) / 10) * rule.leverage;
  let cents = Math.max(0, Math.ceil(usable / cent / (shares / PPM)) + 1);
  while (cents > 0 && sizeByFirst(instrument, cents * cent, rule).needAtoms > capitalAtoms) cents--;
  return sizeByFirst(instrument, cents * cent, rule);
}
