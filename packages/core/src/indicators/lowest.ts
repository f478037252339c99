// lowest(n): the lowest low of the n closed candles before the newest one, as highest(n). First value with candle n + 1.
import { type Indicator, unknown } from './indicator.ts';
import { SlidingExtreme } from './sliding-extreme.ts';

export class Lowest implements Indicator {
  readonly values = unknown(1);
  private readonly lows: SlidingExtreme;

  constructor(n: number) {
    this.lows = new SlidingExtreme(n, 'lowest');
  }

  push(_high: number, low: number): void {
    this.values[0] = this.lows.value;
    this.lows.add(low);
  }
}
