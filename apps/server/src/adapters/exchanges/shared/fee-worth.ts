// What a fee is worth in quote that an exchange took in a coin of its own (BNB). The price is that of the minute in which the
// trade was: the open of its candle, which is one figure whoever asks and whenever. Where that cannot be read the exchange's
// standard rate on the trade's value stands for it: a trade is never held up, nor a fee left out, and what could not be read is
// left alone for a while, so that each further trade does not ask and wait anew.
import { format18, parse18, times18 } from '@cormorant/core/money/amount-e18.ts';
import type { MarketData, VenueFill } from '../../../ports/venue.ts';
import type { TradingCard } from './exchange-profile.ts';
import { nameOf } from './market-names.ts';

const MINUTE_MS = 60_000;
const MOST_CANDLES = 1_000;
/** Minutes of which the price is kept, all coins together. */
const MOST_KEPT = 5_000;
/** Before what could not be read is asked for again. */
const REST_MS = 30_000;

export interface FeeWorthDeps {
  readonly candles: MarketData['candles'];
  readonly fees: TradingCard['fees'];
  readonly nowMs: () => number;
}

export class FeeWorth {
  readonly #deps: FeeWorthDeps;
  /** By pair and minute. */
  readonly #prices = new Map<string, string>();
  /** Pairs that could not be read, and minutes that were not among what was, until when they are not asked for again. */
  readonly #resting = new Map<string, number>();

  constructor(deps: FeeWorthDeps) {
    this.#deps = deps;
  }

  /** The trade with its fee's worth, where nothing has to be asked for it; null = `valued` has to be waited for. */
  now(fill: VenueFill): VenueFill | null {
    const pair = pairOf(fill);
    if (pair === null) return fill;
    const price = this.#prices.get(keyOf(pair, fill.atMs));
    if (price !== undefined) return { ...fill, feeWorth: product(fill.fee, price) };
    return this.#rests(pair, fill.atMs) ? { ...fill, feeWorth: this.#byRate(fill) } : null;
  }

  async valued(fills: readonly VenueFill[]): Promise<VenueFill[]> {
    const missing = new Map<string, Set<number>>();
    for (const fill of fills) {
      const pair = pairOf(fill);
      if (pair === null || this.now(fill) !== null) continue;
      missing.set(pair, (missing.get(pair) ?? new Set()).add(minuteOf(fill.atMs)));
    }
    for (const [pair, minutes] of missing) await this.#learn(pair, minutes);
    return fills.map((fill) => this.now(fill) ?? { ...fill, feeWorth: this.#byRate(fill) });
  }

  async #learn(pair: string, minutes: ReadonlySet<number>): Promise<void> {
    let left = [...minutes].sort((a, b) => a - b);
    while (left.length > 0) {
      const [first, last] = [left[0] ?? 0, left.at(-1) ?? 0];
      const count = Math.min(MOST_CANDLES, (last - first) / MINUTE_MS + 1);
      try {
        const candles = await this.#deps.candles(pair, '1m', count, last);
        for (const [atMs, open] of candles) if (minutes.has(atMs)) this.#keep(keyOf(pair, atMs), open);
      } catch {
        this.#rest(pair);
        return;
      }
      left = left.filter((minute) => minute < last - (count - 1) * MINUTE_MS);
    }
    for (const minute of minutes) if (!this.#prices.has(keyOf(pair, minute))) this.#rest(keyOf(pair, minute));
  }

  #rest(what: string): void {
    const nowMs = this.#deps.nowMs();
    for (const [key, untilMs] of this.#resting) if (untilMs <= nowMs) this.#resting.delete(key);
    this.#resting.set(what, nowMs + REST_MS);
  }

  #rests(pair: string, atMs: number): boolean {
    const untilMs = Math.max(this.#resting.get(pair) ?? 0, this.#resting.get(keyOf(pair, atMs)) ?? 0);
    return this.#deps.nowMs() < untilMs;
  }

  #keep(key: string, price: string): void {
    this.#prices.set(key, price);
    const [oldest] = this.#prices.keys();
    if (this.#prices.size > MOST_KEPT && oldest !== undefined) this.#prices.delete(oldest);
  }

  #byRate({ maker, price, qty, symbol }: VenueFill): string {
    const rates = this.#deps.fees[nameOf(symbol).kind];
    return product(product(qty, price), maker ? rates.maker : rates.taker);
  }
}

/** In which the fee is priced; null = it is coin of the trade itself, or nothing. On contracts only quote is. */
function pairOf({ fee, feeAsset, symbol }: VenueFill): string | null {
  const [base = '', quote = ''] = symbol.replace(/:.*/, '').split('/');
  const isOwn = feeAsset === quote || (feeAsset === base && nameOf(symbol).kind === 'spot');
  return isOwn || feeAsset === '' || !/[1-9]/.test(fee) ? null : `${feeAsset}/${quote}`;
}

function minuteOf(atMs: number): number {
  return Math.floor(atMs / MINUTE_MS) * MINUTE_MS;
}

function keyOf(pair: string, atMs: number): string {
  return `${pair} ${minuteOf(atMs)}`;
}

function product(a: string, b: string): string {
  return format18(times18(parse18(a), parse18(b)));
}
