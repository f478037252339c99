// Orders of spot that wait for a price, alone and in pairs of which one ends the other, on the Binance wire: what they keep, what
// starts and ends them, how each end is told, and that they stand after a restart. The tape: 60000, 59990, 60010, 60000.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BinanceRig, type Key } from './binance-rig.ts';

let nowMs = Date.now();
let rig: BinanceRig;
let key: Key;

beforeAll(async () => {
  rig = await BinanceRig.open(() => nowMs);
  key = await rig.key();
  await place({ side: 'BUY', type: 'MARKET', quantity: '0.1' });
});
afterAll(() => rig.close());

type Values = Record<string, string | number>;
const asked = async (call: string, values: Values = {}) => {
  nowMs += 10_000;
  return rig.signed(key, call, { symbol: 'BTCUSDT', ...values });
};
const done = async (call: string, values: Values = {}) => {
  const { status, body } = await asked(call, values);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const place = (values: Values) => done('POST /api/v3/order', { newOrderRespType: 'RESULT', ...values });
const read = (orderId: number) => done('GET /api/v3/order', { orderId });
const locked = async (asset: string) => {
  const { body } = await rig.signed(key, 'GET /api/v3/account');
  return body.balances.find((row: { asset: string }) => row.asset === asset).locked;
};
const free = async (asset: string) => {
  const { body } = await rig.signed(key, 'GET /api/v3/account');
  return Number(body.balances.find((row: { asset: string }) => row.asset === asset).free);
};
/** Prints until the last price is this one. */
async function printTo(price: string): Promise<void> {
  do await rig.print();
  while ((await rig.ask('GET /api/v3/ticker/price', { symbol: 'BTCUSDT' })).body.price !== price);
}

const STOP = { side: 'SELL', type: 'STOP_LOSS_LIMIT', timeInForce: 'GTC', quantity: '0.01' };
const OCO = { side: 'SELL', quantity: '0.01', aboveType: 'LIMIT_MAKER', belowType: 'STOP_LOSS_LIMIT' };
const BELOW = { belowStopPrice: '59995', belowPrice: '59000', belowTimeInForce: 'GTC' };

test('a stop waits outside the book with its coins kept, and trades when the price has come to it', async () => {
  await printTo('60000.00000000');
  const stop = await place({ ...STOP, stopPrice: '59995', price: '59000' });
  expect(stop).toMatchObject({ status: 'NEW', workingTime: -1, stopPrice: '59995.00000000', orderListId: -1 });
  expect(await read(stop.orderId)).toMatchObject({ isWorking: false, workingTime: -1, type: 'STOP_LOSS_LIMIT' });
  expect(await locked('BTC')).toBe('0.01');
  const { body: book } = await rig.ask('GET /api/v3/depth', { symbol: 'BTCUSDT' });
  expect(book.asks.some(([price]: string[]) => price === '59000.00000000')).toBe(false);
  await printTo('59990.00000000');
  const traded = await read(stop.orderId);
  expect(traded).toMatchObject({ status: 'FILLED', isWorking: true, executedQty: '0.01000000' });
  expect(traded.workingTime).toBeGreaterThanOrEqual(traded.time);
  expect(await locked('BTC')).toBe('0');
});

test('a take-profit starts from below; what the price has passed already is refused', async () => {
  await printTo('60000.00000000');
  const limit = { ...STOP, type: 'TAKE_PROFIT_LIMIT', stopPrice: '60005', price: '59000' };
  const { orderId } = await place(limit);
  const passed = { code: -2010, msg: 'Stop price would trigger immediately.' };
  expect((await asked('POST /api/v3/order', { ...limit, stopPrice: '59999' })).body).toEqual(passed);
  expect((await asked('POST /api/v3/order', { ...STOP, stopPrice: '60001', price: '59000' })).body).toEqual(passed);
  expect((await asked('POST /api/v3/order', { ...STOP, price: '59000' })).body.code).toBe(-1102);
  await printTo('60010.00000000');
  expect(await read(orderId)).toMatchObject({ status: 'FILLED' });
});

test.each([
  { type: 'STOP_LOSS', stopPrice: '59995', to: '59990.00000000', passed: '60001' },
  { type: 'TAKE_PROFIT', stopPrice: '60005', to: '60010.00000000', passed: '59999' },
])('a $type sells at the market when the price has come to it', async ({ passed, stopPrice, to, type }) => {
  await printTo('60000.00000000');
  const wanted = { side: 'SELL', type, quantity: '0.01', stopPrice };
  expect((await asked('POST /api/v3/order', { ...wanted, stopPrice: passed })).body).toEqual({
    ...{ code: -2010, msg: 'Stop price would trigger immediately.' },
  });
  // Unless it is asked for more, what rests is acknowledged alone.
  const { orderId, ...told } = await done('POST /api/v3/order', wanted);
  expect(Object.keys(told).sort()).toEqual(['clientOrderId', 'orderListId', 'symbol', 'transactTime']);
  expect(await read(orderId)).toMatchObject({
    ...{ status: 'NEW', type, isWorking: false, price: '0.00000000', stopPrice: `${stopPrice}.00000000` },
  });
  expect(await locked('BTC')).toBe('0.01');
  await printTo(to);
  expect(await read(orderId)).toMatchObject({ status: 'FILLED', isWorking: true, executedQty: '0.01000000' });
  expect(await locked('BTC')).toBe('0');
  const cancelled = await place({ ...wanted, stopPrice: type === 'STOP_LOSS' ? '50000' : '70000' });
  await done('DELETE /api/v3/order', { orderId: cancelled.orderId });
  expect(await read(cancelled.orderId)).toMatchObject({ status: 'CANCELED' });
  expect(await locked('BTC')).toBe('0');
});

test('a stop that buys at the market pays what the market asks, with all that is free then, or expires unpaid', async () => {
  await printTo('60000.00000000');
  const buy = { side: 'BUY', type: 'STOP_LOSS', quantity: '0.01', stopPrice: '60005' };
  const { orderId } = await place(buy);
  expect(await locked('USDT')).toBe('600.05');
  const before = await free('USDT');
  await printTo('60010.00000000');
  const filled = await read(orderId);
  expect(filled).toMatchObject({ status: 'FILLED', executedQty: '0.01000000' });
  expect([await locked('USDT'), before + 600.05 - (await free('USDT'))]).toEqual([
    '0',
    expect.closeTo(Number(filled.cummulativeQuoteQty), 6),
  ]);
  // All that there is pays for it at its stop price; the market asks a little more.
  await printTo('60000.00000000');
  const all = Math.floor((await free('USDT')) / 60_005 / 0.00001) * 0.00001;
  const unpaid = await place({ ...buy, quantity: all.toFixed(5) });
  await printTo('60010.00000000');
  expect(await read(unpaid.orderId)).toMatchObject({ status: 'EXPIRED', executedQty: '0.00000000' });
  expect(await locked('USDT')).toBe('0');
});

test.each([
  { what: 'the limit order trades', abovePrice: '60005', to: '60010.00000000', stop: 'EXPIRED', limit: 'FILLED' },
  { what: 'the stop is reached', abovePrice: '61000', to: '59990.00000000', stop: 'FILLED', limit: 'EXPIRED' },
])('a pair keeps its amount once; where $what, the other one ends', async ({ abovePrice, to, ...ends }) => {
  await printTo('60000.00000000');
  const wider = to === '60010.00000000' ? { ...BELOW, belowStopPrice: '59000' } : BELOW;
  const pair = await done('POST /api/v3/orderList/oco', {
    ...OCO,
    ...wider,
    abovePrice,
    listClientOrderId: `l${nowMs}`,
  });
  expect(pair).toMatchObject({ contingencyType: 'OCO', listStatusType: 'EXEC_STARTED', listOrderStatus: 'EXECUTING' });
  expect(pair.orderReports.map(({ type, status }: Values) => [type, status])).toEqual([
    ['STOP_LOSS_LIMIT', 'NEW'],
    ['LIMIT_MAKER', 'NEW'],
  ]);
  expect(await locked('BTC')).toBe('0.01');
  await printTo(to);
  const [stop, limit] = pair.orders;
  expect(await read(stop.orderId)).toMatchObject({ status: ends.stop, orderListId: pair.orderListId });
  expect(await read(limit.orderId)).toMatchObject({ status: ends.limit });
  expect(await done('GET /api/v3/orderList', { origClientOrderId: pair.listClientOrderId })).toMatchObject({
    ...{ orderListId: pair.orderListId, listStatusType: 'ALL_DONE', listOrderStatus: 'ALL_DONE' },
  });
  expect(await locked('BTC')).toBe('0');
});

test('a buying pair keeps what the dearer of the two costs, and gives the rest back', async () => {
  await printTo('60000.00000000');
  const pair = await done('POST /api/v3/order/oco', {
    ...{ side: 'BUY', quantity: '0.01', price: '59992', stopPrice: '62000', stopLimitPrice: '63000' },
    stopLimitTimeInForce: 'GTC',
  });
  expect(await locked('USDT')).toBe('630');
  await printTo('59990.00000000');
  const [stop, limit] = pair.orders;
  expect([(await read(stop.orderId)).status, (await read(limit.orderId)).status]).toEqual(['EXPIRED', 'FILLED']);
  expect(await locked('USDT')).toBe('0');
});

test('whoever cancels a pair, or one of it, or all orders, cancels both', async () => {
  await printTo('60000.00000000');
  const make = () =>
    done('POST /api/v3/orderList/oco', { ...OCO, ...BELOW, belowStopPrice: '59000', abovePrice: '61000' });
  const ways: ((pair: { orderListId: number; orders: { orderId: number }[] }) => Promise<unknown>)[] = [
    ({ orderListId }) => done('DELETE /api/v3/orderList', { orderListId }),
    ({ orders }) => done('DELETE /api/v3/order', { orderId: orders[0]?.orderId as number }),
    ({ orders }) => done('DELETE /api/v3/order', { orderId: orders[1]?.orderId as number }),
    () => done('DELETE /api/v3/openOrders'),
  ];
  for (const cancel of ways) {
    const pair = await make();
    expect(await done('GET /api/v3/openOrderList')).toHaveLength(1);
    await cancel(pair);
    for (const { orderId } of pair.orders) expect(await read(orderId)).toMatchObject({ status: 'CANCELED' });
    expect([await locked('BTC'), await done('GET /api/v3/openOrders')]).toEqual(['0', []]);
  }
  expect((await asked('DELETE /api/v3/orderList', { orderListId: 1 })).body.code).toBe(-2011);
  expect((await asked('GET /api/v3/orderList', { orderListId: 999_999 })).body.code).toBe(-2018);
});

test('prices that do not stand around the last one are refused, and nothing is kept', async () => {
  await printTo('60000.00000000');
  const wrong = { ...OCO, ...BELOW, abovePrice: '59998' };
  expect((await asked('POST /api/v3/orderList/oco', wrong)).body).toEqual({
    ...{ code: -2010, msg: 'The relationship of the prices for the orders is not correct.' },
  });
  const unpaid = { ...OCO, ...BELOW, abovePrice: '61000', quantity: '9' };
  expect((await asked('POST /api/v3/orderList/oco', unpaid)).body.code).toBe(-2010);
  expect([await locked('BTC'), await done('GET /api/v3/openOrders')]).toEqual(['0', []]);
});

test('the stream tells of a pair, of a stop that starts, and of the order that it ends', async () => {
  await printTo('60000.00000000');
  const { body } = await rig.ask('POST /api/v3/userDataStream', {}, key.key);
  const socket = new WebSocket(`${rig.venue.url.replace('http', 'ws')}/ws/${body.listenKey}`);
  const heard: Values[] = [];
  socket.addEventListener('message', ({ data }) => heard.push(JSON.parse(String(data))));
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
  const pair = await done('POST /api/v3/orderList/oco', { ...OCO, ...BELOW, abovePrice: '61000' });
  await printTo('59990.00000000');
  await rig.whilePrinting(
    new Promise<void>((resolve) => {
      const look = () => heard.some(({ e, l }) => e === 'listStatus' && l === 'ALL_DONE') && resolve();
      socket.addEventListener('message', look);
      look();
    }),
  );
  socket.close();
  const [stop, limit] = pair.orders.map(({ orderId }: { orderId: number }) => orderId);
  const steps = heard
    .filter(({ e }) => e === 'executionReport')
    .map(({ i, x, w, g }) => [i === stop ? 'stop' : i === limit ? 'limit' : '?', x, w, g === pair.orderListId]);
  expect(steps).toEqual([
    ['stop', 'NEW', false, true],
    ['limit', 'NEW', true, true],
    ['limit', 'EXPIRED', false, true],
    ['stop', 'NEW', true, true],
    ['stop', 'TRADE', false, true],
  ]);
  expect(heard.filter(({ e }) => e === 'listStatus').map(({ l, g }) => [l, g])).toEqual([
    ['EXEC_STARTED', pair.orderListId],
    ['ALL_DONE', pair.orderListId],
  ]);
});

test('stops and pairs that wait stand after a restart and start where they should', async () => {
  await printTo('60000.00000000');
  const alone = await place({ ...STOP, stopPrice: '59995', price: '59000' });
  const atMarket = await place({ side: 'SELL', type: 'STOP_LOSS', quantity: '0.01', stopPrice: '59995' });
  const pair = await done('POST /api/v3/orderList/oco', { ...OCO, ...BELOW, abovePrice: '61000' });
  const { folder } = rig;
  await rig.close(true);
  rig = await BinanceRig.open(() => nowMs, folder);
  expect(await locked('BTC')).toBe('0.03');
  await printTo('59990.00000000');
  expect(await read(atMarket.orderId)).toMatchObject({ status: 'FILLED', type: 'STOP_LOSS' });
  expect(await read(alone.orderId)).toMatchObject({ status: 'FILLED' });
  const [stop, limit] = pair.orders;
  expect([(await read(stop.orderId)).status, (await read(limit.orderId)).status]).toEqual(['FILLED', 'EXPIRED']);
  expect(await locked('BTC')).toBe('0');
});
