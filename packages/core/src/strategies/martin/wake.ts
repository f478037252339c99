// What would wake a martingale. A price condition that is met already is left out unless it must act at the next print:
// a sleeping bot costs nothing, and ten thousand of them sleep between their levels.

import { type PositionSide, wakeAgainst, wakeInFavour } from '../../strategy/round/side.ts';
import type { Wake } from '../../strategy/strategy.ts';
import { bounceTicks, callbackPpm } from './adding.ts';
import { profitFireTicks } from './exiting.ts';
import { nearTicks } from './guards.ts';
import type { MartinParams } from './params.ts';
import { type MartinState, sideOf } from './state.ts';

export function wake(params: MartinParams, state: MartinState, out: Wake): void {
  switch (state.stage) {
    case 'holding':
      wakeHolding(params, state, out);
      break;
    case 'waiting':
      if (!state.paused) wakeWaiting(params, state, out);
      break;
    case 'opening':
      if (state.openRetryAtMs > 0 && !state.paused) out.at(state.openRetryAtMs);
      break;
    case 'closing':
      if (state.closeRetryAtMs > 0) out.at(state.closeRetryAtMs);
      break;
    case 'cooldown':
      if (!state.paused) out.at(state.cooldownUntilMs);
      break;
    case 'fresh':
    case 'kept':
      break;
  }
}

function wakeWaiting(params: MartinParams, state: MartinState, out: Wake): void {
  if (params.entry === 'price') wakeAgainst(sideOf(params), params.entryTicks, out);
  if (params.entry !== 'conditions') return;
  if (state.entryAtMs > 0) out.at(state.entryAtMs);
  if (state.entryBelowTicks > 0) out.below(state.entryBelowTicks);
  if (state.entryAboveTicks < Number.MAX_SAFE_INTEGER) out.above(state.entryAboveTicks);
}

function wakeHolding(params: MartinParams, state: MartinState, out: Wake): void {
  const side = sideOf(params);
  if (state.stopTicks > 0) wakeAgainst(side, state.stopTicks, out);
  if (state.exitRetryAtMs > 0) out.at(state.exitRetryAtMs);
  else wakeExit(params, state, side, out);
  if (!state.paused && state.addTicks > 0) wakeAdd(params, state, side, out);
}

function wakeExit(params: MartinParams, state: MartinState, side: PositionSide, out: Wake): void {
  if (state.unstuckTicks > 0 && !state.paused) wakeInFavour(side, state.unstuckTicks, out);
  if (params.tpCallbackPpm === 0) return;
  if (state.peakTicks === 0) {
    const target = state.tailTicks > 0 ? state.tailTicks : state.tpTicks;
    if (target > 0) wakeInFavour(side, target, out);
    return;
  }
  wakeInFavour(side, state.peakTicks + (side === 'long' ? 1 : -1), out);
  wakeAgainst(side, profitFireTicks(params, state), out);
}

function wakeAdd(params: MartinParams, state: MartinState, side: PositionSide, out: Wake): void {
  const callback = callbackPpm(params, state);
  if (callback === 0) {
    const near = nearTicks(side, state.addTicks, params.guardDropPpm);
    if (state.recheckAtMs > 0) out.at(state.recheckAtMs);
    if (state.resting) wakeInFavour(side, near + (side === 'long' ? 1 : -1), out);
    else if (state.recheckAtMs === 0) wakeAgainst(side, near, out);
    return;
  }
  if (state.troughTicks === 0) {
    wakeAgainst(side, state.addTicks, out);
    return;
  }
  wakeAgainst(side, state.troughTicks + (side === 'long' ? -1 : 1), out);
  // A held add has fired already: it waits for the guard, not for a price.
  if (state.recheckAtMs > 0) out.at(state.recheckAtMs);
  else wakeInFavour(side, bounceTicks(side, state.troughTicks, callback), out);
}
