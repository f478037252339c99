// Candles asked for by many at once: each question goes to the venue at most once in a while, two seconds unless said
// otherwise. A failed answer is not kept.
import type { Clock } from '../../ports/clock.ts';
import type { MarketData, Timeframe, VenueCandle } from '../../ports/venue.ts';

const KEEP_MS = 2_000;
const MOST_KEPT = 500;

export type ReadCandles = (
  symbol: string,
  timeframe: Timeframe,
  limit: number,
  endMs?: number,
) => Promise<VenueCandle[]>;

export function cachedCandles(market: MarketData, clock: Clock, keptMs = KEEP_MS): ReadCandles {
  const kept = new Map<string, { atMs: number; candles: Promise<VenueCandle[]> }>();
  return (symbol, timeframe, limit, endMs) => {
    const key = `${symbol} ${timeframe} ${limit} ${endMs ?? ''}`;
    const known = kept.get(key);
    if (known !== undefined && clock.nowMs() - known.atMs < keptMs) return known.candles;
    const candles = market.candles(symbol, timeframe, limit, endMs);
    kept.delete(key); // to the end: the oldest stands first
    kept.set(key, { atMs: clock.nowMs(), candles });
    candles.catch(() => {
      if (kept.get(key)?.candles === candles) kept.delete(key);
    });
    const oldest = kept.keys().next();
    if (kept.size > MOST_KEPT && oldest.done === false) kept.delete(oldest.value);
    return candles;
  };
}
