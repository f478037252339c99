// The open calls of spot: what trades here, at which prices, and how it went.
import { type CandleTimeframe, TIMEFRAME_MS } from '@cormorant/core/market/candles.ts';
import type { SymbolDesk } from '../../exchange/symbol-desk.ts';
import { candlesOf } from '../../market/candles.ts';
import type { PublicTrade } from '../../store/records.ts';
import type { TradeLog } from '../trade-log.ts';
import type { Call, Calls } from './call.ts';
import type { DepthFeed } from './depth-feed.ts';
import { words } from './errors.ts';
import {
  aggregateView,
  bookTickerView,
  candleView,
  dayTickerView,
  levelsView,
  publicTradeView,
  symbolView,
} from './market-views.ts';
import type { Params } from './params.ts';
import type { Symbols } from './symbols.ts';
import type { Limits } from './weights.ts';

const MAX_ROWS = 1000;
const STANDARD_ROWS = 500;
const MAX_DEPTH = 5000;
const STANDARD_DEPTH = 100;
export const TIMEFRAMES = Object.keys(TIMEFRAME_MS) as CandleTimeframe[];

export interface MarketCallsDeps {
  readonly symbols: Symbols;
  readonly trades: TradeLog;
  readonly depth: DepthFeed;
  readonly limits: Limits;
  readonly wallNow: () => number;
}

export function marketCalls(deps: MarketCallsDeps): Calls {
  const { symbols, trades, depth, wallNow } = deps;
  const open = (weight: Call['weight'], run: (params: Params) => unknown): Call => ({ weight, guard: 'none', run });
  const ofSymbol = (weight: Call['weight'], run: (desk: SymbolDesk, params: Params) => unknown): Call =>
    open(weight, (params) => run(symbols.need(params), params));
  return {
    'GET /api/v3/ping': open(1, () => ({})),
    'GET /api/v3/time': open(1, () => ({ serverTime: wallNow() })),
    'GET /api/v3/exchangeInfo': open(20, (params) => ({
      timezone: 'UTC',
      serverTime: wallNow(),
      rateLimits: rateLimits(deps.limits),
      exchangeFilters: [],
      symbols: symbols.asked(params).desks.map(symbolView),
    })),
    'GET /api/v3/ticker/24hr': open(dayWeight, (params) => several(symbols, params, dayTickerView)),
    'GET /api/v3/ticker/bookTicker': open(tickerWeight(2, 4), (params) => several(symbols, params, bookTickerView)),
    'GET /api/v3/ticker/price': open(tickerWeight(2, 4), (params) => several(symbols, params, priceOf)),
    'GET /api/v3/depth': ofSymbol(depthWeight, (desk, params) => {
      const limit = params.limit(STANDARD_DEPTH, MAX_DEPTH);
      const { updateId, bids, asks } = depth.snapshot(desk);
      const view = (levels: typeof bids) => levelsView(desk.instrument, levels.slice(0, limit));
      return { lastUpdateId: updateId, bids: view(bids), asks: view(asks) };
    }),
    'GET /api/v3/klines': ofSymbol(2, klines),
    'GET /api/v3/trades': ofSymbol(25, (desk, params) => {
      const limit = params.limit(STANDARD_ROWS, MAX_ROWS);
      return trades
        .of(desk)
        .slice(-limit)
        .map((trade) => publicTradeView(desk, trade));
    }),
    'GET /api/v3/aggTrades': ofSymbol(4, (desk, params) =>
      tradesAsked(trades, desk, params).map((trade) => aggregateView(desk, trade)),
    ),
  };
}

/** With a beginning the first of them from there, without one the last. */
export function tradesAsked(trades: TradeLog, desk: SymbolDesk, params: Params): readonly PublicTrade[] {
  const limit = params.limit(STANDARD_ROWS, MAX_ROWS);
  const [fromId, startMs] = [params.integer('fromId'), params.integer('startTime')];
  const endMs = params.integer('endTime') ?? Number.MAX_SAFE_INTEGER;
  const found = trades
    .of(desk)
    .filter(({ id, atMs }) => id >= (fromId ?? 0) && atMs >= (startMs ?? 0) && atMs <= endMs);
  const forward = fromId !== null || startMs !== null;
  return forward ? found.slice(0, limit) : found.slice(-limit);
}

function klines(desk: SymbolDesk, params: Params) {
  const { timeframe, rows } = candlesAsked(desk, params, MAX_ROWS);
  return rows.map((row) => candleView(desk.instrument, row, timeframe));
}

export function candlesAsked(desk: SymbolDesk, params: Params, most: number) {
  const timeframe = params.oneOf('interval', TIMEFRAMES, words.interval);
  const limit = params.limit(STANDARD_ROWS, most);
  const startMs = params.integer('startTime');
  const endMs = params.integer('endTime') ?? Number.MAX_SAFE_INTEGER;
  const stepMs = TIMEFRAME_MS[timeframe];
  // From a beginning the oldest are wanted: the window ends where they do.
  const lastMs =
    startMs === null ? endMs : Math.min(endMs, Math.ceil(startMs / stepMs) * stepMs + (limit - 1) * stepMs);
  const rows = candlesOf(desk.tape, timeframe, limit, lastMs).filter(({ atMs }) => atMs >= (startMs ?? 0));
  return { timeframe, rows };
}

function several(symbols: Symbols, params: Params, view: (desk: SymbolDesk) => unknown): unknown {
  const { desks, isOne } = symbols.asked(params);
  const rows = desks.map(view).filter((row) => row !== null);
  return isOne ? (rows[0] ?? {}) : rows;
}

function priceOf(desk: SymbolDesk) {
  const ticker = dayTickerView(desk);
  return ticker === null ? null : { symbol: ticker.symbol, price: ticker.lastPrice };
}

function tickerWeight(one: number, all: number) {
  return (params: Params) => (params.has('symbol') ? one : all);
}

/** Up to twenty by name cost as much as one. */
function dayWeight(params: Params): number {
  const named = params.text('symbols')?.split(',').length ?? (params.has('symbol') ? 1 : Number.POSITIVE_INFINITY);
  if (named <= 20) return 2;
  return named <= 100 ? 40 : 80;
}

function depthWeight(params: Params): number {
  const limit = Number(params.text('limit') ?? STANDARD_DEPTH);
  if (limit <= 100) return 5;
  if (limit <= 500) return 25;
  return limit <= 1000 ? 50 : 250;
}

export function rateLimits({ weightPerMinute, ordersPerTenSeconds, ordersPerDay }: Limits) {
  return [
    { rateLimitType: 'REQUEST_WEIGHT', interval: 'MINUTE', intervalNum: 1, limit: weightPerMinute },
    { rateLimitType: 'ORDERS', interval: 'SECOND', intervalNum: 10, limit: ordersPerTenSeconds },
    { rateLimitType: 'ORDERS', interval: 'DAY', intervalNum: 1, limit: ordersPerDay },
  ];
}
