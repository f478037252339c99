// atr(n) in units of its own median over the last `rows` candles: 1 = as restless as usual, 2 = twice as. Not among the
// operands of conditions; the martingale spaces its adds by it (read { ind: 'atr', args: [n, days], out: 'ratio' }). Not
// known while the market has stood still in the median. First value with candle n + rows - 1.
import { Atr } from './atr.ts';
import { type Indicator, unknown } from './indicator.ts';

export class AtrRatio implements Indicator {
  readonly values = unknown(1);
  private readonly atr: Atr;
  /** The last values in the order they came, and the same in ascending order. */
  private readonly window: Float64Array;
  private readonly sorted: Float64Array;
  private count = 0;

  constructor(n: number, rows: number) {
    this.atr = new Atr(n);
    this.window = new Float64Array(rows);
    this.sorted = new Float64Array(rows);
  }

  push(high: number, low: number, close: number): void {
    this.atr.push(high, low, close);
    const atr = this.atr.values[0]!;
    if (Number.isNaN(atr)) return;
    const { window, sorted } = this;
    const rows = window.length;
    const slot = this.count % rows;
    const held = Math.min(this.count, rows);
    if (held === rows)
      sorted.copyWithin(this.placeOf(window[slot]!, rows), this.placeOf(window[slot]!, rows) + 1, rows);
    const kept = held === rows ? rows - 1 : held;
    const place = this.placeOf(atr, kept);
    sorted.copyWithin(place + 1, place, kept);
    sorted[place] = atr;
    window[slot] = atr;
    this.count++;
    if (this.count < rows) return;
    const median = (sorted[(rows - 1) >> 1]! + sorted[rows >> 1]!) / 2;
    this.values[0] = median > 0 ? atr / median : Number.NaN;
  }

  /** The first of the `held` sorted values that is not below. */
  private placeOf(value: number, held: number): number {
    let low = 0;
    let high = held;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.sorted[middle]! < value) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
