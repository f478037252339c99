// Last prices by key; keys that name nothing here are left out, and so is every price of a venue that is silent.
import type { marketPrice } from '@cormorant/contract/calls/market.ts';
import type { Quote } from '@cormorant/contract/entities/market.ts';
import type { Handler } from '../handler.ts';
import { toTicker } from './market-board.ts';
import type { MarketPlaces } from './market-places.ts';

export function showPrices({ places }: { readonly places: MarketPlaces }): Handler<typeof marketPrice> {
  function quoteOf(key: string): Quote | undefined {
    const [exchange = '', market, symbol = ''] = key.split(':');
    const board = places.get(exchange)?.board;
    if (board?.fresh() !== true || (market !== 'spot' && market !== 'futures')) return undefined;
    const ticker = board.ticker(board.pair(market, symbol)?.symbol ?? '');
    if (ticker === undefined) return undefined;
    const { last, change_24h, at } = toTicker(ticker);
    return { key, symbol, price: last, change_24h, at };
  }

  return async ({ query }) => {
    return { list: query.symbols.map(quoteOf).filter((quote) => quote !== undefined) };
  };
}
