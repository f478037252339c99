// Candles as typed columns: prices in ticks, volume in lots, times of opening. Rows ascend by time, lie on the interval's
// grid and may have gaps (an outage has no candles); nothing here ever invents a candle.
import type { Lots, Ticks, TimeMs } from '../money/units.ts';

export interface Candles {
  readonly intervalMs: number;
  readonly length: number;
  readonly openTimeMs: Float64Array;
  readonly openTicks: Float64Array;
  readonly highTicks: Float64Array;
  readonly lowTicks: Float64Array;
  readonly closeTicks: Float64Array;
  readonly volumeLots: Float64Array;
}

/** One row, for edges where an object is kinder than columns. */
export interface Candle {
  readonly openTimeMs: TimeMs;
  readonly openTicks: Ticks;
  readonly highTicks: Ticks;
  readonly lowTicks: Ticks;
  readonly closeTicks: Ticks;
  readonly volumeLots: Lots;
}

export const MINUTE_MS = 60_000;
export const TIMEFRAME_MS = {
  '1m': MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '1h': 60 * MINUTE_MS,
  '4h': 240 * MINUTE_MS,
  '1d': 1440 * MINUTE_MS,
} as const;
export type CandleTimeframe = keyof typeof TIMEFRAME_MS;

const FIRST_ROWS = 256;

/** Growing candle columns. The arrays are replaced when they grow: read them through this object, keep no reference. */
export class CandleColumns implements Candles {
  readonly intervalMs: number;
  length = 0;
  openTimeMs: Float64Array;
  openTicks: Float64Array;
  highTicks: Float64Array;
  lowTicks: Float64Array;
  closeTicks: Float64Array;
  volumeLots: Float64Array;

  constructor(intervalMs: number, capacity = FIRST_ROWS) {
    this.intervalMs = intervalMs;
    const rows = Math.max(1, capacity);
    this.openTimeMs = new Float64Array(rows);
    this.openTicks = new Float64Array(rows);
    this.highTicks = new Float64Array(rows);
    this.lowTicks = new Float64Array(rows);
    this.closeTicks = new Float64Array(rows);
    this.volumeLots = new Float64Array(rows);
  }

  push(openTimeMs: TimeMs, open: Ticks, high: Ticks, low: Ticks, close: Ticks, volumeLots: Lots): void {
    const row = this.length;
    if (row === this.openTimeMs.length) this.grow();
    this.length = row + 1;
    this.openTimeMs[row] = openTimeMs;
    this.openTicks[row] = open;
    this.highTicks[row] = high;
    this.lowTicks[row] = low;
    this.closeTicks[row] = close;
    this.volumeLots[row] = volumeLots;
  }

  /** Appends a row of other columns of the same interval. */
  pushRow(from: Candles, row: number): void {
    this.push(
      from.openTimeMs[row] as number,
      from.openTicks[row] as number,
      from.highTicks[row] as number,
      from.lowTicks[row] as number,
      from.closeTicks[row] as number,
      from.volumeLots[row] as number,
    );
  }

  /** Folds a later print or smaller candle into the last row. */
  mergeIntoLast(high: Ticks, low: Ticks, close: Ticks, volumeLots: Lots): void {
    const row = this.length - 1;
    if (row < 0) throw new RangeError('no candle to merge into');
    if (high > (this.highTicks[row] as number)) this.highTicks[row] = high;
    if (low < (this.lowTicks[row] as number)) this.lowTicks[row] = low;
    this.closeTicks[row] = close;
    this.volumeLots[row] = (this.volumeLots[row] as number) + volumeLots;
  }

  private grow(): void {
    const size = this.openTimeMs.length * 2;
    const widened = (from: Float64Array) => {
      const to = new Float64Array(size);
      to.set(from);
      return to;
    };
    this.openTimeMs = widened(this.openTimeMs);
    this.openTicks = widened(this.openTicks);
    this.highTicks = widened(this.highTicks);
    this.lowTicks = widened(this.lowTicks);
    this.closeTicks = widened(this.closeTicks);
    this.volumeLots = widened(this.volumeLots);
  }
}

export function candleAt(candles: Candles, row: number): Candle {
  if (row < 0 || row >= candles.length) throw new RangeError(`no candle ${row} of ${candles.length}`);
  return {
    openTimeMs: candles.openTimeMs[row] as number,
    openTicks: candles.openTicks[row] as number,
    highTicks: candles.highTicks[row] as number,
    lowTicks: candles.lowTicks[row] as number,
    closeTicks: candles.closeTicks[row] as number,
    volumeLots: candles.volumeLots[row] as number,
  };
}

/** Index of the first candle that opens at or after `timeMs`; `length` when there is none. */
export function firstCandleFrom(candles: Candles, timeMs: TimeMs): number {
  let low = 0;
  let high = candles.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((candles.openTimeMs[middle] as number) < timeMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Index of the last candle that opens at or before `timeMs`; -1 when there is none. */
export function lastCandleUntil(candles: Candles, timeMs: TimeMs): number {
  return firstCandleFrom(candles, timeMs + 1) - 1;
}

/** The columns of rows from..to (to excluded), sharing memory with the original. */
export function sliceCandles(candles: Candles, from: number, to: number): Candles {
  const end = Math.min(to, candles.length);
  const start = Math.min(Math.max(from, 0), end);
  return {
    intervalMs: candles.intervalMs,
    length: end - start,
    openTimeMs: candles.openTimeMs.subarray(start, end),
    openTicks: candles.openTicks.subarray(start, end),
    highTicks: candles.highTicks.subarray(start, end),
    lowTicks: candles.lowTicks.subarray(start, end),
    closeTicks: candles.closeTicks.subarray(start, end),
    volumeLots: candles.volumeLots.subarray(start, end),
  };
}
