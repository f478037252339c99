// Highest and lowest prints of the last hour in buckets of one minute, so that a look back costs at most sixty
// comparisons and a print two. One per market; time runs forward only.
import { MINUTE_MS } from '../market/candles.ts';
import type { Ticks, TimeMs } from '../money/units.ts';
import type { PriceWindow } from './bot.ts';

export const WINDOW_MINUTES = 60;

export class MinuteWindow implements PriceWindow {
  /** Which minute each bucket holds; -Infinity = none yet. */
  private readonly minutes = new Float64Array(WINDOW_MINUTES).fill(Number.NEGATIVE_INFINITY);
  private readonly highs = new Float64Array(WINDOW_MINUTES);
  private readonly lows = new Float64Array(WINDOW_MINUTES);
  private newest = Number.NEGATIVE_INFINITY;

  /** A print of the market. One of an older minute than the newest is late, and left out. */
  print(priceTicks: Ticks, timeMs: TimeMs): void {
    const minute = Math.floor(timeMs / MINUTE_MS);
    if (minute < this.newest) return;
    const bucket = minute % WINDOW_MINUTES;
    if (this.minutes[bucket] !== minute) {
      this.minutes[bucket] = minute;
      this.highs[bucket] = priceTicks;
      this.lows[bucket] = priceTicks;
      this.newest = minute;
      return;
    }
    if (priceTicks > this.highs[bucket]!) this.highs[bucket] = priceTicks;
    if (priceTicks < this.lows[bucket]!) this.lows[bucket] = priceTicks;
  }

  /** Over the minute of the newest print and the `minutes - 1` before it; 0 before the first print. */
  highWithin(minutes: number): Ticks {
    const from = this.newest - Math.min(minutes, WINDOW_MINUTES);
    let high = 0;
    for (let bucket = 0; bucket < WINDOW_MINUTES; bucket++) {
      if (this.minutes[bucket]! > from && this.highs[bucket]! > high) high = this.highs[bucket]!;
    }
    return high;
  }

  lowWithin(minutes: number): Ticks {
    const from = this.newest - Math.min(minutes, WINDOW_MINUTES);
    let low = Number.POSITIVE_INFINITY;
    for (let bucket = 0; bucket < WINDOW_MINUTES; bucket++) {
      if (this.minutes[bucket]! > from && this.lows[bucket]! < low) low = this.lows[bucket]!;
    }
    return low === Number.POSITIVE_INFINITY ? 0 : low;
  }
}
