// The days of a generated spot symbol: the common walk and its own, turned into one-minute candles of ticks and lots.
import type { Ticks } from '@cormorant/core/money/units.ts';
import { type DayColumns, type DayMaker, emptyDay } from './generated-series.ts';
import type { Listing } from './listings.ts';
import { MINUTES_A_DAY, PriceWalk } from './price-walk.ts';
import { RandomStream } from './random.ts';

const COMMON_VOLATILITY = 0.45;
const COMMON_JUMPS = 3;

/** The factor all symbols share. */
export function commonWalk(seed: number): PriceWalk {
  return new PriceWalk(seed, { series: 'market', volatility: COMMON_VOLATILITY, jumpsPerYear: COMMON_JUMPS });
}

export class WalkDays implements DayMaker {
  readonly #listing: Listing;
  readonly #seed: number;
  readonly #common: PriceWalk;
  readonly #own: PriceWalk;
  readonly #ticksPerUnit: number;

  constructor(seed: number, common: PriceWalk, listing: Listing) {
    this.#listing = listing;
    this.#seed = seed;
    this.#common = common;
    this.#own = new PriceWalk(seed, {
      series: listing.instrument.symbol,
      volatility: listing.ownVolatility,
      jumpsPerYear: listing.jumpsPerYear,
    });
    this.#ticksPerUnit = 10 ** listing.instrument.priceDecimals / listing.instrument.tickUnits;
  }

  make(day: number): DayColumns {
    const { beta, instrument } = this.#listing;
    const common = this.#common.sharedDay(day);
    const own = this.#own.makeDay(day);
    const columns = emptyDay();
    const chance = new RandomStream(this.#seed, instrument.symbol, 'candles', day);
    const quietSigma =
      Math.hypot(beta * COMMON_VOLATILITY, this.#listing.ownVolatility) / Math.sqrt(365 * MINUTES_A_DAY);
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
      const turnover = this.#listing.minuteTurnover * heat * Math.exp(0.5 * chance.normal() - 0.125);
      columns.volume[i] = Math.max(4, Math.round((turnover / close) * this.#lotsPerTickUnit()));
      open = close;
      fromLog = toLog;
    }
    return columns;
  }

  #ticks(log: number): Ticks {
    return Math.max(1, Math.round(this.#listing.anchorPrice * Math.exp(log) * this.#ticksPerUnit));
  }

  /** Lots in one unit of quote at a price of one tick. */
  #lotsPerTickUnit(): number {
    const { qtyDecimals, stepUnits } = this.#listing.instrument;
    return (this.#ticksPerUnit * 10 ** qtyDecimals) / stepUnits;
  }
}
