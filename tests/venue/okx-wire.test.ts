// The OKX wire of the local exchange under a client that we did not write: ccxt's unmodified class, by REST and by its sockets;
// who may ask and who may not; and that it is one exchange with the other wires.
import { createHmac } from 'node:crypto';
import ccxt from 'ccxt';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ConformanceRig, PASSPHRASE, PERP, SPOT, type Terms } from '../conformance/rig.ts';

type Ccxt = InstanceType<typeof ccxt.pro.okx>;

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
  aheadMs += 4_000;
  return rig.faults();
});
afterAll(async () => {
  await Promise.allSettled(open.map((client) => client.close()));
  await rig.close();
});

const ALL: Terms = { read: 'on', spot: 'on', futures: 'on', passphrase: PASSPHRASE };

interface Key {
  readonly apiKey: string;
  readonly secret: string;
  readonly password: string;
}

async function keyOf(account: string): Promise<Key> {
  const keys = rig.keys.get(account);
  if (keys === undefined) throw new Error('no keys');
  return {
    apiKey: keys.apiKey.reveal(),
    secret: keys.secretKey.reveal(),
    password: keys.passphrase?.reveal() ?? '',
  };
}

/** The recipe of dependencies.md: other hosts, the same class. */
async function clientOf(key: Key): Promise<Ccxt> {
  const client = new ccxt.pro.okx({ ...key, enableRateLimit: false, options: { fetchMarkets: ['spot', 'swap'] } });
  client.milliseconds = nowMs;
  await client.loadHttpProxyAgent();
  const { api } = client.urls as unknown as { api: { rest: string; ws: string } };
  api.rest = rig.venue.url;
  api.ws = `ws://127.0.0.1:${rig.venue.port}/ws/v5`;
  open.push(client);
  await client.loadMarkets();
  return client;
}

async function trader(terms: Terms = ALL): Promise<Ccxt> {
  return clientOf(await keyOf(await rig.keyAccount(terms)));
}

function idOf(order: { id?: unknown }): string {
  return String(order.id);
}

test('ccxt loads the markets with their contract sizes and reads the market', async () => {
  await rig.print(8);
  const client = await trader();
  expect(client.market(SPOT)).toMatchObject({ id: 'BTC-USDT', precision: { price: 0.01, amount: 0.00001 } });
  expect(client.market(PERP)).toMatchObject({
    ...{ id: 'BTC-USDT-SWAP', contractSize: 0.01, linear: true, active: true },
    ...{ precision: { price: 0.1, amount: 0.1 }, limits: { leverage: { max: 125 } } },
  });
  const ticker = await client.fetchTicker(SPOT);
  expect(ticker).toMatchObject({ high: 60_010, low: 59_990 });
  expect(ticker.ask).toBeGreaterThan(ticker.bid as number);
  const book = await client.fetchOrderBook(SPOT, 5);
  expect(book.bids[0]?.[0]).toBeLessThan(book.asks[0]?.[0] as number);
  const candles = await client.fetchOHLCV(SPOT, '1m', undefined, 2);
  expect(candles.at(-2)?.slice(1, 5)).toEqual([60_000, 60_010, 59_990, 60_000]);
  expect((await client.fetchTrades(SPOT, undefined, 3)).length).toBe(3);
  expect(Object.keys(await client.fetchTickers([PERP]))).toEqual([PERP]);
  expect((await client.fetchFundingRate(PERP)).fundingRate).toBe(0.0001);
  expect((await client.fetchMarketLeverageTiers(PERP)).at(0)).toMatchObject({ maxLeverage: 125, minNotional: 0 });
  expect(Math.abs(((await client.fetchTime()) as number) - nowMs())).toBeLessThan(60_000);
});

test('ccxt places, reads and cancels orders of every kind there is', async () => {
  await rig.toOpen();
  const client = await trader();
  expect((await client.fetchBalance()).USDT?.total).toBe(20_000);
  const resting = await client.createOrder(SPOT, 'limit', 'buy', 0.01, 50_000, { clientOrderId: 'myFirst' });
  expect(await client.fetchOrder(idOf(resting), SPOT)).toMatchObject({ status: 'open', clientOrderId: 'myFirst' });
  const refused = client.createOrder(SPOT, 'limit', 'buy', 0.01, 50_000, { clientOrderId: 'myFirst' });
  await expect(refused).rejects.toMatchObject({ message: expect.stringContaining('51016') });
  const postOnly = await client.createOrder(SPOT, 'limit', 'buy', 0.01, 50_001, { postOnly: true });
  expect((await client.fetchOpenOrders(SPOT)).map(({ id }) => id)).toEqual([postOnly.id, resting.id]);
  const taking = await client.createOrder(SPOT, 'limit', 'buy', 0.01, 60_500, { postOnly: true });
  expect(await client.fetchOrder(idOf(taking), SPOT)).toMatchObject({ status: 'canceled', filled: 0 });
  const bought = await client.createOrder(SPOT, 'market', 'buy', 0.02);
  expect(await client.fetchOrder(idOf(bought), SPOT)).toMatchObject({
    ...{ status: 'closed', filled: 0.02, fee: { currency: 'BTC', cost: 0.00002 } },
  });
  const byCost = await client.createOrder(SPOT, 'market', 'buy', 300, undefined, {
    ...{ tgtCcy: 'quote_ccy', createMarketBuyOrderRequiresPrice: false },
  });
  const costing = await client.fetchOrder(idOf(byCost), SPOT);
  expect(Number(costing.filled) * Number(costing.average)).toBeGreaterThan(299);
  expect(Number(costing.filled) * Number(costing.average)).toBeLessThanOrEqual(300);
  const ioc = await client.createOrder(SPOT, 'limit', 'sell', 0.01, 59_000, { timeInForce: 'IOC' });
  expect(await client.fetchOrder(idOf(ioc), SPOT)).toMatchObject({ status: 'closed', filled: 0.01 });
  const fok = await client.createOrder(SPOT, 'limit', 'buy', 0.1, 60_004, { timeInForce: 'FOK' });
  expect(await client.fetchOrder(idOf(fok), SPOT)).toMatchObject({ status: 'canceled', filled: 0 });
  await client.cancelOrder(idOf(resting), SPOT);
  expect((await client.fetchCanceledOrders(SPOT)).map(({ id }) => id)).toContain(resting.id);
  expect((await client.fetchMyTrades(SPOT)).map(({ order }) => order)).toEqual([bought.id, byCost.id, ioc.id]);
  await expect(client.cancelOrder(idOf(resting), SPOT)).rejects.toBeInstanceOf(ccxt.OrderNotFound);
  await expect(client.createOrder(SPOT, 'limit', 'buy', 1, 50_000)).rejects.toBeInstanceOf(ccxt.InsufficientFunds);
});

test('no buy goes above the highest price and no sale below the lowest; what rests is free', async () => {
  await rig.toOpen();
  const client = await trader();
  for (const [symbol, instId] of [
    [SPOT, 'BTC-USDT'],
    [PERP, 'BTC-USDT-SWAP'],
  ] as const) {
    const { data } = await client.publicGetPublicPriceLimit({ instId });
    const [{ buyLmt, enabled, sellLmt }] = data;
    expect([Number(buyLmt), Number(sellLmt), enabled]).toEqual([61_200, 58_800, true]);
    const limits = `51006.*\\(Maximum buy price: ${buyLmt}; minimum sell price: ${sellLmt}\\)`;
    const size = symbol === SPOT ? 0.001 : 1;
    const to = (side: 'buy' | 'sell', price: number, more: object = {}) =>
      client.createOrder(symbol, 'limit', side, side === 'buy' ? size : size / 2, price, {
        ...{ timeInForce: 'IOC', ...more },
      });
    for (const [side, price] of [
      ['buy', 61_201],
      ['sell', 58_799],
    ] as const)
      await expect(to(side, price)).rejects.toMatchObject({ message: expect.stringMatching(limits) });
    await to('buy', 61_200);
    await to('sell', 58_800);
    await client.createOrder(symbol, 'limit', 'buy', size, 10_000);
    // A client may let the exchange move it.
    const moved = await to('buy', 90_000, { pxAmendType: '1' });
    expect(await client.fetchOrder(idOf(moved), symbol)).toMatchObject({ price: 61_200, status: 'closed' });
  }
});

test('a batch is real: each order has a row of its own, and one refused spoils no other', async () => {
  const client = await trader();
  const order = (clOrdId: string, more: object = {}) => ({
    ...{
      instId: 'BTC-USDT',
      tdMode: 'cash',
      side: 'buy',
      ordType: 'limit',
      px: '50000',
      sz: '0.001',
      clOrdId,
      ...more,
    },
  });
  const tooLarge = Array.from({ length: 21 }, (_, at) => order(`many${at}`));
  await expect(client.privatePostTradeBatchOrders(tooLarge)).rejects.toMatchObject({
    message: expect.stringContaining('51000'),
  });
  const answer = await client.privatePostTradeBatchOrders([
    order('one'),
    order('two', { px: '50000.001' }),
    order('three', { sz: '1' }),
    order('four', { instId: 'BTC-USDT-SWAP', tdMode: 'isolated', sz: '0.1' }),
    order('five', { clOrdId: 'with-dash' }),
  ]);
  expect(answer.code).toBe('2');
  expect(answer.data.map(({ sCode }: { sCode: string }) => sCode)).toEqual(['0', '51000', '51008', '0', '51000']);
  const open = await client.privateGetTradeOrdersPending({});
  expect(open.data.map(({ clOrdId }: { clOrdId: string }) => clOrdId)).toEqual(['four', 'one']);
  const cancelled = await client.privatePostTradeCancelBatchOrders([
    { instId: 'BTC-USDT', clOrdId: 'one' },
    { instId: 'BTC-USDT-SWAP', clOrdId: 'four' },
    { instId: 'BTC-USDT', clOrdId: 'three' },
  ]);
  expect(cancelled.data.map(({ sCode }: { sCode: string }) => sCode)).toEqual(['0', '0', '51400']);
  const none = client.privatePostTradeCancelBatchOrders([{ instId: 'BTC-USDT', clOrdId: 'three' }]);
  await expect(none).rejects.toBeInstanceOf(ccxt.OrderNotFound);
});

test('ccxt trades contracts: leverage, both position modes, sizes in contracts', async () => {
  const client = await trader();
  await client.setLeverage(10, PERP, { marginMode: 'isolated' });
  await expect(client.setLeverage(125, PERP, { marginMode: 'isolated', lever: 126 })).rejects.toMatchObject({
    message: expect.stringContaining('59102'),
  });
  await client.createOrder(PERP, 'market', 'buy', 10, undefined, { marginMode: 'isolated' });
  const [position] = await client.fetchPositions([PERP]);
  expect(position).toMatchObject({
    contracts: 10,
    contractSize: 0.01,
    side: 'long',
    marginMode: 'isolated',
    leverage: 10,
  });
  await expect(client.setPositionMode(true)).rejects.toMatchObject({ message: expect.stringContaining('59000') });
  await client.createOrder(PERP, 'market', 'sell', 10, undefined, { marginMode: 'isolated', reduceOnly: true });
  expect(await client.fetchPositions([PERP])).toEqual([]);
  const nothing = client.createOrder(PERP, 'market', 'sell', 10, undefined, {
    marginMode: 'isolated',
    reduceOnly: true,
  });
  await expect(nothing).rejects.toMatchObject({ message: expect.stringContaining('51169') });
  await client.setPositionMode(true);
  await expect(
    client.createOrder(PERP, 'market', 'buy', 1, undefined, { marginMode: 'isolated' }),
  ).rejects.toMatchObject({
    message: expect.stringContaining('51000'),
  });
  for (const [side, posSide] of [
    ['buy', 'long'],
    ['sell', 'short'],
  ] as const)
    await client.createOrder(PERP, 'market', side, 5, undefined, { marginMode: 'isolated', posSide });
  expect((await client.fetchPositions([PERP])).map(({ side, contracts }) => [side, contracts])).toEqual([
    ['long', 5],
    ['short', 5],
  ]);
});

test('its sockets tell the market and, after a login, the account', async () => {
  const client = await trader();
  const [trades, ticker] = await rig.whilePrinting(Promise.all([client.watchTrades(SPOT), client.watchTicker(PERP)]));
  expect(trades[0]?.price).toBeGreaterThan(59_000);
  expect(ticker.last).toBeGreaterThan(59_000);
  const book = await rig.whilePrinting(client.watchOrderBook(SPOT));
  const again = await rig.whilePrinting(client.watchOrderBook(SPOT));
  expect(again.bids[0]?.[0]).toBeLessThan(again.asks[0]?.[0] as number);
  expect(Number(again.nonce)).toBeGreaterThanOrEqual(Number(book.nonce));
  expect((await rig.whilePrinting(client.watchOHLCV(SPOT, '1m'))).at(-1)?.[1]).toBe(60_000);
  const balance = await client.watchBalance();
  expect(balance.USDT?.total).toBe(20_000);
  const placed = client.watchOrders();
  // Once it is followed: the answer to the first request proves that the login was heard.
  await expect
    .poll(() => Object.keys(client.client(`${client.urls.api?.ws}/private`).subscriptions))
    .toContain('orders');
  const made = await client.createOrderWs(SPOT, 'market', 'buy', 0.01);
  expect(await placed).toMatchObject([{ id: made.id, status: 'closed', filled: 0.01 }]);
});

test('the price limit of a market is told as it moves', async () => {
  const socket = new WebSocket(`ws://127.0.0.1:${rig.venue.port}/ws/v5/public`);
  open.push(socket);
  const told = new Promise((resolve) => {
    socket.onmessage = ({ data }) => {
      const { arg, data: rows } = JSON.parse(data);
      if (rows !== undefined) resolve([arg.channel, ...rows]);
    };
  });
  socket.onopen = () =>
    socket.send(JSON.stringify({ op: 'subscribe', args: [{ channel: 'price-limit', instId: 'BTC-USDT-SWAP' }] }));
  const number = expect.stringMatching(/^\d{5}\.\d$/);
  expect(await rig.whilePrinting(told)).toEqual([
    'price-limit',
    {
      instType: 'SWAP',
      instId: 'BTC-USDT-SWAP',
      enabled: true,
      buyLmt: number,
      sellLmt: number,
      ts: expect.any(String),
    },
  ]);
});

test('an order over a socket that has logged in needs what its key may now, not what it might at the login', async () => {
  const key = await keyOf(await rig.keyAccount(ALL));
  const client = await clientOf(key);
  await client.createOrderWs(SPOT, 'market', 'buy', 0.01);
  const order = () => client.createOrderWs(SPOT, 'market', 'buy', 0.01);
  await rig.page('/edit', { key: key.apiKey, label: 'test', read: 'on' });
  await expect(order()).rejects.toMatchObject({ message: expect.stringContaining('50120') });
  await rig.page('/edit', { key: key.apiKey, label: 'test', read: 'on', spot: 'on', ips: '10.0.0.1' });
  await expect(order()).rejects.toMatchObject({ message: expect.stringContaining('50110') });
  await rig.page('/edit', { key: key.apiKey, label: 'test', read: 'on', spot: 'on' });
  expect((await order()).id).toMatch(/^\d+$/);
  await rig.page('/revoke', { key: key.apiKey });
  await expect(order()).rejects.toMatchObject({ message: expect.stringContaining('50111') });
});

test('who may not ask is told why, in the codes of its words', async () => {
  const account = await rig.keyAccount(ALL);
  const key = await keyOf(account);
  const said = async (other: Partial<Key>) =>
    clientOf({ ...key, ...other }).then(
      () => 'taken',
      (error: Error) => /"code":"(\d+)"/.exec(error.message)?.[1],
    );
  expect(await said({})).toBe('taken');
  expect(await said({ apiKey: key.apiKey.replace(/^./, (sign) => (sign === 'a' ? 'b' : 'a')) })).toBe('50111');
  expect(await said({ secret: 'F'.repeat(32) })).toBe('50113');
  expect(await said({ password: 'Another-1' })).toBe('50105');
  aheadMs += 31_000;
  const late = new ccxt.okx({ ...key, enableRateLimit: false });
  (late.urls as unknown as { api: { rest: string } }).api.rest = rig.venue.url;
  await expect(late.privateGetAccountConfig()).rejects.toMatchObject({ message: expect.stringContaining('50102') });
  const reader = await trader({ read: 'on', passphrase: PASSPHRASE });
  await expect(reader.createOrder(SPOT, 'market', 'buy', 0.01)).rejects.toMatchObject({
    message: expect.stringContaining('50120'),
  });
  await expect(trader({ ...ALL, ips: '10.1.2.3' })).rejects.toMatchObject({
    message: expect.stringContaining('50110'),
  });
  // A key without a passphrase is one of the other wires.
  const plain = await rig.keyAccount({ read: 'on', spot: 'on' });
  await expect(clientOf({ ...(await keyOf(plain)), password: 'x' })).rejects.toMatchObject({
    message: expect.stringContaining('50111'),
  });
});

test('what is asked too often is refused in its own code, and a fault speaks the words of this wire', async () => {
  const client = await trader();
  frozenMs = Date.now();
  const asked = await Promise.allSettled(Array.from({ length: 12 }, () => client.privateGetAccountConfig()));
  const refused = asked.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(refused).toHaveLength(7);
  for (const error of refused) expect(error).toBeInstanceOf(ccxt.RateLimitExceeded);
  aheadMs += 4_000;
  await rig.faults({ fault: 'maintenance' });
  await expect(client.fetchBalance()).rejects.toMatchObject({ message: expect.stringContaining('50001') });
  await rig.faults({ fault: 'gateway_error', when: 'after', body: 'venue', calls: ['place'], symbols: [SPOT] });
  const order = client.createOrder(SPOT, 'limit', 'buy', 0.001, 50_000, { clientOrderId: 'lost' });
  await expect(order).rejects.toMatchObject({ message: expect.stringContaining('50004') });
  await rig.faults();
  expect((await client.fetchOpenOrders(SPOT)).map(({ clientOrderId }) => clientOrderId)).toEqual(['lost']);
});

test('it is one exchange: an order of this wire is seen on Binance’s, of the same account', async () => {
  const account = await rig.keyAccount(ALL);
  const client = await clientOf(await keyOf(account));
  await client.createOrder(SPOT, 'limit', 'buy', 0.001, 50_000, { clientOrderId: 'shared' });
  await rig.newKey(account, { read: 'on', spot: 'on' });
  const { apiKey, secret } = await keyOf(account);
  const query = `symbol=BTCUSDT&timestamp=${nowMs()}`;
  const signature = createHmac('sha256', secret).update(query).digest('hex');
  const response = await fetch(`${rig.venue.url}/api/v3/openOrders?${query}&signature=${signature}`, {
    headers: { 'x-mbx-apikey': apiKey },
  });
  expect(await response.json()).toMatchObject([{ clientOrderId: 'shared', price: '50000.00000000' }]);
});

test('an id of an order that there is not is told as such, however long it is', async () => {
  const client = await trader();
  for (const ordId of ['7', '2510789768709120123', '99999999999999999999999'])
    await expect(client.privateGetTradeOrder({ instId: 'BTC-USDT', ordId })).rejects.toThrow('51603');
  const clOrdId = 'nobody';
  await expect(client.privateGetTradeOrder({ instId: 'BTC-USDT', clOrdId })).rejects.toThrow('51603');
});
