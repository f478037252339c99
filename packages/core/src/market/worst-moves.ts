// How far a market fell and rose at worst within a stretch of time: from an earlier high to a later low, and the other
// way round. Inside one candle nobody knows whether its high or its low came first, so only its open counts as earlier:
// nothing is claimed that did not happen, and with small candles little is missed.
import type { Ppm, Ticks } from '../money/units.ts';
import type { Candles } from './candles.ts';

export interface WorstMove {
  /** Of the earlier price, in millionths, rounded up. */
  readonly fallPpm: Ppm;
  readonly risePpm: Ppm;
}

const PPM = 1_000_000;

/** Null when the candles do not reach over the whole stretch. */
export function worstMove(candles: Candles, stretchMs: number): WorstMove | null {
  const { length, openTimeMs, openTicks, highTicks, lowTicks, intervalMs } = candles;
  if (length === 0 || openTimeMs[length - 1]! + intervalMs - openTimeMs[0]! < stretchMs) return null;
  const highs = new Candidates(highTicks, openTimeMs, 1);
  const lows = new Candidates(lowTicks, openTimeMs, -1);
  let fallPpm = 0;
  let risePpm = 0;
  for (let row = 0; row < length; row++) {
    // Candles that closed within the stretch before this one closes.
    const fromMs = openTimeMs[row]! + intervalMs - stretchMs;
    const open = openTicks[row]!;
    const high = Math.max(open, highs.best(fromMs) ?? open);
    const low = Math.min(open, lows.best(fromMs) ?? open);
    fallPpm = Math.max(fallPpm, Math.ceil(((high - lowTicks[row]!) * PPM) / high));
    risePpm = Math.max(risePpm, Math.ceil(((highTicks[row]! - low) * PPM) / low));
    highs.add(row);
    lows.add(row);
  }
  return { fallPpm, risePpm };
}

/** Rows that may still be the extreme of a stretch: the oldest is the best, each later one worse. */
class Candidates {
  private readonly prices: Float64Array;
  private readonly times: Float64Array;
  private readonly sign: 1 | -1;
  private readonly rows: number[] = [];
  private head = 0;

  constructor(prices: Float64Array, times: Float64Array, sign: 1 | -1) {
    this.prices = prices;
    this.times = times;
    this.sign = sign;
  }

  /** The extreme of the rows that opened at or after `fromMs`. */
  best(fromMs: number): Ticks | undefined {
    const { rows } = this;
    while (this.head < rows.length && this.times[rows[this.head]!]! < fromMs) this.head++;
    return this.head < rows.length ? this.prices[rows[this.head]!] : undefined;
  }

  add(row: number): void {
    const { rows, prices, sign } = this;
    const price = prices[row]! * sign;
    while (rows.length > this.head && prices[rows[rows.length - 1]!]! * sign <= price) rows.pop();
    rows.push(row);
  }
}
