// One generated symbol as one-minute candles in typed columns, a day at a time, and the second-by-second path inside a
// minute. The path's open, extremes and close are the candle's, in the order of the candle law, so that printing all of
// it, or only its four corners, tells the same story. Where the days come from is the maker's business.
import { isHighFirst } from '@cormorant/core/market/candle-prints.ts';
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import type { Ticks } from '@cormorant/core/money/units.ts';
import { symbolOf, type Titled } from './listings.ts';
import { MINUTES_A_DAY } from './price-walk.ts';
import { RandomStream } from './random.ts';

export const SECONDS_A_MINUTE = 60;

export interface DayColumns {
  readonly open: Int32Array;
  readonly high: Int32Array;
  readonly low: Int32Array;
  readonly close: Int32Array;
  /** Whole lots; single precision keeps them whole. */
  readonly volume: Float32Array;
}

export interface DayMaker {
  /** `day` counts from the epoch. */
  make(day: number): DayColumns;
}

/** The four prints of the candle law in one minute, and the seconds at which they happen (the first is 0). */
export interface MinuteCorners {
  readonly minute: number;
  readonly seconds: readonly [number, number, number, number];
  readonly ticks: readonly [Ticks, Ticks, Ticks, Ticks];
}

export function emptyDay(): DayColumns {
  return {
    open: new Int32Array(MINUTES_A_DAY),
    high: new Int32Array(MINUTES_A_DAY),
    low: new Int32Array(MINUTES_A_DAY),
    close: new Int32Array(MINUTES_A_DAY),
    volume: new Float32Array(MINUTES_A_DAY),
  };
}

export class GeneratedSeries {
  readonly instrument: Instrument;
  readonly title: string;
  /** Names its chance: the symbol as the venue writes it. */
  readonly #key: string;
  readonly #seed: number;
  readonly #days: DayMaker;
  readonly #made = new Map<number, DayColumns>();
  #corners: MinuteCorners | null = null;
  #path: { minute: number; ticks: Int32Array } | null = null;

  constructor(seed: number, { instrument, title }: Titled, days: DayMaker) {
    this.instrument = instrument;
    this.title = title;
    this.#key = symbolOf(instrument);
    this.#seed = seed;
    this.#days = days;
  }

  /** `day` counts from the epoch. */
  day(day: number): DayColumns {
    const known = this.#made.get(day);
    if (known !== undefined) return known;
    const made = this.#days.make(day);
    this.#made.set(day, made);
    return made;
  }

  /** `minute` counts from the epoch. */
  corners(minute: number): MinuteCorners {
    if (this.#corners?.minute !== minute) this.#corners = this.#makeCorners(minute);
    return this.#corners;
  }

  /** The price of each second of a minute, through its corners. */
  path(minute: number): Int32Array {
    if (this.#path?.minute !== minute) this.#path = { minute, ticks: this.#makePath(minute) };
    return this.#path.ticks;
  }

  #makeCorners(minute: number): MinuteCorners {
    const day = Math.floor(minute / MINUTES_A_DAY);
    const i = minute - day * MINUTES_A_DAY;
    const columns = this.day(day);
    const open = columns.open[i] as number;
    const high = columns.high[i] as number;
    const low = columns.low[i] as number;
    const close = columns.close[i] as number;
    const chance = new RandomStream(this.#seed, this.#key, 'corners', minute);
    const first = 5 + chance.below(18);
    const second = first + 8 + chance.below(24);
    const ticks = isHighFirst(open, high, low)
      ? ([open, high, low, close] as const)
      : ([open, low, high, close] as const);
    return { minute, seconds: [0, first, second, SECONDS_A_MINUTE - 1], ticks };
  }

  #makePath(minute: number): Int32Array {
    const { seconds, ticks } = this.corners(minute);
    const chance = new RandomStream(this.#seed, this.#key, 'path', minute);
    const path = new Int32Array(SECONDS_A_MINUTE);
    const noise = Math.abs(ticks[2] - ticks[1]) / 8;
    for (let corner = 0; corner < 3; corner++) {
      const fromAt = seconds[corner] as number;
      const toAt = seconds[corner + 1] as number;
      const from = ticks[corner] as number;
      const to = ticks[corner + 1] as number;
      // Between two corners nothing passes either of them, or the order of the law would be broken.
      const ceiling = Math.max(from, to);
      const floor = Math.min(from, to);
      for (let s = fromAt; s < toAt; s++) {
        const straight = from + ((to - from) * (s - fromAt)) / (toAt - fromAt);
        const wander = s === fromAt ? 0 : noise * chance.normal();
        path[s] = Math.round(Math.min(ceiling, Math.max(floor, straight + wander)));
      }
    }
    path[SECONDS_A_MINUTE - 1] = ticks[3];
    return path;
  }
}
