// change(n): percent by which the close stands above the close n candles before. (Rate of Change, StockCharts
// ChartSchool: (close - close n ago) / close n ago x 100.) First value with candle n + 1.
import { type Indicator, unknown } from './indicator.ts';

export class Change implements Indicator {
  readonly values = unknown(1);
  private readonly closes: Float64Array;
  private readonly n: number;
  private at = 0;
  private full = false;

  constructor(n: number) {
    this.n = n;
    this.closes = new Float64Array(n);
  }

  push(_high: number, _low: number, close: number): void {
    const before = this.closes[this.at]!;
    if (this.full) this.values[0] = ((close - before) / before) * 100;
    this.closes[this.at] = close;
    this.at++;
    if (this.at < this.n) return;
    this.at = 0;
    this.full = true;
  }
}
