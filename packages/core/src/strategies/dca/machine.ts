// The DCA bot as a machine. A ladder: first order, safety orders, targets, cooldown, again. A calendar: a buy at each
// slot, targets or none, again. See state.ts for why its money always adds up.
import { formatPrice, formatQuote } from '../../market/conversions.ts';
import type { TimeMs } from '../../money/units.ts';
import { GUARD_SLOT } from '../../strategy/guard.ts';
import { settleDust } from '../../strategy/round/fills.ts';
import { isTold, MINUTE_MS, RESTING_PATIENCE, retryAtMs } from '../../strategy/round/patience.ts';
import type { BotEvent, FillEvent, Intents, RefusalReason, Strategy, View } from '../../strategy/strategy.ts';
import { advanceClosing, close, onCloseEnded, onGuarded, onLiquidated, sellDust, tellClosed } from './closing.ts';
import { onCommand } from './commands.ts';
import {
  arrangeSafety,
  buyFirst,
  onEntryEnded,
  onEntryFill,
  onManualFill,
  onSafetyCancelled,
  onSafetyFill,
  onSafetyRefused,
  openRound,
} from './entries.ts';
import { arrangeTargets, isStopped, refresh, trails } from './exits.ts';
import type { DcaParams } from './params.ts';
import { sellableLots, settleSale, takeOut } from './position.ts';
import { dcaLadder, dcaWatch } from './show.ts';
import { awaitsSlot, isDue, onSlot } from './slots.ts';
import {
  CLOSE_SLOT,
  costAtoms,
  countFiner,
  type DcaState,
  DUST_SLOT,
  ENTRY_SLOT,
  FIRST_SAFETY_SLOT,
  FIRST_TARGET_SLOT,
  freshState,
  holds,
  MANUAL_SLOT,
} from './state.ts';
import { wake } from './wake.ts';

const DUST_PAUSE_MS: TimeMs = 15 * MINUTE_MS;

export const dca: Strategy<DcaParams, DcaState> = {
  kind: 'dca',
  open: freshState,
  on,
  wake,
  costAtoms,
  finer: countFiner,
  holds,
  ladder: dcaLadder,
  watch: dcaWatch,
  adoptSlot: (_params, state, view) =>
    state.stage === 'holding' && holds(state) && view.order(MANUAL_SLOT) === undefined ? MANUAL_SLOT : null,
  guardStop: (_params, state) => state.stopTicks,
  margin: (params) => ({ leverage: params.leverage, mode: 'isolated', reserveAtoms: 0 }),
};

function on(event: BotEvent, params: DcaParams, state: DcaState, view: View, out: Intents): void {
  switch (event.type) {
    case 'fill':
      onFill(event, params, state, view, out);
      break;
    case 'refused':
      onEnded(event.slot, 0, event.reason, false, params, state, view, out);
      break;
    case 'cancelled':
      onEnded(event.slot, event.filledLots, 'cancelled', event.metOwn, params, state, view, out);
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
  if (slot === GUARD_SLOT) {
    onGuarded(params, state, event, view, out);
  } else if (slot === ENTRY_SLOT) {
    onEntryFill(params, state, event, view, out);
    if (event.leftLots === 0) sellDust(state, view, out);
  } else if (slot === CLOSE_SLOT) {
    takeOut(state, event);
  } else if (slot === DUST_SLOT) {
    settleDust(state, event, view, out);
  } else if (slot === MANUAL_SLOT) {
    onManualFill(params, state, event, view, out);
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
  metOwn: boolean,
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
    if (reason === 'cancelled') onSafetyCancelled(params, state, index, filledLots, metOwn, view, out);
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
