// One generated symbol as one-minute candles in typed columns, a day at a time, and the second-by-second path inside a
// minute. The path's open, extremes and close are the candle's, in the order of the candle law, so that printing all of
// it, or only its four corners, tells the same story.
import { isHighFirst } from '@cormorant/core/market/candle-prints.ts';
import type { Ticks } from '@cormorant/core/money/units.ts';
import type { Listing } from './listings.ts';
import { MINUTES_A_DAY, PriceWalk } from './price-walk.ts';
import { RandomStream } from './random.ts';

export const SECONDS_A_MINUTE = 60;
const COMMON_VOLATILITY = 0.45;
const COMMON_JUMPS = 3;

export interface DayColumns {
  readonly open: Int32Array;
  readonly high: Int32Array;
  readonly low: Int32Array;
  readonly close: Int32Array;
  /** Whole lots; single precision keeps them whole. */
  readonly volume: Float32Array;
}

/** The four prints of the candle law in one minute, and the seconds at which they happen (the first is 0). */
export interface MinuteCorners {
  readonly minute: number;
  readonly seconds: readonly [number, number, number, number];
  readonly ticks: readonly [Ticks, Ticks, Ticks, Ticks];
}

/** The factor all symbols share. */
export function commonWalk(seed: number): PriceWalk {
  return new PriceWalk(seed, { series: 'market', volatility: COMMON_VOLATILITY, jumpsPerYear: COMMON_JUMPS });
}

export class GeneratedSeries {
  readonly listing: Listing;
  readonly #seed: number;
  readonly #common: PriceWalk;
  readonly #own: PriceWalk;
  readonly #days = new Map<number, DayColumns>();
  readonly #ticksPerUnit: number;
  #corners: MinuteCorners | null = null;
  #path: { minute: number; ticks: Int32Array } | null = null;

  constructor(seed: number, common: PriceWalk, listing: Listing) {
    this.listing = listing;
    this.#seed = seed;
    this.#common = common;
    this.#own = new PriceWalk(seed, {
      series: listing.instrument.symbol,
      volatility: listing.ownVolatility,
      jumpsPerYear: listing.jumpsPerYear,
    });
    this.#ticksPerUnit = 10 ** listing.instrument.priceDecimals / listing.instrument.tickUnits;
  }

  /** `day` counts from the epoch. */
  day(day: number): DayColumns {
    const known = this.#days.get(day);
    if (known !== undefined) return known;
    const made = this.#makeDay(day);
    this.#days.set(day, made);
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

  #ticks(log: number): Ticks {
    return Math.max(1, Math.round(this.listing.anchorPrice * Math.exp(log) * this.#ticksPerUnit));
  }

  #makeDay(day: number): DayColumns {
    const { beta, instrument } = this.listing;
    const common = this.#common.sharedDay(day);
    const own = this.#own.makeDay(day);
    const columns: DayColumns = {
      open: new Int32Array(MINUTES_A_DAY),
      high: new Int32Array(MINUTES_A_DAY),
      low: new Int32Array(MINUTES_A_DAY),
      close: new Int32Array(MINUTES_A_DAY),
      volume: new Float32Array(MINUTES_A_DAY),
    };
    const chance = new RandomStream(this.#seed, instrument.symbol, 'candles', day);
    const quietSigma =
      Math.hypot(beta * COMMON_VOLATILITY, this.listing.ownVolatility) / Math.sqrt(365 * MINUTES_A_DAY);
    let fromLog = beta * this.#common.startLog(day) + this.#own.startLog(day);
    let open = this.#ticks(fromLog);
    for (let i = 0; i < MINUTES_A_DAY; i++) {
      const toLog = beta * (common.endLog[i] as number) + (own.endLog[i] as number);
      const sigma = Math.hypot(beta * (common.sigma[i] as number), own.sigma[i] as number);
      const close = this.#ticks(toLog);
      // Extremes of a Brownian bridge between open and close, each drawn from its exact distribution.
      const move = toLog - fromLog;
      const up = 0.5 * (move + Math.sqrt(move * move - 2 * sigma * sigma * Math.log(chance.unit())));
      const down = 0.5 * (move - Math.sqrt(move * move - 2 * sigma * sigma * Math.log(chance.unit())));
      columns.open[i] = open;
      columns.close[i] = close;
      columns.high[i] = Math.max(open, close, this.#ticks(fromLog + up));
      columns.low[i] = Math.min(open, close, this.#ticks(fromLog + down));
      const heat = (sigma + 0.5 * Math.abs(move)) / quietSigma;
      const turnover = this.listing.minuteTurnover * heat * Math.exp(0.5 * chance.normal() - 0.125);
      columns.volume[i] = Math.max(4, Math.round((turnover / close) * this.#lotsPerTickUnit()));
      open = close;
      fromLog = toLog;
    }
    return columns;
  }

  /** Lots in one unit of quote at a price of one tick. */
  #lotsPerTickUnit(): number {
    const { qtyDecimals, stepUnits } = this.listing.instrument;
    return (this.#ticksPerUnit * 10 ** qtyDecimals) / stepUnits;
  }

  #makeCorners(minute: number): MinuteCorners {
    const day = Math.floor(minute / MINUTES_A_DAY);
    const i = minute - day * MINUTES_A_DAY;
    const columns = this.day(day);
    const open = columns.open[i] as number;
    const high = columns.high[i] as number;
    const low = columns.low[i] as number;
    const close = columns.close[i] as number;
    const chance = new RandomStream(this.#seed, this.listing.instrument.symbol, 'corners', minute);
    const first = 5 + chance.below(18);
    const second = first + 8 + chance.below(24);
    const ticks = isHighFirst(open, high, low)
      ? ([open, high, low, close] as const)
      : ([open, low, high, close] as const);
    return { minute, seconds: [0, first, second, SECONDS_A_MINUTE - 1], ticks };
  }

  #makePath(minute: number): Int32Array {
    const { seconds, ticks } = this.corners(minute);
    const chance = new RandomStream(this.#seed, this.listing.instrument.symbol, 'path', minute);
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
