// vol_ma(n): the plain mean of the last n volumes. First value with candle n.
import { type Indicator, unknown } from './indicator.ts';
import { SlidingMean } from './means.ts';

export class VolMa implements Indicator {
  readonly values = unknown(1);
  private readonly mean: SlidingMean;

  constructor(n: number) {
    this.mean = new SlidingMean(n);
  }

  push(_high: number, _low: number, _close: number, volume: number): void {
    this.values[0] = this.mean.add(volume);
  }
}
