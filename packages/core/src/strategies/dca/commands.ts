// What a user, or the system for them, may ask of a DCA bot.
import type { Command, Intents, View } from '../../strategy/strategy.ts';
import { aimAtSlot, close, sellDust } from './closing.ts';
import { addByHand, buyFirst, drawSteps, markMissed, openRound, withdrawSafety } from './entries.ts';
import { refresh } from './exits.ts';
import type { DcaParams } from './params.ts';
import { isDue, tellMissed } from './slots.ts';
import { type DcaState, ENTRY_SLOT, holds } from './state.ts';

export function onCommand(command: Command, params: DcaParams, state: DcaState, view: View, out: Intents): void {
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
