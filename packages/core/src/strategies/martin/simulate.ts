// The rest of a ladder, order by order, as if each filled at its level: for the preview before a start and the ladder of
// a running bot. Averages here are of prices, without fees, as the worked ladder of product.md 1.8 has them.
import type { Instrument } from '../../market/instrument.ts';
import { mulDiv } from '../../money/mul-div.ts';
import type { Atoms, Lots, Ticks } from '../../money/units.ts';
import type { PositionSide } from '../../strategy/round/side.ts';
import { dropFrom, type LadderShape } from './ladder-plan.ts';

export interface LadderStart {
  /** Number of the next order, from 0. */
  readonly index: number;
  readonly nextTicks: Ticks;
  readonly firstTicks: Ticks;
  /** Σ of the drops down to that order. */
  readonly depthE9: number;
  readonly held: { readonly qtyLots: Lots; readonly notionalAtoms: Atoms } | null;
}

export interface LadderRow {
  readonly index: number;
  readonly triggerTicks: Ticks;
  readonly amountAtoms: Atoms;
  readonly qtyLots: Lots;
  /** Position after it: quantity and what it cost without fees. */
  readonly heldLots: Lots;
  readonly notionalAtoms: Atoms;
}

/** Empty when nothing more is to come; stops early where a level would not be a price any more. */
export function simulate(
  instrument: Instrument,
  params: LadderShape,
  side: PositionSide,
  start: LadderStart,
): LadderRow[] {
  const rows: LadderRow[] = [];
  const { quoteAtomsPerTickLot } = instrument;
  let { nextTicks, depthE9 } = start;
  let heldLots = start.held?.qtyLots ?? 0;
  let notionalAtoms = start.held?.notionalAtoms ?? 0;
  for (let index = start.index; index < params.maxOrders; index++) {
    if (nextTicks <= 0 || nextTicks > instrument.maxPriceTicks) break;
    const amountAtoms = params.amountsAtoms[index]!;
    const qtyLots = Math.floor(amountAtoms / (nextTicks * quoteAtomsPerTickLot));
    heldLots += qtyLots;
    notionalAtoms += qtyLots * nextTicks * quoteAtomsPerTickLot;
    rows.push({ index, triggerTicks: nextTicks, amountAtoms, qtyLots, heldLots, notionalAtoms });
    const dropE9 = params.dropsE9[index + 1] ?? 0;
    depthE9 += dropE9;
    if (params.addBase === 'first') nextTicks = dropFrom(side, start.firstTicks, depthE9);
    else if (params.addBase === 'last') nextTicks = dropFrom(side, nextTicks, dropE9);
    else nextTicks = heldLots === 0 ? 0 : dropFrom(side, meanTicks(instrument, heldLots, notionalAtoms), dropE9);
  }
  return rows;
}

/** notional / quantity to the nearest tick. */
function meanTicks(instrument: Instrument, heldLots: Lots, notionalAtoms: Atoms): Ticks {
  const { quoteAtomsPerTickLot } = instrument;
  return heldLots === 0
    ? 0
    : mulDiv(notionalAtoms * 2 + heldLots * quoteAtomsPerTickLot, 1, 2 * heldLots * quoteAtomsPerTickLot, 'floor');
}
