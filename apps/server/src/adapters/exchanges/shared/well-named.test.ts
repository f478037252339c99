// A list of markets is as good as its good names: one that cannot be said is left out alone.
import { expect, test } from 'vitest';
import { wireInstruments } from '../local/rows.ts';
import { wellNamed } from './well-named.ts';

const ODD = ['A-B/USDT', 'A B/USDT', 'A/B/USDT', '/USDT', '<i>/USDT', 'BTC/USDT:', '\u202eCTB/USDT'];
const GOOD = ['BTC/USDT', '币安人生/USDT', '币安人生/USDT:USDT', '1000PEPE/USDT'];

test('a name that cannot be said costs the others nothing', () => {
  const rows = [...ODD, ...GOOD].map((symbol) => ({ symbol }));
  expect(wellNamed(rows).map(({ symbol }) => symbol)).toEqual(GOOD);
});

test('nor at the local exchange, whose list is checked row by row; a figure that is none still spoils it', () => {
  const row = {
    ...{
      symbol: 'BTC/USDT',
      market: 'spot',
      base: 'BTC',
      quote: 'USDT',
      tick: '0.01',
      step: '0.001',
      min_qty: '0.001',
    },
    ...{
      max_qty: '50',
      max_market_qty: '50',
      min_notional: '5',
      min_price: '0.01',
      max_price: '1000000',
      max_open_orders: 200,
    },
    ...{ maker: '0.001', taker: '0.001', fee_asset: 'received', status: 'trading' },
  };
  const list = [...ODD, '币安人生/USDT'].map((symbol) => ({ ...row, symbol }));
  expect(wireInstruments.parse({ list }).list.map(({ symbol }) => symbol)).toEqual(['币安人生/USDT']);
  expect(wireInstruments.safeParse({ list: [row, { ...row, tick: 'x' }] }).success).toBe(false);
});
