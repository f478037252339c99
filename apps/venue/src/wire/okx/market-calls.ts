// The open calls: what trades here, at which prices, and how it went. Lists are told newest first; `after` asks for what is
// older, `before` for what is newer.
import { type CandleTimeframe, TIMEFRAME_MS } from '@cormorant/core/market/candles.ts';
import type { ContractDesk, SymbolDesk } from '../../exchange/symbol-desk.ts';
import { candlesOf } from '../../market/candles.ts';
import type { JsonFields } from '../json-fields.ts';
import type { TradeLog } from '../trade-log.ts';
import type { OkxCalls, OpenCall } from './call.ts';
import { words } from './errors.ts';
import { familyOf, type Instruments } from './instruments.ts';
import {
  candleView,
  depthOf,
  fundingHistory,
  fundingRateView,
  instrumentView,
  levelView,
  markView,
  priceLimitView,
  tickerView,
  tierViews,
  tradeView,
} from './market-views.ts';

const MAX_CANDLES = 300;
const STANDARD_ROWS = 100;
const MAX_TRADES = 500;
const MAX_DEPTH = 400;
const MAX_FAMILIES = 5;

/** As they are asked for there. A day is that of UTC here, whichever of the two it is asked by. */
export const BARS: Readonly<Record<string, CandleTimeframe>> = {
  '1m': '1m',
  '5m': '5m',
  '15m': '15m',
  '1H': '1h',
  '4H': '4h',
  '1D': '1d',
  '1Dutc': '1d',
};

export interface MarketCallsDeps {
  readonly instruments: Instruments;
  readonly trades: TradeLog;
  readonly wallNow: () => number;
}

export function marketCalls({ instruments, trades, wallNow }: MarketCallsDeps): OkxCalls {
  const open = (limit: number, run: OpenCall['run']): OpenCall => ({ guard: 'none', limit, run });
  const ofOne = (limit: number, run: (desk: SymbolDesk, fields: JsonFields) => readonly unknown[]) =>
    open(limit, (fields) => run(instruments.need(fields), fields));
  const ofContract = (limit: number, run: (desk: SymbolDesk, fields: JsonFields) => readonly unknown[]) =>
    ofOne(limit, (desk, fields) => {
      if (desk.contract === null) throw words.instrument();
      return run(desk, fields);
    });
  const candles = ofOne(40, candleRows);
  return {
    'GET /api/v5/public/time': open(10, () => [{ ts: String(wallNow()) }]),
    'GET /api/v5/public/instruments': open(20, (fields) => {
      fields.needText('instType');
      return instruments.asked(fields).map(instrumentView);
    }),
    'GET /api/v5/public/price-limit': ofOne(20, (desk) => [priceLimitView(desk)]),
    'GET /api/v5/public/mark-price': open(10, (fields) =>
      contractsAsked(instruments, fields).map((desk) =>
        markView(desk, (desk.contract as ContractDesk).venue.markTicks),
      ),
    ),
    'GET /api/v5/public/funding-rate': open(20, (fields) => {
      if (fields.needText('instId') === 'ANY')
        return instruments.desks.filter(({ contract }) => contract !== null).map(fundingRateView);
      const desk = instruments.need(fields);
      if (desk.contract === null) throw words.instrument();
      return [fundingRateView(desk)];
    }),
    'GET /api/v5/public/funding-rate-history': ofContract(20, (desk, fields) =>
      fundingHistory(
        desk,
        fields.integer('after') ?? Number.MAX_SAFE_INTEGER,
        fields.integer('before') ?? 0,
        fields.limit(STANDARD_ROWS, 400),
      ),
    ),
    'GET /api/v5/public/position-tiers': open(10, (fields) => {
      fields.oneOf('instType', ['SWAP']);
      fields.oneOf('tdMode', ['isolated', 'cross']);
      const families = (fields.text('instFamily') ?? fields.needText('uly')).split(',');
      if (families.length > MAX_FAMILIES) throw words.parameter('instFamily');
      return instruments.desks
        .filter((desk) => desk.contract !== null && families.includes(familyOf(desk)))
        .flatMap(tierViews);
    }),
    'GET /api/v5/market/tickers': open(20, (fields) => {
      fields.needText('instType');
      return instruments.asked(fields).flatMap((desk) => tickerView(desk) ?? []);
    }),
    'GET /api/v5/market/ticker': ofOne(20, (desk) => [tickerView(desk) ?? {}]),
    'GET /api/v5/market/candles': candles,
    'GET /api/v5/market/history-candles': candles,
    'GET /api/v5/market/books': ofOne(40, (desk, fields) => {
      const most = fields.integer('sz') ?? 1;
      const { bids, asks } = depthOf(desk);
      const view = (levels: typeof bids) =>
        levels.slice(0, Math.min(most, MAX_DEPTH)).map((level) => levelView(desk, level));
      return [{ asks: view(asks), bids: view(bids), ts: String(desk.tape.lastAtMs) }];
    }),
    'GET /api/v5/market/trades': ofOne(100, (desk, fields) =>
      trades
        .of(desk)
        .slice(-fields.limit(STANDARD_ROWS, MAX_TRADES))
        .reverse()
        .map((trade) => tradeView(desk, trade)),
    ),
  };
}

function contractsAsked(instruments: Instruments, fields: JsonFields): readonly SymbolDesk[] {
  return instruments.asked(fields).filter(({ contract }) => contract !== null);
}

function candleRows(desk: SymbolDesk, fields: JsonFields): string[][] {
  const bar = BARS[fields.text('bar') ?? '1m'];
  if (bar === undefined) throw words.parameter('bar');
  const olderThanMs = fields.integer('after') ?? Number.MAX_SAFE_INTEGER;
  const newerThanMs = fields.integer('before') ?? -1;
  const rows = candlesOf(desk.tape, bar, fields.limit(STANDARD_ROWS, MAX_CANDLES), olderThanMs - 1);
  const openMs = desk.tape.lastAtMs - (desk.tape.lastAtMs % TIMEFRAME_MS[bar]);
  return rows
    .filter(({ atMs }) => atMs > newerThanMs)
    .reverse()
    .map((row) => candleView(desk, row, row.atMs < openMs));
}
