// highest(n): the highest high of the n closed candles before the newest one (Donchian's channel as the Turtles traded
// it: "exceeds the high of the preceding 20 days"). With the newest candle inside, no close could ever stand above it and
// a condition 'price > highest(20)' would wait for ever. First value with candle n + 1.
import { type Indicator, unknown } from './indicator.ts';
import { SlidingExtreme } from './sliding-extreme.ts';

export class Highest implements Indicator {
  readonly values = unknown(1);
  private readonly highs: SlidingExtreme;

  constructor(n: number) {
    this.highs = new SlidingExtreme(n, 'highest');
  }

  push(high: number): void {
    this.values[0] = this.highs.value;
    this.highs.add(high);
  }
}
