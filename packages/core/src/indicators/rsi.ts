// rsi(n): Wilder's Relative Strength Index, 100 x gain / (gain + loss), with Wilder's means of the rises and falls of the
// close (begun with the plain mean of the first n). A market that has not moved at all shows 50: neither strong nor weak
// (TradingView and trading-signals say 100 there, which would read as overbought). First value with candle n + 1.
import { type Indicator, unknown } from './indicator.ts';
import { WilderMean } from './means.ts';

export class Rsi implements Indicator {
  readonly values = unknown(1);
  private readonly gains: WilderMean;
  private readonly losses: WilderMean;
  private before = Number.NaN;

  constructor(n: number) {
    this.gains = new WilderMean(n);
    this.losses = new WilderMean(n);
  }

  push(_high: number, _low: number, close: number): void {
    const move = close - this.before;
    this.before = close;
    if (Number.isNaN(move)) return;
    const gain = this.gains.add(move > 0 ? move : 0);
    const loss = this.losses.add(move < 0 ? -move : 0);
    const both = gain + loss;
    this.values[0] = both === 0 ? 50 : (gain / both) * 100;
  }
}
