// What a grid on a contract may come to: the position after all its opening orders of a side have filled, where that is
// liquidated, and what is lost by then. Two liquidation values: of the position it begins with, and of the fullest one.
import type { Instrument } from '../../market/instrument.ts';
import { initialMarginAtoms, liquidationTicks } from '../../market/margin.ts';
import { applyPpm } from '../../money/mul-div.ts';
import type { Atoms, Lots, Ticks } from '../../money/units.ts';
import { slippedTicks } from '../../strategy/order-minimums.ts';
import type { ContractShape } from './contract-plan.ts';
import type { GridPlan } from './plan.ts';

export interface ContractWorst {
  readonly side: 'long' | 'short';
  /** Of the position it begins with; 0 = it begins without one, or no price liquidates it. */
  readonly liquidationNowTicks: Ticks;
  /** After all opening orders of this side have filled; 0 = no price does. */
  readonly liquidationTicks: Ticks;
  readonly entryAtoms: Atoms;
  readonly qtyLots: Lots;
  /** Own margin and reserve: what an isolated position can lose. */
  readonly marginAtoms: Atoms;
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
      marginAtoms: initialMarginAtoms(entryAtoms, shape.leverage) + shape.reserveAtoms,
    };
  });
}

/** What is lost when everything has filled and the price is at `ticks`, closed there with its fee; at most the margin. */
export function lossAt(instrument: Instrument, worst: ContractWorst, ticks: Ticks): Atoms {
  const valueAtoms = ticks * worst.qtyLots * instrument.quoteAtomsPerTickLot;
  const lost = worst.side === 'long' ? worst.entryAtoms - valueAtoms : valueAtoms - worst.entryAtoms;
  const fees =
    applyPpm(worst.entryAtoms, instrument.makerPpm, 'ceil') + applyPpm(valueAtoms, instrument.takerPpm, 'ceil');
  return Math.min(worst.marginAtoms, Math.max(0, lost + fees));
}
