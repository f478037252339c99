// Contracts as Binance USD-M speaks them: each call group and refusal by hand-signed requests, then ccxt's unmodified
// binanceusdm class by REST and by its sockets.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Answer, BinanceRig, type Key } from './binance-rig.ts';
import { PERP, type Usdm, usdmOf } from './usdm-client.ts';

const PATIENCE = { timeout: 15_000 };
const FUTURES = { read: 'on', futures: 'on' };

let rig: BinanceRig;
const open: { close(): unknown }[] = [];

beforeAll(async () => {
  rig = await BinanceRig.open(Date.now, undefined, 'perpetual');
});
afterAll(async () => {
  await Promise.allSettled(open.map((client) => client.close()));
  await rig.close();
});

const trader = () => rig.key(FUTURES);
type Values = Record<string, string | number>;
const order = (values: Values): Values => ({
  symbol: 'BTCUSDT',
  side: 'BUY',
  type: 'MARKET',
  quantity: '0.01',
  ...values,
});
const place = (key: Key, values: Values = {}) => rig.signed(key, 'POST /fapi/v1/order', order(values));
const limit = (price: string, values: Values = {}): Values => ({ type: 'LIMIT', timeInForce: 'GTC', price, ...values });
const code = ({ body }: Answer): number => body.code;
const read = async (key: Key, path: string, values: Values = {}) => (await rig.signed(key, `GET ${path}`, values)).body;

test('says what trades here, at which prices, and how it went', async () => {
  await rig.print(8);
  const ask = async (call: string, values: Values = {}) => (await rig.ask(`GET ${call}`, values)).body;
  const { symbols, rateLimits } = await ask('/fapi/v1/exchangeInfo');
  expect(symbols).toMatchObject([
    {
      ...{ symbol: 'BTCUSDT', contractType: 'PERPETUAL', status: 'TRADING', marginAsset: 'USDT', pricePrecision: 1 },
      orderTypes: ['LIMIT', 'MARKET', 'STOP_MARKET', 'TAKE_PROFIT_MARKET'],
    },
  ]);
  expect(symbols[0].filters).toContainEqual({ filterType: 'MIN_NOTIONAL', notional: '5' });
  expect(rateLimits).toContainEqual({ rateLimitType: 'ORDERS', interval: 'SECOND', intervalNum: 10, limit: 300 });
  expect(Math.abs((await ask('/fapi/v1/time')).serverTime - Date.now())).toBeLessThan(60_000);
  expect(await ask('/fapi/v1/ticker/24hr', { symbol: 'BTCUSDT' })).toMatchObject({
    lastPrice: '60000.0',
    highPrice: '60010.0',
  });
  // The house begins a twentieth of a permille from the print, with 50,000 USDT.
  expect(await ask('/fapi/v1/depth', { symbol: 'BTCUSDT', limit: 2 })).toMatchObject({
    bids: [
      ['59997.0', '0.833'],
      ['59994.0', '1.666'],
    ],
    asks: [
      ['60003.0', '0.833'],
      ['60006.0', '1.666'],
    ],
  });
  const candles = await ask('/fapi/v1/klines', { symbol: 'BTCUSDT', interval: '1m', limit: 2 });
  expect(candles.map((row: unknown[]) => row.slice(1, 6))).toEqual([
    ['60000.0', '60010.0', '59990.0', '60000.0', '3.004'],
    ['60000.0', '60000.0', '60000.0', '60000.0', '0.751'],
  ]);
  expect(await ask('/fapi/v1/premiumIndex', { symbol: 'BTCUSDT' })).toMatchObject({
    markPrice: '60000.0',
    lastFundingRate: '0.00010000',
  });
  expect(await ask('/fapi/v1/fundingRate', { symbol: 'BTCUSDT' })).toEqual([]);
  expect((await rig.ask('GET /fapi/v1/depth', { symbol: 'NONE' })).body).toMatchObject({ code: -1121 });
});

test('opens, closes reduce-only and tells the wallet, the trades and what they realised', async () => {
  const key = await trader();
  const placed = await place(key, { quantity: '0.1' });
  expect(placed).toMatchObject({
    status: 200,
    body: { status: 'FILLED', type: 'MARKET', positionSide: 'BOTH', executedQty: '0.100' },
  });
  expect(Number(placed.body.avgPrice)).toBeGreaterThan(59_990);
  const [risk] = await read(key, '/fapi/v3/positionRisk');
  expect(risk).toMatchObject({ symbol: 'BTCUSDT', positionAmt: '0.100', positionSide: 'BOTH' });
  expect(await read(key, '/fapi/v2/positionRisk')).toMatchObject([{ leverage: '20', marginType: 'isolated' }]);
  const account = await read(key, '/fapi/v3/account');
  expect(Number(account.assets[0].walletBalance)).toBeLessThan(10_000);
  expect(Number(account.totalMarginBalance)).toBeCloseTo(
    Number(account.totalWalletBalance) + Number(account.totalUnrealizedProfit),
    8,
  );
  expect(await place(key, limit('61000.0', { side: 'SELL', quantity: '0.1', reduceOnly: 'true' }))).toMatchObject({
    body: { status: 'NEW', reduceOnly: true },
  });
  expect(await read(key, '/fapi/v1/openOrders')).toHaveLength(1);
  const closed = await place(key, { side: 'SELL', quantity: '0.1', reduceOnly: 'true', newClientOrderId: 'closes' });
  expect(closed.body).toMatchObject({ status: 'FILLED', clientOrderId: 'closes' });
  // With the position its reduce-only order has gone.
  expect(await read(key, '/fapi/v1/openOrders')).toEqual([]);
  expect(await read(key, '/fapi/v3/positionRisk')).toEqual([]);
  const trades = await read(key, '/fapi/v1/userTrades', { symbol: 'BTCUSDT' });
  expect(trades).toMatchObject([
    { side: 'BUY', realizedPnl: '0' },
    { side: 'SELL', buyer: false },
  ]);
  const incomes = await read(key, '/fapi/v1/income');
  const sum = incomes.reduce((all: number, { income }: { income: string }) => all + Number(income), 0);
  const { totalWalletBalance } = await read(key, '/fapi/v3/account');
  expect(Number(totalWalletBalance)).toBeCloseTo(10_000 + sum, 8);
  expect(incomes.map(({ incomeType }: { incomeType: string }) => incomeType).sort()).toEqual([
    'COMMISSION',
    'COMMISSION',
    'REALIZED_PNL',
  ]);
  expect(await read(key, '/fapi/v1/order', { symbol: 'BTCUSDT', origClientOrderId: 'closes' })).toMatchObject({
    status: 'FILLED',
  });
  expect(await read(key, '/fapi/v1/allOrders', { symbol: 'BTCUSDT' })).toHaveLength(3);
});

test('refuses orders in the words of USD-M', async () => {
  const key = await trader();
  const cases: [Values, number][] = [
    [{ quantity: '0' }, -4003],
    [{ quantity: '0.0001' }, -1111],
    [{ quantity: '67' }, -4005],
    [{ quantity: '4' }, -2019],
    [{ reduceOnly: 'true' }, -2022],
    [{ positionSide: 'LONG' }, -4061],
    [{ positionSide: 'UP' }, -4060],
    [{ type: 'STOP_MARKET', stopPrice: '50000' }, -4120],
    [{ type: 'ICEBERG' }, -1116],
    [{ side: 'HOLD' }, -1117],
    [{ symbol: 'ETHUSDT' }, -1121],
    [{ newClientOrderId: 'x'.repeat(37) }, -4015],
    [{ newClientOrderId: 'a b' }, -1100],
    [limit('60000.05'), -1111],
    [limit('0'), -4001],
    [limit('2000000.0'), -4002],
    [limit('400.0'), -4164],
    [limit('63500.0'), -4016],
    [limit('56500.0', { side: 'SELL' }), -4024],
    [limit('61000.0', { timeInForce: 'GTX' }), -5022],
    [limit('59000.0', { timeInForce: 'DAY' }), -1115],
  ];
  for (const [values, expected] of cases) expect(code(await place(key, values)), JSON.stringify(values)).toBe(expected);
  await rig.signed(key, 'POST /fapi/v1/leverage', { symbol: 'BTCUSDT', leverage: 125 });
  expect(code(await place(key, { quantity: '1' }))).toBe(-2027);
  await place(key, limit('50000.0', { newClientOrderId: 'twice' }));
  expect(code(await place(key, limit('50000.0', { newClientOrderId: 'twice' })))).toBe(-4116);
  const gone = { symbol: 'BTCUSDT', origClientOrderId: 'none' };
  expect(code(await rig.signed(key, 'DELETE /fapi/v1/order', gone))).toBe(-2011);
  expect(code(await rig.signed(key, 'GET /fapi/v1/order', gone))).toBe(-2013);
  const reader = await rig.key({ read: 'on', spot: 'on' });
  expect(await place(reader)).toMatchObject({ status: 401, body: { code: -2015 } });
});

test('changes leverage, margin mode, position mode and margin, and says why not', async () => {
  const key = await trader();
  const post = (path: string, values: Values) => rig.signed(key, `POST /fapi/v1/${path}`, values);
  const symbol = 'BTCUSDT';
  expect((await post('leverage', { symbol, leverage: 10 })).body).toEqual({
    symbol,
    leverage: 10,
    maxNotionalValue: 'INF',
  });
  expect(code(await post('leverage', { symbol, leverage: 126 }))).toBe(-4028);
  expect(code(await post('marginType', { symbol, marginType: 'ISOLATED' }))).toBe(-4046);
  expect((await post('marginType', { symbol, marginType: 'CROSSED' })).body).toMatchObject({ code: 200 });
  expect(code(await post('positionSide/dual', { dualSidePosition: 'false' }))).toBe(-4059);
  expect((await post('positionSide/dual', { dualSidePosition: 'true' })).body).toMatchObject({ code: 200 });
  expect(await read(key, '/fapi/v1/positionSide/dual')).toEqual({ dualSidePosition: true });
  expect(code(await place(key))).toBe(-4061);
  expect(code(await place(key, { positionSide: 'LONG', reduceOnly: 'true' }))).toBe(-1106);
  expect((await place(key, { positionSide: 'SHORT', side: 'SELL' })).body).toMatchObject({
    status: 'FILLED',
    positionSide: 'SHORT',
  });
  expect(code(await place(key, { positionSide: 'LONG', side: 'SELL' }))).toBe(-2022);
  expect(code(await post('positionSide/dual', { dualSidePosition: 'false' }))).toBe(-4068);
  expect(code(await post('marginType', { symbol, marginType: 'ISOLATED' }))).toBe(-4048);
  expect(code(await post('positionMargin', { symbol, amount: '10', type: 1, positionSide: 'SHORT' }))).toBe(-4049);
  // More leverage while a position stands is fine, and its brackets are told.
  expect((await post('leverage', { symbol, leverage: 50 })).body).toMatchObject({ maxNotionalValue: '12000000' });
  expect((await read(key, '/fapi/v1/leverageBracket', { symbol }))[0].brackets[0]).toMatchObject({
    initialLeverage: 125,
    notionalFloor: 0,
    maintMarginRatio: 0.004,
  });
  expect((await place(key, { positionSide: 'SHORT', side: 'BUY' })).body).toMatchObject({ status: 'FILLED' });
  await place(key, limit('50000.0', { positionSide: 'LONG' }));
  expect(code(await post('positionSide/dual', { dualSidePosition: 'false' }))).toBe(-4067);
  expect(code(await post('marginType', { symbol, marginType: 'ISOLATED' }))).toBe(-4047);

  const isolated = await trader();
  const add = (values: Values) =>
    rig.signed(isolated, 'POST /fapi/v1/positionMargin', { symbol, amount: '10', type: 1, ...values });
  expect(code(await add({}))).toBe(-4054);
  await place(isolated, { quantity: '0.1' });
  const before = (await read(isolated, '/fapi/v3/positionRisk'))[0].isolatedWallet;
  expect((await add({})).body).toMatchObject({ code: 200, amount: 10 });
  expect(Number((await read(isolated, '/fapi/v3/positionRisk'))[0].isolatedWallet)).toBeCloseTo(Number(before) + 10, 8);
  const history = await read(isolated, '/fapi/v1/positionMargin/history', { symbol });
  expect(history).toMatchObject([{ type: 1, amount: '10', deltaType: 'USER_ADJUST', positionSide: 'BOTH' }]);
  expect(code(await add({ amount: '20000' }))).toBe(-4050);
  expect(code(await add({ amount: '300', type: 2 }))).toBe(-4051);
  expect(code(await rig.signed(isolated, 'POST /fapi/v1/leverage', { symbol, leverage: 10 }))).toBe(-4161);
});

test('keeps stops until they are reached; one that closes the position closes all of it', async () => {
  const key = await trader();
  const stop = (values: Values) =>
    rig.signed(key, 'POST /fapi/v1/algoOrder', {
      ...{ algoType: 'CONDITIONAL', symbol: 'BTCUSDT', side: 'SELL', type: 'STOP_MARKET', triggerPrice: '59995.0' },
      ...values,
    });
  expect(code(await stop({ quantity: '0.01', triggerPrice: '61000.0' }))).toBe(-2021);
  expect(code(await stop({ closePosition: 'true', triggerPrice: '50000.0' }))).toBe(-2022);
  expect(code(await stop({ quantity: '0.01', type: 'TRAILING_STOP_MARKET' }))).toBe(-1116);
  await vi.waitUntil(async () => {
    await rig.print();
    const { lastPrice } = (await rig.ask('GET /fapi/v1/ticker/24hr', { symbol: 'BTCUSDT' })).body;
    return lastPrice === '60010.0';
  }, PATIENCE);
  await place(key, { quantity: '0.03' });
  const kept = await stop({ closePosition: 'true', clientAlgoId: 'protects' });
  expect(kept.body).toMatchObject({
    algoStatus: 'NEW',
    orderType: 'STOP_MARKET',
    closePosition: true,
    clientAlgoId: 'protects',
  });
  expect(await read(key, '/fapi/v1/openOrders')).toEqual([]);
  expect(await read(key, '/fapi/v1/openAlgoOrders')).toMatchObject([{ clientAlgoId: 'protects' }]);
  const other = await stop({ quantity: '0.01', triggerPrice: '40000.0', clientAlgoId: 'other' });
  const { algoId } = other.body;
  expect((await rig.signed(key, 'DELETE /fapi/v1/algoOrder', { algoId })).body).toMatchObject({
    code: '200',
    clientAlgoId: 'other',
  });
  expect(code(await rig.signed(key, 'DELETE /fapi/v1/algoOrder', { algoId }))).toBe(-2011);
  await place(key, { quantity: '0.02' });
  await rig.print(3);
  expect(await read(key, '/fapi/v3/positionRisk')).toEqual([]);
  expect(await read(key, '/fapi/v1/algoOrder', { clientAlgoId: 'protects' })).toMatchObject({
    algoStatus: 'FINISHED',
    actualOrderId: String(kept.body.algoId),
  });
  const trades = await read(key, '/fapi/v1/userTrades', { symbol: 'BTCUSDT', orderId: kept.body.algoId });
  expect(trades).toMatchObject([{ side: 'SELL', qty: '0.050' }]);
});

test('takes several orders at once, each on its own, and cancels them so', async () => {
  const key = await trader();
  const batch = [
    order(limit('50000.0', { newClientOrderId: 'a' })),
    order({ quantity: '0' }),
    order(limit('51000.0', { newClientOrderId: 'c' })),
  ];
  const answer = await rig.signed(key, 'POST /fapi/v1/batchOrders', { batchOrders: JSON.stringify(batch) });
  expect(answer.body).toMatchObject([{ status: 'NEW' }, { code: -4003 }, { status: 'NEW' }]);
  expect(answer.headers.get('x-mbx-order-count-10s')).toBe('3');
  const ids = JSON.stringify(['a', 'gone']);
  const cancelled = await rig.signed(key, 'DELETE /fapi/v1/batchOrders', {
    symbol: 'BTCUSDT',
    origClientOrderIdList: ids,
  });
  expect(cancelled.body).toMatchObject([{ status: 'CANCELED' }, { code: -2011 }]);
  expect((await rig.signed(key, 'DELETE /fapi/v1/allOpenOrders', { symbol: 'BTCUSDT' })).body).toMatchObject({
    code: 200,
  });
  expect(await read(key, '/fapi/v1/openOrders', { symbol: 'BTCUSDT' })).toEqual([]);
});

/** What an account's own stream says, by kind. */
async function listen(key: Key) {
  const { listenKey } = (await rig.send('POST', '/fapi/v1/listenKey', key.key)).body;
  const socket = new WebSocket(`${rig.venue.url.replace('http', 'ws')}/private/ws?listenKey=${listenKey}`);
  open.push(socket);
  // biome-ignore lint/suspicious/noExplicitAny: events of a foreign wire, asserted field by field
  const events: any[] = [];
  socket.addEventListener('message', ({ data }) => events.push(JSON.parse(String(data))));
  await new Promise((resolve) => socket.addEventListener('open', resolve));
  const until = (is: (event: (typeof events)[number]) => boolean) =>
    vi.waitFor(() => expect(events.some(is)).toBe(true), PATIENCE);
  return { events, until };
}

test('tells an account of each step of its orders, then its wallet and positions', async () => {
  const key = await trader();
  const { events, until } = await listen(key);
  await place(key, { newClientOrderId: 'taken' });
  await place(key, limit('50000.0', { newClientOrderId: 'rests' }));
  await rig.signed(key, 'DELETE /fapi/v1/order', { symbol: 'BTCUSDT', origClientOrderId: 'rests' });
  await until(({ o }) => o?.X === 'CANCELED');
  const steps = events.map(({ e, o, a }) =>
    e === 'ACCOUNT_UPDATE' ? `wallet ${a.m} ${a.P[0].pa}` : `${o.c} ${o.x} ${o.X}`,
  );
  expect(steps).toEqual([
    'taken NEW NEW',
    'taken TRADE FILLED',
    'wallet ORDER 0.010',
    'rests NEW NEW',
    'rests CANCELED CANCELED',
  ]);
  const trade = events.find(({ o }) => o?.x === 'TRADE');
  expect(trade.o).toMatchObject({ l: '0.010', z: '0.010', N: 'USDT', m: false, ps: 'BOTH', rp: '0' });
});

test('fails as it is told to, on this wire too', async () => {
  const key = await trader();
  const switchOn = async (...faults: object[]) => {
    const response = await fetch(`${rig.venue.url}/v1/faults`, {
      method: 'PUT',
      headers: { 'x-service-token': rig.venue.token, 'content-type': 'application/json' },
      body: JSON.stringify({ faults: faults.map((fault, at) => ({ id: `f${at}`, ...fault })) }),
    });
    expect(response.status, await response.text()).toBe(200);
  };
  const { events, until } = await listen(key);
  await switchOn(
    { fault: 'lose_reply', calls: ['place'], symbols: [PERP], times: 1 },
    { fault: 'empty_answer', calls: ['positions'], times: 1 },
    { fault: 'drop_event', events: ['fill'], times: 1 },
  );
  await expect(place(key, { newClientOrderId: 'lost' })).rejects.toThrow();
  expect(await read(key, '/fapi/v1/order', { symbol: 'BTCUSDT', origClientOrderId: 'lost' })).toMatchObject({
    status: 'FILLED',
  });
  expect(await read(key, '/fapi/v3/positionRisk')).toEqual([]);
  expect(await read(key, '/fapi/v3/positionRisk')).toMatchObject([{ positionAmt: '0.010' }]);
  await switchOn({ fault: 'liquidation', symbols: [PERP], accounts: [key.account] });
  await rig.print();
  await until(({ o }) => o?.x === 'CALCULATED');
  expect(events.some(({ o }) => o?.c === 'lost' && o.x === 'TRADE')).toBe(false);
  expect(await read(key, '/fapi/v3/positionRisk')).toEqual([]);
  await switchOn({ fault: 'key_revoked' });
  expect(await rig.signed(key, 'GET /fapi/v3/account')).toMatchObject({ status: 401, body: { code: -2008 } });
  await switchOn({ fault: 'rate_ban', status: 418, seconds: 60, times: 1 });
  const banned = await rig.ask('GET /fapi/v1/time');
  expect([banned.status, banned.body.code, banned.headers.get('retry-after')]).toEqual([418, -1003, '60']);
  await switchOn({ fault: 'clock_skew', ms: 60_000 });
  expect(code(await rig.signed(key, 'GET /fapi/v3/account'))).toBe(-1021);
  await switchOn({ fault: 'filter_change', symbols: [PERP], tick: '1', step: '0.01' });
  expect(code(await place(key, limit('50000.5')))).toBe(-4014);
  expect(code(await place(key, { quantity: '0.015' }))).toBe(-4023);
  await switchOn({ fault: 'delisting', symbols: [PERP] });
  expect(code(await place(key))).toBe(-4140);
  expect((await rig.ask('GET /fapi/v1/exchangeInfo')).body.symbols[0].status).toBe('SETTLING');
  await switchOn();
});

async function ccxtOf(key: Key): Promise<Usdm> {
  const client = await usdmOf(rig, key);
  open.push(client);
  return client;
}

test('ccxt walks a bot’s life: settings, entry, stop, exit, funding', async () => {
  const client = await ccxtOf(await trader());
  expect(client.market(PERP)).toMatchObject({
    id: 'BTCUSDT',
    swap: true,
    linear: true,
    precision: { price: 0.1, amount: 0.001 },
  });
  expect((await client.fetchBalance()).USDT).toMatchObject({ free: 10_000, total: 10_000 });
  await client.setMarginMode('cross', PERP);
  await client.setLeverage(25, PERP);
  expect(await client.fetchLeverage(PERP)).toMatchObject({ longLeverage: 25, marginMode: 'cross' });
  const entry = await client.createOrder(PERP, 'market', 'buy', 0.1);
  expect(entry).toMatchObject({ status: 'closed', filled: 0.1, side: 'buy' });
  const stop = await client.createOrder(PERP, 'market', 'sell', 0.1, undefined, {
    stopLossPrice: 50_000,
    reduceOnly: true,
  });
  expect(stop).toMatchObject({ status: 'open', triggerPrice: 50_000 });
  expect(await client.fetchOpenOrders(PERP, undefined, undefined, { trigger: true })).toHaveLength(1);
  const [position] = await client.fetchPositions([PERP]);
  expect(position).toMatchObject({ symbol: PERP, side: 'long', contracts: 0.1, hedged: false });
  expect(position?.liquidationPrice ?? 0).toBeLessThan(60_000);
  // Minute 6 settles: 0.1 at the mark of 60,000 pays 0.6 at least.
  await rig.print(4 * 6);
  const [funding] = await client.fetchFundingHistory(PERP);
  expect(funding?.amount).toBeCloseTo(-0.6, 2);
  expect((await client.fetchFundingRateHistory(PERP))[0]).toMatchObject({ fundingRate: 0.0001 });
  const exit = await client.createOrder(PERP, 'market', 'sell', 0.1, undefined, { reduceOnly: true });
  expect(exit).toMatchObject({ status: 'closed', reduceOnly: true });
  expect(await client.fetchPositions([PERP])).toEqual([]);
  // The stop went with its position.
  expect(await client.fetchOpenOrders(PERP, undefined, undefined, { trigger: true })).toEqual([]);
  const trades = await client.fetchMyTrades(PERP);
  expect(trades.map(({ side, amount }) => [side, amount])).toEqual([
    ['buy', 0.1],
    ['sell', 0.1],
  ]);
  await client.setPositionMode(true);
  expect(await client.fetchPositionMode(PERP)).toMatchObject({ hedged: true });
  const short = await client.createOrder(PERP, 'market', 'sell', 0.05, undefined, { hedged: true });
  expect(short.info).toMatchObject({ positionSide: 'SHORT' });
  await expect(client.createOrder(PERP, 'market', 'buy', 1000, undefined, { hedged: true })).rejects.toThrow('-4005');
  await client.createOrder(PERP, 'market', 'buy', 0.05, undefined, { hedged: true, reduceOnly: true });
  expect(await client.fetchPositions([PERP])).toEqual([]);
  const resting = await client.createOrder(PERP, 'limit', 'buy', 0.01, 50_000, { hedged: true });
  expect(await client.fetchOrder(String(resting.id), PERP)).toMatchObject({ status: 'open', price: 50_000 });
  expect(await client.cancelOrder(String(resting.id), PERP)).toMatchObject({ status: 'canceled' });
});

test('ccxt watches orders, positions, the balance and the market', async () => {
  const client = await ccxtOf(await trader());
  // What changes is looked for, not what was there when the connection opened.
  client.options.watchPositions = { fetchPositionsSnapshot: false, awaitPositionsSnapshot: false };
  const orders = client.watchOrders(PERP);
  const ticker = await rig.whilePrinting(client.watchTicker(PERP));
  expect(ticker.last).toBeGreaterThanOrEqual(59_990);
  const positions = client.watchPositions([PERP]);
  const balance = client.watchBalance();
  const sockets = () => Object.values(client.clients) as { url: string; isOpen(): boolean }[];
  await vi.waitUntil(() => sockets().some((socket) => socket.url.includes('/private/ws') && socket.isOpen()), PATIENCE);
  const made = await client.createOrder(PERP, 'market', 'buy', 0.02);
  expect((await orders)[0]).toMatchObject({ id: made.id, symbol: PERP });
  expect(await rig.whilePrinting(positions)).toMatchObject([{ symbol: PERP, contracts: 0.02, side: 'long' }]);
  expect((await rig.whilePrinting(balance)).USDT?.total).toBeLessThan(10_000);
  const book = await rig.whilePrinting(client.watchOrderBook(PERP));
  expect(book.bids[0]?.[0]).toBeLessThan(book.asks[0]?.[0] as number);
  expect((await rig.whilePrinting(client.watchOHLCV(PERP, '1m')))[0]).toHaveLength(6);
  expect((await rig.whilePrinting(client.watchTrades(PERP)))[0]).toMatchObject({ symbol: PERP });
  expect(await rig.whilePrinting(client.watchMarkPrice(PERP))).toMatchObject({ symbol: PERP });
  expect(await rig.whilePrinting(client.watchBidsAsks([PERP]))).toHaveProperty([PERP]);
});
