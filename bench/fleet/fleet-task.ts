// The market and the bots of P6 and P7: 10,000 grids of 20 lines within some 10 % of the price, over a walk of 0.005 % a
// tick. The same on every machine.
import type { GridParams } from '@cormorant/core/strategies/grid/params.ts';
import { seededRandom } from '../reference/walk.ts';

const BOTS = 10_000;
export const START_TICKS = 6_000_000;
const SIGMA = 0.00005;

export function fleetWalk(length: number): Float64Array {
  const random = seededRandom(42);
  const ticks = new Float64Array(length);
  let log = 0;
  for (let at = 0; at < length; at++) {
    log += SIGMA * (random() + random() + random() - 1.5) * 2;
    ticks[at] = Math.round(START_TICKS * Math.exp(log));
  }
  return ticks;
}

export function fleetRanges(): GridParams[] {
  const random = seededRandom(7);
  return Array.from({ length: BOTS }, () => ({
    lowerTicks: Math.round(START_TICKS * (0.88 + random() * 0.04)),
    upperTicks: Math.round(START_TICKS * (1.08 + random() * 0.04)),
    levels: 19,
    mode: 'arithmetic',
    triggerTicks: 0,
    stopLossTicks: Math.round(START_TICKS * 0.7),
    takeProfitTicks: Math.round(START_TICKS * 1.4),
    trailingUp: false,
    trailLimitTicks: 0,
    slippagePpm: 200,
    direction: 'long',
    leverage: 1,
    reserveAtoms: 0,
  }));
}
