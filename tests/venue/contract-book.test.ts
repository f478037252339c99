// Strangers on contracts: two of ccxt's unmodified clients trade with each other in the open book, what everybody is shown of
// it, orders that take all or nothing, and the `binance` package as a second client that we did not write.
import { USDMClient, WebsocketClient } from 'binance';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { BinanceRig } from './binance-rig.ts';
import { PERP, type Usdm, usdmOf } from './usdm-client.ts';

const FUTURES = { read: 'on', futures: 'on' };
const PATIENCE = { timeout: 15_000 };
const quiet = { trace() {}, info() {}, error() {} };

let rig: BinanceRig;
const open: { close(): unknown }[] = [];

beforeAll(async () => {
  rig = await BinanceRig.open(Date.now, undefined, 'perpetual');
});
afterAll(async () => {
  await Promise.allSettled(open.map((client) => client.close()));
  await rig.close();
});

async function traders(): Promise<[Usdm, Usdm, Usdm]> {
  const clients: Usdm[] = [];
  for (let i = 0; i < 3; i++) clients.push(await usdmOf(rig, await rig.key(FUTURES)));
  open.push(...clients);
  const [first] = clients as [Usdm];
  // At 60,000 the house buys at 59,997 and sells at 60,003: between them strangers are among themselves.
  while ((await first.fetchTicker(PERP)).last !== 60_000) await rig.print();
  return clients as [Usdm, Usdm, Usdm];
}

const idOf = (order: { id?: unknown }) => String(order.id);
const held = async (client: Usdm) => {
  const [position] = await client.fetchPositions([PERP]);
  return position === undefined ? 0 : (position.side === 'long' ? 1 : -1) * Number(position.contracts);
};

test('two ccxt clients trade with each other, best price first and then oldest, beside the house', async () => {
  const [seller, early, late] = await traders();
  const lower = await early.createOrder(PERP, 'limit', 'buy', 0.01, 59_999);
  const first = await early.createOrder(PERP, 'limit', 'buy', 0.02, 60_000);
  const second = await late.createOrder(PERP, 'limit', 'buy', 0.02, 60_000);
  expect((await late.fetchOrderBook(PERP)).bids.slice(0, 3)).toEqual([
    [60_000, 0.04],
    [59_999, 0.01],
    [59_997, 0.833],
  ]);
  const sold = await seller.createOrder(PERP, 'limit', 'sell', 0.03, 59_998);
  expect(sold).toMatchObject({ status: 'closed', average: 60_000, filled: 0.03 });
  expect(await early.fetchOrder(idOf(first), PERP)).toMatchObject({ status: 'closed', filled: 0.02 });
  expect(await late.fetchOrder(idOf(second), PERP)).toMatchObject({ status: 'open', filled: 0.01 });
  expect(await early.fetchOrder(idOf(lower), PERP)).toMatchObject({ status: 'open', filled: 0 });
  expect([await held(seller), await held(early), await held(late)]).toEqual([-0.03, 0.02, 0.01]);
  const [mine] = await early.fetchMyTrades(PERP);
  const theirs = await seller.fetchMyTrades(PERP);
  expect([mine?.takerOrMaker, mine?.fee?.cost]).toEqual(['maker', 0.24]);
  expect(theirs.map(({ takerOrMaker, amount, fee }) => [takerOrMaker, amount, fee?.cost])).toEqual([
    ['taker', 0.02, 0.6],
    ['taker', 0.01, 0.3],
  ]);
  const trades = await late.fetchTrades(PERP, undefined, 2);
  expect(trades.map(({ price, amount, side }) => [price, amount, side])).toEqual([
    [60_000, 0.02, 'sell'],
    [60_000, 0.01, 'sell'],
  ]);
  // The next print is 59,990: it takes what rests above it, in full and at its own price.
  while ((await seller.fetchTicker(PERP)).last !== 59_990) await rig.print();
  expect(await late.fetchOrder(idOf(second), PERP)).toMatchObject({ status: 'closed', filled: 0.02, average: 60_000 });
  expect(await early.fetchOrder(idOf(lower), PERP)).toMatchObject({ status: 'closed', average: 59_999 });
});

test('a market order walks the book; one that takes all or nothing takes nothing where there is not all', async () => {
  const [taker, maker] = await traders();
  await taker.setLeverage(50, PERP);
  await maker.createOrder(PERP, 'limit', 'sell', 0.1, 60_001);
  const walked = await taker.createOrder(PERP, 'market', 'buy', 1);
  const fills = await taker.fetchMyTrades(PERP, undefined, undefined, { orderId: idOf(walked) });
  // ccxt sorts trades of one moment by the text of their number.
  expect(fills.map(({ price, amount }) => [price, amount]).sort(([a = 0], [b = 0]) => Number(a) - Number(b))).toEqual([
    [60_001, 0.1],
    [60_003, 0.833],
    [60_006, 0.067],
  ]);
  const params = { timeInForce: 'FOK' };
  expect(await taker.createOrder(PERP, 'limit', 'sell', 0.9, 59_997, params)).toMatchObject({
    status: 'expired',
    filled: 0,
  });
  expect(await taker.createOrder(PERP, 'limit', 'sell', 0.9, 59_994, params)).toMatchObject({
    status: 'closed',
    filled: 0.9,
  });
  await expect(taker.createOrder(PERP, 'limit', 'sell', 0.1, 59_000, { postOnly: true })).rejects.toThrow('-5022');
  const closed = await taker.createOrder(PERP, 'market', 'sell', 0.5, undefined, { reduceOnly: true });
  expect(closed.filled).toBe(0.1);
  expect(await held(taker)).toBe(0);
  // What was eaten of the house stays eaten until the next print.
  expect((await taker.fetchOrderBook(PERP, 2)).bids[0]?.[0]).toBe(59_994);
  await rig.print();
  expect((await taker.fetchOrderBook(PERP, 2)).bids[0]?.[1]).toBe(0.833);
});

test('what rests is shown, and what was cancelled is not, without a print between', async () => {
  const [client] = await traders();
  const best = async () => (await client.fetchOrderBook(PERP, 1)).bids[0];
  const resting = await client.createOrder(PERP, 'limit', 'buy', 0.01, 60_001);
  expect(await best()).toEqual([60_001, 0.01]);
  await client.cancelOrder(idOf(resting), PERP);
  expect((await best())?.[0]).toBeLessThan(60_000);
});

test('orders of one account that would meet trade, unless it asks for one of them to end', async () => {
  const [client] = await traders();
  const resting = await client.createOrder(PERP, 'limit', 'buy', 0.01, 60_001);
  const params = { selfTradePreventionMode: 'EXPIRE_MAKER', timeInForce: 'IOC' };
  const taker = await client.createOrder(PERP, 'limit', 'sell', 0.01, 60_001, params);
  expect(taker).toMatchObject({ filled: 0 });
  expect((await client.fetchOrder(idOf(resting), PERP)).info.status).toBe('EXPIRED_IN_MATCH');
});

test('the book that ccxt follows stays that of a fresh snapshot while orders come and go', async () => {
  const [client, other] = await traders();
  await rig.whilePrinting(client.watchOrderBook(PERP));
  const best = rig.whilePrinting(client.watchBidsAsks([PERP]));
  const resting = await other.createOrder(PERP, 'limit', 'buy', 0.01, 58_123.4);
  expect((await best)[PERP]?.bid).toBeGreaterThan(59_000);
  await rig.print();
  await other.cancelOrder(idOf(resting), PERP);
  await other.createOrder(PERP, 'limit', 'sell', 0.02, 61_234.5);
  const fresh = await client.fetchOrderBook(PERP);
  await expect.poll(() => client.orderbooks[PERP]?.nonce, PATIENCE).toBe(fresh.nonce);
  const watched = client.orderbooks[PERP];
  expect([...watched.bids], 'bids').toEqual(fresh.bids);
  expect([...watched.asks], 'asks').toEqual(fresh.asks);
});

test('the `binance` package trades contracts by REST and follows its account', async () => {
  const { key, secret } = await rig.key(FUTURES);
  const auth = { api_key: key, api_secret: secret };
  const client = new USDMClient({ ...auth, baseUrl: rig.venue.url });
  const symbol = 'BTCUSDT';
  const info = await client.getExchangeInfo();
  expect(info.symbols.map((one) => one.symbol)).toEqual([symbol]);
  expect(await client.setLeverage({ symbol, leverage: 10 })).toMatchObject({ leverage: 10 });
  const told: { e?: string; o?: { x: string; X: string } }[] = [];
  const wsUrl = rig.venue.url.replace('http', 'ws');
  const follower = new WebsocketClient({ ...auth, wsUrl, restOptions: { baseUrl: rig.venue.url } }, quiet);
  open.push({ close: () => follower.closeAll(true) });
  follower.on('message', (message) => {
    const event = message as (typeof told)[number] & { data?: (typeof told)[number] };
    told.push(event.data ?? event);
  });
  const opened = new Promise((resolve) => follower.on('open', resolve));
  await follower.subscribeUsdFuturesUserDataStream();
  await opened;
  const cid = `${client.getOrderIdPrefix()}second-client`;
  const common = { symbol, quantity: 0.01 } as const;
  const rests = { ...common, side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', price: 50_000 } as const;
  expect(await client.submitNewOrder({ ...rests, newClientOrderId: cid })).toMatchObject({
    status: 'NEW',
    clientOrderId: cid,
  });
  expect(await client.getAllOpenOrders({ symbol })).toMatchObject([{ clientOrderId: cid }]);
  expect(await client.cancelOrder({ symbol, origClientOrderId: cid })).toMatchObject({ status: 'CANCELED' });
  expect(await client.submitNewOrder({ ...common, side: 'BUY', type: 'MARKET' })).toMatchObject({ symbol });
  expect(await client.getPositionsV3({ symbol })).toMatchObject([{ positionAmt: '0.010' }]);
  const stop = { symbol, side: 'SELL', algoType: 'CONDITIONAL', type: 'STOP_MARKET' } as const;
  await client.submitNewAlgoOrder({ ...stop, triggerPrice: '50000', closePosition: 'true' });
  expect(await client.getOpenAlgoOrders({ symbol })).toMatchObject([{ orderType: 'STOP_MARKET', algoStatus: 'NEW' }]);
  await client.submitNewOrder({ ...common, side: 'SELL', type: 'MARKET', reduceOnly: 'true' });
  expect(await client.getPositionsV3({ symbol })).toEqual([]);
  expect(await client.getOpenAlgoOrders({ symbol })).toEqual([]);
  expect(await client.getAccountTrades({ symbol })).toMatchObject([{ side: 'BUY' }, { side: 'SELL' }]);
  const balance = (await client.getBalanceV3()).find(({ asset }) => asset === 'USDT');
  expect(Number(balance?.balance)).toBeLessThan(10_000);
  await vi.waitFor(() => expect(told.filter(({ o }) => o?.X === 'FILLED')).toHaveLength(2), PATIENCE);
});
