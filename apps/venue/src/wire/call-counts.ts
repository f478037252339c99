// How often something was asked within a window of time, by whatever is counted: a call of one account, an address.

/** Counts of windows that are over are forgotten when there are so many. */
const MOST_COUNTS = 5_000;

export class CallCounts {
  readonly #windowMs: number;
  readonly #now: () => number;
  readonly #counts = new Map<string, { window: number; count: number }>();

  constructor(windowMs: number, now: () => number) {
    this.#windowMs = windowMs;
    this.#now = now;
  }

  /** What is left of `limit` after this one; below zero it was one too many, and is not counted. */
  take(key: string, weight: number, limit: number): number {
    const window = Math.floor(this.#now() / this.#windowMs);
    if (this.#counts.size > MOST_COUNTS)
      for (const [known, { window: of }] of this.#counts) if (of !== window) this.#counts.delete(known);
    const known = this.#counts.get(key);
    const count = (known?.window === window ? known.count : 0) + weight;
    if (count <= limit) this.#counts.set(key, { window, count });
    return limit - count;
  }
}
