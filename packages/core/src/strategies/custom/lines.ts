// The prices of a position that matter: what its coin cost on average, where the take profit and the stop stand, and
// where it would end without a loss. Exact: counted from the position's cash and coin, in whole ticks.
import type { Instrument } from '../../market/instrument.ts';
import type { Atoms, Ppm, Ticks } from '../../money/units.ts';
import type { CustomParams } from './params.ts';
import type { CustomState } from './state.ts';

const PPM = 1_000_000;

/** Draws the lines anew after a fill, or after the params changed. */
export function drawLines(params: CustomParams, state: CustomState, instrument: Instrument): void {
  const { heldAtoms, openedAtoms } = state;
  if (heldAtoms === 0) {
    state.averageTicks = 0;
    state.takeProfitTicks = 0;
    state.stopLossTicks = 0;
    state.breakEvenTicks = 0;
    state.bestTicks = 0;
    return;
  }
  const { takeProfitPpm, stopLossPpm } = params;
  const { takerPpm } = instrument;
  const long = params.direction === 'long';
  const price = (num: Ppm, den: Ppm, up: boolean) => ticksOf(instrument, openedAtoms, heldAtoms, num, den, up);
  state.averageTicks = price(PPM, PPM, long);
  // A long sells at the bid with a fee on top: the price must reach that much higher. A short mirrored.
  const net = long ? PPM - takerPpm : PPM + takerPpm;
  state.breakEvenTicks = price(PPM, net, long);
  const target = long ? PPM + takeProfitPpm : PPM - takeProfitPpm;
  state.takeProfitTicks = takeProfitPpm === 0 ? 0 : Math.max(1, price(target, net, long));
  const stop = long ? PPM - stopLossPpm : PPM + stopLossPpm;
  state.stopLossTicks = Math.max(1, price(stop, PPM, long));
}

/** openedAtoms x num / den / coin, as a price in ticks; a product of three figures needs more than 2^53. */
function ticksOf(instrument: Instrument, openedAtoms: Atoms, heldAtoms: Atoms, num: Ppm, den: Ppm, up: boolean): Ticks {
  const above = BigInt(openedAtoms) * BigInt(num) * BigInt(instrument.baseAtomsPerLot);
  const below = BigInt(heldAtoms) * BigInt(den) * BigInt(instrument.quoteAtomsPerTickLot);
  const ticks = above / below;
  return Number(up && ticks * below !== above ? ticks + 1n : ticks);
}

/** The price at which a callback that follows `bestTicks` fires: never one that would end in a loss. */
export function fireTicks(params: CustomParams, state: CustomState): Ticks {
  const { bestTicks, breakEvenTicks } = state;
  if (bestTicks === 0) return 0;
  const slip = (BigInt(bestTicks) * BigInt(params.tpCallbackPpm)) / BigInt(PPM);
  const back = params.direction === 'long' ? bestTicks - Number(slip) : bestTicks + Number(slip);
  return params.direction === 'long' ? Math.max(back, breakEvenTicks) : Math.min(back, breakEvenTicks);
}
