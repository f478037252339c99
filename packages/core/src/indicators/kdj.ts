// kdj(n): Lane's stochastic as Asian charts draw it. rsv = where the close stands between the lowest low and the highest
// high of the last n candles (0..100; 50 when they are one); k = 2/3 k before + 1/3 rsv, d = 2/3 d before + 1/3 k, both
// begun at 50; j = 3k - 2d, which may leave 0..100. (Tongdaxin's KDJ(n,3,3) with the textbook's start of 50.) First value
// with candle n; the start weighs (2/3)^m after m more.
import { type Indicator, unknown } from './indicator.ts';
import { SlidingExtreme } from './sliding-extreme.ts';

const START = 50;

export class Kdj implements Indicator {
  readonly values = unknown(3);
  private readonly highest: SlidingExtreme;
  private readonly lowest: SlidingExtreme;
  private k = START;
  private d = START;

  constructor(n: number) {
    this.highest = new SlidingExtreme(n, 'highest');
    this.lowest = new SlidingExtreme(n, 'lowest');
  }

  push(high: number, low: number, close: number): void {
    this.highest.add(high);
    this.lowest.add(low);
    const top = this.highest.value;
    const bottom = this.lowest.value;
    if (Number.isNaN(top)) return;
    const rsv = top === bottom ? 50 : ((close - bottom) / (top - bottom)) * 100;
    this.k = (2 * this.k + rsv) / 3;
    this.d = (2 * this.d + this.k) / 3;
    this.values[0] = this.k;
    this.values[1] = this.d;
    this.values[2] = 3 * this.k - 2 * this.d;
  }
}
