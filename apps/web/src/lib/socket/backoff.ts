// How long to wait before the next try to connect: 1, 2, 4 … 30 s, each spread by up to a quarter so that many clients
// do not return in the same instant.
export const firstDelayMs = 1_000;
export const longestDelayMs = 30_000;

/** `chance` is uniform in [0, 1). */
export function backoffMs(attempt: number, chance: number): number {
  const base = Math.min(firstDelayMs * 2 ** Math.min(attempt, 10), longestDelayMs);
  return Math.round(base * (0.75 + 0.25 * chance));
}
