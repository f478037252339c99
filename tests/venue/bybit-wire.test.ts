// The Bybit wire of the local exchange under a client that we did not write: ccxt's unmodified class, by REST and by its sockets;
// who may ask and who may not; and that an account's two wallets are one pot there.
import ccxt from 'ccxt';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ConformanceRig, PERP, SPOT, type Terms } from '../conformance/rig.ts';

type Ccxt = InstanceType<typeof ccxt.pro.bybit>;

let rig: ConformanceRig;
const open: { close(): unknown }[] = [];
/** What the exchange's clock is ahead: every test has its own windows of what may be asked. */
let aheadMs = 0;
/** Stands still where windows are counted. */
let frozenMs: number | null = null;
const nowMs = () => (frozenMs ?? Date.now()) + aheadMs;

beforeAll(async () => {
  rig = await ConformanceRig.open(nowMs);
});
afterEach(() => {
  frozenMs = null;
  aheadMs += 10_000;
  return rig.faults();
});
afterAll(async () => {
  await Promise.allSettled(open.map((client) => client.close()));
  await rig.close();
});

const ALL: Terms = { read: 'on', spot: 'on', futures: 'on' };

interface Key {
  readonly apiKey: string;
  readonly secret: string;
}

function keyOf(account: string): Key {
  const keys = rig.keys.get(account);
  if (keys === undefined) throw new Error('no keys');
  return { apiKey: keys.apiKey.reveal(), secret: keys.secretKey.reveal() };
}

/** The recipe of dependencies.md: other hosts, the same class. */
async function clientOf(key: Key): Promise<Ccxt> {
  const client = new ccxt.pro.bybit({
    ...{ ...key, enableRateLimit: false, options: { fetchMarkets: { types: ['spot', 'linear'] } } },
  });
  client.milliseconds = nowMs;
  await client.loadHttpProxyAgent();
  const urls = client.urls as unknown as { api: Record<string, unknown> };
  const socket = `ws://127.0.0.1:${rig.venue.port}/v5`;
  const lines = { public: { spot: `${socket}/public/spot`, linear: `${socket}/public/linear` } };
  urls.api = {
    ...{ public: rig.venue.url, private: rig.venue.url },
    ws: {
      ...lines,
      private: { spot: { unified: `${socket}/private` }, contract: `${socket}/private`, usdc: `${socket}/private` },
    },
  };
  open.push(client);
  await client.loadMarkets();
  return client;
}

async function trader(terms: Terms = ALL): Promise<Ccxt> {
  return clientOf(keyOf(await rig.keyAccount(terms)));
}

function idOf(order: { id?: unknown }): string {
  return String(order.id);
}

test('ccxt loads the markets and reads the market', async () => {
  await rig.print(8);
  const client = await trader();
  expect(client.market(SPOT)).toMatchObject({ id: 'BTCUSDT', precision: { price: 0.01, amount: 0.00001 } });
  expect(client.market(PERP)).toMatchObject({
    ...{ id: 'BTCUSDT', contractSize: 1, linear: true, active: true },
    ...{ precision: { price: 0.1, amount: 0.001 }, limits: { leverage: { max: 125 } } },
  });
  const ticker = await client.fetchTicker(SPOT);
  expect(ticker).toMatchObject({ high: 60_010, low: 59_990 });
  expect(ticker.ask).toBeGreaterThan(ticker.bid as number);
  const book = await client.fetchOrderBook(SPOT, 5);
  expect(book.bids[0]?.[0]).toBeLessThan(book.asks[0]?.[0] as number);
  const candles = await client.fetchOHLCV(SPOT, '1m', undefined, 2);
  expect(candles.at(-2)?.slice(1, 5)).toEqual([60_000, 60_010, 59_990, 60_000]);
  expect((await client.fetchTrades(SPOT, undefined, 3)).length).toBe(3);
  expect((await client.fetchFundingRate(PERP)).fundingRate).toBe(0.0001);
  expect((await client.fetchMarketLeverageTiers(PERP)).at(0)).toMatchObject({ maxLeverage: 125, minNotional: 0 });
  expect(Math.abs(((await client.fetchTime()) as number) - nowMs())).toBeLessThan(60_000);
});

test('ccxt places, reads and cancels orders of every kind there is', async () => {
  await rig.toOpen();
  const client = await trader();
  expect((await client.fetchBalance()).USDT?.total).toBe(20_000);
  const resting = await client.createOrder(SPOT, 'limit', 'buy', 0.01, 50_000, { clientOrderId: 'my-first' });
  expect(await client.fetchOpenOrder(idOf(resting), SPOT)).toMatchObject({ status: 'open', clientOrderId: 'my-first' });
  const refused = client.createOrder(SPOT, 'limit', 'buy', 0.01, 50_000, { clientOrderId: 'my-first' });
  await expect(refused).rejects.toMatchObject({ message: expect.stringContaining('170141') });
  const postOnly = await client.createOrder(SPOT, 'limit', 'buy', 0.01, 50_001, { postOnly: true });
  const standing = (await client.fetchOpenOrders(SPOT)).map(({ id }) => id);
  expect(new Set(standing)).toEqual(new Set([resting.id, postOnly.id]));
  const taking = await client.createOrder(SPOT, 'limit', 'buy', 0.01, 60_500, { postOnly: true });
  expect(await client.fetchClosedOrder(idOf(taking), SPOT)).toMatchObject({ status: 'canceled', filled: 0 });
  const bought = await client.createOrder(SPOT, 'market', 'buy', 0.02, undefined, { marketUnit: 'baseCoin' });
  expect(await client.fetchClosedOrder(idOf(bought), SPOT)).toMatchObject({ status: 'closed', filled: 0.02 });
  const byCost = await client.createMarketBuyOrderWithCost(SPOT, 300);
  const costing = await client.fetchClosedOrder(idOf(byCost), SPOT);
  expect(Number(costing.filled) * Number(costing.average)).toBeGreaterThan(299);
  expect(Number(costing.filled) * Number(costing.average)).toBeLessThanOrEqual(300);
  const ioc = await client.createOrder(SPOT, 'limit', 'sell', 0.01, 59_500, { timeInForce: 'IOC' });
  expect(await client.fetchClosedOrder(idOf(ioc), SPOT)).toMatchObject({ status: 'closed', filled: 0.01 });
  const fok = await client.createOrder(SPOT, 'limit', 'buy', 0.2, 60_004, { timeInForce: 'FOK' });
  expect(await client.fetchClosedOrder(idOf(fok), SPOT)).toMatchObject({ status: 'canceled', filled: 0 });
  await client.cancelOrder(idOf(resting), SPOT);
  const since = Date.UTC(2024, 7, 5);
  const trades = await client.fetchMyTrades(SPOT, since);
  expect(trades.map(({ order }) => order)).toEqual([bought.id, byCost.id, ioc.id]);
  expect(trades[0]?.fee).toMatchObject({ currency: 'BTC', cost: 0.00002 });
  await expect(client.cancelOrder(idOf(resting), SPOT)).rejects.toBeInstanceOf(ccxt.OrderNotFound);
  await expect(client.createOrder(SPOT, 'limit', 'buy', 1, 50_000)).rejects.toBeInstanceOf(ccxt.InsufficientFunds);
});

test('past the highest and the lowest price an order is refused on spot and moved on a contract; what rests is free', async () => {
  await rig.toOpen();
  const client = await trader();
  const to = (symbol: string, side: 'buy' | 'sell', price: number) =>
    client.createOrder(symbol, 'limit', side, 0.001, price, { timeInForce: 'IOC' });
  for (const category of ['spot', 'linear']) {
    const { result } = await client.publicGetV5MarketPriceLimit({ category, symbol: 'BTCUSDT' });
    expect([result.symbol, Number(result.buyLmt), Number(result.sellLmt)]).toEqual(['BTCUSDT', 60_600, 59_400]);
    const told = await client.publicGetV5MarketInstrumentsInfo({ category, symbol: 'BTCUSDT' });
    expect(told.result.list[0].riskParameters).toEqual({ priceLimitRatioX: '0.01', priceLimitRatioY: '0.02' });
  }
  for (const [side, price, words] of [
    ['buy', 60_601, '170193.*cannot be higher than 60600.00USDT'],
    ['sell', 59_399, '170194.*cannot be lower than 59400.00USDT'],
  ] as const)
    await expect(to(SPOT, side, price)).rejects.toMatchObject({ message: expect.stringMatching(words) });
  await to(SPOT, 'buy', 60_600);
  await client.createOrder(SPOT, 'limit', 'buy', 0.001, 10_000);
  for (const [side, price, stands] of [
    ['buy', 90_000, 60_600],
    ['sell', 30_000, 59_400],
  ] as const) {
    const order = await to(PERP, side, price);
    expect(await client.fetchClosedOrder(idOf(order), PERP)).toMatchObject({ price: stands, status: 'closed' });
  }
});

test('both wallets are one pot: either market may use all of it, and no more', async () => {
  const client = await trader();
  await client.createOrder(SPOT, 'limit', 'buy', 0.3, 50_000);
  expect((await client.fetchBalance()).USDT).toMatchObject({ total: 20_000 });
  await client.setLeverage(10, PERP);
  await expect(client.createOrder(PERP, 'limit', 'buy', 1.1, 50_000)).rejects.toBeInstanceOf(ccxt.InsufficientFunds);
  await client.createOrder(PERP, 'limit', 'buy', 0.9, 50_000);
  await expect(client.createOrder(SPOT, 'limit', 'buy', 0.1, 50_000)).rejects.toBeInstanceOf(ccxt.InsufficientFunds);
  expect((await client.fetchBalance()).USDT).toMatchObject({ total: 20_000 });
});

test('ccxt trades contracts: leverage, both position modes, stops', async () => {
  const client = await trader();
  await client.setLeverage(10, PERP);
  await expect(client.setLeverage(126, PERP)).rejects.toMatchObject({ message: expect.stringContaining('110013') });
  await client.createOrder(PERP, 'market', 'buy', 0.1);
  const [position] = await client.fetchPositions([PERP]);
  expect(position).toMatchObject({ contracts: 0.1, side: 'long', leverage: 10 });
  await expect(client.setPositionMode(true, PERP)).rejects.toMatchObject({
    message: expect.stringContaining('110024'),
  });
  const stop = await client.createOrder(PERP, 'market', 'sell', 0.1, undefined, {
    ...{ triggerPrice: 55_000, triggerDirection: 'descending', reduceOnly: true },
  });
  expect(await client.fetchOpenOrders(PERP)).toMatchObject([{ id: stop.id, triggerPrice: 55_000, reduceOnly: true }]);
  const reached = client.createOrder(PERP, 'market', 'sell', 0.1, undefined, {
    ...{ triggerPrice: 65_000, triggerDirection: 'descending', reduceOnly: true },
  });
  await expect(reached).rejects.toMatchObject({ message: expect.stringContaining('110093') });
  await client.cancelOrder(idOf(stop), PERP);
  await client.createOrder(PERP, 'market', 'sell', 0.1, undefined, { reduceOnly: true });
  expect((await client.fetchPositions([PERP])).filter(({ contracts }) => contracts !== 0)).toEqual([]);
  const nothing = client.createOrder(PERP, 'market', 'sell', 0.1, undefined, { reduceOnly: true });
  await expect(nothing).rejects.toMatchObject({ message: expect.stringContaining('110017') });
  await client.setPositionMode(true, PERP);
  await expect(client.createOrder(PERP, 'market', 'buy', 0.01)).rejects.toMatchObject({
    message: expect.stringContaining('position idx not match position mode'),
  });
  for (const [side, positionIdx] of [
    ['buy', 1],
    ['sell', 2],
  ] as const)
    await client.createOrder(PERP, 'market', side, 0.05, undefined, { positionIdx });
  expect((await client.fetchPositions([PERP])).map(({ side, contracts }) => [side, contracts])).toEqual([
    ['long', 0.05],
    ['short', 0.05],
  ]);
});

test('its sockets tell the market and, after a proof of the key, the account', async () => {
  const client = await trader();
  const [trades, ticker] = await rig.whilePrinting(Promise.all([client.watchTrades(SPOT), client.watchTicker(PERP)]));
  expect(trades[0]?.price).toBeGreaterThan(59_000);
  expect(ticker.last).toBeGreaterThan(59_000);
  const [orders] = await Promise.all([
    client.watchOrders(SPOT),
    new Promise((resolve) => setTimeout(resolve, 500)).then(() =>
      client.createOrder(SPOT, 'limit', 'buy', 0.01, 50_000, { clientOrderId: 'told' }),
    ),
  ]);
  expect(orders).toMatchObject([{ clientOrderId: 'told', status: 'open', filled: 0 }]);
});

test('the price limit of a market is told as it moves', async () => {
  const socket = new WebSocket(`ws://127.0.0.1:${rig.venue.port}/v5/public/linear`);
  open.push(socket);
  const told = new Promise((resolve) => {
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.topic !== undefined) resolve([message.topic, message.data]);
    };
  });
  socket.onopen = () => socket.send(JSON.stringify({ op: 'subscribe', args: ['priceLimit.BTCUSDT'] }));
  const number = expect.stringMatching(/^\d{5}\.\d$/);
  expect(await rig.whilePrinting(told)).toEqual([
    'priceLimit.BTCUSDT',
    { symbol: 'BTCUSDT', buyLmt: number, sellLmt: number },
  ]);
});

test('who may not ask is told why, in the codes of its words', async () => {
  const key = keyOf(await rig.keyAccount(ALL));
  const said = async (other: Partial<Key>) =>
    clientOf({ ...key, ...other })
      .then((client) => client.fetchBalance())
      .then(
        () => 'taken',
        (error: Error) => /"retCode":(\d+)/.exec(error.message)?.[1],
      );
  expect(await said({})).toBe('taken');
  expect(await said({ apiKey: key.apiKey.replace(/^./, (sign) => (sign === 'a' ? 'b' : 'a')) })).toBe('10003');
  expect(await said({ secret: 'F'.repeat(32) })).toBe('10004');
  const reader = await trader({ read: 'on' });
  const order = (client: Ccxt, symbol: string) => client.createOrder(symbol, 'limit', 'buy', 0.01, 50_000);
  await expect(order(reader, SPOT)).rejects.toMatchObject({ message: expect.stringContaining('10005') });
  const spotOnly = await trader({ read: 'on', spot: 'on' });
  await expect(order(spotOnly, PERP)).rejects.toMatchObject({ message: expect.stringContaining('10005') });
  expect((await order(spotOnly, SPOT)).id).toMatch(/^\d+$/);
  await expect(trader({ ...ALL, ips: '10.1.2.3' })).rejects.toMatchObject({
    message: expect.stringContaining('10010'),
  });
  const late = await trader();
  late.milliseconds = () => nowMs() - 6_000;
  await expect(late.fetchBalance()).rejects.toMatchObject({ message: expect.stringContaining('10002') });
});

test('what is asked too often is refused in its own code, of a call of an account and of an address', async () => {
  const client = await trader();
  frozenMs = Date.now();
  const of = async (count: number, ask: () => Promise<unknown>) => {
    const asked = await Promise.allSettled(Array.from({ length: count }, ask));
    return asked.flatMap((one) => (one.status === 'rejected' ? [String(one.reason.message)] : []));
  };
  const tooOften = await of(54, () => client.privateGetV5AccountInfo());
  expect(tooOften).toHaveLength(4);
  for (const words of tooOften) expect(words).toContain('10006');
  aheadMs += 10_000;
  const shutOut = await of(603, () => client.publicGetV5MarketTime());
  expect(shutOut).toHaveLength(3);
  for (const words of shutOut) expect(words).toContain('10018');
});
