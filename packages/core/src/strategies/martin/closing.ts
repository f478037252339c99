// How a round ends: every order cancelled, what is held closed at market, one settlement, and what comes then: the next
// round, a pause or a stop. A closing order that is refused or filled in part is tried again until nothing closable is
// left (reliability.md: a failed close never leaves a position nobody looks after).
import { formatPrice, formatQty, formatQuote } from '../../market/conversions.ts';
import { formatPercent } from '../../money/decimal-text.ts';
import { closingPurpose } from '../../strategy/round/closing.ts';
import { forcedCashAtoms } from '../../strategy/round/fills.ts';
import { CLOSING_PATIENCE, isSecondStop, isTold, MANUAL_REST_MS, retryAtMs } from '../../strategy/round/patience.ts';
import type { BotEvent, FillEvent, Intents, RefusalReason, StopReason, View } from '../../strategy/strategy.ts';
import { bookSale, finishLot, sellableLots, settleSale } from './lots.ts';
import type { MartinParams } from './params.ts';
import { CLOSE_SLOT, costAtoms, type Ending, emptySale, exitSide, holds, type MartinState, SLOTS } from './state.ts';

/** Begins the end. Called again while already closing, it changes where the closing leads; a stop is never softened. */
export function close(
  params: MartinParams,
  state: MartinState,
  ending: Ending,
  reason: StopReason,
  sell: boolean,
  view: View,
  out: Intents,
): void {
  const wasClosing = state.stage === 'closing';
  if (!wasClosing) {
    state.stage = 'closing';
    state.closeTries = 0;
    out.phase('closing');
  }
  state.ending = ending;
  state.stopReason = reason;
  state.sell = sell;
  state.closeRetryAtMs = 0;
  state.openRetryAtMs = 0;
  for (let slot = 0; slot < SLOTS; slot++) {
    if (slot !== CLOSE_SLOT && view.order(slot) !== undefined) out.cancel(slot);
  }
  advanceClosing(params, state, view, out);
}

/** The next step, when no order of the bot is left standing. */
export function advanceClosing(params: MartinParams, state: MartinState, view: View, out: Intents): void {
  if (state.stage !== 'closing' || view.openOrders > 0 || state.closeRetryAtMs > view.nowMs) return;
  state.closeRetryAtMs = 0;
  for (const lot of [...state.lots]) if (lot.slot !== -1) finishLot(state, lot.slot, view);
  if (state.sale.kind !== 'all' && state.sale.doneLots > 0) settleSale(state, false, view, out);
  state.sale.kind = 'all';
  const lots = state.sell ? sellableLots(state, view) : 0;
  if (lots > 0) {
    out.place(CLOSE_SLOT, exitSide(params), 'market', 'ioc', 0, lots, closingPurpose(state.ending), true);
    return;
  }
  finishRound(params, state, view, out);
}

/** The sale, or the rest of it, did not happen. */
export function onCloseEnded(state: MartinState, reason: RefusalReason, view: View, out: Intents): void {
  state.closeTries++;
  state.closeRetryAtMs = retryAtMs(CLOSING_PATIENCE, state.closeTries, view.nowMs);
  if (isTold(CLOSING_PATIENCE, state.closeTries))
    out.log('failed', 'exit_refused', { reason, tries: state.closeTries });
}

const rows = {
  take_profit: ['close', 'martin_take_profit'],
  stop_loss: ['close', 'martin_stop_loss'],
  round: ['manual_close', 'martin_closed'],
  stop: ['manual_close', 'martin_stopped'],
} as const;

function finishRound(params: MartinParams, state: MartinState, view: View, out: Intents): void {
  const { instrument } = view;
  const held = holds(state);
  const kept = held && !state.sell && state.ending === 'stop';
  const average = state.averageTicks;
  if (kept) {
    if (state.sale.doneLots > 0) settleSale(state, false, view, out);
    state.sale = emptySale();
  } else {
    const settled = settleSale(state, true, view, out);
    if (settled !== null) {
      const [action, why] = rows[state.ending];
      out.log(action, why, {
        round: state.round,
        average: formatPrice(instrument, average),
        price: formatPrice(instrument, view.lastTicks),
        qty: formatQty(instrument, settled.qtyLots),
        profit: formatQuote(instrument, settled.netAtoms),
        ...(state.ending === 'stop_loss' && { rate: formatPercent(params.stopLossPpm) }),
      });
    }
  }
  clearRound(state, kept);
  if (state.ending === 'stop') {
    state.stage = kept && holds(state) ? 'kept' : 'fresh';
    out.finish('stopped', state.stopReason);
    return;
  }
  state.ended++;
  goOn(params, state, view, out);
}

/** What follows a round that the bot or its user ended, without stopping the bot. */
function goOn(params: MartinParams, state: MartinState, view: View, out: Intents): void {
  const stopped = state.ending === 'stop_loss';
  state.stage = 'fresh';
  if (!params.loop) {
    out.finish('stopped', stopped ? 'stop_loss' : 'rounds_done');
    return;
  }
  if (stopped) {
    const before = state.lastStopAtMs;
    state.lastStopAtMs = view.nowMs;
    if (isSecondStop(before, view.nowMs)) {
      state.paused = true;
      out.log('pause', 'stops_paused', { count: 2 });
      out.finish('paused', 'risk');
      return;
    }
  }
  if (params.loopCount > 0 && state.ended >= params.loopCount) {
    out.finish('stopped', 'rounds_done');
    return;
  }
  const waitMs = state.ending === 'round' ? Math.max(MANUAL_REST_MS, params.loopIntervalMs) : params.loopIntervalMs;
  state.stage = 'cooldown';
  state.cooldownUntilMs = view.nowMs + waitMs;
  out.phase('cooldown');
}

function clearRound(state: MartinState, kept: boolean): void {
  state.troughTicks = 0;
  state.peakTicks = 0;
  state.held = [];
  state.recheckAtMs = 0;
  state.exitRetryAtMs = 0;
  state.exitTries = 0;
  state.withdrawing = false;
  if (kept) return;
  state.used = 0;
  state.addTicks = 0;
  state.tpTicks = 0;
  state.stopTicks = 0;
  state.breakEvenTicks = 0;
  state.averageTicks = 0;
  state.tailTicks = 0;
  state.tailEvenTicks = 0;
  state.unstuckTicks = 0;
}

/** The protective stop at the venue closed it while nobody here could: what follows is what follows the bot's own stop. */
export function onGuarded(params: MartinParams, state: MartinState, event: FillEvent, view: View, out: Intents): void {
  // A part that was being sold by itself is settled as such; from here on the sale is of the whole.
  if (state.sale.kind !== 'all') settleSale(state, false, view, out);
  bookSale(state, event);
  if (state.stage === 'kept') {
    // It was being taken away.
    settleSale(state, view.books.baseAtoms === 0, view, out);
    if (!holds(state)) state.stage = 'fresh';
  } else if (state.stage !== 'closing') close(params, state, 'stop_loss', 'stop_loss', true, view, out);
}

/** The venue closed everything: the loss is settled, with the funding of the round, and the bot has stopped. */
export function onLiquidated(
  state: MartinState,
  event: Extract<BotEvent, { type: 'liquidated' }>,
  view: View,
  out: Intents,
): void {
  const { qtyLots, feeAtoms, priceTicks } = event;
  const net = forcedCashAtoms(event) - costAtoms(state);
  // An exit that had closed a part was not settled yet.
  const closedLots = qtyLots + state.sale.doneLots;
  const fee = state.lots.reduce((sum, lot) => sum + lot.feeAtoms, feeAtoms + state.sale.feeAtoms);
  const funding = view.books.pendingFundingAtoms;
  const { round } = state;
  state.lots = [];
  state.sale = emptySale();
  state.dustAtoms = 0;
  state.dustCostAtoms = 0;
  clearRound(state, false);
  state.stage = 'fresh';
  out.settle(state.nextPairId++, closedLots, net + fee, fee, funding);
  out.log('close', 'martin_liquidated', {
    round,
    price: formatPrice(view.instrument, priceTicks),
    qty: formatQty(view.instrument, qtyLots),
    profit: formatQuote(view.instrument, net + funding),
  });
  out.finish('stopped', 'liquidated');
}
