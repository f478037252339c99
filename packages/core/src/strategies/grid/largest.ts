// The most that a grid may be made of: what all its lines together hold is counted exactly, and no line's order is above the
// venue's largest. More money than that is refused with the largest investment; no line is made smaller in silence.
import type { Instrument } from '../../market/instrument.ts';
import type { Atoms, Lots, Ticks } from '../../money/units.ts';
import { mostLots } from '../../strategy/order-minimums.ts';

/** Of each grid. */
export function mostGridLots(instrument: Instrument, lines: readonly Ticks[]): Lots {
  const top = lines[lines.length - 1]!;
  const perLot = Math.max(instrument.baseAtomsPerLot, top * instrument.quoteAtomsPerTickLot);
  const countable = Math.floor(Number.MAX_SAFE_INTEGER / perLot / (lines.length + 1));
  return Math.min(mostLots(instrument, 'limit', top), countable);
}

/** The most money that is worth no more than `lots` a grid, when one lot of each costs `perLot` parts, `unit` of them an atom. */
export function largestBudget(lots: Lots, perLot: bigint, unit: bigint): Atoms {
  const most = ((BigInt(lots) + 1n) * perLot - 1n) / unit;
  return most > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(most);
}
