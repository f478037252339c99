// A protective stop that stands at the venue beside the machine, for the time in which nobody here can act (decision 53):
// reduce-only, at market, of the whole position, and so far beyond the bot's own stop that a living engine acts first.
import { mulDiv } from '../money/mul-div.ts';
import type { Ppm, Ticks } from '../money/units.ts';
import type { PositionSide } from './round/side.ts';

/** The last slot that an order id has room for: no machine's order ever stands there. */
export const GUARD_SLOT = 32 ** 3 - 1;

const MARGIN_PPM: Ppm = 3_000;
const PPM = 1_000_000;

/** Where it triggers, for the stop of the machine; 0 = there is no stop, and so no guard. */
export function guardTicks(side: PositionSide, stopTicks: Ticks): Ticks {
  if (stopTicks === 0) return 0;
  return side === 'long'
    ? mulDiv(stopTicks, PPM - MARGIN_PPM, PPM, 'floor')
    : mulDiv(stopTicks, PPM + MARGIN_PPM, PPM, 'ceil');
}
