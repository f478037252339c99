// Candles as the drawing takes them: times in seconds shifted to the device's zone, because the library draws in UTC, and
// a last candle that follows the live price until the server is asked again.
import type { Timeframe, WireCandles } from './api/candles.ts';

export interface CandleRow {
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

/** Candles in view when a chart opens. */
export const barsShown = 90;

const minuteMs = 60_000;
const lengthMs: Readonly<Record<Timeframe, number>> = {
  '1m': minuteMs,
  '5m': 5 * minuteMs,
  '15m': 15 * minuteMs,
  '1h': 60 * minuteMs,
  '4h': 240 * minuteMs,
  '1d': 1440 * minuteMs,
};

/** One shift for the whole picture, so that times never run backwards at a change of the clocks. */
const shiftSeconds = -new Date().getTimezoneOffset() * 60;

/** Where the candle that holds this instant stands on the time axis. */
export function candleTime(atMs: number, timeframe: Timeframe): number {
  const length = lengthMs[timeframe];
  return (Math.floor(atMs / length) * length) / 1000 + shiftSeconds;
}

/** Rows with strictly rising times; whatever is not a number is left out, so that the drawing never throws. */
export function candleRows(candles: WireCandles): CandleRow[] {
  const rows: CandleRow[] = [];
  for (const [openMs, open, high, low, close, volume] of candles) {
    const row: CandleRow = {
      time: openMs / 1000 + shiftSeconds,
      open: Number(open),
      high: Number(high),
      low: Number(low),
      close: Number(close),
      volume: Number(volume),
    };
    const last = rows.at(-1);
    if (Object.values(row).every(Number.isFinite) && (last === undefined || row.time > last.time)) rows.push(row);
  }
  return rows;
}

/** The last candle after a print; a new one when the print is past its end, null when the print is older than it. */
export function candleAfter(last: CandleRow, price: number, atMs: number, timeframe: Timeframe): CandleRow | null {
  const time = candleTime(atMs, timeframe);
  if (!Number.isFinite(price) || time < last.time) return null;
  if (time > last.time) {
    const open = last.close;
    return { time, open, high: Math.max(open, price), low: Math.min(open, price), close: price, volume: 0 };
  }
  return { ...last, close: price, high: Math.max(last.high, price), low: Math.min(last.low, price) };
}
