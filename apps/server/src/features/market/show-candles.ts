// Candles of one symbol for charts, oldest first.

import type { marketCandles } from '@cormorant/contract/calls/market.ts';
import { codes } from '@cormorant/contract/catalogue.ts';
import { type Handler, Refusal } from '../handler.ts';
import { type MarketPlaces, placeOf } from './market-places.ts';

export function showCandles({ places }: { readonly places: MarketPlaces }): Handler<typeof marketCandles> {
  return async ({ query }) => {
    const { board, candles } = placeOf(places, query.exchange);
    const rules = board.pair(query.market, query.symbol);
    if (rules === undefined) throw new Refusal(codes.pair_invalid);
    const beforeMs = query.end === undefined ? undefined : query.end - 1; // a venue counts the end in
    const list = await candles(rules.symbol, query.timeframe, query.limit, beforeMs);
    return {
      list: list.map((candle) => [...candle]),
      symbol: query.symbol,
      timeframe: query.timeframe,
      updated_at: board.updatedAtMs(),
    };
  };
}
