// A DCA bot as screens show it: the ladder of its round, and what it waits for.

import { entrySideOf, exitSideOf } from '../../strategy/round/side.ts';
import { averageTicks } from '../../strategy/round/targets.ts';
import type { LadderLine, Side, View, Watch } from '../../strategy/strategy.ts';
import { lotsFor } from './entries.ts';
import { fireTicks } from './exits.ts';
import type { DcaParams } from './params.ts';
import { holdingOf } from './position.ts';
import { type DcaState, FIRST_SAFETY_SLOT, FIRST_TARGET_SLOT, holds, MAX_TARGETS, type SafetyStep } from './state.ts';

/** Safety orders and resting targets, lowest price first. */
export function dcaLadder(params: DcaParams, state: DcaState, view: View): LadderLine[] {
  const lines: LadderLine[] = [];
  const side = entrySideOf(params.direction);
  for (const [index, step] of state.steps.entries()) lines.push(lineOf(index, step, side, view));
  for (let slot = FIRST_TARGET_SLOT; slot < FIRST_TARGET_SLOT + MAX_TARGETS; slot++) {
    const order = view.order(slot);
    if (order === undefined) continue;
    const qtyLots = order.qtyLots - order.filledLots;
    const live = order.status === 'open' ? 'live' : 'waiting';
    lines.push({ priceTicks: order.priceTicks, side: exitSideOf(params.direction), state: live, qtyLots, reason: '' });
  }
  return lines.sort((a, b) => a.priceTicks - b.priceTicks);
}

function lineOf(index: number, step: SafetyStep, side: Side, view: View): LadderLine {
  const order = view.order(FIRST_SAFETY_SLOT + index);
  const priceTicks = order?.priceTicks ?? step.ticks;
  const qtyLots = order?.qtyLots ?? (step.ticks > 0 ? lotsFor(view.instrument, step.amountAtoms, step.ticks) : 0);
  const states = {
    idle: 'waiting',
    missed: 'waiting',
    live: 'live',
    leaving: 'waiting',
    filled: 'filled',
    skipped: 'missing',
  };
  const state = states[step.status] as LadderLine['state'];
  const reason = step.status === 'skipped' ? step.reason : '';
  return { priceTicks, side, state, qtyLots, reason, step: index + 2, amountAtoms: step.amountAtoms };
}

export function dcaWatch(params: DcaParams, state: DcaState, view: View): Watch {
  const held = holds(state);
  const next = state.steps.find(({ status }) => status === 'live' || status === 'idle' || status === 'missed');
  const waits = params.mode === 'calendar' && !state.paused && state.buys < params.maxBuys;
  return {
    side: params.direction,
    round: state.round,
    adds: state.entries,
    maxAdds: params.mode === 'calendar' ? params.maxBuys : params.maxSafety + 1,
    averageTicks: averageTicks(view.instrument, holdingOf(state, params)),
    nextAddTicks: held ? (next?.ticks ?? 0) : 0,
    takeProfitTicks: held ? state.tpTicks : 0,
    stopLossTicks: held ? state.stopTicks : 0,
    trail:
      state.trailTicks > 0
        ? { of: 'take_profit', bestTicks: state.trailTicks, fireTicks: fireTicks(params, state) }
        : null,
    held: next?.status === 'missed' ? ['step_missed'] : [],
    nextAtMs: state.stage === 'cooldown' ? state.cooldownUntilMs : waits ? state.nextAtMs : 0,
  };
}
