// cci(n): Lambert's Commodity Channel Index (1980): the typical price (high + low + close) / 3 less its mean over n
// candles, in units of 0.015 mean deviations from that mean. 0 where nothing deviates. First value with candle n.
import { type Indicator, unknown } from './indicator.ts';
import { SlidingMean } from './means.ts';

const LAMBERT = 0.015;

export class Cci implements Indicator {
  readonly values = unknown(1);
  private readonly mean: SlidingMean;
  /** Three times the typical prices: whole numbers stay whole. The factor falls out of the quotient. */
  private readonly window: Float64Array;
  private at = 0;

  constructor(n: number) {
    this.mean = new SlidingMean(n);
    this.window = new Float64Array(n);
  }

  push(high: number, low: number, close: number): void {
    const { window } = this;
    const typical = high + low + close;
    window[this.at] = typical;
    this.at = this.at + 1 === window.length ? 0 : this.at + 1;
    const mean = this.mean.add(typical);
    if (Number.isNaN(mean)) return;
    let deviations = 0;
    for (let row = 0; row < window.length; row++) deviations += Math.abs(window[row]! - mean);
    this.values[0] = deviations === 0 ? 0 : (typical - mean) / ((LAMBERT * deviations) / window.length);
  }
}
