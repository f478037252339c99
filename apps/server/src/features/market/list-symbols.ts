// Symbols of an exchange by 24-hour volume, with what was asked for besides: last prices, indicators of closed candles,
// closes of past candles, the worst moves of a year. A contract goes by its pair's name too; `market` tells them apart.
// Cross pairs, which only triangular arbitrage trades, are in no list.

import type { marketSymbols } from '@cormorant/contract/calls/market.ts';
import type { MarketSymbol } from '@cormorant/contract/entities/market.ts';
import type { ListedSymbol, Triangle } from '@cormorant/contract/entities/triangle.ts';
import type { VenueContract, VenueSymbol } from '../../ports/venue.ts';
import type { Handler } from '../handler.ts';
import { simulatedExchanges } from '../trading-exchanges.ts';
import { percentOf } from './list-exchanges.ts';
import { changePercent, type MarketBoard } from './market-board.ts';
import { type MarketPlace, type MarketPlaces, placeOf } from './market-places.ts';
import { pairOf } from './venue-instrument.ts';

const HOT = 3;
/** Of a real exchange's list so many have their past with them, since each costs it a question; any other by its name. */
const MOST_HISTORIES = 12;

type Query = Parameters<Handler<typeof marketSymbols>>[0]['query'];

function toSymbol(symbol: VenueSymbol, id: number, exchange: string, hot: boolean): MarketSymbol {
  return {
    id,
    exchange,
    market: symbol.market,
    symbol: pairOf(symbol),
    base: symbol.base,
    quote: symbol.quote,
    contract_size: '1',
    tick: symbol.tick,
    step: symbol.step,
    min_qty: symbol.minQty,
    min_amount: symbol.minNotional,
    max_leverage: symbol.contract?.brackets[0]?.maxLeverage ?? 1,
    status: symbol.status,
    hot: hot ? 1 : 0,
    max_qty: symbol.maxQty,
    min_price: symbol.minPrice,
    max_price: symbol.maxPrice,
    max_open_orders: symbol.maxOpenOrders,
    maker: percentOf(symbol.maker),
    taker: percentOf(symbol.taker),
    fee_asset: symbol.feeAsset,
    simulated: simulatedExchanges.has(exchange) ? 1 : 0,
    ...(symbol.contract !== undefined && { contract: termsOf(symbol.contract) }),
  };
}

function termsOf({ brackets, fundingHours, liquidationFee }: VenueContract): MarketSymbol['contract'] {
  return {
    brackets: brackets.map(({ floor, maxLeverage, maintenance, cum }) => ({
      floor,
      max_leverage: maxLeverage,
      maintenance: percentOf(maintenance),
      cum,
    })),
    funding_hours: fundingHours,
    liquidation_fee: percentOf(liquidationFee),
  };
}

/** Of a contract, asked for or not. */
function fundingOf(board: MarketBoard, symbol: string): Partial<MarketSymbol> {
  const ticker = board.ticker(symbol);
  return {
    ...(ticker?.fundingRate !== undefined && { funding_rate: percentOf(ticker.fundingRate) }),
    ...(ticker?.nextFundingMs !== undefined && { next_funding_at: ticker.nextFundingMs }),
  };
}

function latestOf(board: MarketBoard, symbol: string): Partial<MarketSymbol> {
  const ticker = board.ticker(symbol);
  if (ticker === undefined) return {};
  const change = changePercent(ticker.open24h, ticker.last);
  return {
    last: ticker.last,
    ...(change !== null && { change_24h: change }),
    ...(ticker.high24h !== null && { high_24h: ticker.high24h }),
    ...(ticker.low24h !== null && { low_24h: ticker.low24h }),
    ...(ticker.quoteVolume24h !== null && { volume_24h: ticker.quoteVolume24h }),
    ...(ticker.mark !== undefined && { mark: ticker.mark }),
  };
}

/** The markets of one place as its symbols are told. */
function symbolsOf({ board, chances, histories, indicators, worst }: MarketPlace) {
  const volume = (symbol: string): number => Number(board.ticker(symbol)?.quoteVolume24h ?? 0);

  const mostHistories = simulatedExchanges.has(board.exchange) ? Number.POSITIVE_INFINITY : MOST_HISTORIES;

  /** One that cannot be read now is left out: the list is not lost with it. A single row asked for says why. */
  async function historyOf({ symbol }: VenueSymbol, { timeframe, history, symbol: named }: Query) {
    try {
      return { history: (await histories(symbol, timeframe, history)).map((candle) => candle[4]) };
    } catch (error) {
      if (named !== undefined) throw error;
      return {};
    }
  }

  async function triangleOf(coin: VenueSymbol, via: string): Promise<Triangle | null> {
    const [first, cross] = [board.pair('spot', `${via}/${coin.quote}`), board.pair('spot', `${coin.base}/${via}`)];
    if (coin.market !== 'spot' || first === undefined || cross === undefined) return null;
    const legs = [first, cross, coin] as const;
    const [a, b, c] = legs.map((leg) => ({
      ...toSymbol(leg, board.symbols().indexOf(leg) + 1, board.exchange, false),
      ...latestOf(board, leg.symbol),
    }));
    return { legs: [a!, b!, c!], ...(await chances(legs, board.marketNowMs())) };
  }

  /** Through which coins a pair closes a triangle: by the pairs that there are, of which most have none. */
  function viasOf(): (symbol: VenueSymbol) => Partial<ListedSymbol> {
    const quotes = new Map<string, string[]>();
    for (const { base, market, quote } of board.symbols())
      if (market === 'spot') quotes.set(base, [...(quotes.get(base) ?? []), quote]);
    return ({ base, market, quote }) => {
      if (market !== 'spot') return {};
      const vias = quotes.get(base)!.filter((via) => via !== quote && quotes.get(via)?.includes(quote));
      return vias.length === 0 ? {} : { vias };
    };
  }

  return async (query: Query) => {
    const vias = viasOf();
    const needle = (query.keyword ?? '').replace('/', '').toUpperCase();
    const ranked = board
      .symbols()
      .map((symbol, at) => ({ symbol, id: at + 1 }))
      .filter(({ symbol }) => symbol.hidden !== true)
      .sort((a, b) => volume(b.symbol.symbol) - volume(a.symbol.symbol));
    const chosen = ranked
      .map((entry, rank) => ({ ...entry, hot: rank < HOT }))
      .filter(({ symbol }) => query.market === 'all' || symbol.market === query.market)
      .filter(({ symbol }) => query.symbol === undefined || pairOf(symbol) === query.symbol)
      .filter(({ symbol }) => pairOf(symbol).replace('/', '').toUpperCase().includes(needle));
    const list = await Promise.all(
      chosen.map(async ({ symbol, id, hot }, place) => ({
        ...toSymbol(symbol, id, query.exchange, hot),
        ...fundingOf(board, symbol.symbol),
        ...vias(symbol),
        ...(query.latest === 1 && latestOf(board, symbol.symbol)),
        ...(query.indicator === 1 && { indicator: await indicators(symbol, query.timeframe, board.marketNowMs()) }),
        ...(query.history > 0 && place < mostHistories && (await historyOf(symbol, query))),
        ...(query.worst === 1 && query.symbol !== undefined && (await worst(symbol))),
        ...(query.via !== undefined && query.symbol !== undefined && { triangle: await triangleOf(symbol, query.via) }),
      })),
    );
    return { list, timeframe: query.timeframe, updated_at: board.updatedAtMs() };
  };
}

export function listSymbols({ places }: { readonly places: MarketPlaces }): Handler<typeof marketSymbols> {
  return async ({ query }) => symbolsOf(placeOf(places, query.exchange))(query);
}
