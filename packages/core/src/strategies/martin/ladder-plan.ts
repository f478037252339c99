// The ladder on paper: sizes and drops of every order, and what a position is worth, costs and risks after each. One
// set of functions for the parser, the preview, the calculator and the machine, so that none promises another ladder.
import type { Instrument, MarketKind } from '../../market/instrument.ts';
import { applyPpm, mulDiv } from '../../money/mul-div.ts';
import { assertSafe } from '../../money/safe-integer.ts';
import type { Atoms, Ppm, Ticks } from '../../money/units.ts';
import type { PositionSide } from '../../strategy/round/side.ts';

export const PPM = 1_000_000;
/** Drops are counted in 1e-9, because a scale makes them finer than a millionth. */
export const E9 = 1_000_000_000;
/** Manual adds may go this far beyond the ladder. */
export const EXTRA_ADDS = 3;
export type AddBase = 'last' | 'first' | 'avg';

/** What of the params says where the orders lie and how large they are. */
export interface LadderShape {
  readonly maxOrders: number;
  readonly amountsAtoms: readonly Atoms[];
  readonly dropsE9: readonly number[];
  readonly addBase: AddBase;
}

/** A_i = first x multiplier^i, floored to the atom once. Throws MoneyError beyond the exact range. */
export function orderAmount(firstAtoms: Atoms, multiplierPpm: Ppm, index: number): Atoms {
  return scaled(firstAtoms, multiplierPpm, index);
}

/** add_drop x drop_scale^(i-1) for order i >= 1, in 1e-9, floored once. */
export function orderDropE9(addDropPpm: Ppm, dropScalePpm: Ppm, index: number): number {
  return index === 0 ? 0 : scaled(addDropPpm * 1000, dropScalePpm, index - 1);
}

function scaled(value: number, factorPpm: Ppm, power: number): number {
  const exponent = BigInt(power);
  return assertSafe(Number((BigInt(value) * BigInt(factorPpm) ** exponent) / BigInt(PPM) ** exponent), 'ladder');
}

/** The price `dropE9` away from a reference, against the position: rounded away from the price, so it is never dearer. */
export function dropFrom(side: PositionSide, refTicks: Ticks, dropE9: number): Ticks {
  if (side === 'long') return dropE9 >= E9 ? 0 : mulDiv(refTicks, E9 - dropE9, E9, 'floor');
  return mulDiv(refTicks, E9 + dropE9, E9, 'ceil');
}

/** Σ of the drops of the orders 1..index. */
export function totalDropE9(dropsE9: readonly number[], index: number): number {
  let sum = 0;
  for (let at = 1; at <= index; at++) sum += dropsE9[at] ?? 0;
  return sum;
}

/** What the ladder needs of the investment: spot Σ A (1 + taker); contracts Σ A / leverage within nine tenths of it. */
export function needAtoms(instrument: Instrument, market: MarketKind, totalAtoms: Atoms, leverage: number): Atoms {
  if (market === 'spot') return totalAtoms + applyPpm(totalAtoms, instrument.takerPpm, 'ceil');
  return mulDiv(totalAtoms, 10, 9 * leverage, 'ceil');
}

/** How far the liquidation is from the average, in millionths of it, for a notional at this leverage; 1e6 = never. */
export function liquidationDistancePpm(
  instrument: Instrument,
  side: PositionSide,
  valueAtoms: Atoms,
  leverage: number,
): Ppm {
  let distance = PPM;
  for (const { floorAtoms, maintenancePpm, cumAtoms } of instrument.contract?.brackets ?? []) {
    const room = Math.floor(valueAtoms / leverage) + cumAtoms;
    const leftAtoms = side === 'long' ? valueAtoms - room : valueAtoms + room;
    if (leftAtoms <= 0) break;
    const ratePpm = side === 'long' ? PPM - maintenancePpm : PPM + maintenancePpm;
    // The notional at the liquidation price, which says whether this bracket is the one that holds there.
    const thereAtoms = mulDiv(leftAtoms, PPM, ratePpm, 'floor');
    if (floorAtoms > 0 && thereAtoms < floorAtoms) break;
    distance = mulDiv(Math.abs(valueAtoms - thereAtoms), PPM, valueAtoms, 'floor');
  }
  return distance;
}
