// ma(n): the plain mean of the last n closes. First value with candle n.
import { type Indicator, unknown } from './indicator.ts';
import { SlidingMean } from './means.ts';

export class Ma implements Indicator {
  readonly values = unknown(1);
  private readonly mean: SlidingMean;

  constructor(n: number) {
    this.mean = new SlidingMean(n);
  }

  push(_high: number, _low: number, close: number): void {
    this.values[0] = this.mean.add(close);
  }
}
