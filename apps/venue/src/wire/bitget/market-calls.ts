// The open calls: what trades here, at which prices, and how it went. Candles are told oldest first, trades newest first.
import type { CandleTimeframe } from '@cormorant/core/market/candles.ts';
import type { MarketKind } from '@cormorant/core/market/instrument.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { SymbolDesk } from '../../exchange/symbol-desk.ts';
import { candlesOf } from '../../market/candles.ts';
import type { JsonFields } from '../json-fields.ts';
import type { TradeLog } from '../trade-log.ts';
import type { BitgetCalls, OpenCall } from './call.ts';
import { words } from './errors.ts';
import {
  candleView,
  contractView,
  depthOf,
  fundingHistory,
  fundingView,
  spotSymbolView,
  tickerView,
  tierViews,
  tradeView,
} from './market-views.ts';
import type { Pairs } from './pairs.ts';

const LIMIT = 20;
const MAX_CANDLES = 1_000;
const MAX_OLD_CANDLES = 200;
const STANDARD_ROWS = 100;
const MAX_TRADES = { spot: 500, futures: 100 } as const;
const MAX_DEPTH = 150;

/** A day is that of UTC here, whichever of the two it is asked by. */
const GRANULARITIES: Readonly<Record<MarketKind, Readonly<Record<string, CandleTimeframe>>>> = {
  spot: { '1min': '1m', '5min': '5m', '15min': '15m', '1h': '1h', '4h': '4h', '1day': '1d', '1Dutc': '1d' },
  futures: { '1m': '1m', '5m': '5m', '15m': '15m', '1H': '1h', '4H': '4h', '1D': '1d', '1Dutc': '1d' },
};

export interface MarketCallsDeps {
  readonly exchange: Exchange;
  readonly pairs: Pairs;
  readonly trades: TradeLog;
  readonly wallNow: () => number;
}

export function marketCalls({ exchange, pairs, trades, wallNow }: MarketCallsDeps): BitgetCalls {
  const open = (run: OpenCall['run']): OpenCall => ({ guard: 'none', limit: LIMIT, run });
  const candles = (kind: MarketKind, most: number) =>
    open((fields) => candleRows(pairs.need(kind, fields), kind, fields, most));
  const depth = (kind: MarketKind, limit: (fields: JsonFields) => number) =>
    open((fields) => depthOf(pairs.need(kind, fields), limit(fields)));
  const fills = (kind: MarketKind) =>
    open((fields) => {
      const desk = pairs.need(kind, fields);
      const told = trades.of(desk).slice(-fields.limit(STANDARD_ROWS, MAX_TRADES[kind]));
      return told.reverse().map((trade) => tradeView(desk, trade));
    });
  const tickers = (kind: MarketKind) =>
    open((fields) => pairs.asked(kind, fields).flatMap((desk) => tickerView(desk) ?? []));
  return {
    'GET /api/v2/public/time': open(() => ({ serverTime: String(wallNow()) })),
    // ccxt reads it to list coins; nothing is deposited or withdrawn by it here.
    'GET /api/v2/spot/public/coins': open(() =>
      exchange.balances.assets().map((coin) => ({ coinId: coin, coin, transfer: 'false', chains: [] })),
    ),
    // Nothing is lent here.
    'GET /api/v2/margin/currencies': open(() => []),
    'GET /api/v2/spot/public/symbols': open((fields) => pairs.asked('spot', fields).map(spotSymbolView)),
    'GET /api/v2/spot/market/tickers': tickers('spot'),
    'GET /api/v2/spot/market/candles': candles('spot', MAX_CANDLES),
    'GET /api/v2/spot/market/history-candles': candles('spot', MAX_OLD_CANDLES),
    'GET /api/v2/spot/market/orderbook': depth('spot', (fields) => fields.limit(MAX_DEPTH, MAX_DEPTH)),
    'GET /api/v2/spot/market/fills': fills('spot'),
    'GET /api/v2/spot/market/fills-history': fills('spot'),
    'GET /api/v2/mix/market/contracts': open((fields) => pairs.asked('futures', fields).map(contractView)),
    'GET /api/v2/mix/market/tickers': tickers('futures'),
    'GET /api/v2/mix/market/ticker': open((fields) => tickerView(pairs.need('futures', fields)) ?? {}),
    'GET /api/v2/mix/market/candles': candles('futures', MAX_CANDLES),
    'GET /api/v2/mix/market/history-candles': candles('futures', MAX_OLD_CANDLES),
    'GET /api/v2/mix/market/merge-depth': depth('futures', (fields) =>
      fields.text('limit') === 'max' ? MAX_DEPTH : fields.limit(STANDARD_ROWS, MAX_DEPTH),
    ),
    'GET /api/v2/mix/market/fills': fills('futures'),
    'GET /api/v2/mix/market/fills-history': fills('futures'),
    'GET /api/v2/mix/market/current-fund-rate': open((fields) => pairs.asked('futures', fields).map(fundingView)),
    'GET /api/v2/mix/market/history-fund-rate': open((fields) => {
      const size = fields.integer('pageSize') ?? LIMIT;
      const from = ((fields.integer('pageNo') ?? 1) - 1) * size;
      return fundingHistory(pairs.need('futures', fields)).slice(from, from + Math.min(size, STANDARD_ROWS));
    }),
    'GET /api/v2/mix/market/query-position-lever': open((fields) => tierViews(pairs.need('futures', fields))),
  };
}

function candleRows(desk: SymbolDesk, kind: MarketKind, fields: JsonFields, most: number): string[][] {
  const timeframe = GRANULARITIES[kind][fields.needText('granularity')];
  if (timeframe === undefined) throw words.parameter('granularity');
  const [startMs, endMs] = [fields.integer('startTime') ?? 0, fields.integer('endTime') ?? Number.MAX_SAFE_INTEGER];
  const rows = candlesOf(desk.tape, timeframe, fields.limit(STANDARD_ROWS, most), endMs);
  return rows.filter(({ atMs }) => atMs >= startMs).map((row) => candleView(desk, row));
}
