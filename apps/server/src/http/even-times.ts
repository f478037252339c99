// Lets an answer leave only at the end of a step of time counted from its request. An account that exists takes some
// microseconds more than one that does not, for its row is read; behind steps that are longer than the work nobody can
// measure them. A timer alone would not do: it waits whole milliseconds, and what the work took beyond them would show.
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/** Timers may be late by this much; the rest is waited for turn by turn. */
const TIMER_SLACK_MS = 2;

export async function untilEven(startMs: number, stepMs: number): Promise<void> {
  const steps = Math.max(1, Math.ceil((performance.now() - startMs) / stepMs));
  const untilMs = startMs + steps * stepMs;
  const restMs = Math.floor(untilMs - performance.now() - TIMER_SLACK_MS);
  if (restMs >= 1) await sleep(restMs);
  while (performance.now() < untilMs) await nextTurn();
}
