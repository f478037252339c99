// What would wake a DCA bot.
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
