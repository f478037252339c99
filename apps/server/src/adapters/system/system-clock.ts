// Wall time of the operating system.
import type { Clock } from '../../ports/clock.ts';

export const systemClock: Clock = { nowMs: () => Date.now() };
