// Orders of spot that are amended on the Binance wire, by REST and by the WebSocket API: they become smaller, keep their place in the
// queue, give back what they kept, and remember what they were called. The tape: 60000, 59990, 60010, 60000.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BinanceRig, type Key } from './binance-rig.ts';

let nowMs = Date.now();
let rig: BinanceRig;
let [first, second]: Key[] = [];

beforeAll(async () => {
  rig = await BinanceRig.open(() => nowMs);
  [first, second] = [await rig.key(), await rig.key()];
  await printTo('60000.00000000');
});
afterAll(() => rig.close());

type Values = Record<string, string | number>;
const asked = async (call: string, values: Values = {}, key = first) => {
  nowMs += 10_000;
  return rig.signed(key as Key, call, { symbol: 'BTCUSDT', ...values });
};
const done = async (call: string, values: Values = {}, key = first) => {
  const { status, body } = await asked(call, values, key);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const AMEND = 'PUT /api/v3/order/amend/keepPriority';
const BID = { side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', price: '59992', newOrderRespType: 'RESULT' };
const bid = (quantity: string, more: Values = {}, key = first) =>
  done('POST /api/v3/order', { ...BID, quantity, ...more }, key);
const read = (orderId: number, key = first) => done('GET /api/v3/order', { orderId }, key);
const locked = async () => {
  const { body } = await rig.signed(first as Key, 'GET /api/v3/account');
  return body.balances.find((row: { asset: string }) => row.asset === 'USDT').locked;
};
async function printTo(price: string): Promise<void> {
  do await rig.print();
  while ((await rig.ask('GET /api/v3/ticker/price', { symbol: 'BTCUSDT' })).body.price !== price);
}

test('an order becomes smaller under another client id, gives back what it kept, and remembers each change', async () => {
  const { orderId } = await bid('0.05', { newClientOrderId: 'one' });
  expect(await locked()).toBe('2999.6');
  const told = await done(AMEND, { origClientOrderId: 'one', newClientOrderId: 'two', newQty: '0.03' });
  expect(told).toMatchObject({
    executionId: expect.any(Number),
    amendedOrder: {
      ...{ orderId, origClientOrderId: 'one', clientOrderId: 'two', qty: '0.03000000', executedQty: '0.00000000' },
      ...{ status: 'NEW', price: '59992.00000000', cumulativeQuoteQty: '0.00000000', preventedQty: '0.00000000' },
    },
  });
  expect(await locked()).toBe('1799.76');
  expect(await read(orderId)).toMatchObject({ clientOrderId: 'two', origQty: '0.03000000', status: 'NEW' });
  const { amendedOrder } = await done(AMEND, { orderId, newClientOrderId: 'two', newQty: '0.02' });
  expect(amendedOrder).toMatchObject({ origClientOrderId: 'two', clientOrderId: 'two' });
  const history = await done('GET /api/v3/order/amendments', { orderId });
  expect(
    history.map(({ origQty, newQty, origClientOrderId, newClientOrderId }: Values) => [
      ...[origQty, newQty, origClientOrderId, newClientOrderId],
    ]),
  ).toEqual([
    ['0.05000000', '0.03000000', 'one', 'two'],
    ['0.03000000', '0.02000000', 'two', 'two'],
  ]);
  const from = history[1].executionId;
  expect(await done('GET /api/v3/order/amendments', { orderId, fromExecutionId: from })).toEqual([history[1]]);
  expect((await asked('GET /api/v3/order', { origClientOrderId: 'one' })).body.code).toBe(-2013);
  await done('DELETE /api/v3/order', { origClientOrderId: 'two' });
  expect(await locked()).toBe('0');
});

test('it keeps its place: what comes for one only meets it before whoever came later', async () => {
  // Between the house's quotes, where nobody else stands.
  const [early, late] = [await bid('0.05', { price: '59999' }), await bid('0.05', { price: '59999' }, second)];
  await done(AMEND, { orderId: early.orderId, newQty: '0.01' });
  const third = await rig.key();
  await done('POST /api/v3/order', { side: 'BUY', type: 'MARKET', quantity: '0.02' }, third);
  await done('POST /api/v3/order', { side: 'SELL', type: 'MARKET', quantity: '0.015' }, third);
  expect([await read(early.orderId), await read(late.orderId, second)]).toMatchObject([
    { status: 'FILLED', executedQty: '0.01000000' },
    { status: 'PARTIALLY_FILLED', executedQty: '0.00500000' },
  ]);
  expect(await locked()).toBe('0');
  // Not below what has traded of it.
  expect((await asked(AMEND, { orderId: late.orderId, newQty: '0.005' }, second)).body.code).toBe(-1013);
  await done(AMEND, { orderId: late.orderId, newQty: '0.006' }, second);
  expect(await read(late.orderId, second)).toMatchObject({ origQty: '0.00600000', executedQty: '0.00500000' });
  await done('DELETE /api/v3/order', { orderId: late.orderId }, second);
});

test('what would be larger, the same, no lot, gone, of a pair, or under a name that is taken is refused, and nothing changes', async () => {
  await printTo('60000.00000000');
  const { orderId } = await bid('0.05', { newClientOrderId: 'kept' });
  await bid('0.01', { newClientOrderId: 'other' });
  const refused = async (values: Values) => (await asked(AMEND, { orderId, ...values })).body;
  const increase = { code: -2038, msg: 'Order amend (quantity increase) is not supported.' };
  expect(await refused({ newQty: '0.06' })).toEqual(increase);
  expect(await refused({ newQty: '0.05' })).toEqual({
    ...{ code: -2038, msg: 'The requested action would change no state; rejecting.' },
  });
  expect(await refused({ newQty: '0.0000001' })).toMatchObject({ code: -1013 });
  expect(await refused({ newQty: '0' })).toMatchObject({ code: -1013 });
  expect(await refused({ newQty: '0.00001' })).toEqual({ code: -1013, msg: 'Filter failure: NOTIONAL' });
  expect(await refused({})).toMatchObject({ code: -1102 });
  expect(await refused({ newQty: '0.01', newClientOrderId: 'other' })).toMatchObject({ code: -2010 });
  expect(await refused({ newQty: '0.01', orderId: 999_999 })).toEqual({ code: -2038, msg: 'Unknown order sent.' });
  expect((await asked(AMEND, { orderId, newQty: '0.01' }, second)).body.code).toBe(-2038);
  await done('POST /api/v3/order', { side: 'BUY', type: 'MARKET', quantity: '0.01' });
  const pair = await done('POST /api/v3/orderList/oco', {
    ...{ side: 'SELL', quantity: '0.01', aboveType: 'LIMIT_MAKER', belowType: 'STOP_LOSS_LIMIT' },
    ...{ abovePrice: '61000', belowStopPrice: '59000', belowPrice: '58900', belowTimeInForce: 'GTC' },
  });
  expect(await refused({ orderId: pair.orders[0].orderId, newQty: '0.005' })).toMatchObject({ code: -2038 });
  expect(await read(orderId)).toMatchObject({ origQty: '0.05000000', clientOrderId: 'kept' });
  expect(await done('GET /api/v3/order/amendments', { orderId })).toEqual([]);
  await done('DELETE /api/v3/openOrders');
  expect((await asked(AMEND, { orderId, newQty: '0.01' })).body.code).toBe(-2038);
});

test('the stream tells of it as REPLACED, with both names; a waiting stop may be amended, and all of it stands after a restart', async () => {
  await printTo('60000.00000000');
  const { body } = await rig.ask('POST /api/v3/userDataStream', {}, (first as Key).key);
  const socket = new WebSocket(`${rig.venue.url.replace('http', 'ws')}/ws/${body.listenKey}`);
  const heard: Values[] = [];
  socket.addEventListener('message', ({ data }) => heard.push(JSON.parse(String(data))));
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
  const stop = await bid('0.02', {
    type: 'STOP_LOSS_LIMIT',
    stopPrice: '60005',
    price: '61000',
    newClientOrderId: 'a',
  });
  await done(AMEND, { orderId: stop.orderId, newClientOrderId: 'b', newQty: '0.01' });
  await expect
    .poll(() => heard.filter(({ e, x }) => e === 'executionReport' && x === 'REPLACED'))
    .toMatchObject([{ i: stop.orderId, c: 'b', C: 'a', X: 'NEW', q: '0.01000000' }]);
  socket.close();
  const resting = await bid('0.04');
  const { executionId } = await done(AMEND, { orderId: resting.orderId, newQty: '0.03' });
  const { folder } = rig;
  await rig.close(true);
  rig = await BinanceRig.open(() => nowMs, folder);
  expect(await locked()).toBe(String(610 + 0.03 * 59_992));
  expect(await read(resting.orderId)).toMatchObject({ origQty: '0.03000000' });
  // The running number goes on.
  const again = await done(AMEND, { orderId: resting.orderId, newQty: '0.02' });
  expect(again.executionId).toBeGreaterThan(executionId);
  await printTo('59990.00000000');
  expect(await read(resting.orderId)).toMatchObject({ status: 'FILLED', executedQty: '0.02000000' });
  await printTo('60010.00000000');
  expect(await read(stop.orderId)).toMatchObject({ status: 'FILLED', executedQty: '0.01000000', clientOrderId: 'b' });
  expect(await locked()).toBe('0');
});
