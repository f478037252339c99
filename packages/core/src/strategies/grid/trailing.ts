// Trailing up: when the price is one grid above the top line, the lowest buy is given up and the ladder moves up by one
// line. The new top cell rests a buy on the old top line: nothing is bought at market far above the last sale. The
// move needs money for that higher buy; a grid that cannot pay it trails no further and says so.
import { formatPrice } from '../../market/conversions.ts';
import type { Lots, Ticks } from '../../money/units.ts';
import { buyReserveAtoms, minEntryLots } from '../../strategy/order-minimums.ts';
import type { Intents, View } from '../../strategy/strategy.ts';
import { isCarried } from './contract-plan.ts';
import { gridLine } from './lines.ts';
import type { GridParams } from './params.ts';
import { cellCount, costAtoms, type GridState, partOf, shiftCells, slotOf } from './state.ts';
import { placeCell } from './trading.ts';

/** Where the ladder may grow to next. Call it when the lines or the params have changed. */
export function drawNextTop(params: GridParams, state: GridState): void {
  const next = params.trailingUp ? gridLine(params, state.first + cellCount(state) + 1) : 0;
  state.nextTopTicks = next <= params.trailLimitTicks ? next : 0;
}

/** What would move the ladder up now; 0 while it cannot move. */
export function trailTicks(state: GridState): Ticks {
  return state.trailStopped || state.shifting ? 0 : state.nextTopTicks;
}

/** Moves up as far as the price asks, one line at a time; stops to wait where a buy must first be cancelled. */
export function trailUp(params: GridParams, state: GridState, view: View, out: Intents): void {
  for (;;) {
    const next = trailTicks(state);
    if (next === 0 || view.lastTicks < next) return;
    if (state.cells.heldLots[0]! > 0 || partOf(state, 0) !== undefined) return;
    if (affordableLots(params, state, view) === 0) {
      state.trailStopped = true;
      out.log('failed', 'trail_funds', { price: formatPrice(view.instrument, state.lines[cellCount(state)]!) });
      return;
    }
    const slot = slotOf(state, 0);
    if (view.order(slot) !== undefined) {
      state.shifting = true;
      out.cancel(slot);
      return;
    }
    shift(params, state, view, out);
  }
}

/** The lowest buy is gone; unless it traded on its way out, the ladder moves. */
export function onLowestCancelled(params: GridParams, state: GridState, view: View, out: Intents): void {
  state.shifting = false;
  if (state.cells.heldLots[0]! > 0) {
    placeCell(state, 0, view, out);
    return;
  }
  const next = trailTicks(state);
  if (next > 0) shift(params, state, view, out);
  trailUp(params, state, view, out);
}

function shift(params: GridParams, state: GridState, view: View, out: Intents): void {
  const next = state.nextTopTicks;
  const qtyLots = affordableLots(params, state, view);
  shiftCells(state, qtyLots);
  state.lines.shift();
  state.lines.push(next);
  state.first++;
  drawNextTop(params, state);
  const { instrument } = view;
  out.log('success', 'trailed_up', {
    lower: formatPrice(instrument, state.lines[0]!),
    upper: formatPrice(instrument, next),
  });
  placeCell(state, cellCount(state) - 1, view, out);
}

/** The new top buy: as large as its neighbours, or what the money allows. */
function affordableLots(params: GridParams, state: GridState, view: View): Lots {
  const { instrument } = view;
  const top = cellCount(state);
  const wanted = state.cells.qtyLots[top - 1]!;
  const lots = instrument.contract === null ? paidLots(state, view, wanted) : carriedLots(params, state, view, wanted);
  return lots >= minEntryLots(instrument, state.lines[top]!) ? lots : 0;
}

/** Spot: what the free cash buys, the lowest buy's share counted in. */
function paidLots(state: GridState, view: View, wanted: Lots): Lots {
  const { instrument } = view;
  const lowest = view.order(slotOf(state, 0));
  const freed = lowest === undefined ? 0 : buyReserveAtoms(instrument, lowest.priceTicks, lowest.qtyLots);
  const perLot = buyReserveAtoms(instrument, state.lines[cellCount(state)]!, 1);
  return Math.min(wanted, Math.floor((view.freeQuoteAtoms + freed) / perLot));
}

/** Contracts: what the grid, moved up, can carry to the end of every path inside its new range. */
function carriedLots(params: GridParams, state: GridState, view: View, wanted: Lots): Lots {
  const { instrument } = view;
  const ownAtoms = view.books.quoteAtoms + costAtoms(state) - params.reserveAtoms;
  const lines = [...state.lines.slice(1), state.nextTopTicks];
  const kept = state.cells.qtyLots.slice(1);
  let high = wanted;
  let low = 0;
  while (low < high) {
    const middle = low + Math.ceil((high - low) / 2);
    if (isCarried(instrument, lines, [...kept, middle], params.leverage, ownAtoms)) low = middle;
    else high = middle - 1;
  }
  return low;
}
