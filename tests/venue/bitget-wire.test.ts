// The Bitget wire of the local exchange under a client that we did not write: ccxt's unmodified class, by REST and by its sockets;
// and who may ask and who may not.
import ccxt from 'ccxt';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ConformanceRig, OKX_TERMS, PERP, SPOT, type Terms } from '../conformance/rig.ts';

type Ccxt = InstanceType<typeof ccxt.pro.bitget>;

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

interface Key {
  readonly apiKey: string;
  readonly secret: string;
  readonly password: string;
}

function keyOf(account: string): Key {
  const keys = rig.keys.get(account);
  if (keys === undefined) throw new Error('no keys');
  const password = keys.passphrase?.reveal() ?? '';
  return { apiKey: keys.apiKey.reveal(), secret: keys.secretKey.reveal(), password };
}

/** The recipe of dependencies.md: other hosts, the same class. */
async function clientOf(key: Key): Promise<Ccxt> {
  const options = { fetchMarkets: { types: ['spot', 'swap'] }, defaultSubType: 'linear' };
  const client = new ccxt.pro.bitget({ ...key, enableRateLimit: false, options });
  client.milliseconds = nowMs;
  client.seconds = () => Math.floor(nowMs() / 1_000);
  await client.loadHttpProxyAgent();
  const urls = client.urls as unknown as { api: Record<string, unknown> };
  const socket = `ws://127.0.0.1:${rig.venue.port}/v2/ws`;
  urls.api = {
    ...Object.fromEntries(
      ['spot', 'mix', 'user', 'p2p', 'broker', 'margin', 'common', 'tax', 'convert', 'copy', 'earn', 'uta'].map(
        (name) => [name, rig.venue.url],
      ),
    ),
    ws: { public: `${socket}/public`, private: `${socket}/private` },
  };
  open.push(client);
  await client.loadMarkets();
  return client;
}

async function trader(terms: Terms = OKX_TERMS): Promise<Ccxt> {
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
    ...{ id: 'BTCUSDT', linear: true, active: true, precision: { price: 0.1, amount: 0.001 } },
  });
  const ticker = await client.fetchTicker(SPOT);
  expect(ticker).toMatchObject({ high: 60_010, low: 59_990 });
  expect(ticker.ask).toBeGreaterThan(ticker.bid as number);
  const book = await client.fetchOrderBook(SPOT, 5);
  expect(book.bids[0]?.[0]).toBeLessThan(book.asks[0]?.[0] as number);
  expect((await client.fetchTrades(SPOT, undefined, 3)).length).toBe(3);
  expect((await client.fetchFundingRate(PERP)).fundingRate).toBe(0.0001);
  expect(Math.abs(((await client.fetchTime()) as number) - nowMs())).toBeLessThan(60_000);
});

test('ccxt places, reads and cancels orders of spot', async () => {
  await rig.toOpen();
  const client = await trader();
  expect((await client.fetchBalance()).USDT?.total).toBe(10_000);
  const resting = await client.createOrder(SPOT, 'limit', 'buy', 0.01, 50_000, { clientOrderId: 'my-first' });
  expect(await client.fetchOrder(idOf(resting), SPOT)).toMatchObject({ status: 'open', clientOrderId: 'my-first' });
  const refused = client.createOrder(SPOT, 'limit', 'buy', 0.01, 50_000, { clientOrderId: 'my-first' });
  await expect(refused).rejects.toMatchObject({ message: expect.stringContaining('40786') });
  const postOnly = await client.createOrder(SPOT, 'limit', 'buy', 0.01, 50_001, { postOnly: true });
  expect((await client.fetchOpenOrders(SPOT)).map(({ id }) => id)).toEqual([postOnly.id, resting.id]);
  const taking = await client.createOrder(SPOT, 'limit', 'buy', 0.01, 60_500, { postOnly: true });
  expect(await client.fetchOrder(idOf(taking), SPOT)).toMatchObject({ status: 'canceled', filled: 0 });
  const byCost = await client.createMarketBuyOrderWithCost(SPOT, 300);
  const costing = await client.fetchOrder(idOf(byCost), SPOT);
  expect(Number(costing.filled) * Number(costing.average)).toBeGreaterThan(299);
  const ioc = await client.createOrder(SPOT, 'limit', 'sell', 0.004, 59_000, { timeInForce: 'IOC' });
  expect(await client.fetchOrder(idOf(ioc), SPOT)).toMatchObject({ status: 'closed', filled: 0.004 });
  await client.cancelOrder(idOf(resting), SPOT);
  const trades = await client.fetchMyTrades(SPOT);
  expect(trades.map(({ order }) => order)).toEqual([byCost.id, ioc.id]);
  expect(trades[0]?.fee?.currency).toBe('BTC');
  await expect(client.cancelOrder(idOf(resting), SPOT)).rejects.toBeInstanceOf(ccxt.OrderNotFound);
  await expect(client.createOrder(SPOT, 'limit', 'buy', 1, 50_000)).rejects.toBeInstanceOf(ccxt.InsufficientFunds);
});

test('no price is taken that is past the market by more than its ratio; what rests is free', async () => {
  await rig.toOpen();
  const client = await trader();
  for (const [symbol, codes] of [
    [SPOT, ['43009', '43008']],
    [PERP, ['40815', '40816']],
  ] as const) {
    const isolated = symbol === SPOT ? {} : { marginMode: 'isolated' };
    const { info } = client.market(symbol);
    expect([info.buyLimitPriceRatio, info.sellLimitPriceRatio]).toEqual(['0.05', '0.05']);
    const to = (side: 'buy' | 'sell', price: number) =>
      client.createOrder(symbol, 'limit', side, 0.001, price, { timeInForce: 'IOC', ...isolated });
    await expect(to('buy', 63_001)).rejects.toMatchObject({ message: expect.stringContaining(codes[0]) });
    await expect(to('sell', 56_999)).rejects.toMatchObject({ message: expect.stringContaining(codes[1]) });
    await to('buy', 63_000);
    await client.createOrder(symbol, 'limit', 'buy', 0.001, 10_000, isolated);
  }
});

test('ccxt trades contracts: leverage and both position modes', async () => {
  const client = await trader();
  const isolated = { marginMode: 'isolated' };
  await client.setLeverage(10, PERP, isolated);
  await expect(client.setLeverage(126, PERP)).rejects.toMatchObject({ message: expect.stringContaining('40797') });
  await client.createOrder(PERP, 'market', 'buy', 0.1, undefined, isolated);
  expect((await client.fetchPositions([PERP]))[0]).toMatchObject({ contracts: 0.1, side: 'long', leverage: 10 });
  await expect(client.setPositionMode(true, PERP)).rejects.toMatchObject({ message: expect.stringContaining('40920') });
  await client.createOrder(PERP, 'market', 'sell', 0.1, undefined, { ...isolated, reduceOnly: true });
  expect(await client.fetchPositions([PERP])).toEqual([]);
  const nothing = client.createOrder(PERP, 'market', 'sell', 0.1, undefined, { ...isolated, reduceOnly: true });
  await expect(nothing).rejects.toMatchObject({ message: expect.stringContaining('22002') });
  await client.setPositionMode(true, PERP);
  const plain = client.createOrder(PERP, 'market', 'buy', 0.01, undefined, isolated);
  await expect(plain).rejects.toMatchObject({ message: expect.stringContaining('40774') });
  for (const side of ['buy', 'sell'] as const)
    await client.createOrder(PERP, 'market', side, 0.05, undefined, { ...isolated, hedged: true });
  expect((await client.fetchPositions([PERP])).map(({ side, contracts }) => [side, contracts])).toEqual([
    ['long', 0.05],
    ['short', 0.05],
  ]);
});

test('its sockets tell the market and, after a login, the account', async () => {
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
  expect(orders).toMatchObject([{ clientOrderId: 'told', status: 'open' }]);
});

test('who may not ask is told why, in the codes of its words', async () => {
  const key = keyOf(await rig.keyAccount(OKX_TERMS));
  const said = async (other: Partial<Key>) => {
    aheadMs += 2_000;
    return clientOf({ ...key, ...other })
      .then((client) => client.fetchBalance())
      .then(
        () => 'taken',
        (error: Error) => /"code":"(\d+)"/.exec(error.message)?.[1],
      );
  };
  expect(await said({})).toBe('taken');
  expect(await said({ apiKey: key.apiKey.replace(/^./, (sign) => (sign === 'a' ? 'b' : 'a')) })).toBe('40006');
  expect(await said({ secret: 'F'.repeat(32) })).toBe('40009');
  expect(await said({ password: 'Another-1' })).toBe('40012');
  const { passphrase } = OKX_TERMS;
  aheadMs += 2_000;
  const spotOnly = await trader({ read: 'on', spot: 'on', ...(passphrase !== undefined && { passphrase }) });
  const order = (client: Ccxt, symbol: string) =>
    client.createOrder(symbol, 'limit', 'buy', 0.01, 50_000, symbol === PERP ? { marginMode: 'isolated' } : {});
  await expect(order(spotOnly, PERP)).rejects.toMatchObject({ message: expect.stringContaining('40014') });
  expect((await order(spotOnly, SPOT)).id).toMatch(/^\d+$/);
  aheadMs += 2_000;
  const late = await trader();
  late.milliseconds = () => nowMs() - 31_000;
  await expect(late.fetchBalance()).rejects.toMatchObject({ message: expect.stringContaining('40008') });
});
