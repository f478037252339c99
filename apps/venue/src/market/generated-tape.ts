// A generated symbol as a tape: one print a second along the minute's path. Time that was missed (the process was down,
// the machine asleep) is made up with the four corners of each minute, which match exactly the same resting orders.
import { MINUTE_MS } from '@cormorant/core/market/candles.ts';
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import type { Ticks, TimeMs } from '@cormorant/core/money/units.ts';
import type { ContractFeed } from './contract-feed.ts';
import { type GeneratedSeries, SECONDS_A_MINUTE } from './generated-series.ts';
import { MINUTES_A_DAY } from './price-walk.ts';
import type { CandleVisitor, Tape } from './tape.ts';

const SECOND_MS = 1000;

export class GeneratedTape implements Tape {
  readonly startMs: TimeMs;
  readonly feed?: ContractFeed;
  readonly hidden: boolean;
  readonly #series: GeneratedSeries;
  readonly #offsetMs: number;
  readonly #now: () => TimeMs;
  /** Seconds since the epoch. */
  #lastSecond: number;
  #nextSecond: number;

  /**
   * `startMs` begins the visible past, `lastSecond` is the last second already printed; `offsetMs` (< 1000) keeps the
   * symbols of one market from printing all at once.
   */
  constructor(
    series: GeneratedSeries,
    startMs: TimeMs,
    lastSecond: number,
    offsetMs: number,
    now: () => TimeMs,
    { feed, hidden = false }: { feed?: ContractFeed; hidden?: boolean } = {},
  ) {
    this.#series = series;
    if (feed !== undefined) this.feed = feed;
    this.hidden = hidden;
    this.startMs = startMs - (startMs % MINUTE_MS);
    this.#lastSecond = lastSecond;
    this.#offsetMs = offsetMs;
    this.#now = now;
    this.#nextSecond = this.#secondAfter(lastSecond);
  }

  get instrument(): Instrument {
    return this.#series.instrument;
  }

  get title(): string {
    return this.#series.title;
  }

  get position(): number {
    return this.#lastSecond;
  }

  get nextAtMs(): TimeMs {
    return this.#nextSecond * SECOND_MS + this.#offsetMs;
  }

  get nextTicks(): Ticks {
    return this.#ticksAt(this.#nextSecond);
  }

  get lastTicks(): Ticks {
    return this.#ticksAt(this.#lastSecond);
  }

  get lastAtMs(): TimeMs {
    return this.#lastSecond * SECOND_MS + this.#offsetMs;
  }

  advance(): void {
    this.#lastSecond = this.#nextSecond;
    this.#nextSecond = this.#secondAfter(this.#lastSecond);
  }

  visit(fromMs: TimeMs, toMs: TimeMs, _intervalMs: number, visitor: CandleVisitor): void {
    const formingMinute = Math.floor(this.#lastSecond / SECONDS_A_MINUTE);
    const firstMinute = Math.max(Math.ceil(fromMs / MINUTE_MS), this.startMs / MINUTE_MS);
    const endMinute = Math.min(Math.ceil(toMs / MINUTE_MS), formingMinute);
    for (let minute = firstMinute; minute < endMinute; ) {
      const day = Math.floor(minute / MINUTES_A_DAY);
      const { open, high, low, close, volume } = this.#series.day(day);
      const dayEnd = Math.min(endMinute, (day + 1) * MINUTES_A_DAY);
      for (; minute < dayEnd; minute++) {
        const i = minute - day * MINUTES_A_DAY;
        visitor(
          minute * MINUTE_MS,
          open[i] as number,
          high[i] as number,
          low[i] as number,
          close[i] as number,
          volume[i] as number,
        );
      }
    }
    if (formingMinute >= firstMinute && formingMinute * MINUTE_MS < toMs) this.#visitForming(formingMinute, visitor);
  }

  #visitForming(minute: number, visitor: CandleVisitor): void {
    const ticks = this.#series.path(minute);
    const lastIndex = this.#lastSecond - minute * SECONDS_A_MINUTE;
    const open = ticks[0] as number;
    let high = open;
    let low = open;
    for (let s = 1; s <= lastIndex; s++) {
      const price = ticks[s] as number;
      if (price > high) high = price;
      if (price < low) low = price;
    }
    const day = Math.floor(minute / MINUTES_A_DAY);
    const whole = this.#series.day(day).volume[minute - day * MINUTES_A_DAY] as number;
    const printed = Math.floor((whole * (lastIndex + 1)) / SECONDS_A_MINUTE);
    visitor(minute * MINUTE_MS, open, high, low, ticks[lastIndex] as number, printed);
  }

  #ticksAt(second: number): Ticks {
    const minute = Math.floor(second / SECONDS_A_MINUTE);
    const within = second - minute * SECONDS_A_MINUTE;
    const { seconds, ticks } = this.#series.corners(minute);
    const corner = seconds.indexOf(within);
    return (corner >= 0 ? ticks[corner] : this.#series.path(minute)[within]) as number;
  }

  /** The next second, or the next corner of a minute that has long passed. */
  #secondAfter(second: number): number {
    const next = second + 1;
    const minute = Math.floor(next / SECONDS_A_MINUTE);
    if ((minute + 2) * MINUTE_MS > this.#now()) return next;
    const startsAt = minute * SECONDS_A_MINUTE;
    const corner = this.#series.corners(minute).seconds.find((at) => startsAt + at >= next);
    return startsAt + (corner as number);
  }
}
