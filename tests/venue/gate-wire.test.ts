// The Gate wire of the local exchange under a client that we did not write: ccxt's unmodified class, by REST and by its sockets; who may
// ask and who may not; and the forms of its numbers, which that client does not show.
import { createHash, createHmac } from 'node:crypto';
import ccxt from 'ccxt';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ALL_RIGHTS, ConformanceRig, PERP, SPOT, type Terms } from '../conformance/rig.ts';

type Ccxt = InstanceType<typeof ccxt.pro.gate>;

let rig: ConformanceRig;
const open: { close(): unknown }[] = [];
/** What the exchange's clock is ahead: every test has its own windows of what may be asked. */
let aheadMs = 0;
const nowMs = () => Date.now() + aheadMs;

beforeAll(async () => {
  rig = await ConformanceRig.open(nowMs);
});
afterEach(() => {
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
}

function keyOf(account: string): Key {
  const keys = rig.keys.get(account);
  if (keys === undefined) throw new Error('no keys');
  return { apiKey: keys.apiKey.reveal(), secret: keys.secretKey.reveal() };
}

function turned(addresses: unknown): unknown {
  if (typeof addresses === 'string')
    return addresses.replace(/^(http|ws)s?:\/\/[^/]+/, (_all, scheme) => `${scheme}://127.0.0.1:${rig.venue.port}`);
  if (typeof addresses !== 'object' || addresses === null) return addresses;
  return Object.fromEntries(Object.entries(addresses).map(([name, value]) => [name, turned(value)]));
}

/** The recipe of dependencies.md: other hosts, the same class. */
async function clientOf(key: Key): Promise<Ccxt> {
  const options = { fetchMarkets: { types: ['spot', 'swap'] } };
  const client = new ccxt.pro.gate({ ...key, enableRateLimit: false, options });
  client.milliseconds = nowMs;
  client.seconds = () => Math.floor(nowMs() / 1_000);
  await client.loadHttpProxyAgent();
  const urls = client.urls as unknown as { api: unknown };
  urls.api = turned(urls.api);
  open.push(client);
  await client.loadMarkets();
  return client;
}

async function trader(terms: Terms = ALL_RIGHTS): Promise<Ccxt> {
  return clientOf(keyOf(await rig.keyAccount(terms)));
}

function idOf(order: { id?: unknown }): string {
  return String(order.id);
}

test('ccxt loads the markets and reads the market', async () => {
  await rig.print(8);
  const client = await trader();
  expect(client.market(SPOT)).toMatchObject({ id: 'BTC_USDT', precision: { price: 0.01, amount: 0.00001 } });
  expect(client.market(PERP)).toMatchObject({
    ...{ id: 'BTC_USDT', linear: true, active: true, contractSize: 0.01, precision: { price: 0.1 } },
  });
  const ticker = await client.fetchTicker(SPOT);
  expect(ticker).toMatchObject({ high: 60_010, low: 59_990 });
  expect(ticker.ask).toBeGreaterThan(ticker.bid as number);
  const book = await client.fetchOrderBook(SPOT, 5);
  expect(book.bids[0]?.[0]).toBeLessThan(book.asks[0]?.[0] as number);
  expect((await client.fetchTrades(SPOT, undefined, 3)).length).toBe(3);
  expect((await client.fetchOHLCV(PERP, '1m', undefined, 2)).at(-2)?.slice(1, 5)).toEqual([
    ...[60_000, 60_010, 59_990, 60_000],
  ]);
  expect((await client.fetchFundingRate(PERP)).fundingRate).toBe(0.0001);
  expect(Math.abs(((await client.fetchTime()) as number) - nowMs())).toBeLessThan(60_000);
});

test('ccxt places, reads and cancels orders of spot', async () => {
  await rig.toOpen();
  const client = await trader();
  expect((await client.fetchBalance()).USDT?.total).toBe(10_000);
  const named = { clientOrderId: 't-my.first_one' };
  const resting = await client.createOrder(SPOT, 'limit', 'buy', 0.01, 50_000, named);
  expect(await client.fetchOrder(idOf(resting), SPOT)).toMatchObject({
    status: 'open',
    clientOrderId: 't-my.first_one',
  });
  expect((await client.fetchOrder('', SPOT, named)).id).toBe(resting.id);
  const again = client.createOrder(SPOT, 'limit', 'buy', 0.01, 50_000, named);
  await expect(again).rejects.toMatchObject({ message: expect.stringContaining('REPEATED_CREATION') });
  const postOnly = await client.createOrder(SPOT, 'limit', 'buy', 0.01, 50_001, { postOnly: true });
  expect(new Set((await client.fetchOpenOrders(SPOT)).map(({ id }) => id))).toEqual(new Set([resting.id, postOnly.id]));
  const taking = client.createOrder(SPOT, 'limit', 'buy', 0.01, 70_000, { postOnly: true });
  await expect(taking).rejects.toBeInstanceOf(ccxt.OrderImmediatelyFillable);
  const byCost = await client.createMarketBuyOrderWithCost(SPOT, 300);
  const costing = await client.fetchOrder(idOf(byCost), SPOT);
  expect(costing).toMatchObject({ status: 'closed', cost: 300 });
  const ioc = await client.createOrder(SPOT, 'limit', 'sell', 0.004, 59_000, { timeInForce: 'IOC' });
  expect(ioc).toMatchObject({ status: 'closed', filled: 0.004 });
  expect(await client.cancelOrder(idOf(resting), SPOT)).toMatchObject({ status: 'canceled' });
  // By its own id it was known as long as it stood.
  await expect(client.fetchOrder('', SPOT, named)).rejects.toBeInstanceOf(ccxt.OrderNotFound);
  expect(await client.fetchOrder(idOf(resting), SPOT)).toMatchObject({ status: 'canceled' });
  expect((await client.fetchClosedOrders(SPOT)).map(({ id }) => id)).toContain(resting.id);
  const trades = await client.fetchMyTrades(SPOT);
  expect(trades.map(({ order }) => order)).toEqual([byCost.id, ioc.id]);
  const { fees = [] } = trades[0] as { fees?: { cost?: number; currency?: string }[] };
  expect(fees.find(({ cost }) => Number(cost) > 0)?.currency).toBe('BTC');
  const second = client.cancelOrder(idOf(resting), SPOT);
  await expect(second).rejects.toMatchObject({ message: expect.stringContaining('ORDER_CANCELLED') });
  await expect(client.createOrder(SPOT, 'limit', 'buy', 1, 50_000)).rejects.toBeInstanceOf(ccxt.InsufficientFunds);
});

test('ccxt trades contracts in whole numbers of them: leverage, both position modes, the book of the account', async () => {
  const client = await trader();
  await client.setLeverage(10, PERP);
  const over = client.setLeverage(100, PERP, { leverage: '126' });
  await expect(over).rejects.toMatchObject({ message: expect.stringContaining('LEVERAGE_TOO_HIGH') });
  const opened = await client.createOrder(PERP, 'market', 'buy', 10, undefined, { text: 't-long' });
  expect(idOf(opened)).toMatch(/^36028797018\d{6}$/);
  expect(opened).toMatchObject({ status: 'closed', filled: 10, side: 'buy' });
  expect((await client.fetchOrder(idOf(opened), PERP)).id).toBe(opened.id);
  expect((await client.fetchPositions([PERP]))[0]).toMatchObject({ contracts: 10, side: 'long', leverage: 10 });
  const switching = client.setPositionMode(true, PERP);
  await expect(switching).rejects.toMatchObject({ message: expect.stringContaining('POSITION_HOLDING') });
  await client.createOrder(PERP, 'market', 'sell', 10, undefined, { reduceOnly: true });
  expect((await client.fetchPositions([PERP])).filter(({ contracts }) => contracts !== 0)).toEqual([]);
  const nothing = client.createOrder(PERP, 'market', 'sell', 10, undefined, { reduceOnly: true });
  await expect(nothing).rejects.toMatchObject({ message: expect.stringContaining('POSITION_EMPTY') });
  const trades = await client.fetchMyTrades(PERP);
  expect(trades.map(({ side, amount }) => [side, amount])).toEqual([
    ['buy', 10],
    ['sell', 10],
  ]);
  expect(trades[0]?.order).toBe(opened.id);
  await client.setPositionMode(true, PERP);
  for (const side of ['buy', 'sell'] as const) await client.createOrder(PERP, 'market', side, 5);
  const held = async () =>
    (await client.fetchPositions([PERP]))
      .filter(({ contracts }) => contracts !== 0)
      .map(({ side, contracts }) => [side, contracts]);
  expect(await held()).toEqual([
    ['long', 5],
    ['short', 5],
  ]);
  await client.createOrder(PERP, 'market', 'sell', 5, undefined, { reduceOnly: true });
  expect(await held()).toEqual([['short', 5]]);
  const small = client.createOrder(PERP, 'limit', 'buy', 5, 4_000, { stp_act: 'cn' });
  await expect(small).rejects.toMatchObject({ message: expect.stringContaining('STP group') });
});

/** As whoever reads sizes with decimals asks, signed by hand. */
async function asked(key: Key, method: string, path: string, body = '', more: Record<string, string> = {}) {
  const [name = '', query = ''] = path.split('?');
  const timestamp = String(Math.floor(nowMs() / 1_000));
  const hash = createHash('sha512').update(body).digest('hex');
  const signed = [method, `/api/v4${name}`, query, hash, timestamp].join('\n');
  const sign = createHmac('sha512', key.secret).update(signed).digest('hex');
  const headers = { KEY: key.apiKey, Timestamp: timestamp, SIGN: sign, 'content-type': 'application/json', ...more };
  const answer = await fetch(`${rig.venue.url}/api/v4${path}`, {
    ...{ method, headers },
    ...(body === '' ? {} : { body }),
  });
  return { status: answer.status, text: await answer.text() };
}

test('sizes are texts with decimals to whoever says so, and whole contracts to everybody else', async () => {
  await rig.toOpen();
  const key = keyOf(await rig.keyAccount());
  const decimals = { 'X-Gate-Size-Decimal': '1' };
  const order = { contract: 'BTC_USDT', size: '-0.7', price: '0', tif: 'ioc', text: 't-small' };
  const whole = await asked(key, 'POST', '/futures/usdt/orders', JSON.stringify(order));
  expect(whole).toMatchObject({ status: 400, text: expect.stringContaining('size') });
  const taken = await asked(key, 'POST', '/futures/usdt/orders', JSON.stringify(order), decimals);
  expect(taken.status).toBe(201);
  // A number of 17 digits, not a text, and a time in seconds.
  expect(taken.text).toMatch(/"id":36028797018\d{6},/);
  expect(taken.text).toMatch(/"create_time":\d{10}\.\d{3},/);
  expect(JSON.parse(taken.text)).toMatchObject({ size: '-0.7', left: '0', finish_as: 'filled', status: 'finished' });
  const positions = (more: Record<string, string>) =>
    asked(key, 'GET', '/futures/usdt/positions?holding=true', '', more).then(({ text }) => JSON.parse(text));
  expect(await positions(decimals)).toMatchObject([{ size: '-0.7', mode: 'single' }]);
  expect(await positions({})).toMatchObject([{ size: 0 }]);
  const closing = { contract: 'BTC_USDT', size: '0', close: true, price: '0', tif: 'ioc' };
  expect((await asked(key, 'POST', '/futures/usdt/orders', JSON.stringify(closing), decimals)).status).toBe(201);
  expect(await positions(decimals)).toEqual([]);
});

test('its sockets tell the market and, channel by signed channel, the account', async () => {
  const account = await rig.keyAccount();
  const client = await clientOf(keyOf(account));
  const [trades, ticker] = await rig.whilePrinting(Promise.all([client.watchTrades(SPOT), client.watchTicker(PERP)]));
  expect(trades[0]?.price).toBeGreaterThan(59_000);
  expect(ticker.last).toBeGreaterThan(59_000);
  await expect(client.watchTrades('NONE/USDT')).rejects.toBeInstanceOf(ccxt.BadSymbol);
  const soon = () => new Promise((resolve) => setTimeout(resolve, 500));
  const [orders] = await Promise.all([
    client.watchOrders(SPOT),
    soon().then(() => client.createOrder(SPOT, 'limit', 'buy', 0.01, 50_000, { text: 't-told' })),
  ]);
  expect(orders).toMatchObject([{ clientOrderId: 't-told', status: 'open' }]);
  client.uid = JSON.parse((await asked(keyOf(account), 'GET', '/account/detail')).text).user_id.toString();
  const [fills] = await Promise.all([
    client.watchMyTrades(PERP),
    soon().then(() => client.createOrder(PERP, 'market', 'buy', 1, undefined, { text: 't-fill' })),
  ]);
  expect(fills).toMatchObject([{ side: 'buy', amount: 1 }]);
});

test('the later name of a channel of spot leaves out what is said of fees, as its page says', async () => {
  const key = keyOf(await rig.keyAccount());
  const heard: { channel: string; event: string; result: Record<string, unknown>[] }[] = [];
  const socket = new WebSocket(`${rig.venue.url.replace('http', 'ws')}/ws/v4/`);
  socket.onmessage = ({ data }) => heard.push(JSON.parse(String(data)));
  await new Promise((resolve) => socket.addEventListener('open', resolve));
  const channels = ['spot.orders', 'spot.orders_v2', 'spot.usertrades', 'spot.usertrades_v2'];
  for (const channel of channels) {
    const time = Math.floor(nowMs() / 1_000);
    const text = `channel=${channel}&event=subscribe&time=${time}`;
    const SIGN = createHmac('sha512', key.secret).update(text).digest('hex');
    const auth = { method: 'api_key', KEY: key.apiKey, SIGN };
    socket.send(JSON.stringify({ time, channel, event: 'subscribe', payload: ['!all'], auth }));
  }
  await expect.poll(() => heard.filter(({ event }) => event === 'subscribe').length).toBe(channels.length);
  const order = { currency_pair: 'BTC_USDT', side: 'sell', amount: '0.001', type: 'market', time_in_force: 'ioc' };
  const bought = { ...order, side: 'buy', amount: '100' };
  expect((await asked(key, 'POST', '/spot/orders', JSON.stringify(bought))).status).toBe(201);
  const firstOf = (channel: string) =>
    heard.find((one) => one.channel === channel && one.event === 'update')?.result[0];
  await expect.poll(() => channels.map(firstOf).filter((row) => row !== undefined).length).toBe(channels.length);
  socket.close();
  expect(firstOf('spot.usertrades')).toMatchObject({ fee: expect.stringMatching(/[1-9]/), fee_currency: 'BTC' });
  for (const name of ['fee', 'fee_currency', 'point_fee', 'gt_fee'])
    expect([name, firstOf('spot.usertrades_v2')?.[name]]).toEqual([name, undefined]);
  expect(firstOf('spot.orders_v2')).toMatchObject({ fee_currency: 'BTC', filled_amount: expect.any(String) });
  expect(firstOf('spot.orders_v2')?.['fee']).toBeUndefined();
});

test('of a key its list tells the beginning alone, and of an account the mode by its word', async () => {
  const key = keyOf(await rig.keyAccount());
  const [listed] = JSON.parse((await asked(key, 'GET', '/account/main_keys')).text);
  expect(listed.key).toMatch(/^[^*]{8,}\*+$/);
  expect(key.apiKey.startsWith(listed.key.replaceAll('*', ''))).toBe(true);
  const mode = async () => JSON.parse((await asked(key, 'GET', '/futures/usdt/accounts')).text).position_mode;
  expect(await mode()).toBe('single');
  expect((await asked(key, 'POST', '/futures/usdt/dual_mode?dual_mode=true')).status).toBe(200);
  expect(await mode()).toBe('dual');
});

test('who may not ask is told why, in the labels of its words', async () => {
  const key = keyOf(await rig.keyAccount());
  const said = async (other: Partial<Key>, late = 0) => {
    const before = aheadMs;
    aheadMs -= late;
    const request = asked({ ...key, ...other }, 'GET', '/spot/accounts');
    aheadMs = before;
    const { status, text } = await request;
    return status === 200 ? 'taken' : [status, JSON.parse(text).label];
  };
  expect(await said({})).toBe('taken');
  expect(await said({ apiKey: 'x'.repeat(64) })).toEqual([401, 'INVALID_KEY']);
  expect(await said({ secret: 'x'.repeat(64) })).toEqual([401, 'INVALID_SIGNATURE']);
  expect(await said({}, 62_000)).toEqual([403, 'REQUEST_EXPIRED']);
  const spotOnly = await trader({ read: 'on', spot: 'on' });
  const order = (symbol: string) =>
    spotOnly.createOrder(symbol, 'limit', 'buy', 1 / (symbol === PERP ? 1 : 100), 50_000);
  await expect(order(PERP)).rejects.toMatchObject({ message: expect.stringContaining('FORBIDDEN') });
  expect((await order(SPOT)).id).toMatch(/^\d+$/);
  const unknown = await fetch(`${rig.venue.url}/api/v4/spot/nothing`);
  expect([unknown.status, await unknown.json()]).toEqual([404, { label: 'NOT_FOUND', message: 'Not found' }]);
});
