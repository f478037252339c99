// Cards: what a code proves, which exchanges trade, what a receipt is worth.
import { expect, it } from 'vitest';
import type { NewOrder } from '../../ports/venue.ts';
import { orderOf, orderRow, receiptOf, statusOf } from './binance/order-rows.ts';
import { ExchangeBudgets } from './exchange-budgets.ts';
import { cardOf, tradingCards } from './exchange-profiles.ts';
import { exactJson } from './shared/exact-json.ts';
import { meaningOf, type TradingCard } from './shared/exchange-profile.ts';
import { createCcxtVenue } from './trading-venue.ts';

const binance = cardOf('binance') as TradingCard;
const clock = { nowMs: () => 0 };

it('trades where the wire was walked, and makes no venue anywhere else', () => {
  expect([...tradingCards].sort((a, b) => (a < b ? -1 : 1))).toEqual([
    'binance',
    'bitget',
    'bybit',
    'gate',
    'local',
    'okx',
  ]);
  const hosts = { allowed: new Set<string>(), instead: null };
  const make = () =>
    createCcxtVenue({
      ...{ exchange: 'nowhere', hosts, clock, budgets: new ExchangeBudgets(clock) },
      ...{ credentials: async () => null, contractAccounts: async () => [] },
    });
  expect(make).toThrow('not traded on');
});

it.each(['-1000', '-1001', '-1006', '-1007', '-1008', '-9999', 'constructor', '__proto__', null])(
  'code %s proves nothing, on any card and with any words',
  (code) => {
    for (const exchange of ['binance', 'local', 'okx', 'bybit', 'bitget', 'gate'])
      expect(meaningOf(cardOf(exchange) as TradingCard, code, 'Account has insufficient balance.')).toBe('unknown');
  },
);

it('one code with several meanings is told by its words, and a filter without known words is refused as such', () => {
  const told = (code: string, words: string) => meaningOf(binance, code, words);
  expect(told('-1013', 'Filter failure: LOT_SIZE')).toMatchObject({ code: 3007, reason: 'lot_size' });
  expect(told('-1013', 'Filter failure: PERCENT_PRICE_BY_SIDE')).toMatchObject({ reason: 'price_range' });
  expect(told('-1013', 'Filter failure: T_PLUS_SELL')).toMatchObject({ code: 3001 });
  expect(told('-1013', 'Something else')).toBe('unknown');
  expect(told('-2010', 'Duplicate order sent.')).toBe('unknown');
  expect(told('-2010', 'Account has insufficient balance for requested action.')).toMatchObject({ code: 3010 });
});

const order: NewOrder = {
  ...{ cid: 'q1', symbol: 'BTC/USDT', side: 'buy', type: 'limit', tif: 'gtc', price: '50000', qty: '0.1' },
  ...{ positionSide: 'net', reduceOnly: false },
};

it('a receipt with empty fields is a receipt: the order stands as it was asked for, and nothing has traded', () => {
  const standing = { cid: 'q1', price: '50000', qty: '0.1', filled: '0', status: 'open', createdAtMs: 7 };
  for (const more of [{}, { status: null, executedQty: null }, { status: 'FILLED', executedQty: undefined }])
    expect(receiptOf(order, { orderId: '5', clientOrderId: 'q1', transactTime: '7', ...more }, 9)).toMatchObject(
      standing,
    );
  expect(receiptOf(order, { orderId: '5', clientOrderId: 'another' }, 9)).toBeNull();
  expect(receiptOf(order, { clientOrderId: 'q1' }, 9)).toBeNull();
});

it('a status without a word of ours is no end, and numbers of orders keep every digit', () => {
  expect(['NEW', 'PARTIALLY_FILLED', 'SOMETHING_NEW'].map(statusOf)).toEqual(['open', 'open', 'open']);
  expect(['CANCELED', 'EXPIRED', 'EXPIRED_IN_MATCH', 'REJECTED'].map(statusOf)).toEqual(
    Array.from({ length: 4 }, () => 'cancelled'),
  );
  const text =
    '{"symbol":"BTCUSDT","orderId":9223372036854775807,"clientOrderId":"q1","price":"0.10","origQty":"1.000",' +
    '"executedQty":"0.5","status":"CANCELED","timeInForce":"GTC","type":"LIMIT","side":"SELL","time":1700000000000}';
  const row = orderRow.parse(exactJson(text));
  expect(row.orderId).toBe('9223372036854775807');
  expect(orderOf('BTC/USDT', row)).toMatchObject({ price: '0.1', qty: '1', filled: '0.5', status: 'cancelled' });
});
