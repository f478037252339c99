// Gate's rows, written after its documentation field by field: what each state of an order means, numbers that no double holds, sizes
// with a sign and with decimals, fees in other coins, and figures that are left out.
import { expect, it, test } from 'vitest';
import { exactJson } from '../shared/exact-json.ts';
import { ExchangeUnreadable } from '../shared/unreadable.ts';
import { coinsOf, GateSizes, sizeOf } from './contract-sizes.ts';
import {
  cidOf,
  contractFillOf,
  contractFillRow,
  contractOrderOf,
  contractOrderRow,
  fillSideOf,
  orderSideOf,
  spotFillOf,
  spotFillRow,
  spotOrderOf,
  spotOrderRow,
} from './rows.ts';
import { gateNameOf } from './symbols.ts';

const spot = gateNameOf('BTC/USDT');
const perp = gateNameOf('BTC/USDT:USDT');
const read = (row: object) => exactJson(JSON.stringify(row));

const order = {
  ...{ id: '1852454420', text: 't-abc123', amend_text: '-', create_time: '1710488334', update_time: '1710488334' },
  ...{ create_time_ms: 1710488334073, update_time_ms: 1710488334074, status: 'open', currency_pair: 'BTC_USDT' },
  ...{
    type: 'limit',
    account: 'spot',
    side: 'buy',
    amount: '0.001',
    price: '65000',
    time_in_force: 'gtc',
    left: '0.001',
  },
  ...{ iceberg: '0', filled_total: '0', fee: '0', fee_currency: 'BTC', finish_as: 'open', stp_id: 0, stp_act: '-' },
};
const spotOf = (more: object) => spotOrderOf(spot, spotOrderRow.parse(read({ ...order, ...more })));

test.each([
  [{}, { status: 'open', filled: '0' }],
  [{ left: '0.0004' }, { status: 'open', filled: '0.0006' }],
  [
    { status: 'closed', finish_as: 'filled', left: '0' },
    { status: 'filled', filled: '0.001' },
  ],
  [
    { status: 'cancelled', finish_as: 'cancelled' },
    { status: 'cancelled', filled: '0' },
  ],
  [
    { status: 'closed', finish_as: 'ioc', left: '0.0004', time_in_force: 'ioc' },
    { status: 'cancelled', tif: 'ioc' },
  ],
  [
    { status: 'cancelled', finish_as: 'stp' },
    { status: 'cancelled', selfTrade: true },
  ],
  [{ status: 'cancelled', finish_as: 'depth_not_enough' }, { status: 'cancelled' }],
  [{ time_in_force: 'poc' }, { tif: 'post', price: '65000' }],
  [
    { filled_amount: '0.0002', left: '' },
    { filled: '0.0002', qty: '0.001' },
  ],
  // A state that nobody knows is no end.
  [{ status: 'resting_somewhere' }, { status: 'open' }],
  // By its cost: its size in coin is what has traded.
  [
    { type: 'market', amount: '300', left: '0', filled_amount: '0.005', status: 'closed', finish_as: 'filled' },
    { type: 'market', qty: '0.005', filled: '0.005', price: '0' },
  ],
  // As the stream tells it.
  [{ status: undefined, event: 'put' }, { status: 'open' }],
  [{ status: undefined, event: 'finish', finish_as: 'filled', left: '0' }, { status: 'filled' }],
  [{ status: undefined, event: 'finish', finish_as: 'cancelled' }, { status: 'cancelled' }],
])('a spot order of %o is %o', (more, told) => {
  expect(spotOf(more)).toMatchObject({ cid: 'abc123', createdAtMs: 1710488334073, ...told });
});

test.each([{ left: '' }, { left: null }, { amount: '' }, { side: 'Buy' }, { create_time_ms: '' }, { status: '' }])(
  'a spot order with %o is none',
  (more) => {
    expect(() => spotOf(more)).toThrow();
  },
);

const contract =
  '{"id":36028827892199865,"user":20011,"create_time":1728540464.319,"finish_as":"_new","contract":"BTC_USDT","size":-6024,' +
  '"left":"-24.5","price":"3765.1","fill_price":"0","tif":"gtc","is_reduce_only":true,"is_close":false,"is_liq":false,' +
  '"text":"t-my-custom_id.1","status":"open","tkfr":"0.0005","mkfr":"0.00015","refu":0}';
const contractOf = (more: object, isHedged = false) => {
  const row = contractOrderRow.parse({ ...(exactJson(contract) as object), ...(read(more) as object) });
  return contractOrderOf(perp, row, '0.0001', orderSideOf(row, isHedged));
};

it('numbers of contract orders keep their 17 digits, sizes their sign and decimals, times their milliseconds', () => {
  expect(contractOrderRow.parse(exactJson(contract))).toMatchObject({
    id: '36028827892199865',
    create_time: 1728540464319,
  });
  expect(contractOf({})).toMatchObject({
    ...{ cid: 'my-custom_id.1', side: 'sell', qty: '0.6024', filled: '0.59995', status: 'open', tif: 'gtc' },
    ...{ price: '3765.1', positionSide: 'net', reduceOnly: true, type: 'limit' },
  });
});

test.each([
  ['filled', 'filled'],
  ...['cancelled', 'liquidated', 'ioc', 'auto_deleveraged', 'reduce_only', 'position_closed', 'reduce_out'].map(
    (word) => [word, 'cancelled'],
  ),
  ['stp', 'cancelled'],
  ['a_word_to_come', 'cancelled'],
])('a contract order finished as %s is %s', (finish_as, status) => {
  expect(contractOf({ status: 'finished', finish_as, left: finish_as === 'filled' ? 0 : -24 })).toMatchObject({
    status,
  });
});

it('of both sides held an order that reduces is of the other side than it trades', () => {
  const sides = [
    [5, false, 'long'],
    [-5, true, 'long'],
    [-5, false, 'short'],
    [5, true, 'short'],
  ] as const;
  for (const [size, is_reduce_only, side] of sides)
    expect(contractOf({ size, left: 0, is_reduce_only }, true)).toMatchObject({ positionSide: side });
  expect(contractOf({ price: '0', tif: 'ioc', left: 0 })).toMatchObject({ type: 'market', price: '0' });
});

test.each([{ left: '' }, { size: '' }, { status: '' }, { contract: '' }, { create_time: '' }])(
  'a contract order with %o is none',
  (more) => {
    expect(() => contractOf(more)).toThrow();
  },
);

const trade = {
  ...{ id: '5736713', user_id: 1000001, order_id: '30784428', currency_pair: 'BTC_USDT', create_time: 1605176741 },
  ...{ create_time_ms: '1605176741123.456', side: 'sell', amount: '1.00', role: 'maker', price: '10000.00' },
  ...{ fee: '0.0020', fee_currency: 'USDT', point_fee: '0', gt_fee: '0', text: 't-q1' },
};
const fillOf = (more: object) => spotFillOf(spot, spotFillRow.parse(read({ ...trade, ...more })));

it('a trade is placed by its second and number, whichever way it is told', () => {
  expect(fillOf({})).toMatchObject({
    ...{ id: 'BTC_USDT.1605176741000.5736713s', cid: 'q1', atMs: 1605176741123, qty: '1', price: '10000', maker: true },
    ...{ fee: '0.002', feeAsset: 'USDT' },
  });
  expect(fillOf({ create_time_ms: '1605176741124' }).id).toBe(fillOf({}).id);
  expect(fillOf({ text: 'apiv4' }).cid).toBe('gate-30784428');
});

it('a fee that was taken in GT or in points is told in those; one that is not told is no zero', () => {
  expect(fillOf({ fee: '0', gt_fee: '0.01' })).toMatchObject({ fee: '0.01', feeAsset: 'GT' });
  expect(fillOf({ fee: '0', point_fee: '0.3' })).toMatchObject({ fee: '0.3', feeAsset: 'POINT' });
  expect(() => fillOf({ fee: '' })).toThrow(ExchangeUnreadable);
});

const traded = {
  ...{ trade_id: '121234231', create_time: 1514764800.123, contract: 'BTC_USDT', order_id: '36028827892199865' },
  ...{ size: 100, close_size: 0, price: '100.123', text: 't-123456', fee: '0.01', point_fee: '0', role: 'taker' },
};
const contractFill = (more: object) => {
  const row = contractFillRow.parse(read({ ...traded, ...more }));
  return contractFillOf(perp, row, '0.0001', fillSideOf(row));
};

it('a trade of contracts tells its side by what it closed, and whether it was by force by whose word it bears', () => {
  const sides = [
    [100, 0, 'long'],
    [-100, 0, 'short'],
    [100, 100, 'short'],
    [-100, -100, 'long'],
  ] as const;
  for (const [size, close_size, positionSide] of sides)
    expect(contractFill({ size, close_size })).toMatchObject({ positionSide, qty: '0.01', liquidation: false });
  expect(contractFill({})).toMatchObject({ id: 'BTC_USDT_P.1514764800000.121234231b', atMs: 1514764800123 });
  expect(contractFill({ fee: '0', point_fee: '0.1' })).toMatchObject({ fee: '0.1', feeAsset: 'POINT' });
  for (const text of ['liquidation', 'liq-12', 'hedge-liq-3', 'auto_deleveraging'])
    expect(contractFill({ text }).liquidation).toBe(true);
  expect(contractFill({ text: 't-liq' }).liquidation).toBe(false);
  expect(() => contractFill({ close_size: '' })).toThrow(ExchangeUnreadable);
  expect(() => contractFill({ trade_id: undefined })).toThrow();
});

it('sizes are contracts of so many coins, exact both ways', async () => {
  expect(sizeOf('0.0123', 'buy', '0.0001')).toBe('123');
  expect(sizeOf('0.0123', 'sell', '0.0001')).toBe('-123');
  expect(sizeOf('0.00015', 'sell', '0.0001')).toBe('-1.5');
  expect(sizeOf('1', 'buy', '3')).toBeNull();
  expect(coinsOf('-1.7', '0.01')).toBe('0.017');
  const sizes = new GateSizes(async () => {});
  await expect(sizes.needValueOf('NONE_USDT')).rejects.toThrow(ExchangeUnreadable);
  sizes.tell('BTC_USDT', '0.0001');
  expect(await sizes.needValueOf('BTC_USDT')).toBe('0.0001');
});

it('an id that is none of a client’s is one of ours for nobody', () => {
  expect(cidOf('web', '7')).toBe('gate-7');
  expect(cidOf('', '7')).toBe('gate-7');
});
