// supertrend(n,k).dir: Seban's trend line, as TradingView computes it: bands at the candle's middle +- k x atr(n); the
// lower one never falls while closes stay above it, the upper one never rises while they stay below. 1 = up: until a close
// falls below the lower band; -1 = down: until a close rises above the upper one. Begins down unless the first close lies
// above its band (TradingView and trading-signals alike). First value with candle n.
import { Atr } from './atr.ts';
import { type Indicator, unknown } from './indicator.ts';

export class Supertrend implements Indicator {
  readonly values = unknown(1);
  private readonly atr: Atr;
  private readonly k: number;
  private upper = Number.POSITIVE_INFINITY;
  private lower = Number.NEGATIVE_INFINITY;
  private closeBefore = Number.NaN;

  constructor(n: number, k: number) {
    this.atr = new Atr(n);
    this.k = k;
  }

  push(high: number, low: number, close: number): void {
    this.atr.push(high, low, close);
    const reach = this.k * this.atr.values[0]!;
    if (!Number.isNaN(reach)) this.follow((high + low) / 2, reach, close);
  }

  private follow(middle: number, reach: number, close: number): void {
    const { closeBefore, values } = this;
    const upper = middle + reach;
    const lower = middle - reach;
    if (upper < this.upper || closeBefore > this.upper) this.upper = upper;
    if (lower > this.lower || closeBefore < this.lower) this.lower = lower;
    const isUp = values[0] === 1 ? close >= this.lower : close > this.upper;
    values[0] = isUp ? 1 : -1;
    this.closeBefore = close;
  }
}
