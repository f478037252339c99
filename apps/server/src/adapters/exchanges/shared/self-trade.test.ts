// Which of two orders of one account is to end, as each exchange is told: the one that takes, unless it closes at once.
import { expect, test } from 'vitest';
import type { NewOrder } from '../../../ports/venue.ts';
import { cardOf } from '../exchange-profiles.ts';
import { againstSelfTrade } from './self-trade.ts';

const limit: NewOrder = {
  ...{ cid: 'q1', symbol: 'BTC/USDT', side: 'buy', type: 'limit', tif: 'gtc', price: '1', qty: '1' },
  ...{ positionSide: 'net', reduceOnly: false },
};
const atMarket = { ...limit, type: 'market', tif: 'ioc', price: '0' } as const;
const perp = { ...atMarket, symbol: 'BTC/USDT:USDT' };
const stop = { kind: 'stop', by: 'mark', price: '1' } as const;

const rows: readonly (readonly [string, NewOrder, 'taker' | 'maker' | 'none'])[] = [
  ['a limit order', limit, 'taker'],
  ['a limit order that closes', { ...limit, symbol: perp.symbol, side: 'sell', reduceOnly: true }, 'taker'],
  ['a purchase at market', atMarket, 'taker'],
  ['a sale at market', { ...atMarket, side: 'sell' }, 'maker'],
  ['an entry at market', { ...perp, side: 'sell' }, 'taker'],
  ['an exit at market', { ...perp, side: 'sell', reduceOnly: true }, 'maker'],
  ['an entry into a short at market', { ...perp, side: 'sell', positionSide: 'short' }, 'taker'],
  ['an exit from a short at market', { ...perp, positionSide: 'short' }, 'maker'],
  [
    'an exit at market with a floor',
    { ...limit, tif: 'ioc', symbol: perp.symbol, side: 'sell', reduceOnly: true },
    'maker',
  ],
  ['a sale at market with a floor', { ...limit, tif: 'ioc', side: 'sell' }, 'maker'],
  ['a purchase at market with a ceiling', { ...limit, tif: 'ioc' }, 'taker'],
  ['a purchase that unwinds a leg', { ...limit, tif: 'ioc', unwinds: true }, 'maker'],
  ['a protective stop', { ...perp, side: 'sell', reduceOnly: true, trigger: stop }, 'maker'],
  ['a post-only order', { ...limit, tif: 'post' }, 'none'],
];

test.each(rows)('%s', (_name, order, ends) => {
  const said = (exchange: string) => againstSelfTrade(cardOf(exchange) ?? {}, order);
  const binance = { taker: 'EXPIRE_TAKER', maker: 'EXPIRE_MAKER' };
  const okx = { taker: 'cancel_taker', maker: 'cancel_maker' };
  for (const exchange of ['binance', 'local'])
    expect(said(exchange)).toEqual(ends === 'none' ? {} : { selfTradePreventionMode: binance[ends] });
  const bybit = { taker: 'CancelTaker', maker: 'CancelMaker' };
  expect(said('bybit')).toEqual(ends === 'none' ? {} : { smpType: bybit[ends] });
  expect(said('bitget')).toEqual(ends === 'none' ? {} : { stpMode: okx[ends] });
  // Of accounts that joined a group only: without one an order that says it is refused.
  expect(said('gate')).toEqual({});
  expect(said('okx')).toEqual(ends === 'none' ? {} : { stpMode: okx[ends] });
  expect(againstSelfTrade({}, order)).toEqual({});
});

test('nothing is said in a market that is known not to offer it', () => {
  const card = cardOf('binance');
  expect(againstSelfTrade(card ?? {}, limit, (mode) => mode !== 'EXPIRE_TAKER')).toEqual({});
});
