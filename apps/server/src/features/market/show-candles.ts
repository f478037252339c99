// Candles of one symbol for charts, oldest first.

import type { marketCandles } from '@cormorant/contract/calls/market.ts';
import * as codes from '@cormorant/contract/codes.ts';
import { Refusal } from '../../ports/refusal.ts';
import type { Handler } from '../handler.ts';
import { type MarketPlaces, placeOf } from './market-places.ts';

/** No market is older. Exchanges refuse times that are none, each in its own way: nobody is asked what is known. */
const FIRST_MARKET_MS = Date.UTC(2009, 0, 1);
/** A quote is at most that much behind its market, however fast a local market runs. */
const DAY_MS = 86_400_000;

export function showCandles({ places }: { readonly places: MarketPlaces }): Handler<typeof marketCandles> {
  return async ({ query }) => {
    const { board, candles } = placeOf(places, query.exchange);
    const rules = board.pair(query.market, query.symbol);
    if (rules === undefined) throw new Refusal(codes.pair_invalid);
    const { end = Number.POSITIVE_INFINITY, limit, timeframe } = query;
    const lastMs = end > board.marketNowMs() + DAY_MS ? undefined : end - 1; // a venue counts the end in
    const list = end <= FIRST_MARKET_MS ? [] : await candles(rules.symbol, timeframe, limit, lastMs);
    return {
      list: list.map((candle) => [...candle]),
      symbol: query.symbol,
      timeframe,
      updated_at: board.updatedAtMs(),
    };
  };
}
