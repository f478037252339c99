// How a round ends: cancel everything, close what is held at market if it shall be closed, settle, and then stop, or wait
// and begin anew. A close that is refused is tried again until the venue takes it or the user says stop without closing.
// A stop loss does not bleed in a loop: the second one within 24 hours pauses the bot (product.md 3.1).
import { baseAtomsToLots, formatPrice, formatQty, formatQuote } from '../../market/conversions.ts';
import type { Atoms } from '../../money/units.ts';
import { minEntryLots } from '../../strategy/order-minimums.ts';
import { closingPurpose } from '../../strategy/round/closing.ts';
import { forcedCashAtoms } from '../../strategy/round/fills.ts';
import { CLOSING_PATIENCE, isSecondStop, isTold, MANUAL_REST_MS, retryAtMs } from '../../strategy/round/patience.ts';
import { exitSideOf } from '../../strategy/round/side.ts';
import type { BotEvent, FillEvent, Intents, RefusalReason, StopReason, View } from '../../strategy/strategy.ts';
import { nextSlot } from './calendar.ts';
import { openRound } from './entries.ts';
import { cancelTargets } from './exits.ts';
import type { DcaParams } from './params.ts';
import { leaveAsDust, sellableLots, settleSale, takeOut } from './position.ts';
import {
  CLOSE_SLOT,
  clearRound,
  type DcaState,
  DUST_SLOT,
  ENTRY_SLOT,
  type Ending,
  emptySale,
  FIRST_SAFETY_SLOT,
  holds,
  MANUAL_SLOT,
} from './state.ts';

/** Begins the end. Called again while already closing, it changes where the closing leads. */
export function close(
  params: DcaParams,
  state: DcaState,
  ending: Ending,
  reason: StopReason,
  sell: boolean,
  view: View,
  out: Intents,
): void {
  if (state.stage !== 'closing') {
    state.sale.tries = 0;
    out.phase('closing');
  }
  state.sale.retryAtMs = 0;
  state.stage = 'closing';
  state.ending = ending;
  state.stopReason = reason;
  state.sell = sell;
  state.entry.retryAtMs = 0;
  for (const slot of [ENTRY_SLOT, MANUAL_SLOT, DUST_SLOT]) if (view.order(slot) !== undefined) out.cancel(slot);
  cancelTargets(view, out);
  for (let index = 0; index < state.steps.length; index++) {
    const step = state.steps[index]!;
    if (view.order(FIRST_SAFETY_SLOT + index) === undefined) continue;
    step.status = 'leaving';
    out.cancel(FIRST_SAFETY_SLOT + index);
  }
  advanceClosing(params, state, view, out);
}

/** The next step, when no order of the bot is left standing. */
export function advanceClosing(params: DcaParams, state: DcaState, view: View, out: Intents): void {
  if (state.stage !== 'closing' || view.openOrders > 0) return;
  const { sale } = state;
  if (sale.retryAtMs > view.nowMs) return;
  sale.retryAtMs = 0;
  const lots = state.sell ? sellableLots(state, view) : 0;
  if (lots > 0) {
    out.place(CLOSE_SLOT, exitSideOf(params.direction), 'market', 'ioc', 0, lots, closingPurpose(state.ending), true);
    return;
  }
  end(params, state, view, out);
}

/** The close, or the rest of it, did not happen. */
export function onCloseEnded(state: DcaState, reason: RefusalReason, view: View, out: Intents): void {
  const { sale } = state;
  sale.tries++;
  sale.retryAtMs = retryAtMs(CLOSING_PATIENCE, sale.tries, view.nowMs);
  if (isTold(CLOSING_PATIENCE, sale.tries)) out.log('failed', 'sale_refused', { reason, tries: sale.tries });
}

function end(params: DcaParams, state: DcaState, view: View, out: Intents): void {
  settleRound(state, view, out);
  if (state.ending === 'stop') {
    // Closed as far as it can be: what is left is no position that anybody could close.
    if (state.sell && holds(state)) leaveAsDust(state);
    if (holds(state)) {
      state.stage = 'kept';
    } else {
      clearRound(state);
      state.stage = 'fresh';
    }
    out.finish('stopped', state.stopReason);
    return;
  }
  leaveAsDust(state);
  clearRound(state);
  const stopped = state.ending === 'stop_loss';
  const again = stopped && isSecondStop(state.lastStopMs, view.nowMs);
  if (stopped) state.lastStopMs = view.nowMs;
  waitForRound(params, state, view, out);
  if (again) {
    state.paused = true;
    out.log('failed', 'stopped_twice', { count: 2 });
    out.finish('paused', 'risk');
  }
}

/** A closing that settled in parts says its sum only once: here, for what the last orders closed. */
function settleRound(state: DcaState, view: View, out: Intents): void {
  const { doneLots } = state.sale;
  const net = settleSale(state, view, out);
  if (doneLots === 0) return;
  tellClosed(state, doneLots, net, view, out);
}

export function tellClosed(state: DcaState, lots: number, net: Atoms, view: View, out: Intents): void {
  const byHand = state.ending === 'round' || state.ending === 'stop';
  out.log(byHand ? 'manual_close' : 'close', `dca_closed_${state.ending}`, {
    price: formatPrice(view.instrument, view.lastTicks),
    qty: formatQty(view.instrument, lots),
    profit: formatQuote(view.instrument, net),
  });
}

/** Between rounds: a ladder cools down, a calendar waits for its next slot. */
function waitForRound(params: DcaParams, state: DcaState, view: View, out: Intents): void {
  if (params.mode === 'calendar') {
    aimAtSlot(params, state, view);
    state.stage = 'waiting';
    out.phase('waiting');
    return;
  }
  const restMs = state.ending === 'round' ? Math.max(MANUAL_REST_MS, params.cooldownMs) : params.cooldownMs;
  if (restMs === 0 && !state.paused && state.ending === 'take_profit') {
    openRound(params, state, view, out);
    return;
  }
  state.stage = 'cooldown';
  state.cooldownUntilMs = view.nowMs + restMs;
  out.phase('cooldown');
}

export function aimAtSlot(params: DcaParams, state: DcaState, view: View): void {
  state.nextAtMs = nextSlot(params.calendar, view.nowMs, state.firstSlotMs);
  if (state.firstSlotMs === 0) state.firstSlotMs = state.nextAtMs;
}

/** The protective stop at the venue closed it while nobody here could: what follows is what follows the bot's own stop. */
export function onGuarded(params: DcaParams, state: DcaState, event: FillEvent, view: View, out: Intents): void {
  takeOut(state, event);
  if (state.stage === 'kept') {
    // It was being taken away.
    settleSale(state, view, out);
    if (holds(state)) return;
    clearRound(state);
    state.stage = 'fresh';
  } else if (state.stage !== 'closing') close(params, state, 'stop_loss', 'stop_loss', true, view, out);
}

/** The venue closed everything by force: the books have it, this is its settlement, and the end. */
export function onLiquidated(
  state: DcaState,
  event: Extract<BotEvent, { type: 'liquidated' }>,
  view: View,
  out: Intents,
): void {
  const { sale } = state;
  sale.doneLots += event.qtyLots;
  sale.quoteAtoms += forcedCashAtoms(event);
  sale.feeAtoms += event.feeAtoms;
  const fee = state.feeAtoms + sale.feeAtoms;
  const net = sale.quoteAtoms - state.costAtoms - state.dustCostAtoms;
  const funding = view.books.pendingFundingAtoms;
  const lots = sale.doneLots;
  state.heldAtoms = 0;
  state.costAtoms = 0;
  state.feeAtoms = 0;
  state.dustAtoms = 0;
  state.dustCostAtoms = 0;
  state.sale = emptySale();
  out.settle(state.nextPairId++, lots, net + fee, fee, funding);
  out.log('close', 'liquidated', {
    price: formatPrice(view.instrument, event.priceTicks),
    qty: formatQty(view.instrument, event.qtyLots),
    profit: formatQuote(view.instrument, net + funding),
  });
  clearRound(state);
  state.stage = 'fresh';
  out.finish('stopped', 'liquidated');
}

/** Sells dust at market as soon as it makes an order with head-room. Spot only: contracts leave none. */
export function sellDust(state: DcaState, view: View, out: Intents): void {
  const { instrument } = view;
  if (instrument.market !== 'spot' || state.paused || view.nowMs < state.dustRetryAtMs) return;
  const lots = baseAtomsToLots(instrument, state.dustAtoms);
  if (lots < minEntryLots(instrument, view.lastTicks) || view.order(DUST_SLOT) !== undefined) return;
  out.place(DUST_SLOT, 'sell', 'market', 'ioc', 0, lots, 'dust');
}
