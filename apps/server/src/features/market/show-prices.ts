// Last prices by key; keys that name nothing here are left out, and so is every price of a venue that is silent.
import type { marketPrice } from '@cormorant/contract/calls/market.ts';
import type { Quote } from '@cormorant/contract/entities/market.ts';
import type { Handler } from '../handler.ts';
import { type MarketBoard, toTicker } from './market-board.ts';

export function showPrices({ board }: { readonly board: MarketBoard }): Handler<typeof marketPrice> {
  function quoteOf(key: string): Quote | undefined {
    const [exchange, market, symbol = ''] = key.split(':');
    if (exchange !== board.exchange || (market !== 'spot' && market !== 'futures')) return undefined;
    const ticker = board.ticker(board.pair(market, symbol)?.symbol ?? '');
    if (ticker === undefined) return undefined;
    const { last, change_24h, at } = toTicker(ticker);
    return { key, symbol, price: last, change_24h, at };
  }

  return async ({ query }) => {
    const quotes = board.fresh() ? query.symbols.map(quoteOf) : [];
    return { list: quotes.filter((quote) => quote !== undefined) };
  };
}
