// Clients that we did not write trade on the local exchange as on Binance spot: ccxt's unmodified class by REST and by its
// sockets, two of them with each other, and the `binance` package.
import { type MainClient as Main, MainClient, WebsocketAPIClient, WebsocketClient } from 'binance';
import ccxt from 'ccxt';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BinanceRig, type Key } from './binance-rig.ts';

const BTC = 'BTC/USDT';
type Ccxt = InstanceType<typeof ccxt.pro.binance>;

let rig: BinanceRig;
const quiet = { trace() {}, info() {}, error() {} };
const open: { close(): unknown }[] = [];

beforeAll(async () => {
  rig = await BinanceRig.open();
});
afterAll(async () => {
  await Promise.allSettled(open.map((client) => client.close()));
  await rig.close();
});

/** The recipe of dependencies.md: other hosts, the same class. */
async function ccxtOf(key: Key): Promise<Ccxt> {
  const client = new ccxt.pro.binance({
    ...{ apiKey: key.key, secret: key.secret, enableRateLimit: false },
    options: { fetchMarkets: { types: ['spot'] } },
  });
  await client.loadHttpProxyAgent();
  const here = (urls: Record<string, unknown>): void => {
    for (const [name, url] of Object.entries(urls)) {
      if (typeof url === 'string')
        urls[name] = url.replace(
          /^(http|ws)s?:\/\/[^/]+/,
          (_host, kind: string) => `${kind}://127.0.0.1:${rig.venue.port}`,
        );
      else if (typeof url === 'object' && url !== null) here(url as Record<string, unknown>);
    }
  };
  const { api } = client.urls as unknown as { api: Record<string, unknown> & { ws: Record<string, unknown> } };
  here(api);
  api.ws.spot = `ws://127.0.0.1:${rig.venue.port}/stream`;
  open.push(client);
  await client.loadMarkets();
  return client;
}

function idOf(order: { id?: unknown }): string {
  return String(order.id);
}

async function tradersOf(count: number): Promise<Ccxt[]> {
  const clients: Ccxt[] = [];
  for (let i = 0; i < count; i++) clients.push(await ccxtOf(await rig.key()));
  return clients;
}

test('ccxt loads the markets and reads the market', async () => {
  const [client] = (await tradersOf(1)) as [Ccxt];
  const market = client.market(BTC);
  expect(market).toMatchObject({
    id: 'BTCUSDT',
    spot: true,
    active: true,
    precision: { price: 0.01, amount: 0.00001 },
  });
  expect(market.limits).toMatchObject({ cost: { min: 5 }, amount: { min: 0.00001 } });
  expect(client.currencies.BTC?.code).toBe('BTC');
  const ticker = await client.fetchTicker(BTC);
  expect(ticker.last).toBeGreaterThanOrEqual(59_990);
  expect(ticker.ask).toBeGreaterThan(ticker.last as number);
  const book = await client.fetchOrderBook(BTC, 5);
  expect(book.bids[0]?.[0]).toBeLessThan(book.asks[0]?.[0] as number);
  await rig.print(8);
  const candles = await client.fetchOHLCV(BTC, '1m', undefined, 2);
  expect(candles.at(-2)?.slice(1, 5)).toEqual([60_000, 60_010, 59_990, 60_000]);
  expect((await client.fetchTrades(BTC, undefined, 3)).length).toBe(3);
  expect((await client.fetchTickers([BTC]))[BTC]?.last).toBe((await client.fetchTicker(BTC)).last);
  expect(await client.fetchTime()).toBeGreaterThan(Date.now() - 60_000);
});

test('ccxt places, reads and cancels orders of every kind there is', async () => {
  const [client] = (await tradersOf(1)) as [Ccxt];
  expect((await client.fetchBalance()).USDT).toMatchObject({ free: 10_000, used: 0 });
  const resting = await client.createOrder(BTC, 'limit', 'buy', 0.01, 50_000, { clientOrderId: 'my-first' });
  expect(resting).toMatchObject({ status: 'open', filled: 0, clientOrderId: 'my-first' });
  expect((await client.fetchBalance()).USDT).toMatchObject({ free: 9_500, used: 500 });
  const postOnly = await client.createOrder(BTC, 'limit', 'buy', 0.01, 50_001, { postOnly: true });
  expect((await client.fetchOpenOrders(BTC)).map(({ id }) => id)).toEqual([resting.id, postOnly.id]);
  await expect(client.createOrder(BTC, 'limit', 'buy', 0.01, 70_000, { postOnly: true })).rejects.toBeInstanceOf(
    ccxt.OrderImmediatelyFillable,
  );
  const bought = await client.createOrder(BTC, 'market', 'buy', 0.02);
  expect(bought).toMatchObject({ status: 'closed', filled: 0.02, fee: { currency: 'BTC', cost: 0.00002 } });
  const byCost = await client.createOrder(BTC, 'market', 'buy', 0, undefined, { cost: 300 });
  expect(byCost.cost).toBeLessThanOrEqual(300);
  expect(byCost.cost).toBeGreaterThan(299);
  const ioc = await client.createOrder(BTC, 'limit', 'sell', 0.01, 59_000, { timeInForce: 'IOC' });
  expect(ioc).toMatchObject({ status: 'closed', filled: 0.01 });
  const nothing = await client.createOrder(BTC, 'limit', 'buy', 0.01, 59_000, { timeInForce: 'IOC' });
  expect(nothing).toMatchObject({ status: 'expired', filled: 0 });
  const tooMuch = await client.createOrder(BTC, 'limit', 'buy', 0.1, 60_004, { timeInForce: 'FOK' });
  expect(tooMuch).toMatchObject({ status: 'expired', filled: 0 });
  expect(await client.fetchOrder(idOf(resting), BTC)).toMatchObject({ status: 'open', price: 50_000 });
  expect(await client.cancelOrder(idOf(resting), BTC)).toMatchObject({ status: 'canceled' });
  expect(await client.fetchOrder(idOf(resting), BTC)).toMatchObject({ status: 'canceled' });
  expect((await client.cancelAllOrders(BTC)).length).toBe(1);
  expect(await client.fetchOpenOrders(BTC)).toEqual([]);
  expect((await client.fetchOrders(BTC)).length).toBe(7);
  expect((await client.fetchMyTrades(BTC)).map(({ order }) => order)).toEqual([bought.id, byCost.id, ioc.id]);
  await expect(client.cancelOrder(idOf(resting), BTC)).rejects.toBeInstanceOf(ccxt.OrderNotFound);
  await expect(client.createOrder(BTC, 'limit', 'buy', 1, 50_000)).rejects.toBeInstanceOf(ccxt.InsufficientFunds);
});

test('ccxt pages its trades by number, over more than one page', async () => {
  const [client] = (await tradersOf(1)) as [Ccxt];
  for (let i = 0; i < 7; i++) await client.createOrder(BTC, 'market', 'buy', 0.001);
  const seen: string[] = [];
  for (let fromId: string | undefined = '0'; fromId !== undefined; ) {
    const page = await client.fetchMyTrades(BTC, undefined, 3, { fromId });
    const fresh = page.map(({ id }) => String(id)).filter((id) => !seen.includes(id));
    seen.push(...fresh);
    fromId = fresh.length === 0 ? undefined : seen.at(-1);
  }
  expect(seen.length).toBe(7);
  expect([...seen].sort((a, b) => Number(a) - Number(b))).toEqual(seen);
});

test('two ccxt clients trade with each other, best price first and then oldest, and the tape takes the rest', async () => {
  const [seller, early, late] = (await tradersOf(3)) as [Ccxt, Ccxt, Ccxt];
  // At 60,000 the house buys at 59,997 and sells at 60,003: between them strangers are among themselves.
  while ((await seller.fetchTicker(BTC)).last !== 60_000) await rig.print();
  await seller.createOrder(BTC, 'market', 'buy', 0.1);
  const lower = await early.createOrder(BTC, 'limit', 'buy', 0.01, 59_999);
  const first = await early.createOrder(BTC, 'limit', 'buy', 0.02, 60_000);
  const second = await late.createOrder(BTC, 'limit', 'buy', 0.02, 60_000);
  expect((await late.fetchOrderBook(BTC)).bids.slice(0, 2)).toEqual([
    [60_000, 0.04],
    [59_999, 0.01],
  ]);
  const sold = await seller.createOrder(BTC, 'limit', 'sell', 0.03, 59_998);
  expect(sold).toMatchObject({ status: 'closed', average: 60_000, filled: 0.03 });
  expect(await early.fetchOrder(idOf(first), BTC)).toMatchObject({ status: 'closed', filled: 0.02 });
  expect(await late.fetchOrder(idOf(second), BTC)).toMatchObject({ status: 'open', filled: 0.01 });
  expect(await early.fetchOrder(idOf(lower), BTC)).toMatchObject({ status: 'open', filled: 0 });
  // Both sides know the trade by one number; the maker is named.
  const [mine] = await early.fetchMyTrades(BTC);
  const theirs = (await seller.fetchMyTrades(BTC)).find(({ id }) => id === mine?.id);
  expect([mine?.takerOrMaker, theirs?.takerOrMaker, theirs?.order]).toEqual(['maker', 'taker', sold.id]);
  const trades = await late.fetchTrades(BTC, undefined, 2);
  expect(trades.map(({ price, amount, side }) => [price, amount, side])).toEqual([
    [60_000, 0.02, 'sell'],
    [60_000, 0.01, 'sell'],
  ]);
  // The next print is 59,990: it takes what rests above it, in full and at its own price.
  while ((await seller.fetchTicker(BTC)).last !== 59_990) await rig.print();
  expect(await late.fetchOrder(idOf(second), BTC)).toMatchObject({ status: 'closed', filled: 0.02, average: 60_000 });
  expect(await early.fetchOrder(idOf(lower), BTC)).toMatchObject({ status: 'closed', average: 59_999 });
});

test('ccxt watches its orders, trades and balance, and places by its socket', async () => {
  const [client] = (await tradersOf(1)) as [Ccxt];
  const orders = client.watchOrders(BTC);
  const trades = client.watchMyTrades(BTC);
  const balance = client.watchBalance();
  // The subscription stands once a request on the same socket has been answered.
  await client.fetchBalanceWs();
  const bought = await client.createOrderWs(BTC, 'market', 'buy', 0.01);
  expect(bought).toMatchObject({ status: 'closed', filled: 0.01 });
  expect((await orders).map(({ id }) => id)).toEqual([bought.id]);
  expect((await trades).at(-1)).toMatchObject({ order: bought.id, amount: 0.01, takerOrMaker: 'taker' });
  expect((await balance).BTC).toMatchObject({ free: 0.00999, used: 0 });
  const resting = await client.createOrderWs(BTC, 'limit', 'buy', 0.01, 50_000);
  const until = async (status: string) => {
    for (;;) {
      const found = (await client.watchOrders(BTC)).find((order) => order.id === resting.id && order.status === status);
      if (found !== undefined) return found;
    }
  };
  const cancelled = until('canceled');
  await client.cancelOrderWs(idOf(resting), BTC);
  expect(await cancelled).toMatchObject({ status: 'canceled', filled: 0 });
});

test('ccxt watches ticker, trades, candles and the book, whose levels stay those of a fresh snapshot', async () => {
  const [client] = (await tradersOf(1)) as [Ccxt];
  const ticker = await rig.whilePrinting(client.watchTicker(BTC));
  expect(ticker.last).toBeGreaterThan(59_000);
  const trades = await rig.whilePrinting(client.watchTrades(BTC));
  expect(trades.at(-1)?.price).toBeGreaterThan(59_000);
  const candles = await rig.whilePrinting(client.watchOHLCV(BTC, '1m'));
  expect(candles.at(-1)?.[4]).toBeGreaterThan(59_000);
  const bidsAsks = await rig.whilePrinting(client.watchBidsAsks([BTC]));
  expect(bidsAsks[BTC]?.bid).toBeGreaterThan(59_000);
  await rig.whilePrinting(client.watchOrderBook(BTC));
  await client.createOrder(BTC, 'limit', 'buy', 0.01, 59_123.45);
  await rig.print();
  const fresh = await client.fetchOrderBook(BTC);
  await expect.poll(() => client.orderbooks[BTC]?.nonce).toBe(fresh.nonce);
  const watched = client.orderbooks[BTC];
  expect([...watched.bids], 'bids').toEqual(fresh.bids);
  expect([...watched.asks], 'asks').toEqual(fresh.asks);
});

test('the `binance` package trades by REST and by sockets', async () => {
  const key = await rig.key();
  const baseUrl = rig.venue.url;
  const auth = { api_key: key.key, api_secret: key.secret };
  const client: Main = new MainClient({ ...auth, baseUrl });
  const info = await client.getExchangeInfo();
  expect(info.symbols.map(({ symbol }) => symbol)).toEqual(['BTCUSDT']);
  const account = await client.getAccountInformation();
  expect(account.balances.find(({ asset }) => asset === 'USDT')?.free).toBe('10000');
  const reports: unknown[] = [];
  const follower = new WebsocketClient({ ...auth, wsUrl: baseUrl.replace('http', 'ws') }, quiet);
  open.push({ close: () => follower.closeAll(true) });
  const followed = new Promise<void>((resolve) => {
    follower.on('message', (message) => {
      const event = (message as { e?: string; data?: { e?: string } }).data ?? (message as { e?: string });
      reports.push(event);
      if (event.e === 'trade') resolve();
    });
  });
  void follower.subscribe(['btcusdt@trade'], 'main');
  await rig.whilePrinting(followed);
  const cid = `${client.getOrderIdPrefix()}second-client`;
  const placed = await client.submitNewOrder({
    ...{ symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', timeInForce: 'GTC' },
    ...{ quantity: 0.01, price: 50_000, newClientOrderId: cid },
  });
  expect(placed).toMatchObject({ status: 'NEW', clientOrderId: cid });
  expect(await client.getOpenOrders({ symbol: 'BTCUSDT' })).toMatchObject([{ clientOrderId: cid }]);
  expect(await client.cancelOrder({ symbol: 'BTCUSDT', origClientOrderId: cid })).toMatchObject({
    status: 'CANCELED',
    origClientOrderId: cid,
  });
  const market = await client.submitNewOrder({ symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: 0.01 });
  expect(market).toMatchObject({ status: 'FILLED', executedQty: '0.01000000' });
  expect(await client.getAccountTradeList({ symbol: 'BTCUSDT' })).toMatchObject([{ isBuyer: true, isMaker: false }]);
  const api = new WebsocketAPIClient({ ...auth, wsUrl: baseUrl.replace('http', 'ws') }, quiet);
  open.push({ close: () => api.getWSClient().closeAll(true) });
  const sale = { symbol: 'BTCUSDT', side: 'SELL', type: 'MARKET', quantity: 0.00999, timestamp: Date.now() } as const;
  const byApi = await api.submitNewSpotOrder(sale);
  expect(byApi.result).toMatchObject({ status: 'FILLED' });
});
