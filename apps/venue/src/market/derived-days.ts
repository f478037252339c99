// Days that follow from other generated days: a contract from its spot pair and the basis, a cross pair from the two
// pairs it crosses and a small wobble, which now and then is large enough to pay for three trades.
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
/** One wobble of so many is a gap. */
const GAP_OF = 40;
const GAP = 0.006;

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
    for (let i = 0; i < MINUTES_A_DAY; i++) {
      const minute = day * MINUTES_A_DAY + i;
      const open = this.#price(minute - 1, base.open[i] as number, quote.open[i] as number);
      const close = this.#price(minute, base.close[i] as number, quote.close[i] as number);
      made.open[i] = open;
      made.close[i] = close;
      // The extremes of the two pairs seldom fall together: of a cross only its ends are known.
      made.high[i] = Math.max(open, close);
      made.low[i] = Math.min(open, close);
      made.volume[i] = Math.max(4, Math.round((base.volume[i] as number) * this.#lots));
    }
    return made;
  }

  #price(minute: number, baseTicks: number, quoteTicks: number): number {
    return Math.max(1, Math.round((this.#ratio * (1 + this.#wobble(minute)) * baseTicks) / quoteTicks));
  }

  #wobble(minute: number): number {
    const chance = new RandomStream(this.#seed, this.#key, 'wobble', Math.floor(minute / WOBBLE_MINUTES));
    const small = WOBBLE * chance.normal();
    if (chance.below(GAP_OF) !== 0) return small;
    return chance.below(2) === 0 ? GAP : -GAP;
  }
}

function unitsOfTick({ tickUnits, priceDecimals }: Instrument): number {
  return tickUnits / 10 ** priceDecimals;
}

function unitsOfLot({ stepUnits, qtyDecimals }: Instrument): number {
  return stepUnits / 10 ** qtyDecimals;
}
