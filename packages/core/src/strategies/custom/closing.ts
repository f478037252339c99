// How a round ends: the way out of everything at market, the settlement, and what follows: the next signal, a stop, or
// a pause after the second stop loss in a day. A sale that is refused is tried again until the venue takes it.
import { formatPrice, formatQty, formatQuote } from '../../market/conversions.ts';
import { mulDiv } from '../../money/mul-div.ts';
import type { Atoms, Lots } from '../../money/units.ts';
import { closableLots, closingPurpose } from '../../strategy/round/closing.ts';
import { cashAtoms, forcedCashAtoms } from '../../strategy/round/fills.ts';
import { CLOSING_PATIENCE, isSecondStop, isTold, MANUAL_REST_MS, retryAtMs } from '../../strategy/round/patience.ts';
import { exitSideOf } from '../../strategy/round/side.ts';
import type { BotEvent, FillEvent, Intents, RefusalReason, StopReason, View } from '../../strategy/strategy.ts';
import { drawLines } from './lines.ts';
import type { CustomParams } from './params.ts';
import { type CustomState, ENTRY_SLOT, type Ending, EXIT_SLOT, holds, noEntry } from './state.ts';

/** Begins the end of the round. Called again while already closing, it changes where the closing leads. */
export function close(
  params: CustomParams,
  state: CustomState,
  ending: Ending,
  reason: StopReason,
  sell: boolean,
  view: View,
  out: Intents,
): void {
  begin(state, ending, reason, sell, view, out);
  advanceClosing(params, state, view, out);
}

function begin(state: CustomState, ending: Ending, reason: StopReason, sell: boolean, view: View, out: Intents): void {
  if (state.stage !== 'closing') {
    state.closedLots = 0;
    state.exitTries = 0;
    out.phase('closing');
  }
  state.stage = 'closing';
  state.ending = ending;
  state.stopReason = reason;
  state.sell = sell;
  state.exitRetryAtMs = 0;
  state.entry.retryAtMs = 0;
  if (view.order(ENTRY_SLOT) !== undefined) out.cancel(ENTRY_SLOT);
}

/** The next step, when no order of the bot is left standing. */
export function advanceClosing(params: CustomParams, state: CustomState, view: View, out: Intents): void {
  if (state.stage !== 'closing' || view.openOrders > 0 || state.exitRetryAtMs > view.nowMs) return;
  state.exitRetryAtMs = 0;
  // Crumbs of first orders that hardly traded add up: a stop sells them, too, once they make an order.
  const sells = state.sell && (holds(state) || state.ending === 'stop');
  const lots = sells ? closableLots(view, Math.abs(view.books.baseAtoms)) : 0;
  if (lots > 0) {
    const side = exitSideOf(params.direction);
    out.place(EXIT_SLOT, side, 'market', 'ioc', 0, lots, closingPurpose(state.ending), params.leverage > 0);
    return;
  }
  if (state.closedLots > 0) {
    const { closedLots } = state;
    logClosed(state, closedLots, settle(params, state, view, out), view, out);
  }
  end(params, state, view, out);
}

export function onExitFill(state: CustomState, event: FillEvent, view: View): void {
  bookExit(state, event.qtyLots, cashAtoms(event), view);
  state.feeAtoms += event.feeQuoteAtoms;
  state.exitTries = 0;
}

/** The protective stop at the venue closed it while nobody here could: what follows is what follows the bot's own stop. */
export function onGuarded(params: CustomParams, state: CustomState, event: FillEvent, view: View, out: Intents): void {
  const isKept = state.stage === 'kept';
  if (!isKept && state.stage !== 'closing') begin(state, 'stop_loss', 'stop_loss', true, view, out);
  onExitFill(state, event, view);
  if (!isKept) return;
  // It was being taken away.
  settle(params, state, view, out);
  if (!holds(state)) state.stage = 'fresh';
}

/** The way out, or the rest of it, did not happen. */
export function onExitEnded(state: CustomState, reason: RefusalReason, view: View, out: Intents): void {
  state.exitTries++;
  state.exitRetryAtMs = retryAtMs(CLOSING_PATIENCE, state.exitTries, view.nowMs);
  if (isTold(CLOSING_PATIENCE, state.exitTries)) out.log('failed', 'sale_refused', { reason, tries: state.exitTries });
}

/** The venue closed the position by force: the books hold it already, and no order of the bot is left. */
export function onLiquidated(
  params: CustomParams,
  state: CustomState,
  event: Extract<BotEvent, { type: 'liquidated' }>,
  view: View,
  out: Intents,
): void {
  if (state.stage !== 'closing') state.closedLots = 0;
  state.entry = noEntry();
  bookExit(state, event.qtyLots, forcedCashAtoms(event), view);
  state.feeAtoms += event.feeAtoms;
  const profit = settle(params, state, view, out);
  state.stage = 'fresh';
  out.log('close', 'liquidated', {
    price: formatPrice(view.instrument, event.priceTicks),
    qty: formatQty(view.instrument, event.qtyLots),
    profit: formatQuote(view.instrument, profit),
  });
  out.finish('stopped', 'liquidated');
}

function bookExit(state: CustomState, qtyLots: Lots, cash: Atoms, view: View): void {
  state.closedLots += qtyLots;
  state.flowAtoms += cash;
  state.heldAtoms = Math.max(0, state.heldAtoms - qtyLots * view.instrument.baseAtomsPerLot);
}

/**
 * One settlement for all that was closed, with the funding of its round. What is left took its share of the cost: as
 * dust when it is too little to sell, as the position when the bot stops and leaves it.
 */
function settle(params: CustomParams, state: CustomState, view: View, out: Intents): Atoms {
  const leftAtoms = Math.abs(view.books.baseAtoms);
  const closedAtoms = state.closedLots * view.instrument.baseAtomsPerLot;
  const openedAtoms = state.openedAtoms + state.dustCostAtoms;
  const keptCost = leftAtoms === 0 ? 0 : mulDiv(openedAtoms, leftAtoms, leftAtoms + closedAtoms, 'floor');
  const long = params.direction === 'long';
  const net = state.flowAtoms - state.dustCostAtoms + (long ? keptCost : -keptCost);
  const fundingAtoms = view.books.pendingFundingAtoms;
  const { feeAtoms, closedLots } = state;
  const keeps = leftAtoms > 0 && !state.sell;
  state.heldAtoms = keeps ? leftAtoms : 0;
  state.openedAtoms = keeps ? keptCost : 0;
  state.flowAtoms = keeps ? (long ? -keptCost : keptCost) : 0;
  state.dustAtoms = keeps ? 0 : leftAtoms;
  state.dustCostAtoms = keeps ? 0 : keptCost;
  state.feeAtoms = 0;
  state.closedLots = 0;
  drawLines(params, state, view.instrument);
  out.settle(state.nextPairId++, closedLots, net + feeAtoms, feeAtoms, fundingAtoms);
  return net + fundingAtoms;
}

function logClosed(state: CustomState, closedLots: Lots, profit: Atoms, view: View, out: Intents): void {
  const manual = state.ending === 'round' || state.ending === 'stop';
  out.log(manual ? 'manual_close' : 'close', `custom_closed_${state.ending}`, {
    price: formatPrice(view.instrument, view.lastTicks),
    profit: formatQuote(view.instrument, profit),
    qty: formatQty(view.instrument, closedLots),
  });
}

function end(params: CustomParams, state: CustomState, view: View, out: Intents): void {
  if (state.ending === 'stop') {
    state.stage = holds(state) ? 'kept' : 'fresh';
    state.entry = noEntry();
    out.finish('stopped', state.stopReason);
    return;
  }
  // Too little to be sold at all, as after a first order that traded a crumb: the next round does not own it.
  if (holds(state)) leaveAsDust(params, state, view);
  const { ending, stopLossAtMs } = state;
  state.stage = 'flat';
  state.entry = noEntry();
  const restMs = ending === 'round' ? Math.max(params.cooldownMs, MANUAL_REST_MS) : params.cooldownMs;
  state.notBeforeMs = restMs > 0 ? view.nowMs + restMs : 0;
  if (ending === 'stop_loss') {
    state.stopLossAtMs = view.nowMs;
    if (isSecondStop(stopLossAtMs, view.nowMs)) {
      state.paused = true;
      out.log('failed', 'stopped_out_twice', {});
      out.finish('paused', 'risk');
      return;
    }
  }
  out.phase(restMs > 0 ? 'cooldown' : 'waiting');
}

/** Coin too little to close keeps its cost, and is sold with the next round. */
export function leaveAsDust(params: CustomParams, state: CustomState, view: View): void {
  state.dustCostAtoms -= state.flowAtoms;
  state.dustAtoms = Math.abs(view.books.baseAtoms);
  state.flowAtoms = 0;
  state.openedAtoms = 0;
  state.heldAtoms = 0;
  drawLines(params, state, view.instrument);
}
