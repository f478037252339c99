// The recorder of a triangle: what chances it surely had in the last seven days, read from the minute candles of its three
// pairs. Asked rarely, kept for an hour of the market's clock.
import type { Triangle } from '@cormorant/contract/entities/triangle.ts';
import { columnsOfRows } from '@cormorant/core/market/candle-rows.ts';
import { MINUTE_MS, TIMEFRAME_MS } from '@cormorant/core/market/candles.ts';
import { formatScaled } from '@cormorant/core/money/decimal-text.ts';
import { sureChances, type TriangleLeg } from '@cormorant/core/strategies/arbitrage/chances.ts';
import type { VenueCandle, VenueSymbol } from '../../ports/venue.ts';
import type { ReadCandles } from './candle-cache.ts';
import { instrumentOf } from './venue-instrument.ts';

const DAYS = 7;
const MINUTES = (DAYS * TIMEFRAME_MS['1d']) / MINUTE_MS;
const PAGE = 1_000;
const KEEP_MS = 3_600_000;
/** 0.05 %: less than this no bot may ask for. */
const LEAST_E8 = 50_000;
const E8_PERCENT_DECIMALS = 6;

type Legs = readonly [VenueSymbol, VenueSymbol, VenueSymbol];
export type Chances = Pick<Triangle, 'days' | 'chances'>;
export type ReadChances = (legs: Legs, marketNowMs: number) => Promise<Chances>;

export function triangleChances(candles: ReadCandles): ReadChances {
  const kept = new Map<string, { atMs: number; answer: Promise<Chances> }>();

  /** Oldest first; pages are asked backwards from the newest. */
  async function minutes(symbol: string): Promise<VenueCandle[]> {
    let rows: VenueCandle[] = [];
    while (rows.length < MINUTES) {
      const beforeMs = rows[0]?.[0];
      const page = await candles(symbol, '1m', PAGE, beforeMs === undefined ? undefined : beforeMs - 1);
      const older = beforeMs === undefined ? page : page.filter(([openMs]) => openMs < beforeMs);
      rows = [...older, ...rows];
      if (older.length < PAGE) break;
    }
    return rows.slice(-MINUTES);
  }

  async function legOf(rules: VenueSymbol): Promise<TriangleLeg> {
    const instrument = instrumentOf(rules);
    return { instrument, candles: columnsOfRows(instrument, await minutes(rules.symbol), MINUTE_MS) };
  }

  async function ask([via, cross, coin]: Legs): Promise<Chances> {
    const legs = [await legOf(via), await legOf(cross), await legOf(coin)] as const;
    const least = Math.min(...legs.map((leg) => leg.candles.length));
    const chances = sureChances(legs, LEAST_E8)
      .map(({ netE8 }) => netE8)
      .sort((a, b) => b - a);
    return {
      days: Math.round((least * MINUTE_MS) / TIMEFRAME_MS['1d']),
      chances: chances.map((net) => formatScaled(net, E8_PERCENT_DECIMALS, true)),
    };
  }

  return (legs, marketNowMs) => {
    const key = legs.map(({ symbol, tick }) => `${symbol} ${tick}`).join(' ');
    const known = kept.get(key);
    if (known !== undefined && Math.abs(marketNowMs - known.atMs) < KEEP_MS) return known.answer;
    const answer = ask(legs);
    kept.set(key, { atMs: marketNowMs, answer });
    answer.catch(() => {
      if (kept.get(key)?.answer === answer) kept.delete(key);
    });
    return answer;
  };
}
