// Reading on in a list that tells so much time in one answer: window after window from a moment on, until there is enough or the
// present is reached, so that there is no gap whatever comes meanwhile (reliability D4). A stretch that was found empty is not walked again.

/** What was not there to be read so long ago will not come. */
const SETTLED_MS = 600_000;

/** Nothing is there after the one and before the other. */
interface Quiet {
  readonly afterMs: number;
  readonly untilMs: number;
}

export interface Walk<Row> {
  /** What is read: an account, a market, a kind of rows. */
  readonly key: string;
  readonly beginMs: number;
  /** The exchange's clock. */
  readonly nowMs: number;
  readonly windowMs: number;
  /** Enough of what is wanted. */
  readonly limit: number;
  /** All rows between two times, both included, in any order. */
  readonly read: (startMs: number, endMs: number) => Promise<readonly Row[]>;
  readonly atMs: (row: Row) => number;
  readonly isWanted: (row: Row) => boolean;
}

export class WindowWalk {
  readonly #quiet = new Map<string, Quiet>();

  /** At least `limit` of the oldest rows that are wanted, or all of them; in any order. */
  async rows<Row>({ atMs, beginMs, isWanted, key, limit, nowMs, read, windowMs }: Walk<Row>): Promise<Row[]> {
    const wanted: Row[] = [];
    let newestMs = beginMs;
    for (let startMs = beginMs; startMs <= Math.max(beginMs, nowMs); ) {
      const quiet = this.#quiet.get(key);
      if (quiet !== undefined && startMs > quiet.afterMs && startMs < quiet.untilMs) {
        startMs = quiet.untilMs;
        continue;
      }
      const endMs = startMs + windowMs - 1;
      for (const row of await read(startMs, endMs)) {
        newestMs = Math.max(newestMs, atMs(row));
        if (isWanted(row)) wanted.push(row);
      }
      if (wanted.length >= limit) return wanted;
      startMs = endMs + 1;
    }
    if (nowMs - SETTLED_MS > newestMs) this.#quiet.set(key, { afterMs: newestMs, untilMs: nowMs - SETTLED_MS });
    return wanted;
  }
}
