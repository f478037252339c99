// The position of a round: what entries add to it, what closing trades take from it, and how that is settled. Each
// settlement takes its share of the cost and all funding that came in so far: a target's earnings are whole when shown.
import { baseAtomsToLots } from '../../market/conversions.ts';
import type { Instrument } from '../../market/instrument.ts';
import { mulDiv } from '../../money/mul-div.ts';
import type { Atoms, Lots } from '../../money/units.ts';
import { closableLots } from '../../strategy/round/closing.ts';
import { cashAtoms, gotAtoms } from '../../strategy/round/fills.ts';
import type { Holding } from '../../strategy/round/targets.ts';
import type { FillEvent, Intents, View } from '../../strategy/strategy.ts';
import type { DcaParams } from './params.ts';
import { type DcaState, emptySale } from './state.ts';

export function takeIn(state: DcaState, event: FillEvent, instrument: Instrument): void {
  state.heldAtoms += gotAtoms(event, instrument);
  state.costAtoms -= cashAtoms(event);
  state.feeAtoms += event.feeQuoteAtoms;
  state.trailTicks = 0;
}

/** A closing trade: booked at once, settled when its order has ended. */
export function takeOut(state: DcaState, event: FillEvent): void {
  const { sale } = state;
  sale.doneLots += event.qtyLots;
  sale.quoteAtoms += cashAtoms(event);
  sale.feeAtoms += event.feeQuoteAtoms;
  sale.tries = 0;
}

/** Whole lots that are still to be closed. */
export function heldLots(state: DcaState, instrument: Instrument): Lots {
  return baseAtomsToLots(instrument, state.heldAtoms) - state.sale.doneLots;
}

/** What one market order can close now; 0 = what is left is too little. */
export function sellableLots(state: DcaState, view: View): Lots {
  const { instrument } = view;
  return closableLots(view, heldLots(state, instrument) * instrument.baseAtomsPerLot);
}

/**
 * Makes a settlement of the closing trades so far, with their share of the cost and all funding that came in. Returns
 * the net result, funding included; 0 when nothing was closed.
 */
export function settleSale(state: DcaState, view: View, out: Intents): Atoms {
  const { sale } = state;
  if (sale.doneLots === 0) return 0;
  const closedAtoms = sale.doneLots * view.instrument.baseAtomsPerLot;
  const cost = mulDiv(state.costAtoms, closedAtoms, state.heldAtoms, 'floor');
  const entryFee = mulDiv(state.feeAtoms, closedAtoms, state.heldAtoms, 'floor');
  const fee = entryFee + sale.feeAtoms;
  const net = sale.quoteAtoms - cost;
  const funding = view.books.pendingFundingAtoms;
  const { doneLots } = sale;
  state.heldAtoms -= closedAtoms;
  state.costAtoms -= cost;
  state.feeAtoms -= entryFee;
  state.sale = emptySale();
  out.settle(state.nextPairId++, doneLots, net + fee, fee, funding);
  return net + funding;
}

/** Coin too little to close is dust and keeps its cost; it never belongs to the next round's average. */
export function leaveAsDust(state: DcaState): void {
  state.dustAtoms += state.heldAtoms;
  state.dustCostAtoms += state.costAtoms;
  state.heldAtoms = 0;
  state.costAtoms = 0;
  state.feeAtoms = 0;
}

/** What the prices of the position are computed from. */
export function holdingOf(state: DcaState, { direction }: Pick<DcaParams, 'direction'>): Holding {
  return { side: direction, coinAtoms: state.heldAtoms, costAtoms: state.costAtoms };
}
