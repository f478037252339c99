// The everyday life of a grid: a cell's order, its fills, the pair they make, dust, and lines that a refusal left empty.
import { baseAtomsToLots, formatPrice, formatQty } from '../../market/conversions.ts';
import type { Instrument } from '../../market/instrument.ts';
import { mulDiv } from '../../money/mul-div.ts';
import type { Atoms, Lots, Ticks } from '../../money/units.ts';
import { minEntryLots, minExitLots } from '../../strategy/order-minimums.ts';
import { isTold, RESTING_PATIENCE, retryAtMs } from '../../strategy/round/patience.ts';
import type { FillEvent, Intents, RefusalReason, View } from '../../strategy/strategy.ts';
import { type Cell, clearMissing, DUST_SLOT, flatten, type GridState, markMissing, slotOf } from './state.ts';

/** Gives a cell the order it should have now, if it has none. */
export function placeCell(state: GridState, index: number, view: View, out: Intents): void {
  const cell = state.cells[index]!;
  const slot = slotOf(state, index);
  if (view.order(slot) !== undefined) return;
  if (cell.short) {
    placeShortCell(state, index, cell, slot, view, out);
    return;
  }
  if (cell.heldLots > 0) {
    clearMissing(state, cell);
    // A sell that the price has passed is given at the price: never worse than its line, never refused as insane.
    const priceTicks = Math.max(state.lines[index + 1]!, view.lastTicks);
    const lots = cell.heldLots - cell.soldLots;
    out.place(
      slot,
      'sell',
      'limit',
      'gtc',
      priceTicks,
      lots,
      'grid',
      view.instrument.contract !== null && reduces(lots, 1, view),
    );
    return;
  }
  if (state.paused || cell.qtyLots === 0) return;
  const priceTicks = state.lines[index]!;
  clearMissing(state, cell);
  cell.waits = priceTicks >= view.lastTicks;
  if (cell.waits) {
    state.watching = true;
    return;
  }
  out.place(slot, 'buy', 'limit', 'gtc', priceTicks, cell.qtyLots, 'grid');
}

/** The mirror: sells at its upper line, buys back at its lower one. */
function placeShortCell(state: GridState, index: number, cell: Cell, slot: number, view: View, out: Intents): void {
  if (cell.heldLots > 0) {
    clearMissing(state, cell);
    const priceTicks = Math.min(state.lines[index]!, view.lastTicks);
    const lots = cell.heldLots - cell.soldLots;
    out.place(slot, 'buy', 'limit', 'gtc', priceTicks, lots, 'grid', reduces(lots, -1, view));
    return;
  }
  if (state.paused || cell.qtyLots === 0) return;
  const priceTicks = state.lines[index + 1]!;
  clearMissing(state, cell);
  cell.waits = priceTicks <= view.lastTicks;
  if (cell.waits) {
    state.watching = true;
    return;
  }
  out.place(slot, 'sell', 'limit', 'gtc', priceTicks, cell.qtyLots, 'grid');
}

/**
 * On a contract a closing order is reduce-only. A neutral grid nets its cells: where a long and a short cell hold at
 * once, the position is smaller than what a cell has to close, and that order opens as much as it closes.
 */
function reduces(lots: Lots, sign: 1 | -1, view: View): boolean {
  const { baseAtoms } = view.books;
  return baseAtoms * sign > 0 && view.freeBaseAtoms >= lots * view.instrument.baseAtomsPerLot;
}

/** All cells, those nearest the price first: a venue's limit then keeps the ones that matter. */
export function placeAll(state: GridState, view: View, out: Intents): void {
  const count = state.cells.length;
  let up = 0;
  while (up < count && isBelow(state, up, view)) up++;
  let down = up - 1;
  while (up < count || down >= 0) {
    if (down >= 0) placeCell(state, down--, view, out);
    if (up < count) placeCell(state, up++, view, out);
  }
}

/** True when a cell's order lies below the price. */
function isBelow(state: GridState, index: number, view: View): boolean {
  const cell = state.cells[index]!;
  if (cell.short) return cell.heldLots > 0;
  return cell.heldLots === 0 && state.lines[index]! < view.lastTicks;
}

/** Flat cells that waited for the price to come back above their line. */
export function placeWatched(state: GridState, view: View, out: Intents): void {
  if (!state.watching || state.paused) return;
  state.watching = false;
  for (let index = 0; index < state.cells.length; index++) {
    if (state.cells[index]!.waits) placeCell(state, index, view, out);
  }
}

export function onCellFill(state: GridState, index: number, event: FillEvent, view: View, out: Intents): void {
  const cell = state.cells[index]!;
  const opens = (event.side === 'sell') === cell.short;
  if (opens) {
    bookOpening(cell, event, view);
    if (event.leftLots === 0) takeIn(state, index, view);
  } else {
    bookClosing(cell, event);
    if (event.leftLots === 0) settlePair(cell, out);
  }
  if (event.leftLots > 0) return;
  cell.tries = 0;
  if (state.stage !== 'trading') return;
  placeCell(state, index, view, out);
  if (state.missing > 0) retryMissing(state, view, out, true);
  if (opens && state.dustAtoms > 0) sellDust(state, view, out);
}

function bookClosing(cell: Cell, event: FillEvent): void {
  const signedAtoms = cell.short ? -event.notionalAtoms : event.notionalAtoms;
  cell.soldLots += event.qtyLots;
  cell.proceedsAtoms += event.feeInBase ? signedAtoms : signedAtoms - event.feeAtoms;
  cell.sellFeeAtoms += event.feeQuoteAtoms;
}

/** A cell's order is gone with part of it traded: the part is kept if it can be sold, else it is dust. */
export function onCellCancelled(state: GridState, index: number, view: View, out: Intents): void {
  const cell = state.cells[index]!;
  if (cell.boughtLots > 0) takeIn(state, index, view);
  else if (cell.soldLots > 0) settlePart(state, index, view, out);
}

export function onCellRefused(state: GridState, index: number, reason: RefusalReason, view: View, out: Intents): void {
  const cell = state.cells[index]!;
  markMissing(state, cell, reason, retryAtMs(RESTING_PATIENCE, cell.tries + 1, view.nowMs));
  if (!isTold(RESTING_PATIENCE, cell.tries)) return;
  logMissing(state, index, reason, view, out);
}

export function logMissing(state: GridState, index: number, reason: RefusalReason, view: View, out: Intents): void {
  const cell = state.cells[index]!;
  const sells = cell.heldLots > 0 !== cell.short;
  out.log('failed', 'line_missing', {
    reason,
    side: sells ? 'sell' : 'buy',
    price: formatPrice(view.instrument, state.lines[sells ? index + 1 : index]!),
    qty: formatQty(view.instrument, cell.heldLots > 0 ? cell.heldLots : cell.qtyLots),
  });
}

/** Lines without their order, tried again: those due, or (after a fill freed money) those not yet given up to probing. */
export function retryMissing(state: GridState, view: View, out: Intents, afterFill: boolean): void {
  for (let index = 0; index < state.cells.length; index++) {
    const cell = state.cells[index]!;
    if (cell.reason === '') continue;
    if (afterFill ? cell.tries < RESTING_PATIENCE.eagerTries : cell.retryAtMs <= view.nowMs)
      placeCell(state, index, view, out);
  }
}

/** Sells dust at market as soon as it makes an order with head-room. */
export function sellDust(state: GridState, view: View, out: Intents): void {
  const { instrument } = view;
  const lots = baseAtomsToLots(instrument, state.dustAtoms);
  if (lots < instrument.minQtyLots || state.paused || view.nowMs < state.dustRetryAtMs) return;
  if (lots < minEntryLots(instrument, view.lastTicks) || view.order(DUST_SLOT) !== undefined) return;
  out.place(DUST_SLOT, 'sell', 'market', 'ioc', 0, lots, 'dust');
}

/** The smallest closing order of a cell: on a contract every whole lot is held, so that no coin is ever dust there. */
export function minCloseLots(instrument: Instrument, priceTicks: Ticks): Lots {
  return instrument.contract === null ? minExitLots(instrument, priceTicks) : 1;
}

/** True when neither the filled part of a running buy nor its rest could stand alone: such an order is left to rest. */
export function isStuckBuy(cell: Cell, priceTicks: Ticks, sellTicks: Ticks, view: View): boolean {
  if (cell.boughtLots === 0) return false;
  const { instrument } = view;
  const heldLots = baseAtomsToLots(instrument, cell.gotAtoms);
  const restLots: Lots = cell.qtyLots - cell.boughtLots;
  return heldLots < minCloseLots(instrument, sellTicks) && restLots < minEntryLots(instrument, priceTicks);
}

function bookOpening(cell: Cell, event: FillEvent, view: View): void {
  const coinAtoms: Atoms = event.qtyLots * view.instrument.baseAtomsPerLot;
  const signedAtoms = cell.short ? -event.notionalAtoms : event.notionalAtoms;
  cell.boughtLots += event.qtyLots;
  cell.gotAtoms += event.feeInBase ? coinAtoms - event.feeAtoms : coinAtoms;
  cell.costAtoms += event.feeInBase ? signedAtoms : signedAtoms + event.feeAtoms;
  cell.buyFeeAtoms += event.feeQuoteAtoms;
}

/**
 * A running buy has ended: whole lots are held for the pair's sell, the remainder is dust. Each carries the cost of its
 * own coin, so that a pair earns what product.md 1.8 promises however coarse the step is against the fee.
 */
function takeIn(state: GridState, index: number, view: View): void {
  const { instrument } = view;
  const cell = state.cells[index]!;
  const lots = baseAtomsToLots(instrument, cell.gotAtoms);
  cell.boughtLots = 0;
  if (lots < minCloseLots(instrument, state.lines[index + 1]!)) {
    state.dustAtoms += cell.gotAtoms;
    state.dustCostAtoms += cell.costAtoms;
    flatten(cell);
    return;
  }
  const dustAtoms = cell.gotAtoms - lots * instrument.baseAtomsPerLot;
  if (dustAtoms > 0) {
    const dustCost = mulDiv(cell.costAtoms, dustAtoms, cell.gotAtoms, 'floor');
    state.dustAtoms += dustAtoms;
    state.dustCostAtoms += dustCost;
    cell.costAtoms -= dustCost;
  }
  cell.gotAtoms = 0;
  cell.heldLots = lots;
  cell.pairId = state.nextPairId++;
}

function settlePair(cell: Cell, out: Intents): void {
  const fee = cell.buyFeeAtoms + cell.sellFeeAtoms;
  const net = cell.proceedsAtoms - cell.costAtoms;
  const { pairId, soldLots } = cell;
  flatten(cell);
  out.settle(pairId, soldLots, net + fee, fee);
}

/** A sell ended early: the sold part is settled with its share of the cost, the rest is held on, or is dust. */
function settlePart(state: GridState, index: number, view: View, out: Intents): void {
  const cell = state.cells[index]!;
  const { soldLots, heldLots } = cell;
  const cost = mulDiv(cell.costAtoms, soldLots, heldLots, 'floor');
  const buyFee = mulDiv(cell.buyFeeAtoms, soldLots, heldLots, 'floor');
  const fee = buyFee + cell.sellFeeAtoms;
  const net = cell.proceedsAtoms - cost;
  cell.heldLots -= soldLots;
  cell.costAtoms -= cost;
  cell.buyFeeAtoms -= buyFee;
  cell.soldLots = 0;
  cell.proceedsAtoms = 0;
  cell.sellFeeAtoms = 0;
  const { pairId } = cell;
  if (cell.heldLots < minCloseLots(view.instrument, state.lines[index + 1]!)) {
    state.dustAtoms += cell.heldLots * view.instrument.baseAtomsPerLot;
    state.dustCostAtoms += cell.costAtoms;
    flatten(cell);
  }
  out.settle(pairId, soldLots, net + fee, fee);
}
