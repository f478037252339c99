// One timeframe of one market: its newest closed candles and the indicators computed from them, each once. Candles come
// in ticks and lots. A candle that is not newer than the newest is ignored; a hole is filled with flat candles, as the
// exchanges list a minute without a trade; a hole longer than what is kept starts everything anew.
import type { Indicator } from './indicator.ts';
import { RecentCandles, WARM_UP_CANDLES } from './recent-candles.ts';

/** One indicator with the figures of the newest candle (`indicator.values`) and of the one before. */
export interface Computation {
  readonly make: () => Indicator;
  indicator: Indicator;
  /** Those of the indicator, held here because every candle reads them. */
  values: Float64Array;
  before: Float64Array;
}

export class TimeframeTrack {
  readonly intervalMs: number;
  private candles = new RecentCandles();
  private readonly computations: Computation[] = [];
  /** Where the next candle opens; 0 before there is one. */
  private nextMs = 0;

  constructor(intervalMs: number) {
    this.intervalMs = intervalMs;
  }

  /** When the newest candle closed; 0 before there is one. */
  newestCloseMs(): number {
    return this.nextMs;
  }

  /** Begins with the candles that are held. */
  compute(make: () => Indicator): Computation {
    const computation = begin(make);
    this.computations.push(computation);
    const { candles } = this;
    for (let row = candles.from; row < candles.to; row++) {
      advance(computation, candles.high[row]!, candles.low[row]!, candles.close[row]!, candles.volume[row]!);
    }
    return computation;
  }

  forget(computation: Computation): void {
    this.computations.splice(this.computations.indexOf(computation), 1);
  }

  /** Answers false for a candle that was known. Throws RangeError off the timeframe's UTC grid. */
  append(openTimeMs: number, high: number, low: number, close: number, volume: number): boolean {
    if (openTimeMs !== this.nextMs) {
      if (openTimeMs % this.intervalMs !== 0) {
        throw new RangeError(`a candle of ${this.intervalMs} ms cannot open at ${openTimeMs}`);
      }
      if (openTimeMs < this.nextMs) return false;
      if (this.nextMs !== 0) this.fill(openTimeMs);
    }
    this.push(openTimeMs, high, low, close, volume);
    return true;
  }

  /**
   * No candle will come any more for a time that is over by `nowMs`: the missing ones were flat. Answers when the next one
   * will be over; Infinity before there is one.
   */
  until(nowMs: number): number {
    if (this.nextMs !== 0 && this.nextMs + this.intervalMs <= nowMs) {
      this.fill(Math.floor(nowMs / this.intervalMs) * this.intervalMs);
    }
    return this.nextMs === 0 ? Number.POSITIVE_INFINITY : this.nextMs + this.intervalMs;
  }

  /** Older candles, put before the ones that are held; what is newer than those comes after them. */
  load(feed: (append: (...candle: [number, number, number, number, number]) => void) => void): void {
    const held = this.candles;
    this.reset();
    const firstHeldMs = held.from < held.to ? held.openTimeMs[held.from]! : Number.POSITIVE_INFINITY;
    feed((openTimeMs, high, low, close, volume) => {
      if (openTimeMs < firstHeldMs) this.append(openTimeMs, high, low, close, volume);
    });
    for (let row = held.from; row < held.to; row++) {
      this.append(held.openTimeMs[row]!, held.high[row]!, held.low[row]!, held.close[row]!, held.volume[row]!);
    }
    feed((...candle) => {
      this.append(...candle);
    });
  }

  /** Flat candles up to the one that opens at `toMs`, which is left to come. */
  private fill(toMs: number): void {
    const { candles, intervalMs, nextMs: fromMs } = this;
    if ((toMs - fromMs) / intervalMs > WARM_UP_CANDLES) {
      this.reset();
      return;
    }
    const close = candles.close[candles.to - 1]!;
    for (let openTimeMs = fromMs; openTimeMs < toMs; openTimeMs += intervalMs) {
      this.push(openTimeMs, close, close, close, 0);
    }
  }

  private push(openTimeMs: number, high: number, low: number, close: number, volume: number): void {
    this.candles.push(openTimeMs, high, low, close, volume);
    this.nextMs = openTimeMs + this.intervalMs;
    for (const computation of this.computations) advance(computation, high, low, close, volume);
  }

  private reset(): void {
    this.candles = new RecentCandles();
    this.nextMs = 0;
    for (const computation of this.computations) Object.assign(computation, begin(computation.make));
  }
}

function begin(make: () => Indicator): Computation {
  const indicator = make();
  return { make, indicator, values: indicator.values, before: new Float64Array(indicator.values) };
}

function advance(computation: Computation, high: number, low: number, close: number, volume: number): void {
  const { values, before } = computation;
  for (let output = 0; output < values.length; output++) before[output] = values[output]!;
  computation.indicator.push(high, low, close, volume);
}
