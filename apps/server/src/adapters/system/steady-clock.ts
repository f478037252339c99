// The time since this process began, counted from the wall's at its beginning: it goes on evenly when the wall clock is set.
// For what has to be so long ago, and for requests that are signed by an offset measured against somebody else's clock.
import type { Clock } from '../../ports/clock.ts';

export const steadyClock: Clock = { nowMs: () => Math.round(performance.timeOrigin + performance.now()) };
