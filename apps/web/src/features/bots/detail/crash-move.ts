// How far the price has moved against a bot within the window of its crash guard: from the highest (a short: lowest) of
// the last minutes, the present one included, in percent; never below 0, null before any price.
import type { WireCandles } from '../chart/api/candles.ts';

export function crashMove(candles: WireCandles, price: string | null, minutes: number, short: boolean): number | null {
  const now = Number(price);
  if (price === null || !(now > 0)) return null;
  const window = candles.slice(-minutes);
  if (short) {
    const low = Math.min(now, ...window.map(([, , , each]) => Number(each)));
    return ((now - low) / low) * 100;
  }
  const high = Math.max(now, ...window.map(([, , each]) => Number(each)));
  return ((high - now) / high) * 100;
}
