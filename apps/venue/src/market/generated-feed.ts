// Mark and funding of a generated contract. The mark is the spot price of the last minutes, smoothed, with the basis on
// top: it follows the last price and is never quite it. The rate is the mean premium of the interval pulled toward the
// interest of 0.01 % in eight hours, and clamped, as exchanges do.
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import { termsOf } from '@cormorant/core/market/margin.ts';
import type { Ticks, TimeMs } from '@cormorant/core/money/units.ts';
import type { Basis } from './basis.ts';
import { type ContractFeed, regularSettlements } from './contract-feed.ts';
import type { GeneratedSeries } from './generated-series.ts';
import { MINUTES_A_DAY } from './price-walk.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const E8 = 100_000_000;
const INTEREST_8H = 0.0001;
const PULL = 0.0005;
const MOST = 0.0075;

export class GeneratedFeed implements ContractFeed {
  readonly #spot: GeneratedSeries;
  readonly #basis: Basis;
  readonly #ratio: number;
  readonly #intervalMs: number;

  constructor(spot: GeneratedSeries, instrument: Instrument, basis: Basis) {
    this.#spot = spot;
    this.#basis = basis;
    const { tickUnits, priceDecimals } = spot.instrument;
    this.#ratio = (tickUnits / 10 ** priceDecimals / instrument.tickUnits) * 10 ** instrument.priceDecimals;
    this.#intervalMs = termsOf(instrument).fundingIntervalMs;
  }

  markTicks(atMs: TimeMs): Ticks {
    const minute = Math.floor(atMs / MINUTE_MS);
    const passed = atMs / MINUTE_MS - minute;
    const index = this.#close(minute - 2) * (1 - passed) + this.#close(minute - 1) * passed;
    return Math.max(1, Math.round(index * this.#ratio * (1 + this.#basis.at(minute + passed))));
  }

  settlements(fromMs: TimeMs, toMs: TimeMs): TimeMs[] {
    return regularSettlements(this.#intervalMs, fromMs, toMs);
  }

  nextSettlementMs(nowMs: TimeMs): TimeMs {
    return (Math.floor(nowMs / this.#intervalMs) + 1) * this.#intervalMs;
  }

  rateE8(settleMs: TimeMs, nowMs: TimeMs): number {
    const fromHour = (settleMs - this.#intervalMs) / HOUR_MS;
    const toHour = Math.max(fromHour, Math.floor(Math.min(nowMs, settleMs) / HOUR_MS));
    const premium = this.#basis.mean(fromHour, toHour);
    const share = this.#intervalMs / (8 * HOUR_MS);
    const rate = premium + clamp(INTEREST_8H - premium, PULL);
    return Math.round(clamp(rate * share, MOST) * E8);
  }

  #close(minute: number): number {
    const day = Math.floor(minute / MINUTES_A_DAY);
    return this.#spot.day(day).close[minute - day * MINUTES_A_DAY] as number;
  }
}

function clamp(value: number, most: number): number {
  return Math.min(most, Math.max(-most, value));
}
