// Fills into lots and sales, and sales into settlements: the only place where coin and its cost move. What is sold takes
// its share of the cost along; what is too little to sell stays as dust with its own (decision 0010).
import { mulDiv } from '../../money/mul-div.ts';
import type { Atoms, Lots } from '../../money/units.ts';
import { closableLots } from '../../strategy/round/closing.ts';
import { cashAtoms, gotAtoms } from '../../strategy/round/fills.ts';
import type { FillEvent, Intents, View } from '../../strategy/strategy.ts';
import { coinAtoms, emptySale, fillTicks, type Lot, type MartinState, openAdd, type SaleKind } from './state.ts';

/** What an opening fill brought; a new lot with its first one. */
export function bookEntry(state: MartinState, event: FillEvent, view: View): void {
  const { slot } = event;
  let lot = state.lots.find((one) => one.slot === slot);
  if (lot === undefined) {
    lot = newLot(state, slot);
    state.lots.push(lot);
    state.used++;
  } else if (lot === openAdd(state)) {
    // Topped up after a pause, it may stand at another level than where it began.
    lot.triggerTicks = state.addTicks;
    lot.refTicks = state.refTicks;
    lot.depthE9 = state.nextDepthE9;
  }
  lot.qtyLots += event.qtyLots;
  lot.notionalAtoms += event.notionalAtoms;
  lot.coinAtoms += gotAtoms(event, view.instrument);
  lot.costAtoms -= cashAtoms(event);
  lot.feeAtoms += event.feeQuoteAtoms;
}

function newLot(state: MartinState, slot: number): Lot {
  return {
    step: state.used,
    slot,
    qtyLots: 0,
    notionalAtoms: 0,
    coinAtoms: 0,
    costAtoms: 0,
    feeAtoms: 0,
    triggerTicks: state.addTicks,
    refTicks: state.refTicks,
    depthE9: state.nextDepthE9,
  };
}

/** A lot's order has ended; what it holds is final. */
export function finishLot(state: MartinState, slot: number, view: View): Lot | undefined {
  const lot = state.lots.find((one) => one.slot === slot);
  if (lot === undefined) return undefined;
  lot.slot = -1;
  if (state.lots.length === 1 && state.used === 1) {
    state.firstTicks = fillTicks(lot, view.instrument.quoteAtomsPerTickLot);
    state.depthE9 = 0;
  } else {
    state.depthE9 = Math.max(state.depthE9, lot.depthE9);
  }
  return lot;
}

/** Part of an exit traded. */
export function bookSale(state: MartinState, event: FillEvent): void {
  const { sale } = state;
  sale.doneLots += event.qtyLots;
  sale.quoteAtoms += cashAtoms(event);
  sale.feeAtoms += event.feeQuoteAtoms;
}

/** Whole lots that an order may close now; `claimedAtoms` is what the running exit would give back. */
export function sellableLots(state: MartinState, view: View, claimedAtoms: Atoms = 0): Lots {
  const coin = coinAtoms(state, view.instrument.baseAtomsPerLot);
  return closableLots(view, Math.min(coin, view.freeBaseAtoms + claimedAtoms));
}

export interface Settled {
  readonly kind: SaleKind;
  readonly qtyLots: Lots;
  readonly netAtoms: Atoms;
  readonly step: number;
}

/** The exit has ended: what it closed is settled, and taken out of the lots. `last` = the round ends with it. */
export function settleSale(state: MartinState, last: boolean, view: View, out: Intents): Settled | null {
  const { sale } = state;
  const { doneLots, kind } = sale;
  if (doneLots === 0) {
    state.sale = emptySale();
    if (last) leaveDust(state);
    return null;
  }
  const lot = state.lots[sale.lot];
  const step = lot?.step ?? 0;
  const soldAtoms = doneLots * view.instrument.baseAtomsPerLot;
  const taken = kind === 'all' || lot === undefined ? takeFromAll(state, soldAtoms) : takeFromLot(lot, soldAtoms);
  const netAtoms = sale.quoteAtoms - taken.costAtoms;
  const fee = taken.feeAtoms + sale.feeAtoms;
  state.sale = emptySale();
  sweep(state, last, view);
  const funding = last ? view.books.pendingFundingAtoms : 0;
  out.settle(state.nextPairId++, doneLots, netAtoms + fee, fee, funding);
  if (kind === 'unstuck' && netAtoms < 0) state.unstuckSpentAtoms -= netAtoms;
  state.roundNetAtoms += netAtoms + funding;
  return { kind, qtyLots: doneLots, netAtoms: netAtoms + funding, step };
}

interface Taken {
  costAtoms: Atoms;
  feeAtoms: Atoms;
}

function takeFromLot(lot: Lot, soldAtoms: Atoms): Taken {
  const coin = lot.coinAtoms;
  const cost = mulDiv(lot.costAtoms, soldAtoms, coin, 'floor');
  const fee = mulDiv(lot.feeAtoms, soldAtoms, coin, 'floor');
  const qty = mulDiv(lot.qtyLots, soldAtoms, coin, 'floor');
  lot.notionalAtoms -= lot.qtyLots === 0 ? 0 : mulDiv(lot.notionalAtoms, qty, lot.qtyLots, 'floor');
  lot.qtyLots -= qty;
  lot.coinAtoms -= soldAtoms;
  lot.costAtoms -= cost;
  lot.feeAtoms -= fee;
  return { costAtoms: cost, feeAtoms: fee };
}

/** From every lot and the dust its part of the coin, so that the average of what stays does not move. */
function takeFromAll(state: MartinState, soldAtoms: Atoms): Taken {
  let left = soldAtoms;
  let coin = state.dustAtoms + state.lots.reduce((sum, lot) => sum + lot.coinAtoms, 0);
  const dust = coin === 0 ? 0 : mulDiv(state.dustAtoms, left, coin, 'ceil');
  const dustCost = dust === 0 ? 0 : mulDiv(state.dustCostAtoms, dust, state.dustAtoms, 'floor');
  const taken = { costAtoms: dustCost, feeAtoms: 0 };
  left -= dust;
  coin -= state.dustAtoms;
  state.dustAtoms -= dust;
  state.dustCostAtoms -= dustCost;
  for (const lot of state.lots) {
    const own = lot.coinAtoms;
    // The remainders shrink together: the last lot takes exactly what is left.
    const part = own === coin ? left : mulDiv(own, left, coin, 'floor');
    coin -= own;
    left -= part;
    if (part === 0) continue;
    const one = takeFromLot(lot, part);
    taken.costAtoms += one.costAtoms;
    taken.feeAtoms += one.feeAtoms;
  }
  return taken;
}

/** Lots too small to be closed are dust: on spot less than a lot, at a round's end whatever cannot be sold. */
function sweep(state: MartinState, last: boolean, view: View): void {
  const { baseAtomsPerLot } = view.instrument;
  state.lots = state.lots.filter((lot) => {
    if (!last && (lot.coinAtoms >= baseAtomsPerLot || lot.slot !== -1)) return true;
    state.dustAtoms += lot.coinAtoms;
    state.dustCostAtoms += lot.costAtoms;
    return false;
  });
}

/** A round ends without anything sold: what it holds is too little. */
function leaveDust(state: MartinState): void {
  for (const lot of state.lots) {
    state.dustAtoms += lot.coinAtoms;
    state.dustCostAtoms += lot.costAtoms;
  }
  state.lots = [];
}
