// What a grid on a contract may come to: the position after all its opening orders of a side have filled, where that is
// liquidated, and what is lost by then. Two liquidation values: of the position it begins with, and of the fullest one.
// What it may cost is more than the margin of that position: a price that stays at the far end of the range books there, pair
// by pair, what the older cells have lost, and a liquidation afterwards takes the margin too (decision 77: the whole need).
import type { Instrument } from '../../market/instrument.ts';
import { initialMarginAtoms, liquidationTicks } from '../../market/margin.ts';
import { keptFeePpm } from '../../market/order-margin.ts';
import { applyPpm } from '../../money/mul-div.ts';
import type { Atoms, Lots, Ppm, Ticks } from '../../money/units.ts';
import { slippedTicks } from '../../strategy/order-minimums.ts';
import { type ContractShape, movedNeedAtoms } from './contract-plan.ts';
import type { GridPlan } from './plan.ts';

export interface ContractWorst {
  readonly side: 'long' | 'short';
  /** Of the position it begins with; 0 = it begins without one, or no price liquidates it. */
  readonly liquidationNowTicks: Ticks;
  /** After all opening orders of this side have filled; 0 = no price does. */
  readonly liquidationTicks: Ticks;
  readonly entryAtoms: Atoms;
  readonly qtyLots: Lots;
  /** The most that it can lose, on whichever path inside its range: the need of the grid and the reserve. */
  readonly mostAtoms: Atoms;
}

/** The sides a grid may stand on: one for a long or a short, both for a neutral one. */
export function contractWorsts(
  instrument: Instrument,
  shape: ContractShape,
  lines: readonly Ticks[],
  priceTicks: Ticks,
  plan: GridPlan,
): ContractWorst[] {
  if (plan.qtyLots === 0) return [];
  const sides: ('long' | 'short')[] = shape.direction === 'neutral' ? ['long', 'short'] : [shape.direction];
  return sides.map((side) => {
    const perTickLot = instrument.quoteAtomsPerTickLot;
    const openTicks = side === 'long' ? slippedTicks('buy', priceTicks, shape.slippagePpm) : priceTicks;
    const firstAtoms = openTicks * plan.initialLots * perTickLot;
    let entryAtoms = firstAtoms;
    let qtyLots = plan.initialLots;
    const opening = side === 'long' ? lines.slice(0, plan.empty) : lines.slice(plan.empty + 1);
    for (const ticks of opening) {
      entryAtoms += ticks * plan.qtyLots * perTickLot;
      qtyLots += plan.qtyLots;
    }
    const sign = side === 'long' ? 1 : -1;
    const liquidation = (lots: Lots, atoms: Atoms): Ticks => {
      const marginAtoms = initialMarginAtoms(atoms, shape.leverage) + shape.reserveAtoms;
      return lots === 0 ? 0 : liquidationTicks(instrument, { qtyLots: sign * lots, entryAtoms: atoms, marginAtoms });
    };
    return {
      side,
      liquidationNowTicks: liquidation(plan.initialLots, firstAtoms),
      liquidationTicks: liquidation(qtyLots, entryAtoms),
      entryAtoms,
      qtyLots,
      mostAtoms: plan.initialAtoms + plan.restingAtoms + shape.reserveAtoms,
    };
  });
}

/** A long that has moved up to the top of its trailing, and then buys every line of its new range. */
export function movedWorst(
  instrument: Instrument,
  shape: ContractShape,
  lines: readonly Ticks[],
  cellLots: Lots,
): Pick<ContractWorst, 'side' | 'entryAtoms' | 'qtyLots' | 'mostAtoms'> {
  const buys = lines.slice(0, -1);
  const perTick = cellLots * instrument.quoteAtomsPerTickLot;
  return {
    side: 'long',
    entryAtoms: buys.reduce((sum, ticks) => sum + ticks * perTick, 0),
    qtyLots: buys.length * cellLots,
    mostAtoms: movedNeedAtoms(instrument, lines, cellLots, shape.leverage) + shape.reserveAtoms,
  };
}

/** What is lost when everything has filled and the stop at `ticks` is met: closed at the market there, with the fees of both ways. */
export function lossAt(
  instrument: Instrument,
  worst: Pick<ContractWorst, 'side' | 'entryAtoms' | 'qtyLots' | 'mostAtoms'>,
  ticks: Ticks,
  slippagePpm: Ppm,
): Atoms {
  const { entryAtoms, mostAtoms, qtyLots, side } = worst;
  const closedTicks = slippedTicks(side === 'long' ? 'sell' : 'buy', ticks, slippagePpm);
  const valueAtoms = closedTicks * qtyLots * instrument.quoteAtomsPerTickLot;
  const lost = side === 'long' ? entryAtoms - valueAtoms : valueAtoms - entryAtoms;
  const feePpm = keptFeePpm(instrument);
  const fees = applyPpm(entryAtoms, feePpm, 'ceil') + applyPpm(valueAtoms, feePpm, 'ceil');
  return Math.min(mostAtoms, Math.max(0, lost + fees));
}
