// What would wake a DCA bot.
import { wakeAgainst, wakeInFavour } from '../../strategy/round/side.ts';
import type { Wake } from '../../strategy/strategy.ts';
import { fireTicks } from './exits.ts';
import type { DcaParams } from './params.ts';
import { awaitsSlot } from './slots.ts';
import type { DcaState } from './state.ts';

export function wake(params: DcaParams, state: DcaState, out: Wake): void {
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
  const side = params.direction;
  const further = side === 'long' ? 1 : -1;
  if (state.stopTicks > 0) wakeAgainst(side, state.stopTicks, out);
  if (params.tpCallbackPpm > 0 && state.tpTicks > 0) {
    wakeInFavour(side, state.trailTicks === 0 ? state.tpTicks : state.trailTicks + further, out);
    if (state.trailTicks > 0) wakeAgainst(side, fireTicks(params, state), out);
  }
  if (state.targetsStale && state.targetsRetryAtMs > 0) out.at(state.targetsRetryAtMs);
  if (state.paused) return;
  for (const step of state.steps) {
    if (step.status === 'missed') wakeInFavour(side, step.ticks + further, out);
    else if (step.status === 'idle' && step.retryAtMs > 0) out.at(step.retryAtMs);
  }
}
