// All tapes of one exchange merged in time order: the single source of what prints next.
import type { Tape } from './tape.ts';

export interface Market {
  /** 'generated:1' or 'replay:…'. */
  readonly name: string;
  readonly tapes: readonly Tape[];
  /** Market seconds per wall second. */
  readonly speed: number;
  /** 'wall': market time is wall time, missed prints are made up. 'tape': market time flows with the prints. */
  readonly clock: 'wall' | 'tape';
}

/** Index of the tape that prints next (earliest time, then list order), or -1 when all have ended. */
export function nextTape(tapes: readonly Tape[]): number {
  let best = -1;
  let bestAtMs = Number.POSITIVE_INFINITY;
  for (let i = 0; i < tapes.length; i++) {
    const atMs = (tapes[i] as Tape).nextAtMs;
    if (atMs < bestAtMs) {
      best = i;
      bestAtMs = atMs;
    }
  }
  return best;
}
