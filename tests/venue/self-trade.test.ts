// Two orders of one account that would trade with each other on the local exchange: which of them ends, by the mode of the one
// that takes, how their ends are told, and that strangers trade with either as if nothing had happened.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BinanceRig, type Key } from './binance-rig.ts';

let nowMs = Date.now();
let rig: BinanceRig;
beforeAll(async () => {
  rig = await BinanceRig.open(() => nowMs);
});
afterAll(() => rig.close());

/** The best bid of all, inside the house's spread. */
const RESTING = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', price: '60001', quantity: '0.01' };
const SALE = { ...RESTING, side: 'SELL', quantity: '0.02' };

/** Somebody with coin and an order that rests. */
async function ownerOf(resting = RESTING): Promise<{ owner: Key; restingId: number }> {
  nowMs += 10_000;
  const owner = await rig.key();
  await place(owner, { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '0.1' });
  return { owner, restingId: (await place(owner, resting)).orderId };
}

async function place(key: Key, order: Record<string, string>) {
  const { body, status } = await rig.signed(key, 'POST /api/v3/order', { newOrderRespType: 'FULL', ...order });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

const read = async (key: Key, orderId: number) =>
  (await rig.signed(key, 'GET /api/v3/order', { symbol: 'BTCUSDT', orderId })).body;

async function locked({ key, secret, account }: Key, asset: string): Promise<number> {
  const { body } = await rig.signed({ key, secret, account }, 'GET /api/v3/account');
  return Number(body.balances.find((row: { asset: string }) => row.asset === asset).locked);
}

test('markets say which modes there are, and refuse the others', async () => {
  const { body } = await rig.ask('GET /api/v3/exchangeInfo');
  expect(body.symbols[0]).toMatchObject({
    defaultSelfTradePreventionMode: 'EXPIRE_MAKER',
    allowedSelfTradePreventionModes: ['NONE', 'EXPIRE_TAKER', 'EXPIRE_MAKER', 'EXPIRE_BOTH'],
  });
  const { owner } = await ownerOf();
  const refused = async (mode: string) =>
    (await rig.signed(owner, 'POST /api/v3/order', { ...SALE, selfTradePreventionMode: mode })).body;
  expect(await refused('DECREMENT')).toEqual({
    ...{ code: -1013, msg: 'This symbol does not allow the specified self-trade prevention mode.' },
  });
  expect((await refused('SOMETIMES')).code).toBe(-1130);
  await rig.signed(owner, 'DELETE /api/v3/openOrders', { symbol: 'BTCUSDT' });
});

test.each([
  { mode: 'NONE', resting: 'FILLED', taker: 'PARTIALLY_FILLED', sold: '0.01000000' },
  { mode: 'EXPIRE_TAKER', resting: 'NEW', taker: 'EXPIRED_IN_MATCH', sold: '0.00000000' },
  { mode: 'EXPIRE_MAKER', resting: 'EXPIRED_IN_MATCH', taker: 'NEW', sold: '0.00000000' },
  { mode: 'EXPIRE_BOTH', resting: 'EXPIRED_IN_MATCH', taker: 'EXPIRED_IN_MATCH', sold: '0.00000000' },
])('$mode: what rests is then $resting, what takes $taker, and what ended holds nothing', async (row) => {
  const { owner, restingId } = await ownerOf();
  const sale = await place(owner, { ...SALE, selfTradePreventionMode: row.mode });
  expect(sale).toMatchObject({ status: row.taker, executedQty: row.sold, selfTradePreventionMode: row.mode });
  expect(await read(owner, sale.orderId)).toMatchObject({ status: row.taker });
  expect(await read(owner, restingId)).toMatchObject({ status: row.resting });
  const stands = ['NEW', 'PARTIALLY_FILLED'];
  expect((await locked(owner, 'USDT')) > 0).toBe(stands.includes(row.resting));
  expect((await locked(owner, 'BTC')) > 0).toBe(stands.includes(row.taker));
  await rig.signed(owner, 'DELETE /api/v3/openOrders', { symbol: 'BTCUSDT' });
});

test('a stranger before it in the queue is met, one behind it is not: the rest of what takes ends there', async () => {
  nowMs += 10_000;
  const stranger = await rig.key();
  const first = await place(stranger, { ...RESTING, price: '60002' });
  const { owner, restingId } = await ownerOf();
  const behind = await place(stranger, { ...RESTING, price: '60000.5' });
  const sale = await place(owner, {
    ...SALE,
    price: '60000',
    quantity: '0.03',
    selfTradePreventionMode: 'EXPIRE_TAKER',
  });
  expect(sale).toMatchObject({
    status: 'EXPIRED_IN_MATCH',
    executedQty: '0.01000000',
    preventedQuantity: '0.02000000',
  });
  expect(sale.fills).toHaveLength(1);
  expect(await read(stranger, first.orderId)).toMatchObject({ status: 'FILLED' });
  expect(await read(stranger, behind.orderId)).toMatchObject({ status: 'NEW' });
  expect(await read(owner, restingId)).toMatchObject({ status: 'NEW' });
  for (const key of [owner, stranger]) await rig.signed(key, 'DELETE /api/v3/openOrders', { symbol: 'BTCUSDT' });
});

test('a sale at market goes past its own order to the others, all of it', async () => {
  const { owner, restingId } = await ownerOf({ ...RESTING, quantity: '0.05' });
  const exit = { symbol: 'BTCUSDT', side: 'SELL', type: 'MARKET', quantity: '0.09' };
  const sale = await place(owner, { ...exit, selfTradePreventionMode: 'EXPIRE_MAKER' });
  expect(sale).toMatchObject({ status: 'FILLED', executedQty: '0.09000000' });
  expect(await read(owner, restingId)).toMatchObject({ status: 'EXPIRED_IN_MATCH', executedQty: '0.00000000' });
});

test('all or nothing is nothing where a part of it would be its own', async () => {
  const { owner, restingId } = await ownerOf();
  const killed = { ...SALE, price: '59000', timeInForce: 'FOK', selfTradePreventionMode: 'EXPIRE_TAKER' };
  expect(await place(owner, killed)).toMatchObject({ status: 'EXPIRED', executedQty: '0.00000000' });
  expect(await read(owner, restingId)).toMatchObject({ status: 'NEW' });
  await rig.signed(owner, 'DELETE /api/v3/openOrders', { symbol: 'BTCUSDT' });
});

test('the account’s stream tells the end of either, with its quantity and against which order', async () => {
  const { owner, restingId } = await ownerOf();
  const { listenKey } = (await rig.ask('POST /api/v3/userDataStream', {}, owner.key)).body;
  const events: Record<string, unknown>[] = [];
  const socket = new WebSocket(`${rig.venue.url.replace('http', 'ws')}/ws/${listenKey}`);
  socket.addEventListener('message', ({ data }) => events.push(JSON.parse(String(data))));
  await new Promise((resolve) => socket.addEventListener('open', resolve));
  const sale = await place(owner, { ...SALE, selfTradePreventionMode: 'EXPIRE_BOTH' });
  const prevented = () => events.filter(({ x }) => x === 'TRADE_PREVENTION');
  await expect.poll(() => prevented().length).toBe(2);
  expect(prevented()).toMatchObject([
    { X: 'EXPIRED_IN_MATCH', i: restingId, U: sale.orderId, A: '0.01000000', B: '0.01000000', u: -1 },
    { X: 'EXPIRED_IN_MATCH', i: sale.orderId, U: restingId, A: '0.02000000', B: '0.02000000', V: 'EXPIRE_BOTH' },
  ]);
  socket.close();
});
