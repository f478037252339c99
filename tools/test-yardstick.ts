// What "within a second" means on a machine that has other things to do: tests of promised times compare with a pause that was
// begun at the same moment, so that a busy machine stretches both.

/** Milliseconds that a pause of `ms` has really taken, from this call on, and the turn of the event loop after it. */
export async function stretchedMs(ms: number): Promise<number> {
  const startMs = performance.now();
  await new Promise((wake) => setTimeout(wake, ms));
  await new Promise((turn) => setImmediate(turn));
  return performance.now() - startMs;
}
