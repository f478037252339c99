// Says when a process has grown so much that it should end and be begun anew, before the machine takes its memory away in the
// middle of something. Invariant: never before it has lived its least time, so that a limit which is too low for what it
// has to do makes no endless round of restarts; that is told once, and so is the end.
const MB = 1_048_576;
/** One look may fall on a peak that the next garbage collection levels. */
const LOOKS_IN_A_ROW = 3;

export interface MemoryLimit {
  readonly rssMb: number;
  readonly leastLifeMs: number;
}

export interface MemoryWatchDeps extends MemoryLimit {
  readonly rssBytes: () => number;
  /** Since the process began. */
  readonly livedMs: () => number;
  readonly log: (message: string) => void;
  readonly onFull: () => void;
}

/** Answers one look; nothing follows the one that found the process full. */
export function createMemoryWatch(deps: MemoryWatchDeps): () => void {
  const { leastLifeMs, livedMs, log, onFull, rssBytes, rssMb } = deps;
  let over = 0;
  let told = false;
  let full = false;
  return () => {
    const mb = Math.round(rssBytes() / MB);
    over = mb > rssMb ? over + 1 : 0;
    if (full || over < LOOKS_IN_A_ROW) return;
    const seconds = Math.round(livedMs() / 1_000);
    const found = `${mb} MB are in use after ${seconds} s, RSS_LIMIT_MB is ${rssMb}`;
    if (livedMs() >= leastLifeMs) {
      full = true;
      log(`${found}: users are handed over and the process ends, to be started again`);
      onFull();
    } else if (!told) {
      told = true;
      log(`${found}: the process is not recycled before it is ${leastLifeMs / 1_000} s old`);
    }
  };
}
