// How a DCA bot comes out of its position with a profit, or is told where: resting targets that are replaced whenever
// the position has grown, or, with a callback, a target that arms a trail. Stop and trail are prices the machine waits
// for; targets are orders at the venue.
import type { Instrument } from '../../market/instrument.ts';
import { mulDiv } from '../../money/mul-div.ts';
import type { Lots, Ticks } from '../../money/units.ts';
import { minCloseLots } from '../../strategy/round/closing.ts';
import { exitSideOf, isPast, isReached } from '../../strategy/round/side.ts';
import { breakEvenTicks, callbackTicks, profitTicks, stopFromTicks, stopTicks } from '../../strategy/round/targets.ts';
import type { Intents, View } from '../../strategy/strategy.ts';
import type { DcaParams } from './params.ts';
import { heldLots, holdingOf } from './position.ts';
import { type DcaState, FIRST_TARGET_SLOT, MAX_TARGETS } from './state.ts';

/** The prices that follow from the position, after it has grown or the params have changed. */
export function refresh(params: DcaParams, state: DcaState, view: View): void {
  const { targets, stopLossPpm } = params;
  const next = targets[Math.min(state.targetsDone, targets.length - 1)];
  const { instrument } = view;
  const holding = holdingOf(state, params);
  state.tpTicks = next === undefined ? 0 : profitTicks(instrument, holding, next.profitPpm);
  state.evenTicks = breakEvenTicks(instrument, holding);
  // A ladder's stop hangs on the first fill, so that adding never moves it away (strategies.md 2.3).
  state.stopTicks =
    params.mode === 'ladder'
      ? stopFromTicks(params.direction, state.firstTicks, stopLossPpm)
      : stopTicks(instrument, holding, stopLossPpm);
  state.targetsStale = targets.length > 0 && params.tpCallbackPpm === 0;
  state.targetTries = 0;
  state.targetsRetryAtMs = 0;
}

/** Places the targets the position should have; where old ones rest, they go first. */
export function arrangeTargets(params: DcaParams, state: DcaState, view: View, out: Intents): void {
  if (state.stage !== 'holding' || !state.targetsStale || state.targetsRetryAtMs > view.nowMs) return;
  if (cancelTargets(view, out)) return;
  state.targetsStale = false;
  state.targetsRetryAtMs = 0;
  for (const { slot, ticks, lots } of plannedTargets(params, state, view)) {
    out.place(slot, exitSideOf(params.direction), 'limit', 'gtc', ticks, lots, 'take_profit', true);
  }
}

/** True while one still stands. */
export function cancelTargets(view: View, out: Intents): boolean {
  let standing = false;
  for (let slot = FIRST_TARGET_SLOT; slot < FIRST_TARGET_SLOT + MAX_TARGETS; slot++) {
    if (view.order(slot) === undefined) continue;
    out.cancel(slot);
    standing = true;
  }
  return standing;
}

interface PlannedTarget {
  slot: number;
  ticks: Ticks;
  lots: Lots;
}

/** The position divided by the shares still to come; a part too small for an order goes with its neighbour. */
function plannedTargets(params: DcaParams, state: DcaState, view: View): PlannedTarget[] {
  // A trail follows the price itself: nothing rests.
  if (params.tpCallbackPpm > 0) return [];
  const { instrument, lastTicks } = view;
  const from = Math.min(state.targetsDone, params.targets.length - 1);
  const targets = params.targets.slice(from);
  const shares = targets.reduce((sum, { sharePpm }) => sum + sharePpm, 0);
  const total = Math.min(heldLots(state, instrument), instrument.maxQtyLots);
  const planned: PlannedTarget[] = [];
  let placed = 0;
  let owed = 0;
  for (const [k, { profitPpm, sharePpm }] of targets.entries()) {
    owed += sharePpm;
    const until = k === targets.length - 1 ? total : mulDiv(total, owed, shares, 'floor');
    const fair = profitTicks(instrument, holdingOf(state, params), profitPpm);
    // A target the price has passed is given at the price: never worse than its own.
    const ticks = params.direction === 'long' ? Math.max(fair, lastTicks) : Math.min(fair, lastTicks);
    const lots = until - placed;
    if (ticks <= 0 || !isOrder(instrument, lots, ticks)) continue;
    planned.push({ slot: FIRST_TARGET_SLOT + from + k, ticks, lots });
    placed = until;
  }
  const last = planned.at(-1);
  if (last !== undefined) last.lots += total - placed;
  return planned;
}

function isOrder(instrument: Instrument, lots: Lots, ticks: Ticks): boolean {
  return lots > 0 && lots >= minCloseLots(instrument, ticks);
}

/** Follows the price once the target has been passed; true when it has come back far enough to close. */
export function trails(params: DcaParams, state: DcaState, view: View): boolean {
  if (params.tpCallbackPpm === 0 || state.tpTicks === 0) return false;
  const { direction } = params;
  const { lastTicks } = view;
  if (state.trailTicks === 0) {
    if (isReached(direction, lastTicks, state.tpTicks)) state.trailTicks = lastTicks;
    return false;
  }
  if (isReached(direction, lastTicks, state.trailTicks)) state.trailTicks = lastTicks;
  if (!isPast(direction, lastTicks, fireTicks(params, state))) return false;
  if (isReached(direction, lastTicks, state.evenTicks)) return true;
  // A gap led past break-even: a take profit never closes at a loss, so the target is waited for again.
  state.trailTicks = 0;
  return false;
}

/** Where a followed price closes. */
export function fireTicks(params: DcaParams, state: DcaState): Ticks {
  return callbackTicks(params.direction, state.trailTicks, params.tpCallbackPpm, state.evenTicks);
}

/** True when the price is at the stop or beyond. */
export function isStopped(params: DcaParams, state: DcaState, view: View): boolean {
  return state.stopTicks > 0 && isPast(params.direction, view.lastTicks, state.stopTicks);
}
