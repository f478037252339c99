// The DCA bot as a machine. A ladder: first order, safety orders, targets, cooldown, again. A calendar: a buy at each
// slot, targets or none, again. A slot that is met late by more than a quarter of its interval (an hour at most) was
// missed: it is not caught up, one log row says how many were missed, and the next slot is waited for.
import { formatPrice, formatQuote } from '../../market/conversions.ts';
import { applyPpm } from '../../money/mul-div.ts';
import type { TimeMs } from '../../money/units.ts';
import { settleDust } from '../../strategy/round/fills.ts';
import { isTold, MINUTE_MS, RESTING_PATIENCE, retryAtMs } from '../../strategy/round/patience.ts';
import { entrySideOf } from '../../strategy/round/side.ts';
import { averageTicks } from '../../strategy/round/targets.ts';
import type {
  BotEvent,
  Command,
  FillEvent,
  Intents,
  RefusalReason,
  Strategy,
  View,
  Wake,
} from '../../strategy/strategy.ts';
import { graceMs, missedSlots } from './calendar.ts';
import { advanceClosing, aimAtSlot, close, onCloseEnded, onLiquidated, sellDust, tellClosed } from './closing.ts';
import {
  addByHand,
  arrangeSafety,
  buyFirst,
  drawSteps,
  isDip,
  marketLots,
  markMissed,
  onEntryEnded,
  onEntryFill,
  onManualFill,
  onSafetyCancelled,
  onSafetyFill,
  onSafetyRefused,
  openRound,
  withdrawSafety,
} from './entries.ts';
import { arrangeTargets, fireTicks, isStopped, refresh, trails } from './exits.ts';
import type { DcaParams } from './params.ts';
import { holdingOf, sellableLots, settleSale, takeOut } from './position.ts';
import { dcaLadder, dcaWatch } from './show.ts';
import {
  CLOSE_SLOT,
  costAtoms,
  type DcaState,
  DUST_SLOT,
  ENTRY_SLOT,
  FIRST_SAFETY_SLOT,
  FIRST_TARGET_SLOT,
  freshState,
  holds,
  MANUAL_SLOT,
} from './state.ts';

const DUST_PAUSE_MS: TimeMs = 15 * MINUTE_MS;

export const dca: Strategy<DcaParams, DcaState> = {
  kind: 'dca',
  open: freshState,
  on,
  wake,
  costAtoms,
  holds,
  ladder: dcaLadder,
  watch: dcaWatch,
  margin: (params) => ({ leverage: params.leverage, mode: 'isolated', reserveAtoms: 0 }),
};

function on(event: BotEvent, params: DcaParams, state: DcaState, view: View, out: Intents): void {
  switch (event.type) {
    case 'fill':
      onFill(event, params, state, view, out);
      break;
    case 'refused':
      onEnded(event.slot, 0, event.reason, params, state, view, out);
      break;
    case 'cancelled':
      onEnded(event.slot, event.filledLots, 'cancelled', params, state, view, out);
      break;
    case 'touch':
      onTouch(params, state, view, out);
      break;
    case 'timer':
      onTimer(params, state, view, out);
      break;
    case 'command':
      onCommand(event.command, params, state, view, out);
      break;
    case 'liquidated':
      onLiquidated(state, event, view, out);
      return;
    case 'funding':
      return;
  }
  if (state.stage === 'closing') advanceClosing(params, state, view, out);
  arrange(params, state, view, out);
}

/** What should rest, does. */
function arrange(params: DcaParams, state: DcaState, view: View, out: Intents): void {
  if (state.stage !== 'holding') return;
  arrangeTargets(params, state, view, out);
  arrangeSafety(params, state, view, out);
}

function onFill(event: FillEvent, params: DcaParams, state: DcaState, view: View, out: Intents): void {
  const { slot } = event;
  if (slot === ENTRY_SLOT) {
    onEntryFill(params, state, event, view, out);
    if (event.leftLots === 0) sellDust(state, view, out);
  } else if (slot === CLOSE_SLOT) {
    takeOut(state, event);
  } else if (slot === DUST_SLOT) {
    settleDust(state, event, view, out);
  } else if (slot === MANUAL_SLOT) {
    onManualFill(params, state, event, view);
  } else if (slot >= FIRST_SAFETY_SLOT) {
    onSafetyFill(params, state, slot - FIRST_SAFETY_SLOT, event, view);
  } else {
    takeOut(state, event);
    if (event.leftLots === 0) onTargetDone(slot - FIRST_TARGET_SLOT, params, state, view, out);
  }
}

/** A target was sold whole: its settlement, and the end of the round when it was the last. */
function onTargetDone(target: number, params: DcaParams, state: DcaState, view: View, out: Intents): void {
  if (state.stage === 'closing') return;
  const lots = state.sale.doneLots;
  state.ending = 'take_profit';
  tellClosed(state, lots, settleSale(state, view, out), view, out);
  state.targetsDone = Math.max(state.targetsDone, target + 1);
  if (state.targetsDone >= params.targets.length || sellableLots(state, view) === 0) {
    close(params, state, 'take_profit', 'take_profit', true, view, out);
    return;
  }
  const stale = state.targetsStale;
  refresh(params, state, view);
  state.targetsStale = stale;
}

/** An order ended without trading all it should: refused, cancelled by us or by the venue. */
function onEnded(
  slot: number,
  filledLots: number,
  reason: RefusalReason,
  params: DcaParams,
  state: DcaState,
  view: View,
  out: Intents,
): void {
  if (slot === ENTRY_SLOT) onEntryEnded(params, state, reason, view, out);
  else if (slot === CLOSE_SLOT) onCloseEnded(state, reason, view, out);
  else if (slot === DUST_SLOT) state.dustRetryAtMs = view.nowMs + DUST_PAUSE_MS;
  else if (slot === MANUAL_SLOT) onManualEnded(filledLots, reason, params, state, view, out);
  else if (slot >= FIRST_SAFETY_SLOT) {
    const index = slot - FIRST_SAFETY_SLOT;
    if (reason === 'cancelled') onSafetyCancelled(params, state, index, filledLots, view, out);
    else onSafetyRefused(state, index, reason, view, out);
  } else {
    onTargetEnded(reason, state, view, out);
  }
}

function onManualEnded(
  filledLots: number,
  reason: RefusalReason,
  params: DcaParams,
  state: DcaState,
  view: View,
  out: Intents,
): void {
  if (filledLots > 0) {
    state.entries++;
    refresh(params, state, view);
  } else {
    out.log('failed', 'add_refused', { reason, amount: formatQuote(view.instrument, params.amountAtoms) });
  }
}

/** Part of a target may have traded before it was taken away: that part is settled, the rest is placed anew. */
function onTargetEnded(reason: RefusalReason, state: DcaState, view: View, out: Intents): void {
  if (state.stage === 'closing') return;
  settleSale(state, view, out);
  if (state.targetsStale) return;
  state.targetsStale = true;
  state.targetTries++;
  state.targetsRetryAtMs = retryAtMs(RESTING_PATIENCE, state.targetTries, view.nowMs);
  if (!isTold(RESTING_PATIENCE, state.targetTries)) return;
  out.log('failed', 'target_missing', { reason, price: formatPrice(view.instrument, state.tpTicks) });
}

function onTouch(params: DcaParams, state: DcaState, view: View, out: Intents): void {
  if (state.stage !== 'holding') return;
  if (isStopped(params, state, view)) close(params, state, 'stop_loss', 'stop_loss', true, view, out);
  else if (trails(params, state, view)) close(params, state, 'take_profit', 'take_profit', true, view, out);
}

function onTimer(params: DcaParams, state: DcaState, view: View, out: Intents): void {
  if (state.stage === 'opening' && !state.paused && isDue(state.entry.retryAtMs, view)) {
    buyFirst(params, state, view, out);
  } else if (state.stage === 'cooldown' && !state.paused && view.nowMs >= state.cooldownUntilMs) {
    openRound(params, state, view, out);
  } else if (awaitsSlot(params, state) && isDue(state.nextAtMs, view)) {
    onSlot(params, state, view, out);
  }
}

function isDue(atMs: TimeMs, view: View): boolean {
  return atMs > 0 && view.nowMs >= atMs;
}

/** A calendar between two buys, with buys left in its round. */
function awaitsSlot(params: DcaParams, state: DcaState): boolean {
  if (params.mode !== 'calendar' || state.paused || state.buys >= params.maxBuys) return false;
  return state.stage === 'waiting' || state.stage === 'holding';
}

function onSlot(params: DcaParams, state: DcaState, view: View, out: Intents): void {
  const due = state.nextAtMs;
  const late = view.nowMs - due > graceMs(params.calendar.interval);
  if (late) tellMissed(params, state, view, out);
  aimAtSlot(params, state, view);
  if (late || view.order(ENTRY_SLOT) !== undefined) return;
  const dip = isDip(params, averageTicks(view.instrument, holdingOf(state, params)), view);
  const amountAtoms = dip ? applyPpm(params.amountAtoms, params.multiplierPpm, 'floor') : params.amountAtoms;
  const lots = marketLots(params, view, amountAtoms);
  if (lots > 0) {
    out.place(
      ENTRY_SLOT,
      entrySideOf(params.direction),
      'market',
      'ioc',
      0,
      lots,
      state.stage === 'waiting' ? 'entry' : 'add',
    );
  } else {
    out.log('failed', 'buy_skipped', { reason: 'notional_small', amount: formatQuote(view.instrument, amountAtoms) });
  }
}

/** One row for all slots that passed while nobody was there to buy. */
function tellMissed(params: DcaParams, state: DcaState, view: View, out: Intents): void {
  const count = missedSlots(params.calendar, state.nextAtMs, view.nowMs, state.firstSlotMs);
  if (count > 0) out.log('failed', 'slots_missed', { count });
}

function onCommand(command: Command, params: DcaParams, state: DcaState, view: View, out: Intents): void {
  switch (command.name) {
    case 'start':
      start(params, state, view, out);
      break;
    case 'pause':
      state.paused = true;
      withdrawSafety(state, view, out);
      break;
    case 'resume':
      resume(params, state, view, out);
      break;
    case 'stop':
      close(params, state, 'stop', command.reason, command.close, view, out);
      break;
    case 'close':
      if (state.stage === 'holding' || state.stage === 'opening') {
        close(params, state, 'round', '', true, view, out);
      }
      break;
    case 'add':
      addByHand(params, state, command.amountAtoms, view, out);
      break;
    case 'edit':
      edit(params, state, view);
      break;
    case 'signal':
      // Signals are for bots that were built to hear them.
      break;
  }
}

function start(params: DcaParams, state: DcaState, view: View, out: Intents): void {
  state.paused = false;
  state.firstSlotMs = 0;
  if (params.mode === 'calendar') aimAtSlot(params, state, view);
  if (state.stage === 'kept' && holds(state)) {
    hold(params, state, view, out);
  } else if (params.mode === 'calendar') {
    state.stage = 'waiting';
    out.phase('waiting');
  } else {
    openRound(params, state, view, out);
  }
}

/** Goes on with a position that was there before: kept by a stop, or through a pause. */
function hold(params: DcaParams, state: DcaState, view: View, out: Intents): void {
  state.stage = 'holding';
  out.phase('holding');
  if (params.mode === 'ladder') drawSteps(params, state);
  markMissed(params, state, view);
  refresh(params, state, view);
}

function resume(params: DcaParams, state: DcaState, view: View, out: Intents): void {
  state.paused = false;
  if (params.mode === 'calendar') {
    if (isDue(state.nextAtMs, view) && state.buys < params.maxBuys) tellMissed(params, state, view, out);
    aimAtSlot(params, state, view);
  }
  switch (state.stage) {
    case 'fresh':
      start(params, state, view, out);
      break;
    case 'opening':
      if (view.order(ENTRY_SLOT) === undefined) buyFirst(params, state, view, out);
      break;
    case 'holding':
      hold(params, state, view, out);
      break;
    case 'cooldown':
      if (view.nowMs >= state.cooldownUntilMs) openRound(params, state, view, out);
      else out.phase('cooldown');
      break;
    case 'waiting':
      out.phase('waiting');
      break;
    case 'closing':
    case 'kept':
      break;
  }
  sellDust(state, view, out);
}

/** New params on an old position: safety orders not yet traded are drawn again, exits move at once. */
function edit(params: DcaParams, state: DcaState, view: View): void {
  state.firstSlotMs = 0;
  if (params.mode === 'calendar' && state.stage !== 'fresh') aimAtSlot(params, state, view);
  if (state.stage !== 'holding') return;
  state.trailTicks = 0;
  state.targetsDone = Math.min(state.targetsDone, Math.max(0, params.targets.length - 1));
  if (params.mode === 'ladder') drawSteps(params, state);
  refresh(params, state, view);
  // With fewer targets, or none, the old ones still have to go.
  state.targetsStale = true;
}

function wake(params: DcaParams, state: DcaState, out: Wake): void {
  switch (state.stage) {
    case 'holding':
      wakeHolding(params, state, out);
      break;
    case 'opening':
      if (state.entry.retryAtMs > 0 && !state.paused) out.at(state.entry.retryAtMs);
      break;
    case 'closing':
      if (state.sale.retryAtMs > 0) out.at(state.sale.retryAtMs);
      break;
    case 'cooldown':
      if (!state.paused) out.at(state.cooldownUntilMs);
      break;
    case 'waiting':
    case 'fresh':
    case 'kept':
      break;
  }
  if (awaitsSlot(params, state) && state.nextAtMs > 0) out.at(state.nextAtMs);
}

function wakeHolding(params: DcaParams, state: DcaState, out: Wake): void {
  const long = params.direction === 'long';
  if (state.stopTicks > 0) {
    if (long) out.below(state.stopTicks);
    else out.above(state.stopTicks);
  }
  if (params.tpCallbackPpm > 0 && state.tpTicks > 0) {
    const next = state.trailTicks === 0 ? state.tpTicks : long ? state.trailTicks + 1 : state.trailTicks - 1;
    if (long) out.above(next);
    else out.below(next);
    if (state.trailTicks > 0) {
      if (long) out.below(fireTicks(params, state));
      else out.above(fireTicks(params, state));
    }
  }
  if (state.targetsStale && state.targetsRetryAtMs > 0) out.at(state.targetsRetryAtMs);
  if (state.paused) return;
  for (const step of state.steps) {
    if (step.status === 'missed' && long) out.above(step.ticks + 1);
    else if (step.status === 'missed') out.below(step.ticks - 1);
    else if (step.status === 'idle' && step.retryAtMs > 0) out.at(step.retryAtMs);
  }
}
