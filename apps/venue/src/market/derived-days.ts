// Days that follow from other generated days: a contract from its spot pair and the basis, a cross pair from the two
// pairs it crosses and a small wobble. A few times a day the cross pair runs away for some seconds, and the farthest of
// that pays for three trades and a little more: a triangle's chances are rare, short and real.
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import type { Basis } from './basis.ts';
import { type DayColumns, type DayMaker, emptyDay, type GeneratedSeries } from './generated-series.ts';
import { symbolOf } from './listings.ts';
import { MINUTES_A_DAY } from './price-walk.ts';
import { RandomStream } from './random.ts';

/** Turnover of the contract beside its spot pair's. */
const CONTRACT_TURNOVER = 2;
const CROSS_TURNOVER = 0.1;
const WOBBLE = 0.0004;
/** Minutes over which one wobble holds. */
const WOBBLE_MINUTES = 10;
/** One minute of so many has a run, as far as this from the price it comes back to. */
const RUN_OF = 360;
const LEAST_RUN = 0.003;
const MOST_RUN = 0.006;

export class ContractDays implements DayMaker {
  readonly #spot: GeneratedSeries;
  readonly #basis: Basis;
  readonly #ratio: number;
  readonly #lots: number;

  constructor(spot: GeneratedSeries, instrument: Instrument, basis: Basis) {
    this.#spot = spot;
    this.#basis = basis;
    this.#ratio = unitsOfTick(spot.instrument) / unitsOfTick(instrument);
    this.#lots = (CONTRACT_TURNOVER * unitsOfLot(spot.instrument)) / unitsOfLot(instrument);
  }

  make(day: number): DayColumns {
    const spot = this.#spot.day(day);
    const made = emptyDay();
    for (let i = 0; i < MINUTES_A_DAY; i++) {
      const minute = day * MINUTES_A_DAY + i;
      const from = this.#ratio * (1 + this.#basis.at(minute));
      const to = this.#ratio * (1 + this.#basis.at(minute + 1));
      const open = Math.max(1, Math.round((spot.open[i] as number) * from));
      const close = Math.max(1, Math.round((spot.close[i] as number) * to));
      made.open[i] = open;
      made.close[i] = close;
      made.high[i] = Math.max(open, close, Math.round((spot.high[i] as number) * from));
      made.low[i] = Math.max(1, Math.min(open, close, Math.round((spot.low[i] as number) * from)));
      made.volume[i] = Math.max(4, Math.round((spot.volume[i] as number) * this.#lots));
    }
    return made;
  }
}

export class CrossDays implements DayMaker {
  readonly #seed: number;
  readonly #key: string;
  readonly #base: GeneratedSeries;
  readonly #quote: GeneratedSeries;
  readonly #ratio: number;
  readonly #lots: number;

  /** `base` / `quote`, both against the same third asset. */
  constructor(seed: number, base: GeneratedSeries, quote: GeneratedSeries, instrument: Instrument) {
    this.#seed = seed;
    this.#key = symbolOf(instrument);
    this.#base = base;
    this.#quote = quote;
    this.#ratio = unitsOfTick(base.instrument) / unitsOfTick(quote.instrument) / unitsOfTick(instrument);
    this.#lots = (CROSS_TURNOVER * unitsOfLot(base.instrument)) / unitsOfLot(instrument);
  }

  make(day: number): DayColumns {
    const base = this.#base.day(day);
    const quote = this.#quote.day(day);
    const made = emptyDay();
    const runs = new RandomStream(this.#seed, this.#key, 'runs', day);
    for (let i = 0; i < MINUTES_A_DAY; i++) {
      const minute = day * MINUTES_A_DAY + i;
      const open = this.#price(minute - 1, base.open[i] as number, quote.open[i] as number);
      const close = this.#price(minute, base.close[i] as number, quote.close[i] as number);
      made.open[i] = open;
      made.close[i] = close;
      // The extremes of the two pairs seldom fall together: of a cross only its ends are known, and its runs.
      const run = runOf(runs);
      made.high[i] = Math.round(Math.max(open, close) * (1 + Math.max(0, run)));
      made.low[i] = Math.max(1, Math.round(Math.min(open, close) * (1 + Math.min(0, run))));
      made.volume[i] = Math.max(4, Math.round((base.volume[i] as number) * this.#lots));
    }
    return made;
  }

  #price(minute: number, baseTicks: number, quoteTicks: number): number {
    return Math.max(1, Math.round((this.#ratio * (1 + this.#wobble(minute)) * baseTicks) / quoteTicks));
  }

  #wobble(minute: number): number {
    const chance = new RandomStream(this.#seed, this.#key, 'wobble', Math.floor(minute / WOBBLE_MINUTES));
    return WOBBLE * chance.normal();
  }
}

/** Up or down, 0 in most minutes. */
function runOf(chance: RandomStream): number {
  if (chance.below(RUN_OF) !== 0) return 0;
  const size = LEAST_RUN + (MOST_RUN - LEAST_RUN) * chance.unit();
  return chance.below(2) === 0 ? size : -size;
}

function unitsOfTick({ tickUnits, priceDecimals }: Instrument): number {
  return tickUnits / 10 ** priceDecimals;
}

function unitsOfLot({ stepUnits, qtyDecimals }: Instrument): number {
  return stepUnits / 10 ** qtyDecimals;
}
