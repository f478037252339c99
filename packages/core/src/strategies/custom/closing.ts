// How a round ends: the way out of everything at market, the settlement, and what follows: the next signal, a stop, or
// a pause after the second stop loss in a day. A sale that is refused is tried again until the venue takes it.
import { baseAtomsToLots, formatPrice, formatQty, formatQuote } from '../../market/conversions.ts';
import { mulDiv } from '../../money/mul-div.ts';
import type { Atoms, Lots, Ppm, TimeMs } from '../../money/units.ts';
import { minExitLots, slippedTicks } from '../../strategy/order-minimums.ts';
import type {
  BotEvent,
  FillEvent,
  Intents,
  Purpose,
  RefusalReason,
  StopReason,
  View,
} from '../../strategy/strategy.ts';
import { drawLines } from './lines.ts';
import type { CustomParams } from './params.ts';
import { type CustomState, ENTRY_SLOT, type Ending, EXIT_SLOT, holds, noEntry } from './state.ts';

const MINUTE_MS: TimeMs = 60_000;
const DAY_MS: TimeMs = 24 * 60 * MINUTE_MS;
const EAGER_TRIES = 5;
const PROBE_MS: TimeMs = 5 * MINUTE_MS;
/** The fall below the last price at which a sale at market is still expected to be worth the venue's minimum. */
const SALE_VALUE_PPM: Ppm = 200;

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
  advanceClosing(params, state, view, out);
}

/** The next step, when no order of the bot is left standing. */
export function advanceClosing(params: CustomParams, state: CustomState, view: View, out: Intents): void {
  if (state.stage !== 'closing' || view.openOrders > 0 || state.exitRetryAtMs > view.nowMs) return;
  state.exitRetryAtMs = 0;
  const lots = state.sell && holds(state) ? closableLots(params, view) : 0;
  if (lots > 0) {
    const side = params.direction === 'long' ? 'sell' : 'buy';
    out.place(EXIT_SLOT, side, 'market', 'ioc', 0, lots, purposeOf(state.ending), params.leverage > 0);
    return;
  }
  if (state.closedLots > 0) {
    const { closedLots } = state;
    logClosed(state, closedLots, settle(params, state, view, out), view, out);
  }
  end(params, state, view, out);
}

export function onExitFill(state: CustomState, event: FillEvent, view: View): void {
  bookExit(state, event.side, event.qtyLots, event.notionalAtoms, event.feeInBase ? 0 : event.feeAtoms, view);
  state.feeAtoms += event.feeQuoteAtoms;
  state.exitTries = 0;
}

/** The way out, or the rest of it, did not happen. */
export function onExitEnded(state: CustomState, reason: RefusalReason, view: View, out: Intents): void {
  state.exitTries++;
  const soon = Math.floor(view.nowMs / MINUTE_MS) * MINUTE_MS + MINUTE_MS;
  state.exitRetryAtMs = state.exitTries < EAGER_TRIES ? soon : view.nowMs + PROBE_MS;
  if (state.exitTries <= EAGER_TRIES) out.log('failed', 'sale_refused', { reason, tries: state.exitTries });
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
  bookExit(state, event.side, event.qtyLots, event.notionalAtoms, event.feeAtoms, view);
  state.feeAtoms += event.feeAtoms;
  settle(params, state, view, out);
  state.stage = 'fresh';
  out.finish('stopped', 'liquidated');
}

function bookExit(
  state: CustomState,
  side: 'buy' | 'sell',
  qtyLots: Lots,
  notional: Atoms,
  quoteFee: Atoms,
  view: View,
): void {
  state.closedLots += qtyLots;
  state.flowAtoms += side === 'sell' ? notional - quoteFee : -notional - quoteFee;
  state.heldAtoms = Math.max(0, state.heldAtoms - qtyLots * view.instrument.baseAtomsPerLot);
}

function closableLots(params: CustomParams, view: View): Lots {
  const { instrument } = view;
  const lots = Math.min(baseAtomsToLots(instrument, Math.abs(view.books.baseAtoms)), instrument.maxQtyLots);
  if (params.leverage > 0) return lots;
  // The venue values a market sale at the worst price it may meet.
  const worstTicks = slippedTicks('sell', view.lastTicks, SALE_VALUE_PPM);
  return lots >= minExitLots(instrument, worstTicks) ? lots : 0;
}

function purposeOf(ending: Ending): Purpose {
  return ending === 'stop_loss' || ending === 'take_profit' ? ending : 'close';
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
  state.notBeforeMs = view.nowMs + Math.max(params.cooldownMs, MINUTE_MS);
  if (ending === 'stop_loss') {
    state.stopLossAtMs = view.nowMs;
    // A bot must not bleed in a loop (product.md 3.1).
    if (stopLossAtMs > 0 && view.nowMs - stopLossAtMs < DAY_MS) {
      state.paused = true;
      out.log('failed', 'stopped_out_twice', {});
      out.finish('paused', 'risk');
      return;
    }
  }
  out.phase('cooldown');
}

function leaveAsDust(params: CustomParams, state: CustomState, view: View): void {
  state.dustCostAtoms -= state.flowAtoms;
  state.dustAtoms = view.books.baseAtoms;
  state.flowAtoms = 0;
  state.openedAtoms = 0;
  state.heldAtoms = 0;
  drawLines(params, state, view.instrument);
}
