// The open calls: what trades here, at which prices, and how it went. Candles are told oldest first, trades newest first.
import type { CandleTimeframe } from '@cormorant/core/market/candles.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { ContractDesk, SymbolDesk } from '../../exchange/symbol-desk.ts';
import { type CandleRow, candlesOf } from '../../market/candles.ts';
import type { JsonFields } from '../json-fields.ts';
import type { TradeLog } from '../trade-log.ts';
import { type GateCalls, type OpenCall, READS } from './call.ts';
import { sizeForm } from './contract-sizes.ts';
import { words } from './errors.ts';
import { paged, pageOf, spanOf } from './gate-deps.ts';
import {
  contractCandleView,
  contractDepthView,
  contractTickerView,
  contractTradeView,
  contractView,
  fundingHistory,
  pairView,
  spotCandleView,
  spotDepthView,
  spotTickerView,
  spotTradeView,
  tierViews,
} from './market-views.ts';
import type { Pairs } from './pairs.ts';

const STANDARD_ROWS = 100;
const MAX_ROWS = 1_000;
const STANDARD_DEPTH = 10;
const MAX_DEPTH = 100;
const INTERVALS: Readonly<Record<string, CandleTimeframe>> = {
  '1m': '1m',
  '5m': '5m',
  '15m': '15m',
  '1h': '1h',
  '4h': '4h',
  '1d': '1d',
};

export interface MarketCallsDeps {
  readonly exchange: Exchange;
  readonly pairs: Pairs;
  readonly trades: TradeLog;
  readonly wallNow: () => number;
}

export function marketCalls(deps: MarketCallsDeps): GateCalls {
  const { exchange, pairs, wallNow } = deps;
  return {
    'GET /api/v4/spot/time': open(() => ({ server_time: wallNow() })),
    // ccxt reads these to list coins and what may be borrowed; nothing is moved or lent here.
    'GET /api/v4/spot/currencies': open(() =>
      exchange.balances.assets().map((currency) => ({ currency, name: currency, delisted: false, chains: [] })),
    ),
    'GET /api/v4/margin/currency_pairs': open(() => []),
    'GET /api/v4/futures/btc/contracts': open(() => []),
    'GET /api/v4/spot/currency_pairs': open(() => pairs.ofKind('spot').map(pairView)),
    'GET /api/v4/spot/currency_pairs/:currency_pair': open((fields) => pairView(pairs.need('spot', fields))),
    'GET /api/v4/spot/tickers': open((fields) =>
      pairs.asked('spot', fields).flatMap((desk) => spotTickerView(desk) ?? []),
    ),
    'GET /api/v4/spot/order_book': open((fields) =>
      spotDepthView(pairs.need('spot', fields), fields.limit(STANDARD_DEPTH, MAX_DEPTH), wallNow()),
    ),
    'GET /api/v4/spot/trades': open((fields) => {
      const desk = pairs.need('spot', fields);
      return recentTrades(deps, desk, fields).map((trade) => spotTradeView(desk, trade));
    }),
    'GET /api/v4/spot/candlesticks': open((fields) => {
      const desk = pairs.need('spot', fields);
      return candleRows(desk, fields).map((row) => spotCandleView(desk, row));
    }),
    ...contractCalls(deps),
  };
}

function contractCalls(deps: MarketCallsDeps): GateCalls {
  const { pairs, wallNow } = deps;
  const contractOf = ({ contract }: SymbolDesk) => contract as ContractDesk;
  return {
    'GET /api/v4/futures/usdt/contracts': open((fields, isDecimal) => {
      const all = pairs.ofKind('futures').map((desk) => contractView(desk, contractOf(desk), sizeForm(isDecimal)));
      return fields.text('limit') === null ? all : paged(all, pageOf(fields, MAX_ROWS));
    }),
    'GET /api/v4/futures/usdt/contracts/:contract': open((fields, isDecimal) => {
      const desk = pairs.need('futures', fields);
      return contractView(desk, contractOf(desk), sizeForm(isDecimal));
    }),
    'GET /api/v4/futures/usdt/risk_limit_tiers': open((fields) => {
      if (fields.text('contract') !== null) return tierViews(pairs.need('futures', fields));
      // A page is of so many markets, whatever their tiers.
      return paged(pairs.ofKind('futures'), pageOf(fields, STANDARD_ROWS)).flatMap(tierViews);
    }),
    'GET /api/v4/futures/usdt/tickers': open((fields) =>
      pairs.asked('futures', fields).flatMap((desk) => contractTickerView(desk, contractOf(desk)) ?? []),
    ),
    'GET /api/v4/futures/usdt/order_book': open((fields, isDecimal) => {
      const limit = fields.limit(STANDARD_DEPTH, MAX_DEPTH);
      return contractDepthView(pairs.need('futures', fields), limit, wallNow(), sizeForm(isDecimal));
    }),
    'GET /api/v4/futures/usdt/trades': open((fields, isDecimal) => {
      const desk = pairs.need('futures', fields);
      return recentTrades(deps, desk, fields).map((trade) => contractTradeView(desk, trade, sizeForm(isDecimal)));
    }),
    'GET /api/v4/futures/usdt/candlesticks': open((fields, isDecimal) => {
      const desk = pairs.need('futures', fields);
      return candleRows(desk, fields).map((row) => contractCandleView(desk, row, sizeForm(isDecimal)));
    }),
    'GET /api/v4/futures/usdt/funding_rate': open((fields) => {
      const desk = pairs.need('futures', fields);
      const { startMs, endMs } = spanOf(fields);
      const isWithin = (atMs: number) => atMs >= (startMs ?? 0) && atMs <= (endMs ?? Infinity);
      const known = fundingHistory(desk, contractOf(desk)).filter(({ t }) => isWithin(t * 1_000));
      return known.slice(0, fields.limit(STANDARD_ROWS, MAX_ROWS));
    }),
  };
}

function open(run: OpenCall['run']): OpenCall {
  return { guard: 'none', allowance: READS, run };
}

function recentTrades({ trades }: MarketCallsDeps, desk: SymbolDesk, fields: JsonFields) {
  return trades.of(desk).slice(-fields.limit(STANDARD_ROWS, MAX_ROWS)).reverse();
}

/** By their number, or by the span they lie in: who names both is refused. */
function candleRows(desk: SymbolDesk, fields: JsonFields): CandleRow[] {
  const timeframe = INTERVALS[fields.text('interval') ?? ''];
  if (timeframe === undefined) throw words.parameter('interval');
  const { startMs, endMs } = spanOf(fields);
  const isSpan = startMs !== null || endMs !== null;
  if (isSpan && fields.text('limit') !== null) throw words.parameter('limit');
  const most = isSpan ? MAX_ROWS : fields.limit(STANDARD_ROWS, MAX_ROWS);
  const rows = candlesOf(desk.tape, timeframe, most, endMs ?? Number.MAX_SAFE_INTEGER);
  return rows.filter(({ atMs }) => atMs >= (startMs ?? 0));
}
