// A reading that serves whoever asks within a while of it.

export interface Kept<T> {
  readonly atMs: number;
  readonly value: Promise<T>;
}

/** The one that is known while it is young enough, else another. What cannot be read now is tried at the next call. */
export function keptReading<T>(known: Kept<T> | null, forMs: number, nowMs: number, read: () => Promise<T>): Kept<T> {
  if (known !== null && nowMs - known.atMs < forMs) return known;
  const kept: { atMs: number; value: Promise<T> } = { atMs: nowMs, value: read() };
  kept.value.catch(() => {
    kept.atMs = Number.NEGATIVE_INFINITY;
  });
  return kept;
}
