// The market clock (architecture.md, two clocks): the wall's time for a generated market; for a replay a time that flows
// at the replay's speed, waits when the market is held, and never runs past the next print.
import type { TimeMs } from '@cormorant/core/money/units.ts';
import type { Market } from './market.ts';

/** A replay later than this behind its schedule does not hurry after it: the schedule moves. */
const SLACK_MS = 250;

export class MarketClock {
  readonly #market: Market;
  readonly #wallNow: () => TimeMs;
  #anchorWallMs = Number.NaN;
  #anchorMarketMs = Number.NaN;

  constructor(market: Market, wallNow: () => TimeMs) {
    this.#market = market;
    this.#wallNow = wallNow;
  }

  /** `nextAtMs` is the time of the market's next print (Infinity at the end), `lastAtMs` of its last. */
  nowMs(nextAtMs: TimeMs, lastAtMs: TimeMs): TimeMs {
    if (this.#market.clock === 'wall') return this.#wallNow();
    if (Number.isNaN(this.#anchorWallMs) || nextAtMs === Number.POSITIVE_INFINITY) return lastAtMs;
    return Math.floor(Math.min(Math.max(this.#flowedMs(), lastAtMs), nextAtMs));
  }

  /** Wall milliseconds until a print of this time is due; <= 0 = now. The first asked for is due at once. */
  waitMs(atMs: TimeMs): number {
    if (this.#market.clock === 'wall') return atMs - this.#wallNow();
    if (Number.isNaN(this.#anchorWallMs)) this.#anchor(atMs);
    return (atMs - this.#flowedMs()) / this.#market.speed;
  }

  /** A print was made: when it came too late, the schedule starts again from it. */
  made(atMs: TimeMs): void {
    if (this.#market.clock === 'tape' && this.waitMs(atMs) < -SLACK_MS) this.#anchor(atMs);
  }

  #flowedMs(): TimeMs {
    return this.#anchorMarketMs + (this.#wallNow() - this.#anchorWallMs) * this.#market.speed;
  }

  #anchor(marketMs: TimeMs): void {
    this.#anchorMarketMs = marketMs;
    this.#anchorWallMs = this.#wallNow();
  }
}
