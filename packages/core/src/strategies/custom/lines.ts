// The prices of a position that matter: what its coin cost on average, where the take profit and the stop stand, and
// where it would end without a loss. Drawn anew after a fill, or after the params changed.
import type { Instrument } from '../../market/instrument.ts';
import type { Ticks } from '../../money/units.ts';
import { averageTicks, breakEvenTicks, callbackTicks, profitTicks, stopTicks } from '../../strategy/round/targets.ts';
import type { CustomParams } from './params.ts';
import type { CustomState } from './state.ts';

export function drawLines(params: CustomParams, state: CustomState, instrument: Instrument): void {
  const { heldAtoms, openedAtoms } = state;
  const long = params.direction === 'long';
  const holding = { side: params.direction, coinAtoms: heldAtoms, costAtoms: long ? openedAtoms : -openedAtoms };
  const { takeProfitPpm } = params;
  if (heldAtoms === 0) state.bestTicks = 0;
  state.averageTicks = averageTicks(instrument, holding);
  state.breakEvenTicks = breakEvenTicks(instrument, holding);
  state.takeProfitTicks = takeProfitPpm === 0 ? 0 : profitTicks(instrument, holding, takeProfitPpm);
  state.stopLossTicks = stopTicks(instrument, holding, params.stopLossPpm);
}

/** The price at which a callback that follows `bestTicks` fires: never one that would end in a loss. */
export function fireTicks(params: CustomParams, state: CustomState): Ticks {
  const { bestTicks, breakEvenTicks } = state;
  if (bestTicks === 0) return 0;
  return callbackTicks(params.direction, bestTicks, params.tpCallbackPpm, breakEvenTicks);
}
