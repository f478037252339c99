// How often what did not happen is tried again: at each minute of market time at first, then only now and then, and in
// the log only while it is eager. A close is looked after more closely than an order that waits for a price.
import type { TimeMs } from '../../money/units.ts';

export const MINUTE_MS: TimeMs = 60_000;
export const DAY_MS: TimeMs = 1440 * MINUTE_MS;
/** A first order that failed this often pauses the bot (product.md 3.1). */
export const MAX_OPENING_TRIES = 3;
/** What the user closed by hand is not opened again before (product.md 3.1). */
export const MANUAL_REST_MS: TimeMs = MINUTE_MS;

export interface Patience {
  /** Failures in a row after which it is only probed. */
  readonly eagerTries: number;
  readonly probeMs: TimeMs;
}

/** For closing at market: a position that nobody looks after is the worst there is. */
export const CLOSING_PATIENCE: Patience = { eagerTries: 5, probeMs: 5 * MINUTE_MS };
/** For adds, targets and lines of a ladder. */
export const RESTING_PATIENCE: Patience = { eagerTries: 3, probeMs: 15 * MINUTE_MS };

export function nextMinute(nowMs: TimeMs): TimeMs {
  return nowMs - (nowMs % MINUTE_MS) + MINUTE_MS;
}

/** When to try again after `tries` failures in a row. */
export function retryAtMs({ eagerTries, probeMs }: Patience, tries: number, nowMs: TimeMs): TimeMs {
  return tries < eagerTries ? nextMinute(nowMs) : nowMs + probeMs;
}

/** True while a failure is worth a row in the log. */
export function isTold({ eagerTries }: Patience, tries: number): boolean {
  return tries <= eagerTries;
}

/** A second stop loss within 24 hours pauses the bot, so that it cannot bleed in a loop. `beforeMs` 0 = the first one. */
export function isSecondStop(beforeMs: TimeMs, nowMs: TimeMs): boolean {
  return beforeMs > 0 && nowMs - beforeMs < DAY_MS;
}
