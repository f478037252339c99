// Symbols of an exchange by 24-hour volume, with what was asked for besides: last prices, closes of past candles.

import type { marketSymbols } from '@cormorant/contract/calls/market.ts';
import { codes } from '@cormorant/contract/catalogue.ts';
import type { MarketSymbol } from '@cormorant/contract/entities/market.ts';
import type { Timeframe, VenueSymbol } from '../../ports/venue.ts';
import { type Handler, Refusal } from '../handler.ts';
import type { ReadCandles } from './candle-cache.ts';
import { percentOf } from './list-exchanges.ts';
import { changePercent, type MarketBoard } from './market-board.ts';

const HOT = 3;

export interface ListSymbolsDeps {
  readonly board: MarketBoard;
  readonly candles: ReadCandles;
}

/** 2005 for an exchange that is not here, 2015 for one that does not answer. */
export function boardOf(board: MarketBoard, exchange: string): MarketBoard {
  if (exchange !== board.exchange) throw new Refusal(codes.exchange_unsupported);
  if (!board.fresh()) throw new Refusal(codes.exchange_busy);
  return board;
}

function toSymbol(symbol: VenueSymbol, id: number, exchange: string, hot: boolean): MarketSymbol {
  return {
    id,
    exchange,
    market: symbol.market,
    symbol: symbol.symbol,
    base: symbol.base,
    quote: symbol.quote,
    contract_size: '1',
    tick: symbol.tick,
    step: symbol.step,
    min_qty: symbol.minQty,
    min_amount: symbol.minNotional,
    max_leverage: 1,
    status: symbol.status,
    hot: hot ? 1 : 0,
    max_qty: symbol.maxQty,
    min_price: symbol.minPrice,
    max_price: symbol.maxPrice,
    max_open_orders: symbol.maxOpenOrders,
    maker: percentOf(symbol.maker),
    taker: percentOf(symbol.taker),
    fee_asset: symbol.feeAsset,
    simulated: 1,
  };
}

function latestOf(board: MarketBoard, symbol: string): Partial<MarketSymbol> {
  const ticker = board.ticker(symbol);
  if (ticker === undefined) return {};
  return {
    last: ticker.last,
    change_24h: changePercent(ticker.open24h, ticker.last),
    high_24h: ticker.high24h,
    low_24h: ticker.low24h,
    volume_24h: ticker.quoteVolume24h,
  };
}

export function listSymbols({ board, candles }: ListSymbolsDeps): Handler<typeof marketSymbols> {
  const volume = (symbol: string): number => Number(board.ticker(symbol)?.quoteVolume24h ?? 0);

  async function historyOf(symbol: string, timeframe: Timeframe, count: number): Promise<string[]> {
    return (await candles(symbol, timeframe, count)).map((candle) => candle[4]);
  }

  return async ({ query }) => {
    boardOf(board, query.exchange);
    const needle = (query.keyword ?? '').replace('/', '').toUpperCase();
    const ranked = board
      .symbols()
      .map((symbol, at) => ({ symbol, id: at + 1 }))
      .sort((a, b) => volume(b.symbol.symbol) - volume(a.symbol.symbol));
    const chosen = ranked
      .map((entry, rank) => ({ ...entry, hot: rank < HOT }))
      .filter(({ symbol }) => query.market === 'all' || symbol.market === query.market)
      .filter(({ symbol }) => query.symbol === undefined || symbol.symbol === query.symbol)
      .filter(({ symbol }) => symbol.symbol.replace('/', '').toUpperCase().includes(needle));
    const list = await Promise.all(
      chosen.map(async ({ symbol, id, hot }) => ({
        ...toSymbol(symbol, id, query.exchange, hot),
        ...(query.latest === 1 && latestOf(board, symbol.symbol)),
        ...(query.history > 0 && { history: await historyOf(symbol.symbol, query.timeframe, query.history) }),
      })),
    );
    return { list, timeframe: query.timeframe, updated_at: board.updatedAtMs() };
  };
}
