// boll(n,k): Bollinger's bands (Bollinger on Bollinger Bands, 2001): mid = mean of the last n closes, up and low = mid +-
// k standard deviations of the whole window (divided by n, not n - 1). pctb = (close - low) / (up - low): 0 on the lower
// band, 1 on the upper; width = (up - low) / mid x 100. Without any deviation pctb is not known. First value with candle
// n. The squares are added around a close of the window, so that sums are exact for integers and nothing cancels out.
import { type Indicator, unknown } from './indicator.ts';

export class Boll implements Indicator {
  readonly values = unknown(5);
  private readonly closes: Float64Array;
  private readonly n: number;
  private readonly k: number;
  private at = 0;
  private full = false;
  /** Sums of the distances from `anchor` and of their squares. */
  private anchor = 0;
  private sum = 0;
  private squares = 0;

  constructor(n: number, k: number) {
    this.n = n;
    this.k = k;
    this.closes = new Float64Array(n);
  }

  push(_high: number, _low: number, close: number): void {
    const { closes, anchor, at } = this;
    const entering = close - anchor;
    const leaving = closes[at]! - anchor;
    this.sum += entering - leaving;
    this.squares += entering * entering - leaving * leaving;
    closes[at] = close;
    this.at = at + 1;
    if (this.at === this.n) this.addAnew(close);
    if (this.full) this.show(close);
  }

  /** Once in n candles, around the newest close. */
  private addAnew(anchor: number): void {
    this.at = 0;
    this.full = true;
    this.anchor = anchor;
    this.sum = 0;
    this.squares = 0;
    for (const close of this.closes) {
      this.sum += close - anchor;
      this.squares += (close - anchor) * (close - anchor);
    }
  }

  private show(close: number): void {
    const { values, n, sum } = this;
    const offset = sum / n;
    const mid = this.anchor + offset;
    const variance = (this.squares - offset * sum) / n;
    const reach = variance > 0 ? this.k * Math.sqrt(variance) : 0;
    values[0] = mid + reach;
    values[1] = mid;
    values[2] = mid - reach;
    values[3] = reach > 0 ? (close - mid + reach) / (2 * reach) : Number.NaN;
    values[4] = ((2 * reach) / mid) * 100;
  }
}
