// What the present round waits for, for screens and charts.
import { isPast } from '../../strategy/round/side.ts';
import type { View, Watch } from '../../strategy/strategy.ts';
import { bounceTicks, callbackPpm } from './adding.ts';
import { profitFireTicks } from './exiting.ts';
import { heldBy } from './guards.ts';
import type { MartinParams } from './params.ts';
import { type MartinState, sideOf } from './state.ts';

export function watch(params: MartinParams, state: MartinState, view: View): Watch | null {
  const side = sideOf(params);
  const holding = state.lots.length > 0;
  return {
    side,
    round: state.round,
    adds: holding ? state.used : 0,
    maxAdds: params.maxOrders,
    averageTicks: state.averageTicks,
    nextAddTicks: holding ? state.addTicks : 0,
    takeProfitTicks: state.tailTicks > 0 ? state.tailTicks : state.tpTicks,
    stopLossTicks: state.stopTicks,
    trail: trailOf(params, state),
    held: heldNow(params, state, view),
    nextAtMs: nextAtMs(state),
  };
}

function trailOf(params: MartinParams, state: MartinState): Watch['trail'] {
  if (state.peakTicks > 0) {
    return { of: 'take_profit', bestTicks: state.peakTicks, fireTicks: profitFireTicks(params, state) };
  }
  if (state.troughTicks === 0) return null;
  const fire = bounceTicks(sideOf(params), state.troughTicks, callbackPpm(params, state));
  return { of: 'add', bestTicks: state.troughTicks, fireTicks: fire };
}

/** The guards as they stand, while the price is at the add or an add was held. */
function heldNow(params: MartinParams, state: MartinState, view: View): readonly string[] {
  if (state.stage !== 'holding' || state.paused || state.addTicks === 0) return [];
  const there = state.troughTicks > 0 || isPast(sideOf(params), view.lastTicks, state.addTicks);
  return there || state.held.length > 0 ? heldBy(params, view.lastTicks, view) : [];
}

function nextAtMs(state: MartinState): number {
  switch (state.stage) {
    case 'cooldown':
      return state.cooldownUntilMs;
    case 'opening':
      return state.openRetryAtMs;
    case 'closing':
      return state.closeRetryAtMs;
    case 'waiting':
      return state.entryAtMs;
    default:
      return 0;
  }
}
