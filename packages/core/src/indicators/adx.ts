// adx(n): Wilder's directional movement (1978). Of two candles the one that reaches further beyond the other gives +dm or
// -dm, the other and a tie nothing; pdi and mdi = 100 x Wilder's means of +dm and -dm over that of the true range; adx =
// Wilder's mean of 100 x |pdi - mdi| / (pdi + mdi). Counted from the second candle on, as Wilder's own table does
// (trading-signals lets the first one count as no movement). Where nothing moved, pdi, mdi and their quotient are 0.
// First pdi and mdi with candle n + 1, first adx with candle 2n.
import { trueRange } from './atr.ts';
import { type Indicator, unknown } from './indicator.ts';
import { WilderMean } from './means.ts';

export class Adx implements Indicator {
  readonly values = unknown(3);
  private readonly ranges: WilderMean;
  private readonly ups: WilderMean;
  private readonly downs: WilderMean;
  private readonly mean: WilderMean;
  private highBefore = Number.NaN;
  private lowBefore = Number.NaN;
  private closeBefore = Number.NaN;

  constructor(n: number) {
    this.ranges = new WilderMean(n);
    this.ups = new WilderMean(n);
    this.downs = new WilderMean(n);
    this.mean = new WilderMean(n);
  }

  push(high: number, low: number, close: number): void {
    const up = high - this.highBefore;
    const down = this.lowBefore - low;
    const widest = trueRange(high, low, this.closeBefore);
    this.highBefore = high;
    this.lowBefore = low;
    this.closeBefore = close;
    if (Number.isNaN(up)) return;
    const range = this.ranges.add(widest);
    const rise = this.ups.add(up > down && up > 0 ? up : 0);
    const fall = this.downs.add(down > up && down > 0 ? down : 0);
    if (!Number.isNaN(range)) this.show(range, rise, fall);
  }

  private show(range: number, rise: number, fall: number): void {
    const pdi = range === 0 ? 0 : (rise / range) * 100;
    const mdi = range === 0 ? 0 : (fall / range) * 100;
    const both = pdi + mdi;
    this.values[0] = this.mean.add(both === 0 ? 0 : (Math.abs(pdi - mdi) / both) * 100);
    this.values[1] = pdi;
    this.values[2] = mdi;
  }
}
