// atr(n): Wilder's mean of the true range, which is the candle's range widened to the close before. The first candle has
// no close before it, and its range counts (Wilder 1978; StockCharts' table cs-atr.csv). First value with candle n.
import { type Indicator, unknown } from './indicator.ts';
import { WilderMean } from './means.ts';

export function trueRange(high: number, low: number, closeBefore: number): number {
  if (closeBefore > high) return closeBefore - low;
  if (closeBefore < low) return high - closeBefore;
  return high - low;
}

export class Atr implements Indicator {
  readonly values = unknown(1);
  private readonly mean: WilderMean;
  private before = Number.NaN;

  constructor(n: number) {
    this.mean = new WilderMean(n);
  }

  push(high: number, low: number, close: number): void {
    this.values[0] = this.mean.add(trueRange(high, low, this.before));
    this.before = close;
  }
}
