// The next add moved to another level without a fill: after a pause, and after the tail was sold.
import { formatPrice } from '../../market/conversions.ts';
import type { Ticks } from '../../money/units.ts';
import { isPast } from '../../strategy/round/side.ts';
import type { Intents, View } from '../../strategy/strategy.ts';
import { totalDropE9 } from './ladder-plan.ts';
import { drawNextAdd, setNextAdd } from './levels.ts';
import type { MartinParams } from './params.ts';
import { fillTicks, type MartinState, nextStep, sideOf } from './state.ts';

/** After a pause: a level that was passed meanwhile is not caught up; it lies its drop away from the present price. */
export function rebase(params: MartinParams, state: MartinState, view: View, out: Intents): void {
  state.troughTicks = 0;
  state.recheckAtMs = 0;
  const side = sideOf(params);
  if (state.addTicks === 0 || !isPast(side, view.lastTicks, state.addTicks)) return;
  if (params.addBase === 'first') {
    // The levels hang on the first fill: the same order waits at the first of them that the price has not passed.
    const most = params.dropsE9.length - 1;
    for (let at = nextStep(state); at <= most && isPast(side, view.lastTicks, state.addTicks); at++) {
      const depth = Math.max(totalDropE9(params.dropsE9, at), state.nextDepthE9);
      setNextAdd(params, state, state.refTicks, depth - state.depthE9);
    }
  }
  if (isPast(side, view.lastTicks, state.addTicks)) {
    const dropE9 = params.dropsE9[nextStep(state)]!;
    state.refTicks = view.lastTicks;
    const moved = params.addBase === 'first' ? { ...params, addBase: 'last' as const } : params;
    setNextAdd(moved, state, view.lastTicks, dropE9);
  }
  out.log('success', 'add_rebased', {
    step: nextStep(state) + 1,
    level: formatPrice(view.instrument, state.addTicks),
    price: formatPrice(view.instrument, view.lastTicks),
  });
}

/** What the tail left behind: its level is the next one again. */
export function restoreAdd(
  params: MartinParams,
  state: MartinState,
  sold: { step: number; triggerTicks: Ticks; refTicks: Ticks; depthE9: number },
  view: View,
): void {
  state.used = Math.max(1, state.used - 1);
  drawNextAdd(params, state, view);
  const last = state.lots[state.lots.length - 1];
  state.depthE9 = last === undefined ? 0 : last.depthE9;
  if (sold.triggerTicks > 0 && last !== undefined) {
    state.addTicks = sold.triggerTicks;
    state.refTicks = sold.refTicks || fillTicks(last, view.instrument.quoteAtomsPerTickLot);
    state.nextDepthE9 = sold.depthE9;
  }
}
