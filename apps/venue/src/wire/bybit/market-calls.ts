// The open calls: what trades here, at which prices, and how it went. Lists are told newest first.

import type { CandleTimeframe } from '@cormorant/core/market/candles.ts';
import { formatPrice, formatQty } from '@cormorant/core/market/conversions.ts';
import type { SymbolDesk } from '../../exchange/symbol-desk.ts';
import { candlesOf } from '../../market/candles.ts';
import type { JsonFields } from '../json-fields.ts';
import type { TradeLog } from '../trade-log.ts';
import { type BybitCalls, kindOf, type OpenCall } from './call.ts';
import { words } from './errors.ts';
import {
  candleView,
  depthOf,
  fundingHistory,
  instrumentView,
  priceLimitView,
  riskViews,
  tickerView,
  tradeView,
} from './market-views.ts';
import { type Pairs, pairOf } from './pairs.ts';

const MAX_CANDLES = 1_000;
const STANDARD_CANDLES = 200;
const MAX_DEPTH = 200;
const MAX_TRADES = { spot: 60, futures: 1_000 } as const;
const STANDARD_TRADES = { spot: 60, futures: 500 } as const;
const MAX_RATES = 200;

const INTERVALS: Readonly<Record<string, CandleTimeframe>> = {
  '1': '1m',
  '5': '5m',
  '15': '15m',
  '60': '1h',
  '240': '4h',
  D: '1d',
};

export interface MarketCallsDeps {
  readonly pairs: Pairs;
  readonly trades: TradeLog;
  readonly wallNow: () => number;
}

export function marketCalls({ pairs, trades, wallNow }: MarketCallsDeps): BybitCalls {
  const open = (run: OpenCall['run']): OpenCall => ({ guard: 'none', run });
  const listOf = (fields: JsonFields, list: readonly unknown[]) => ({
    ...{ category: fields.text('category') ?? '', list, nextPageCursor: '' },
  });
  return {
    'GET /v5/market/time': open(() => {
      const nowMs = wallNow();
      return { timeSecond: String(Math.floor(nowMs / 1_000)), timeNano: `${nowMs}000000` };
    }),
    'GET /v5/market/instruments-info': open((fields) => listOf(fields, pairs.asked(fields).map(instrumentView))),
    'GET /v5/market/tickers': open((fields) =>
      listOf(
        fields,
        pairs.asked(fields).flatMap((desk) => tickerView(desk) ?? []),
      ),
    ),
    'GET /v5/market/price-limit': open((fields) => {
      const desk = pairs.need(fields);
      return { ...priceLimitView(desk), ts: String(desk.tape.lastAtMs) };
    }),
    'GET /v5/market/kline': open((fields) => ({
      ...listOf(fields, candleRows(pairs.need(fields), fields)),
      symbol: fields.needText('symbol'),
    })),
    'GET /v5/market/orderbook': open((fields) => {
      const desk = pairs.need(fields);
      const { bids, asks } = depthOf(desk, fields.limit(kindOf(fields) === 'spot' ? 1 : 25, MAX_DEPTH));
      return {
        s: pairOf(desk),
        b: bids,
        a: asks,
        ts: desk.tape.lastAtMs,
        u: desk.seq,
        seq: desk.seq,
        cts: desk.tape.lastAtMs,
      };
    }),
    'GET /v5/market/recent-trade': open((fields) => {
      const desk = pairs.need(fields);
      const kind = kindOf(fields);
      const told = trades.of(desk).slice(-fields.limit(STANDARD_TRADES[kind], MAX_TRADES[kind]));
      return listOf(
        fields,
        told.reverse().map((trade) => tradeView(desk, trade)),
      );
    }),
    'GET /v5/market/funding/history': open((fields) => {
      const desk = pairs.needContract(fields);
      const span = {
        startMs: fields.integer('startTime') ?? 0,
        endMs: fields.integer('endTime') ?? desk.tape.lastAtMs,
      };
      return listOf(fields, fundingHistory(desk, span, fields.limit(MAX_RATES, MAX_RATES)));
    }),
    'GET /v5/market/risk-limit': open((fields) => {
      fields.oneOf('category', ['linear']);
      return listOf(fields, pairs.asked(fields).flatMap(riskViews));
    }),
  };
}

function candleRows(desk: SymbolDesk, fields: JsonFields): string[][] {
  const interval = INTERVALS[fields.needText('interval')];
  if (interval === undefined) throw words.parameter('interval');
  const [startMs, endMs] = [fields.integer('start') ?? 0, fields.integer('end') ?? Number.MAX_SAFE_INTEGER];
  const rows = candlesOf(desk.tape, interval, fields.limit(STANDARD_CANDLES, MAX_CANDLES), endMs);
  const { instrument } = desk;
  const [price, qty] = [
    (ticks: number) => formatPrice(instrument, ticks),
    (lots: number) => formatQty(instrument, lots),
  ];
  return rows
    .filter(({ atMs }) => atMs >= startMs)
    .reverse()
    .map((row) => candleView(desk, row, price, qty));
}
