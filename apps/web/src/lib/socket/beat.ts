// Work that many hints ask for and that is done once for all of them.

export interface BeatTimes {
  /** From the first hint to the work, so that hints of one burst are met together. */
  readonly soonMs: number;
  /** Between the beginnings of two works at least. */
  readonly everyMs: number;
}

/** Answers how to ask for the work: however often it is asked for, it is done at the pace of `times`. */
export function createBeat(work: () => void, { everyMs, soonMs }: BeatTimes): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let doneAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (timer !== undefined) return;
    const wait = Math.max(soonMs, doneAt + everyMs - performance.now());
    timer = setTimeout(() => {
      timer = undefined;
      doneAt = performance.now();
      work();
    }, wait);
  };
}
