// obv: On-Balance Volume (Granville 1963): the volume of candles that closed higher added, of those that closed lower
// taken away. It counts from the oldest candle it was fed, so only its changes and its crossings mean anything, never its
// height. First value with the second candle.
import { type Indicator, unknown } from './indicator.ts';

export class Obv implements Indicator {
  readonly values = unknown(1);
  private before = Number.NaN;
  private sum = 0;

  push(_high: number, _low: number, close: number, volume: number): void {
    const first = Number.isNaN(this.before);
    if (close > this.before) this.sum += volume;
    else if (close < this.before) this.sum -= volume;
    this.before = close;
    if (!first) this.values[0] = this.sum;
  }
}
