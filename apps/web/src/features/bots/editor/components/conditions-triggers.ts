// How often a tree became true lately, counted here from the market's closed candles. A short timeframe reaches back less
// far than 30 days: the answer says how far.
import type { MarketSymbol } from '@cormorant/contract/entities/market.ts';
import type { CandleRow } from '@cormorant/core/market/candle-rows.ts';
import type { CandleTimeframe } from '@cormorant/core/market/candles.ts';
import { call } from '../../../../lib/api/client.ts';
import type { ConditionsCore } from './conditions-core.ts';

const DAY_MS = 86_400_000;
const DAYS = 30;
const PAGE = 500;
const MOST_PAGES = 7;
/** Candles before the first counted one, so that the longest indicator knows its figure. */
const WARM_UP = 260;

export interface TriggerCount {
  readonly count: number;
  readonly days: number;
}

export interface TriggerMarket {
  readonly exchange: string;
  readonly market: 'spot' | 'futures';
  readonly symbol: MarketSymbol;
}

/** Null when there are no candles to count on. */
export async function countRecentTriggers(
  core: ConditionsCore,
  { exchange, market, symbol }: TriggerMarket,
  text: string,
  signal: AbortSignal,
): Promise<TriggerCount | null> {
  const parsed = core.parseConditions(text, 'conditions', market);
  if (!parsed.ok) return null;
  const instrument = core.makeInstrument({
    symbol: symbol.symbol,
    tick: symbol.tick,
    step: symbol.step,
    minQty: symbol.min_qty,
    maxQty: symbol.max_qty,
    minNotional: symbol.min_amount,
    minPrice: symbol.min_price,
    maxPrice: symbol.max_price,
    maxOpenOrders: symbol.max_open_orders,
    maker: '0',
    taker: '0',
  });
  const timeframes = core.timeframesOf(parsed.tree);
  const columns = new Map<CandleTimeframe, ReturnType<ConditionsCore['columnsOfRows']>>();
  for (const tf of timeframes) {
    const spanMs = DAYS * DAY_MS + WARM_UP * core.TIMEFRAME_MS[tf];
    const rows = await candlesSince({ exchange, market, symbol: symbol.symbol }, tf, spanMs, signal);
    columns.set(tf, core.columnsOfRows(instrument, rows, core.TIMEFRAME_MS[tf]));
  }
  const [shortest] = timeframes;
  const first = shortest === undefined ? undefined : columns.get(shortest);
  if (shortest === undefined || first === undefined || first.length === 0) return null;
  const newestMs = (first.openTimeMs[first.length - 1] as number) + core.TIMEFRAME_MS[shortest];
  const warmMs = (first.openTimeMs[0] as number) + WARM_UP * core.TIMEFRAME_MS[shortest];
  const fromMs = Math.max(newestMs - DAYS * DAY_MS, Math.min(warmMs, newestMs));
  const { count, asked } = core.countTriggers(parsed.tree, instrument, columns, fromMs);
  const days = Math.round(((newestMs - fromMs) / DAY_MS) * 10) / 10;
  return asked === 0 || days === 0 ? null : { count, days };
}

/** Closed candles, oldest first: the newest of an answer may still be forming and is left out. */
async function candlesSince(
  market: { exchange: string; market: 'spot' | 'futures'; symbol: string },
  timeframe: CandleTimeframe,
  spanMs: number,
  signal: AbortSignal,
): Promise<CandleRow[]> {
  let rows: CandleRow[] = [];
  let end: number | undefined;
  for (let page = 0; page < MOST_PAGES; page++) {
    const query = { ...market, timeframe, limit: PAGE, ...(end !== undefined && { end }) };
    const { list } = await call('marketCandles', { query }, { signal, screenHandled: true });
    rows = [...(page === 0 ? list.slice(0, -1) : list), ...rows];
    // Told from the market's own newest candle: a replayed market does not live in our present.
    const [oldest, newest] = [rows[0]?.[0], rows.at(-1)?.[0]];
    if (oldest === undefined || newest === undefined || oldest <= newest - spanMs || list.length < PAGE) break;
    end = oldest;
  }
  return rows;
}
