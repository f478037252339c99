// The custom bot as a machine: it waits for a signal, opens at market, adds and closes by signals, and leaves by its take
// profit or its stop. See state.ts for what it remembers and why its money always adds up.
import { readKey } from '../../indicators/read.ts';
import { readsOf } from '../../strategy/conditions.ts';
import { GUARD_SLOT } from '../../strategy/guard.ts';
import { isPast, isReached, wakeAgainst, wakeInFavour } from '../../strategy/round/side.ts';
import type {
  BotEvent,
  Command,
  Intents,
  RefusalReason,
  Strategy,
  View,
  Wake,
  Watch,
} from '../../strategy/strategy.ts';
import { advanceClosing, close, onExitEnded, onExitFill, onGuarded, onLiquidated } from './closing.ts';
import { dropEntry, onEntryEnded, onEntryFill, retryEntry } from './entering.ts';
import { drawLines, fireTicks } from './lines.ts';
import type { CustomParams } from './params.ts';
import { addByHand, dropQueued, followQueued, groupsOf, isBusy, look, onSignal, planLook } from './signals.ts';
import { type CustomState, costAtoms, countFiner, ENTRY_SLOT, freshState, holds } from './state.ts';

export const custom: Strategy<CustomParams, CustomState> = {
  kind: 'custom',
  open: freshState,
  on,
  wake,
  costAtoms,
  finer: countFiner,
  holds,
  ladder: () => [],
  watch,
  adoptSlot: (_params, state, view) =>
    state.stage === 'holding' && holds(state) && !isBusy(state, view) ? ENTRY_SLOT : null,
  guardStop: (_params, state) => state.stopLossTicks,
  margin: ({ leverage }) => (leverage > 0 ? { leverage, mode: 'isolated', reserveAtoms: 0 } : null),
  reads: (params) => [
    ...new Map(
      groupsOf(params)
        .flatMap(readsOf)
        .map((read) => [readKey(read), read]),
    ).values(),
  ],
};

function on(event: BotEvent, params: CustomParams, state: CustomState, view: View, out: Intents): void {
  switch (event.type) {
    case 'fill':
      if (event.slot === ENTRY_SLOT) onEntryFill(params, state, event, view, out);
      else if (event.slot === GUARD_SLOT) onGuarded(params, state, event, view, out);
      else onExitFill(state, event, view);
      break;
    case 'refused':
      onEnded(event.slot, event.reason, params, state, view, out);
      break;
    case 'cancelled':
      onEnded(event.slot, 'cancelled', params, state, view, out);
      break;
    case 'touch':
      if (!checkExits(params, state, view, out) && params.ticks && isWatching(state)) look(params, state, view, out);
      break;
    case 'timer':
      onTimer(params, state, view, out);
      break;
    case 'liquidated':
      onLiquidated(params, state, event, view, out);
      break;
    case 'command':
      onCommand(event.command, params, state, view, out);
      break;
    case 'funding':
      // The books hold it; the round's settlement takes it.
      break;
  }
  if (state.stage === 'closing') advanceClosing(params, state, view, out);
  followQueued(params, state, view, out);
}

function onEnded(
  slot: number,
  reason: RefusalReason,
  params: CustomParams,
  state: CustomState,
  view: View,
  out: Intents,
): void {
  if (slot === ENTRY_SLOT) onEntryEnded(params, state, reason, view, out);
  else onExitEnded(state, reason, view, out);
}

function onTimer(params: CustomParams, state: CustomState, view: View, out: Intents): void {
  if (!isWatching(state)) return;
  if (checkExits(params, state, view, out)) return;
  retryEntry(params, state, view, out);
  if (state.stage === 'flat' && state.notBeforeMs > 0 && view.nowMs >= state.notBeforeMs) {
    state.notBeforeMs = 0;
    if (!state.paused) out.phase('waiting');
  }
  if (state.closeAtMs > 0 && view.nowMs >= state.closeAtMs) look(params, state, view, out);
}

/** True when the round ends now: the stop first, then the take profit with its callback. */
function checkExits(params: CustomParams, state: CustomState, view: View, out: Intents): boolean {
  if (state.stage !== 'holding' || !holds(state)) return false;
  const { lastTicks } = view;
  const { direction } = params;
  if (state.stopLossTicks > 0 && isPast(direction, lastTicks, state.stopLossTicks)) {
    close(params, state, 'stop_loss', 'stop_loss', true, view, out);
    return true;
  }
  if (state.takeProfitTicks === 0) return false;
  if (state.bestTicks === 0) {
    if (!isReached(direction, lastTicks, state.takeProfitTicks)) return false;
    state.bestTicks = lastTicks;
    if (params.tpCallbackPpm > 0) return false;
  } else if (isReached(direction, lastTicks, state.bestTicks)) {
    state.bestTicks = lastTicks;
    return false;
  } else if (!isPast(direction, lastTicks, fireTicks(params, state))) {
    return false;
  } else if (!isReached(direction, lastTicks, state.breakEvenTicks)) {
    // The price fell past the point where the callback would still end without a loss: it begins anew.
    state.bestTicks = 0;
    return false;
  }
  close(params, state, 'take_profit', 'take_profit', true, view, out);
  return true;
}

function onCommand(command: Command, params: CustomParams, state: CustomState, view: View, out: Intents): void {
  switch (command.name) {
    case 'start':
      start(params, state, view, out);
      break;
    case 'pause':
      state.paused = true;
      dropQueued(state, out);
      if (state.entry.retryAtMs > 0) dropEntry(state, out);
      break;
    case 'resume':
      state.paused = false;
      if (state.stage === 'fresh') start(params, state, view, out);
      else if (state.stage === 'flat') out.phase(view.nowMs < state.notBeforeMs ? 'cooldown' : 'waiting');
      else if (state.stage === 'holding') out.phase('holding');
      break;
    case 'stop':
      dropQueued(state, out);
      close(params, state, 'stop', command.reason, command.close, view, out);
      break;
    case 'close':
      if (state.stage === 'holding') close(params, state, 'round', '', true, view, out);
      break;
    case 'add':
      addByHand(params, state, command.amountAtoms, view, out);
      break;
    case 'signal':
      onSignal(params, state, command, view, out);
      break;
    case 'edit':
      drawLines(params, state, view.instrument);
      state.openHeld = false;
      state.addHeld = false;
      if (isWatching(state)) planLook(params, state, view);
      break;
  }
}

/** A position that an earlier stop left is taken over; else the first signal is waited for. */
function start(params: CustomParams, state: CustomState, view: View, out: Intents): void {
  state.paused = false;
  state.openHeld = false;
  state.addHeld = false;
  state.notBeforeMs = 0;
  state.stage = holds(state) ? 'holding' : 'flat';
  drawLines(params, state, view.instrument);
  planLook(params, state, view);
  out.phase(state.stage === 'holding' ? 'holding' : 'waiting');
}

function isWatching({ stage }: CustomState): boolean {
  return stage === 'flat' || stage === 'holding';
}

function wake(params: CustomParams, state: CustomState, out: Wake): void {
  if (state.stage === 'closing' && state.exitRetryAtMs > 0) out.at(state.exitRetryAtMs);
  if (!isWatching(state)) return;
  if (state.closeAtMs > 0) out.at(state.closeAtMs);
  if (state.stage === 'flat' && state.notBeforeMs > 0) out.at(state.notBeforeMs);
  if (state.entry.retryAtMs > 0 && !state.paused) out.at(state.entry.retryAtMs);
  if (params.ticks) {
    if (state.aboveTicks < Number.MAX_SAFE_INTEGER) out.above(state.aboveTicks);
    if (state.belowTicks > 0) out.below(state.belowTicks);
  }
  if (state.stage === 'holding' && holds(state)) wakeExits(params, state, out);
}

function wakeExits(params: CustomParams, state: CustomState, out: Wake): void {
  const side = params.direction;
  if (state.stopLossTicks > 0) wakeAgainst(side, state.stopLossTicks, out);
  if (state.takeProfitTicks === 0) return;
  if (state.bestTicks === 0) {
    wakeInFavour(side, state.takeProfitTicks, out);
    return;
  }
  wakeInFavour(side, side === 'long' ? state.bestTicks + 1 : Math.max(1, state.bestTicks - 1), out);
  wakeAgainst(side, fireTicks(params, state), out);
}

function watch(params: CustomParams, state: CustomState, view: View): Watch {
  const trailing = state.bestTicks > 0 && params.tpCallbackPpm > 0;
  const cooling = state.notBeforeMs > view.nowMs;
  return {
    side: params.direction,
    round: state.round,
    adds: state.orders,
    maxAdds: params.maxPositions,
    averageTicks: state.averageTicks,
    nextAddTicks: 0,
    takeProfitTicks: state.takeProfitTicks,
    stopLossTicks: state.stopLossTicks,
    trail: trailing ? { of: 'take_profit', bestTicks: state.bestTicks, fireTicks: fireTicks(params, state) } : null,
    held: cooling ? ['cooldown'] : [],
    nextAtMs: cooling ? state.notBeforeMs : state.closeAtMs,
  };
}
