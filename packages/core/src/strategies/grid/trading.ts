// The everyday life of a grid: a cell's order, its fills, the pair they make, dust, and lines that a refusal left empty.
import { baseAtomsToLots, formatPrice, formatQty } from '../../market/conversions.ts';
import type { Instrument } from '../../market/instrument.ts';
import { mulDiv } from '../../money/mul-div.ts';
import type { Atoms, Lots, Ticks } from '../../money/units.ts';
import { entryAtoms, minEntryLots, minExitLots } from '../../strategy/order-minimums.ts';
import { isOutOfBand, reachTicks } from '../../strategy/price-band.ts';
import { isTold, RESTING_PATIENCE, retryAtMs } from '../../strategy/round/patience.ts';
import type { FillEvent, Intents, RefusalReason, Side, View } from '../../strategy/strategy.ts';
import type { GridParams } from './params.ts';
import {
  cellCount,
  clearMissing,
  DUST_SLOT,
  flatten,
  forgetGap,
  type GridState,
  gapOf,
  isShort,
  markFar,
  markMissing,
  type Part,
  partOf,
  sells,
  setWaiting,
  slotOf,
  takePart,
} from './state.ts';

/** Gives a cell the order it should have now, if it has none. */
export function placeCell(state: GridState, index: number, view: View, out: Intents): void {
  const { cells } = state;
  const slot = slotOf(state, index);
  if (view.order(slot) !== undefined) return;
  if (isShort(state, index)) {
    placeShortCell(state, index, slot, view, out);
    return;
  }
  if (cells.heldLots[index]! > 0) {
    clearMissing(state, index);
    // A sell that the price has passed is given at the price: never worse than its line, never refused as insane.
    const priceTicks = Math.max(state.lines[index + 1]!, view.lastTicks);
    if (isFar(state, index, 'sell', priceTicks, view)) return;
    const lots = unsoldLots(state, index);
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
  const qtyLots = cells.qtyLots[index]!;
  if (state.paused || qtyLots === 0) return;
  const priceTicks = state.lines[index]!;
  clearMissing(state, index);
  const waits = priceTicks >= view.lastTicks;
  setWaiting(state, index, waits);
  if (!waits && !isFar(state, index, 'buy', priceTicks, view))
    out.place(slot, 'buy', 'limit', 'gtc', priceTicks, qtyLots, 'grid');
}

/** The mirror: sells at its upper line, buys back at its lower one. */
function placeShortCell(state: GridState, index: number, slot: number, view: View, out: Intents): void {
  const { cells } = state;
  if (cells.heldLots[index]! > 0) {
    clearMissing(state, index);
    const priceTicks = Math.min(state.lines[index]!, view.lastTicks);
    if (isFar(state, index, 'buy', priceTicks, view)) return;
    const lots = unsoldLots(state, index);
    out.place(slot, 'buy', 'limit', 'gtc', priceTicks, lots, 'grid', reduces(lots, -1, view));
    return;
  }
  const qtyLots = cells.qtyLots[index]!;
  if (state.paused || qtyLots === 0) return;
  const priceTicks = state.lines[index + 1]!;
  clearMissing(state, index);
  const waits = priceTicks <= view.lastTicks;
  setWaiting(state, index, waits);
  if (!waits && !isFar(state, index, 'sell', priceTicks, view))
    out.place(slot, 'sell', 'limit', 'gtc', priceTicks, qtyLots, 'grid');
}

/** A line that the venue would refuse for its distance is missing until the price has come near enough. */
function isFar(state: GridState, index: number, side: Side, priceTicks: Ticks, view: View): boolean {
  if (!isOutOfBand(view.instrument, side, priceTicks, view.lastTicks)) return false;
  markFar(state, index, reachTicks(view.instrument, side, priceTicks));
  return true;
}

/** Lines that were too far away and are not any more. */
export function placeReached(state: GridState, view: View, out: Intents): void {
  for (const { cell, reachTicks: at = 0, reason } of state.gaps) {
    if (at === 0 || reason === '') continue;
    if (sells(state, cell) ? view.lastTicks >= at : view.lastTicks <= at) placeCell(state, cell, view, out);
  }
}

/** What a holding cell has still to close. */
function unsoldLots(state: GridState, index: number): Lots {
  return state.cells.heldLots[index]! - (partOf(state, index)?.lots ?? 0);
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
  const count = cellCount(state);
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
  const holds = state.cells.heldLots[index]! > 0;
  if (isShort(state, index)) return holds;
  return !holds && state.lines[index]! < view.lastTicks;
}

/** Flat cells that waited for the price to come back above their line. */
export function placeWatched(state: GridState, view: View, out: Intents): void {
  if (!state.watching || state.paused) return;
  state.watching = false;
  for (const index of state.waiting) placeCell(state, index, view, out);
}

export function onCellFill(
  params: GridParams,
  state: GridState,
  index: number,
  event: FillEvent,
  view: View,
  out: Intents,
): void {
  const short = isShort(state, index);
  const opens = (event.side === 'sell') === short;
  const part = withTrade(partOf(state, index), index, opens, short, event, view);
  if (event.leftLots > 0) {
    state.parts = [...state.parts.filter(({ cell }) => cell !== index), part];
    return;
  }
  takePart(state, index);
  if (opens) takeIn(state, index, part, view);
  else settlePair(state, index, part, out);
  forgetGap(state, index);
  if (state.stage !== 'trading') return;
  placeCell(state, index, view, out);
  if (state.gaps.length > 0) retryFreed(params, state, view, out, opens);
  if (opens && state.dustAtoms > 0) sellDust(state, view, out);
}

/** What the running order has traded, this fill included. */
function withTrade(
  before: Part | undefined,
  cell: number,
  opens: boolean,
  short: boolean,
  event: FillEvent,
  view: View,
): Part {
  const { feeAtoms, feeInBase, qtyLots } = event;
  const signedAtoms = short ? -event.notionalAtoms : event.notionalAtoms;
  const quoteFee = feeInBase ? 0 : feeAtoms;
  const coinAtoms: Atoms = opens ? qtyLots * view.instrument.baseAtomsPerLot - (feeInBase ? feeAtoms : 0) : 0;
  return {
    cell,
    lots: (before?.lots ?? 0) + qtyLots,
    coinAtoms: (before?.coinAtoms ?? 0) + coinAtoms,
    quoteAtoms: (before?.quoteAtoms ?? 0) + (opens ? signedAtoms + quoteFee : signedAtoms - quoteFee),
    feeAtoms: (before?.feeAtoms ?? 0) + event.feeQuoteAtoms,
  };
}

/** A cell's order is gone with part of it traded: the part is kept if it can be sold, else it is dust. */
export function onCellCancelled(state: GridState, index: number, view: View, out: Intents): void {
  const part = takePart(state, index);
  if (part === undefined) return;
  if (state.cells.heldLots[index] === 0) takeIn(state, index, part, view);
  else settlePart(state, index, part, view, out);
}

export function onCellRefused(state: GridState, index: number, reason: RefusalReason, view: View, out: Intents): void {
  const tried = gapOf(state, index)?.tries ?? 0;
  const tries = markMissing(state, index, reason, retryAtMs(RESTING_PATIENCE, tried + 1, view.nowMs));
  if (isTold(RESTING_PATIENCE, tries)) logMissing(state, index, reason, view, out);
}

export function logMissing(state: GridState, index: number, reason: RefusalReason, view: View, out: Intents): void {
  const heldLots = state.cells.heldLots[index]!;
  const isSale = sells(state, index);
  out.log('failed', 'line_missing', {
    reason,
    side: isSale ? 'sell' : 'buy',
    price: formatPrice(view.instrument, state.lines[isSale ? index + 1 : index]!),
    qty: formatQty(view.instrument, heldLots > 0 ? heldLots : state.cells.qtyLots[index]!),
  });
}

/** Lines without their order that are due to be tried again. */
export function retryMissing(state: GridState, view: View, out: Intents): void {
  for (const { cell, reason, retryAtMs: dueMs } of state.gaps) {
    if (reason !== '' && dueMs <= view.nowMs) placeCell(state, cell, view, out);
  }
}

/**
 * Lines without their order, tried again because something has traded or money has come: those not yet given up to
 * probing, and whatever lacked money that is there now. What the venue has not for a line is only there after a close.
 */
export function retryFreed(params: GridParams, state: GridState, view: View, out: Intents, opened: boolean): void {
  for (const { cell, reason, tries } of state.gaps) {
    const freed = reason === 'budget' || (reason === 'funds' && !opened);
    const again = reason !== '' && tries < RESTING_PATIENCE.eagerTries;
    if (again || (freed && isPayable(params, state, cell, view))) placeCell(state, cell, view, out);
  }
}

/** Whether the bot has what the order of this cell would tie up. */
function isPayable(params: GridParams, state: GridState, cell: number, view: View): boolean {
  const { instrument } = view;
  if (state.cells.heldLots[cell]! > 0) {
    return view.freeBaseAtoms >= unsoldLots(state, cell) * instrument.baseAtomsPerLot;
  }
  const ticks = state.lines[isShort(state, cell) ? cell + 1 : cell]!;
  return entryAtoms(instrument, ticks, state.cells.qtyLots[cell]!, params.leverage) <= view.freeQuoteAtoms;
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
export function isStuckBuy(state: GridState, index: number, view: View): boolean {
  const part = partOf(state, index);
  if (part === undefined) return false;
  const { instrument } = view;
  const { lines } = state;
  const boughtLots = baseAtomsToLots(instrument, part.coinAtoms);
  const restLots: Lots = state.cells.qtyLots[index]! - part.lots;
  return boughtLots < minCloseLots(instrument, lines[index + 1]!) && restLots < minEntryLots(instrument, lines[index]!);
}

/**
 * A running buy has ended: whole lots are held for the pair's sell, the remainder is dust. Each carries the cost of its
 * own coin, so that a pair earns what product.md 1.8 promises however coarse the step is against the fee.
 */
function takeIn(state: GridState, index: number, part: Part, view: View): void {
  const { instrument } = view;
  const { cells } = state;
  const { coinAtoms, feeAtoms, quoteAtoms } = part;
  const lots = baseAtomsToLots(instrument, coinAtoms);
  if (lots < minCloseLots(instrument, state.lines[index + 1]!)) {
    state.dustAtoms += coinAtoms;
    state.dustCostAtoms += quoteAtoms;
    return;
  }
  const dustAtoms = coinAtoms - lots * instrument.baseAtomsPerLot;
  const dustCost = dustAtoms > 0 ? mulDiv(quoteAtoms, dustAtoms, coinAtoms, 'floor') : 0;
  state.dustAtoms += dustAtoms;
  state.dustCostAtoms += dustCost;
  cells.heldLots[index] = lots;
  cells.costAtoms[index] = quoteAtoms - dustCost;
  cells.feeAtoms[index] = feeAtoms;
  cells.pairIds[index] = state.nextPairId++;
}

function settlePair(state: GridState, index: number, sold: Part, out: Intents): void {
  const { cells } = state;
  const fee = cells.feeAtoms[index]! + sold.feeAtoms;
  const net = sold.quoteAtoms - cells.costAtoms[index]!;
  flatten(state, index);
  out.settle(cells.pairIds[index]!, sold.lots, net + fee, fee);
}

/** A sell ended early: the sold part is settled with its share of the cost, the rest is held on, or is dust. */
function settlePart(state: GridState, index: number, sold: Part, view: View, out: Intents): void {
  const { cells } = state;
  const heldLots = cells.heldLots[index]!;
  const cost = mulDiv(cells.costAtoms[index]!, sold.lots, heldLots, 'floor');
  const buyFee = mulDiv(cells.feeAtoms[index]!, sold.lots, heldLots, 'floor');
  const fee = buyFee + sold.feeAtoms;
  const restLots = heldLots - sold.lots;
  cells.heldLots[index] = restLots;
  cells.costAtoms[index]! -= cost;
  cells.feeAtoms[index]! -= buyFee;
  if (restLots < minCloseLots(view.instrument, state.lines[index + 1]!)) {
    state.dustAtoms += restLots * view.instrument.baseAtomsPerLot;
    state.dustCostAtoms += cells.costAtoms[index]!;
    flatten(state, index);
  }
  out.settle(cells.pairIds[index]!, sold.lots, sold.quoteAtoms - cost + fee, fee);
}
