// Prints into candles, and small candles into larger ones. The last row is the one still forming; a stretch without
// prints leaves a gap, never an invented candle. Days and hours are cut in UTC.
import type { Lots, Ticks, TimeMs } from '../money/units.ts';
import { CandleColumns, type Candles } from './candles.ts';

export class CandleBuilder {
  /** All candles so far; the last row is forming until a later print or `isClosed` says otherwise. */
  readonly candles: CandleColumns;

  constructor(intervalMs: number, capacity?: number) {
    this.candles = new CandleColumns(intervalMs, capacity);
  }

  /** Adds a trade. Answers true when it opened a new candle, so that the one before is now closed. */
  print(priceTicks: Ticks, timeMs: TimeMs, volumeLots: Lots): boolean {
    return this.add(timeMs, priceTicks, priceTicks, priceTicks, priceTicks, volumeLots);
  }

  /** Adds a whole smaller candle. Throws RangeError when time runs backwards. Answers as `print` does. */
  add(timeMs: TimeMs, open: Ticks, high: Ticks, low: Ticks, close: Ticks, volumeLots: Lots): boolean {
    const { candles } = this;
    const openTimeMs = Math.floor(timeMs / candles.intervalMs) * candles.intervalMs;
    const lastMs = candles.length === 0 ? Number.NEGATIVE_INFINITY : (candles.openTimeMs[candles.length - 1] as number);
    if (openTimeMs < lastMs) throw new RangeError(`print of ${timeMs} is older than the forming candle of ${lastMs}`);
    if (openTimeMs === lastMs) {
      candles.mergeIntoLast(high, low, close, volumeLots);
      return false;
    }
    candles.push(openTimeMs, open, high, low, close, volumeLots);
    return true;
  }
}

/** The same market in a larger interval (a multiple of the smaller one). A gap of a whole large candle stays a gap. */
export function aggregateCandles(candles: Candles, intervalMs: number): Candles {
  if (intervalMs % candles.intervalMs !== 0) {
    throw new RangeError(`${intervalMs} ms is not a multiple of ${candles.intervalMs} ms`);
  }
  const builder = new CandleBuilder(intervalMs, Math.ceil((candles.length * candles.intervalMs) / intervalMs) + 2);
  for (let row = 0; row < candles.length; row++) {
    builder.add(
      candles.openTimeMs[row] as number,
      candles.openTicks[row] as number,
      candles.highTicks[row] as number,
      candles.lowTicks[row] as number,
      candles.closeTicks[row] as number,
      candles.volumeLots[row] as number,
    );
  }
  return builder.candles;
}
