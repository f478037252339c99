// The open calls of contracts: what trades here, at which prices, how it went, and its funding.
import { TIMEFRAME_MS } from '@cormorant/core/market/candles.ts';
import { formatPrice } from '@cormorant/core/market/conversions.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import type { SymbolDesk } from '../../../exchange/symbol-desk.ts';
import type { TradeLog } from '../../trade-log.ts';
import type { Call, Calls } from '../call.ts';
import type { DepthFeed } from '../depth-feed.ts';
import { candlesAsked, tradesAsked } from '../market-calls.ts';
import { aggregateView, publicTradeView } from '../market-views.ts';
import type { Params } from '../params.ts';
import { nameOf, type Symbols } from '../symbols.ts';
import type { Limits } from '../weights.ts';
import { desksOf } from './account-calls.ts';
import {
  candleTexts,
  contractBookTicker,
  contractDayView,
  contractView,
  fundingHistoryOf,
  fundingInfoView,
  levelTexts,
  premiumView,
} from './market-views.ts';

const MAX_CANDLES = 1500;
const STANDARD_ROWS = 500;
const MAX_ROWS = 1000;
const STANDARD_DEPTH = 500;
const STANDARD_FUNDINGS = 100;

export interface UsdmMarketDeps {
  readonly exchange: Exchange;
  readonly symbols: Symbols;
  readonly trades: TradeLog;
  readonly depth: DepthFeed;
  readonly limits: Limits;
  readonly wallNow: () => number;
}

export function usdmMarketCalls(deps: UsdmMarketDeps): Calls {
  const { exchange, symbols, trades, wallNow, limits } = deps;
  const open = (weight: Call['weight'], run: (params: Params) => unknown): Call => ({ weight, guard: 'none', run });
  const each = (one: number, all: number, view: (desk: SymbolDesk) => unknown): Call =>
    open(
      (params) => (params.has('symbol') ? one : all),
      (params) => oneOrAll(symbols, params, view),
    );
  const lastPrice = each(1, 2, (desk) =>
    desk.seq === 0
      ? null
      : { symbol: nameOf(desk), price: formatPrice(desk.instrument, desk.tape.lastTicks), time: desk.tape.lastAtMs },
  );
  return {
    'GET /fapi/v1/ping': open(1, () => ({})),
    'GET /fapi/v1/time': open(1, () => ({ serverTime: wallNow() })),
    'GET /fapi/v1/exchangeInfo': open(1, () => ({
      timezone: 'UTC',
      serverTime: wallNow(),
      futuresType: 'U_MARGINED',
      rateLimits: [
        { rateLimitType: 'REQUEST_WEIGHT', interval: 'MINUTE', intervalNum: 1, limit: limits.weightPerMinute },
        { rateLimitType: 'ORDERS', interval: 'SECOND', intervalNum: 10, limit: limits.ordersPerTenSeconds },
      ],
      exchangeFilters: [],
      assets: [{ asset: 'USDT', marginAvailable: true, autoAssetExchange: '0' }],
      symbols: symbols.desks.map(contractView),
    })),
    // Clients that list all markets ask for contracts margined in coin, too: there are none.
    'GET /dapi/v1/exchangeInfo': open(1, () => ({
      ...{ timezone: 'UTC', serverTime: wallNow(), rateLimits: [], exchangeFilters: [], symbols: [] },
    })),
    'GET /fapi/v1/ticker/24hr': each(1, 40, contractDayView),
    'GET /fapi/v1/ticker/price': lastPrice,
    'GET /fapi/v2/ticker/price': lastPrice,
    'GET /fapi/v1/ticker/bookTicker': each(2, 5, (desk) => (desk.seq === 0 ? null : contractBookTicker(desk))),
    'GET /fapi/v1/premiumIndex': each(1, 10, (desk) => (desk.seq === 0 ? null : premiumView(exchange, desk))),
    'GET /fapi/v1/fundingInfo': open(1, () => symbols.desks.map(fundingInfoView)),
    'GET /fapi/v1/fundingRate': open(1, (params) => {
      const [startMs, endMs] = [params.integer('startTime'), params.integer('endTime')];
      const limit = params.limit(STANDARD_FUNDINGS, MAX_ROWS);
      const rows = desksOf(symbols, params).flatMap((desk) =>
        fundingHistoryOf(desk, startMs ?? 0, endMs ?? Number.MAX_SAFE_INTEGER, limit, startMs === null),
      );
      return rows.sort((a, b) => a.fundingTime - b.fundingTime);
    }),
    'GET /fapi/v1/depth': open(depthWeight, (params) => depthView(deps, symbols.need(params), params)),
    'GET /fapi/v1/klines': open(5, (params) => klines(symbols.need(params), params)),
    'GET /fapi/v1/trades': open(5, (params) => {
      const desk = symbols.need(params);
      const limit = params.limit(STANDARD_ROWS, MAX_ROWS);
      return trades
        .of(desk)
        .slice(-limit)
        .map((trade) => publicTradeView(desk, trade));
    }),
    'GET /fapi/v1/aggTrades': open(20, (params) => {
      const desk = symbols.need(params);
      return tradesAsked(trades, desk, params).map((trade) => aggregateView(desk, trade));
    }),
  };
}

function depthView({ depth, wallNow }: UsdmMarketDeps, desk: SymbolDesk, params: Params) {
  const limit = params.limit(STANDARD_DEPTH, MAX_ROWS);
  const { updateId, bids, asks } = depth.snapshot(desk);
  const view = (levels: typeof bids) => levelTexts(desk.instrument, levels.slice(0, limit));
  return { lastUpdateId: updateId, E: wallNow(), T: desk.tape.lastAtMs, bids: view(bids), asks: view(asks) };
}

function depthWeight(params: Params): number {
  const limit = Number(params.text('limit') ?? STANDARD_DEPTH);
  if (limit <= 50) return 2;
  if (limit <= 100) return 5;
  return limit <= 500 ? 10 : 20;
}

function klines(desk: SymbolDesk, params: Params) {
  const { timeframe, rows } = candlesAsked(desk, params, MAX_CANDLES);
  const stepMs = TIMEFRAME_MS[timeframe];
  return rows.map((row) => {
    const { open, high, low, close, volume, quoteVolume } = candleTexts(desk.instrument, row);
    return [row.atMs, open, high, low, close, volume, row.atMs + stepMs - 1, quoteVolume, 0, '0', '0', '0'];
  });
}

function oneOrAll(symbols: Symbols, params: Params, view: (desk: SymbolDesk) => unknown): unknown {
  const rows = desksOf(symbols, params)
    .map(view)
    .filter((row) => row !== null);
  return params.has('symbol') ? (rows[0] ?? {}) : rows;
}
