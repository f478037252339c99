// The candle law's tape (product.md 3.6): four prints a candle, always four, so that print n of a tape has one meaning
// in backtest, replay and parity test alike.
import type { Ticks, TimeMs } from '../money/units.ts';

export const PRINTS_PER_CANDLE = 4;

/** Writes open, the extreme nearer to the open (the low on a tie), the other extreme, close into `out[0..3]`. */
export function candlePrints(open: Ticks, high: Ticks, low: Ticks, close: Ticks, out: Float64Array | number[]): void {
  const highFirst = isHighFirst(open, high, low);
  out[0] = open;
  out[1] = highFirst ? high : low;
  out[2] = highFirst ? low : high;
  out[3] = close;
}

/** True when the high is printed before the low. */
export function isHighFirst(open: Ticks, high: Ticks, low: Ticks): boolean {
  return high - open < open - low;
}

/** When print k (0..3) of a candle happens: at the start of the k-th quarter of its interval. */
export function candlePrintTimeMs(openTimeMs: TimeMs, intervalMs: number, print: number): TimeMs {
  return openTimeMs + Math.floor((intervalMs * print) / PRINTS_PER_CANDLE);
}
