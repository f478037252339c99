// The time that clients of the foreign wires live by. Invariant: what happens to an account of theirs never bears an earlier
// time than one that anybody was told before it happened, so that who asks for all since then finds it.
import type { TimeMs } from '@cormorant/core/money/units.ts';
import type { Market } from '../market/market.ts';

export class ServerClock {
  readonly #flows: boolean;
  readonly #wallNow: () => TimeMs;
  #toldMs: TimeMs = 0;

  /** Where a tape has times of its own, what happens bears those. `wallNow` is the clock as clients are shown it. */
  constructor({ clock }: Pick<Market, 'clock'>, wallNow: () => TimeMs) {
    this.#flows = clock === 'wall';
    this.#wallNow = wallNow;
  }

  /** The time now, as whoever asks is told. */
  now(): TimeMs {
    const nowMs = this.#wallNow();
    this.#toldMs = Math.max(this.#toldMs, nowMs);
    return nowMs;
  }

  /** Of something that a print of this time brought about, or a request that has looked at the clock after it. */
  notBefore(printMs: TimeMs): TimeMs {
    return this.#flows ? Math.max(printMs, this.#toldMs) : printMs;
  }
}
