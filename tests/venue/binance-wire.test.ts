// The Binance wire by hand: who may call, each refusal in Binance's words, limits of weight and of orders, client ids, books
// that stand after a restart, and the page where keys are made.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BinanceRig, type Key, signatureOf, urlencoded } from './binance-rig.ts';

const MINUTE = 60_000;
/** The exchange's wall clock stands where a test puts it. */
let nowMs = Date.UTC(2026, 10, 21, 20, 0);
let rig: BinanceRig;
let key: Key;

beforeAll(async () => {
  rig = await BinanceRig.open(() => nowMs);
  key = await rig.key({ read: 'on', spot: 'on' });
});
afterAll(() => rig.close());

const LIMIT = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity: '0.001', price: '50000' };
const MARKET = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET' };
const without = (values: Record<string, string>, ...names: string[]) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
const place = (values: Record<string, string>, by = key) => {
  // Each in ten seconds of its own, so that only the test of that limit meets it.
  nowMs += 10_000;
  return rig.signed(by, 'POST /api/v3/order', values);
};

describe('who may call', () => {
  const account = 'GET /api/v3/account';

  test('a signed request of a key with the right', async () => {
    const { status, body } = await rig.signed(key, account);
    expect([status, body.canTrade, body.canWithdraw]).toEqual([200, true, false]);
    expect(body.uid).toBe(Number(key.account.replace('user-', '')));
  });

  test('the signature is of the text as it was sent, in the query, the body or both', async () => {
    nowMs += 10_000;
    const query = urlencoded({ symbol: 'BTCUSDT', side: 'BUY' });
    const body = urlencoded({ ...without(LIMIT, 'symbol', 'side'), timestamp: nowMs });
    const signature = signatureOf(key.secret, query + body);
    const both = await rig.send('POST', `/api/v3/order?${query}`, key.key, `${body}&signature=${signature}`);
    expect(both.body).toMatchObject({ status: 'NEW' });
    const inBody = `${query}&${body}`;
    const signed = `${inBody}&signature=${signatureOf(key.secret, inBody)}`;
    expect((await rig.send('POST', '/api/v3/order', key.key, signed)).body).toMatchObject({ status: 'NEW' });
    // Another order of the same parameters is another text.
    const swapped = `/api/v3/account?recvWindow=9000&timestamp=${nowMs}&signature=`;
    const wrong = await rig.send(
      'GET',
      swapped + signatureOf(key.secret, `timestamp=${nowMs}&recvWindow=9000`),
      key.key,
    );
    expect(wrong.body.code).toBe(-1022);
    await rig.signed(key, 'DELETE /api/v3/openOrders', { symbol: 'BTCUSDT' });
  });

  test('wrong secret, no signature, malformed and unknown keys', async () => {
    const stranger = { ...key, secret: key.secret.toLowerCase() };
    expect(await rig.signed(stranger, account)).toMatchObject({
      status: 400,
      body: { code: -1022, msg: 'Signature for this request is not valid.' },
    });
    expect((await rig.ask(account, { timestamp: nowMs }, key.key)).body).toEqual({
      code: -1102,
      msg: "Mandatory parameter 'signature' was not sent, was empty/null, or malformed.",
    });
    expect(await rig.ask(account, {}, 'short')).toMatchObject({
      status: 401,
      body: { code: -2014, msg: 'API-key format invalid.' },
    });
    expect((await rig.ask(account)).body.code).toBe(-2014);
    expect(await rig.signed({ ...key, key: 'x'.repeat(64) }, account)).toMatchObject({
      status: 401,
      body: { code: -2008, msg: 'Invalid Api-Key ID.' },
    });
  });

  test('a clock that is off, behind and ahead', async () => {
    const at = (timestamp: number, recvWindow = 5000) => rig.signed(key, account, { timestamp, recvWindow });
    expect((await at(nowMs - 5000)).status).toBe(200);
    expect((await at(nowMs + 999)).status).toBe(200);
    expect((await at(nowMs - 5001)).body).toEqual({
      code: -1021,
      msg: 'Timestamp for this request is outside of the recvWindow.',
    });
    expect((await at(nowMs + 1000)).body).toEqual({
      code: -1021,
      msg: "Timestamp for this request was 1000ms ahead of the server's time.",
    });
    expect((await at(nowMs, 60_001)).body.code).toBe(-1131);
    expect((await rig.ask('GET /api/v3/time')).body.serverTime).toBe(nowMs);
  });

  test('a missing right, a foreign address, a changed and a revoked key', async () => {
    const mayNot = { status: 401, body: { code: -2015, msg: 'Invalid API-key, IP, or permissions for action.' } };
    const reader = await rig.keyOf(key.account, { read: 'on' });
    expect((await rig.signed(reader, account)).body.canTrade).toBe(false);
    expect(await place(LIMIT, reader)).toMatchObject(mayNot);
    const trader = await rig.keyOf(key.account, { spot: 'on' });
    expect(await rig.signed(trader, account)).toMatchObject(mayNot);
    const elsewhere = await rig.keyOf(key.account, { read: 'on', ips: '10.1.2.3' });
    expect(await rig.signed(elsewhere, account)).toMatchObject(mayNot);
    await rig.page('/edit', {
      key: elsewhere.key,
      label: 'here',
      read: 'on',
      withdraw: 'on',
      ips: '10.1.2.3, 127.0.0.1',
    });
    expect((await rig.signed(elsewhere, account)).body.canWithdraw).toBe(true);
    const restrictions = await rig.signed(elsewhere, 'GET /sapi/v1/account/apiRestrictions');
    expect(restrictions.body).toMatchObject({
      ...{ ipRestrict: true, enableReading: true, enableSpotAndMarginTrading: false },
      ...{ enableFutures: false, enableWithdrawals: true },
    });
    await rig.page('/revoke', { key: elsewhere.key });
    expect((await rig.signed(elsewhere, account)).body.code).toBe(-2008);
  });
});

describe('orders refused', () => {
  const filter = (name: string) => [-1013, `Filter failure: ${name}`];
  const rejected = (words: string) => [-2010, words];
  const missing = (name: string) => [
    -1102,
    `Mandatory parameter '${name}' was not sent, was empty/null, or malformed.`,
  ];
  const cases: [string, Record<string, string>, (string | number)[]][] = [
    ['no such symbol', { ...LIMIT, symbol: 'NOPEUSDT' }, [-1121, 'Invalid symbol.']],
    [
      'a symbol of odd signs',
      { ...LIMIT, symbol: 'btc/usdt' },
      [-1100, "Illegal characters found in parameter 'symbol'; legal range is '^[A-Z0-9-_.]{1,20}$'."],
    ],
    ['no symbol', without(LIMIT, 'symbol'), missing('symbol')],
    ['no price', without(LIMIT, 'price'), missing('price')],
    ['no time in force', without(LIMIT, 'timeInForce'), missing('timeInForce')],
    ['a time in force that is none', { ...LIMIT, timeInForce: 'GTD' }, [-1115, 'Invalid timeInForce.']],
    ['a side that is none', { ...LIMIT, side: 'HOLD' }, [-1117, 'Invalid side.']],
    ['a type that is none', { ...LIMIT, type: 'MAYBE' }, [-1116, 'Invalid orderType.']],
    [
      'a stop at the market with a price of its own',
      { ...MARKET, type: 'STOP_LOSS', quantity: '0.001', stopPrice: '50000', price: '50000' },
      [-1106, "Parameter 'price' sent when not required."],
    ],
    [
      'a stop at the market without a stop price',
      { ...MARKET, type: 'TAKE_PROFIT', quantity: '0.001' },
      missing('stopPrice'),
    ],
    [
      'a price on a market order',
      { ...MARKET, quantity: '1', price: '1' },
      [-1106, "Parameter 'price' sent when not required."],
    ],
    [
      'a market order of nothing',
      MARKET,
      [-1102, "Param 'quantity' or 'quoteOrderQty' must be sent, but both were empty/null!"],
    ],
    [
      'a market order of both',
      { ...MARKET, quantity: '1', quoteOrderQty: '9' },
      [-1128, 'Combination of optional parameters invalid.'],
    ],
    [
      'letters for a quantity',
      { ...LIMIT, quantity: '1e-3' },
      [-1100, "Illegal characters found in parameter 'quantity'; legal range is '^([0-9]{1,20})(\\.[0-9]{1,20})?$'."],
    ],
    ['nine decimals', { ...LIMIT, price: '50000.123456789' }, [-1111, "Parameter 'price' has too much precision."]],
    ['off the tick', { ...LIMIT, price: '50000.001' }, filter('PRICE_FILTER')],
    ['off the step', { ...LIMIT, quantity: '0.001001' }, filter('LOT_SIZE')],
    ['too little', { ...LIMIT, quantity: '0.00000' }, filter('LOT_SIZE')],
    ['worth too little', { ...LIMIT, quantity: '0.00001' }, filter('NOTIONAL')],
    ['a cost worth too little', { ...MARKET, quoteOrderQty: '0.5' }, filter('NOTIONAL')],
    ['a price six times the last', { ...LIMIT, price: '360000' }, filter('PERCENT_PRICE_BY_SIDE')],
    ['a price a sixth of the last', { ...LIMIT, price: '10000' }, filter('PERCENT_PRICE_BY_SIDE')],
    [
      'more than there is',
      { ...LIMIT, quantity: '1' },
      rejected('Account has insufficient balance for requested action.'),
    ],
    [
      'a market order of more than there is',
      { ...MARKET, quoteOrderQty: '10001' },
      rejected('Account has insufficient balance for requested action.'),
    ],
    [
      'coins it has not',
      { ...LIMIT, side: 'SELL', price: '70000' },
      rejected('Account has insufficient balance for requested action.'),
    ],
    [
      'a maker that would take',
      { ...without(LIMIT, 'timeInForce'), type: 'LIMIT_MAKER', price: '61000' },
      rejected('Order would immediately match and take.'),
    ],
    [
      'a client id of 37',
      { ...LIMIT, newClientOrderId: 'x'.repeat(37) },
      [
        -1100,
        "Illegal characters found in parameter 'newClientOrderId'; legal range is '^[\\.A-Z\\:/a-z0-9_-]{1,36}$'.",
      ],
    ],
    ['an empty client id', { ...LIMIT, newClientOrderId: '' }, [-1105, "Parameter 'newClientOrderId' was empty."]],
  ];
  test.each(cases)('%s', async (_what, values, [code, msg]) => {
    const { status, body } = await place(values);
    expect([status, body]).toEqual([400, { code, msg }]);
  });

  test('an order that is not there, to read and to cancel', async () => {
    const nowhere = { symbol: 'BTCUSDT', orderId: 999_999 };
    expect((await rig.signed(key, 'GET /api/v3/order', nowhere)).body).toEqual({
      code: -2013,
      msg: 'Order does not exist.',
    });
    expect((await rig.signed(key, 'DELETE /api/v3/order', nowhere)).body).toEqual({
      code: -2011,
      msg: 'Unknown order sent.',
    });
    expect((await rig.signed(key, 'DELETE /api/v3/openOrders', { symbol: 'BTCUSDT' })).body.code).toBe(-2011);
    const { orderId } = (await place(LIMIT)).body;
    const other = await rig.key();
    expect((await rig.signed(other, 'GET /api/v3/order', { symbol: 'BTCUSDT', orderId })).body.code).toBe(-2013);
    expect((await rig.signed(other, 'DELETE /api/v3/order', { symbol: 'BTCUSDT', orderId })).body.code).toBe(-2011);
    expect((await rig.signed(key, 'DELETE /api/v3/order', { symbol: 'BTCUSDT', orderId })).body.status).toBe(
      'CANCELED',
    );
  });
});

test('a client id is taken while its order is open, and free again after; the youngest answers to it', async () => {
  const named = { ...LIMIT, newClientOrderId: 'a.B:c/d_e-1' };
  const first = (await place(named)).body.orderId;
  expect((await place(named)).body).toEqual({ code: -2010, msg: 'Duplicate order sent.' });
  const byCid = { symbol: 'BTCUSDT', origClientOrderId: 'a.B:c/d_e-1' };
  expect((await rig.signed(key, 'DELETE /api/v3/order', byCid)).body.orderId).toBe(first);
  const second = (await place(named)).body.orderId;
  expect((await rig.signed(key, 'GET /api/v3/order', byCid)).body).toMatchObject({ orderId: second, status: 'NEW' });
  await rig.signed(key, 'DELETE /api/v3/order', byCid);
});

test('an account may have 200 open orders on a symbol, and 50 new ones in ten seconds', async () => {
  const many = await rig.key({ read: 'on', spot: 'on' });
  const order = (by = many) => rig.signed(by, 'POST /api/v3/order', { ...LIMIT, price: '15000', quantity: '0.0004' });
  nowMs = Math.ceil(nowMs / 10_000) * 10_000;
  for (let wave = 0; wave < 3; wave++) {
    for (let i = 1; i <= 50; i++) {
      const { status, headers } = await order();
      expect([status, headers.get('x-mbx-order-count-10s')]).toEqual([200, String(i)]);
      expect(headers.get('x-mbx-order-count-1d')).toBe(String(wave * 50 + i));
    }
    const { status, headers, body } = await order();
    expect([status, body]).toEqual([
      429,
      { code: -1015, msg: 'Too many new orders; current limit is 50 orders per 10 SECOND.' },
    ]);
    expect(headers.get('retry-after')).toBe('10');
    // The limit is the account's, and not the address's.
    expect((await order(key)).status).toBe(200);
    nowMs += 10_000;
  }
  await rig.signed(key, 'DELETE /api/v3/openOrders', { symbol: 'BTCUSDT' });
  expect((await rig.signed(many, 'GET /api/v3/openOrders', { symbol: 'BTCUSDT' })).body.length).toBe(150);
  for (let i = 0; i < 50; i++) await order();
  nowMs += 10_000;
  expect((await order()).body).toEqual({ code: -1013, msg: 'Filter failure: MAX_NUM_ORDERS' });
  expect((await rig.signed(many, 'DELETE /api/v3/openOrders', { symbol: 'BTCUSDT' })).body.length).toBe(200);
});

test('every call has its weight; who goes on after 429 is banned, longer each time, and welcome when it is over', async () => {
  nowMs = Math.ceil(nowMs / MINUTE) * MINUTE + MINUTE;
  const used = async (call: string, values = {}) => (await rig.ask(call, values)).headers.get('x-mbx-used-weight-1m');
  expect(await used('GET /api/v3/time')).toBe('1');
  expect(await used('GET /api/v3/exchangeInfo')).toBe('21');
  expect(await used('GET /api/v3/depth', { symbol: 'BTCUSDT', limit: 100 })).toBe('26');
  expect(await used('GET /api/v3/depth', { symbol: 'BTCUSDT', limit: 5000 })).toBe('276');
  expect(await used('GET /api/v3/ticker/24hr')).toBe('356');
  expect(await used('GET /api/v3/ticker/24hr', { symbols: '["BTCUSDT"]' })).toBe('358');
  expect((await rig.signed(key, 'GET /api/v3/account')).headers.get('x-mbx-used-weight-1m')).toBe('378');
  const heavy = () => rig.ask('GET /api/v3/depth', { symbol: 'BTCUSDT', limit: 5000 });
  for (let used = 378; used + 250 <= 6000; used += 250) expect((await heavy()).status).toBe(200);
  nowMs += 45_000;
  const told = await heavy();
  expect([told.status, told.body.code, told.headers.get('retry-after')]).toEqual([429, -1003, '15']);
  expect(told.body.msg).toMatch(/^Too much request weight used; current limit is 6000 request weight per 1 MINUTE/);
  // Whoever waits is welcome.
  nowMs += 15_000;
  expect((await heavy()).status).toBe(200);
  const overdraw = async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 40 && statuses.at(-1) !== 418; i++) statuses.push((await heavy()).status);
    return statuses.filter((status) => status === 429).length;
  };
  expect(await overdraw()).toBe(10);
  const banned = await rig.ask('GET /api/v3/time');
  expect([banned.status, banned.body.code, banned.headers.get('retry-after')]).toEqual([418, -1003, '120']);
  expect(banned.body.msg).toMatch(new RegExp(`^Way too much request weight used; IP banned until ${nowMs + 120_000}`));
  nowMs += 119_999;
  expect((await rig.ask('GET /api/v3/time')).status).toBe(418);
  nowMs += 1;
  expect((await rig.ask('GET /api/v3/time')).status).toBe(200);
  await overdraw();
  expect((await rig.ask('GET /api/v3/time')).headers.get('retry-after')).toBe('240');
  nowMs += 240_000;
});

test('orders, trades, keys and numbers stand after a restart', async () => {
  nowMs += MINUTE;
  const first = await BinanceRig.open(() => nowMs);
  const holder = await first.key();
  const resting = (await first.signed(holder, 'POST /api/v3/order', { ...LIMIT, price: '59500', quantity: '0.1' }))
    .body;
  await first.signed(holder, 'POST /api/v3/order', { ...MARKET, quantity: '0.01' });
  const before = (await first.signed(holder, 'GET /api/v3/account')).body.balances;
  const [trade] = (await first.signed(holder, 'GET /api/v3/myTrades', { symbol: 'BTCUSDT' })).body;
  await first.close(true);
  const again = await BinanceRig.open(() => nowMs, first.folder);
  expect((await again.signed(holder, 'GET /api/v3/account')).body.balances).toEqual(before);
  const open = (await again.signed(holder, 'GET /api/v3/openOrders', { symbol: 'BTCUSDT' })).body;
  expect(open).toMatchObject([{ orderId: resting.orderId, clientOrderId: resting.clientOrderId, type: 'LIMIT' }]);
  await again.signed(holder, 'POST /api/v3/order', { ...MARKET, quantity: '0.01' });
  const trades = (await again.signed(holder, 'GET /api/v3/myTrades', { symbol: 'BTCUSDT' })).body;
  expect(trades[0]).toEqual(trade);
  expect(trades[1].id).toBeGreaterThan(trade.id);
  const seller = await again.key();
  await again.signed(seller, 'POST /api/v3/order', { ...MARKET, quantity: '0.05' });
  nowMs += 10_000;
  // The order that was restored still meets others: a large sale walks down the house to it.
  const { bids } = (await again.ask('GET /api/v3/depth', { symbol: 'BTCUSDT', limit: 5000 })).body;
  expect(bids).toContainEqual(['59500.00000000', '0.10000000']);
  await again.close();
});

test('a listen key follows its account: each step of an order, the balances, a deposit; renewed, and gone when closed', async () => {
  nowMs += 10_000;
  const owner = await rig.key();
  const { listenKey } = (await rig.ask('POST /api/v3/userDataStream', {}, owner.key)).body;
  expect((await rig.ask('POST /api/v3/userDataStream', {}, owner.key)).body).toEqual({ listenKey });
  expect((await rig.ask('PUT /api/v3/userDataStream', { listenKey }, owner.key)).status).toBe(200);
  expect((await rig.ask('PUT /api/v3/userDataStream', { listenKey }, key.key)).body.code).toBe(-1125);
  const events: Record<string, unknown>[] = [];
  const socket = new WebSocket(`${rig.venue.url.replace('http', 'ws')}/ws/${listenKey}`);
  socket.addEventListener('message', ({ data }) => events.push(JSON.parse(String(data))));
  await new Promise((resolve) => socket.addEventListener('open', resolve));
  await place({ ...LIMIT, price: '60002', quantity: '0.01' }, owner);
  const seller = await rig.key();
  await place({ ...MARKET, quantity: '0.1' }, seller);
  await place({ ...LIMIT, side: 'SELL', price: '60002', quantity: '0.004' }, seller);
  await rig.signed(owner, 'DELETE /api/v3/openOrders', { symbol: 'BTCUSDT' });
  await rig.page('/deposit', { account: owner.account, usdt: '25' });
  await expect
    .poll(() => events.at(-1)?.e === 'outboundAccountPosition' && events.at(-2)?.e === 'balanceUpdate')
    .toBe(true);
  const reports = events.filter(({ e }) => e === 'executionReport');
  expect(reports.map(({ x, X, l, z, m }) => [x, X, l, z, m])).toEqual([
    ['NEW', 'NEW', '0.00000000', '0.00000000', false],
    ['TRADE', 'PARTIALLY_FILLED', '0.00400000', '0.00400000', true],
    ['CANCELED', 'CANCELED', '0.00000000', '0.00400000', false],
  ]);
  expect(events.find(({ e }) => e === 'balanceUpdate')).toMatchObject({ a: 'USDT', d: '25.00000000' });
  expect(
    events.every(({ e }) => ['executionReport', 'outboundAccountPosition', 'balanceUpdate'].includes(String(e))),
  ).toBe(true);
  const times = events.map(({ E }) => Number(E));
  expect([...times].sort((a, b) => a - b)).toEqual(times);
  socket.close();
  await rig.ask('DELETE /api/v3/userDataStream', { listenKey }, owner.key);
  expect((await rig.ask('PUT /api/v3/userDataStream', { listenKey }, owner.key)).body.code).toBe(-1125);
});

test('who loses the right to an account hears no more of it: a key revoked, without read or from elsewhere, a listen key closed or expired', async () => {
  nowMs += 10_000;
  const owner = await rig.key();
  // biome-ignore lint/suspicious/noExplicitAny: events of a foreign wire, asserted field by field
  const listen = async (path: string): Promise<{ socket: WebSocket; heard: any[] }> => {
    const socket = new WebSocket(rig.venue.url.replace('http', 'ws') + path);
    // biome-ignore lint/suspicious/noExplicitAny: as above
    const heard: any[] = [];
    socket.addEventListener('message', ({ data }) => heard.push(JSON.parse(String(data))));
    await new Promise((resolve) => socket.addEventListener('open', resolve));
    return { socket, heard };
  };
  const listenKeyOf = async ({ key: apiKey }: Key) =>
    (await rig.ask('POST /api/v3/userDataStream', {}, apiKey)).body.listenKey as string;
  const byListenKey = async (listenKey: string) => ({ listenKey, ...(await listen(`/ws/${listenKey}`)) });
  const bySignature = async ({ key: apiKey, secret }: Key) => {
    const session = await listen('/ws-api/v3');
    const params = { apiKey, timestamp: nowMs };
    const signature = signatureOf(secret, urlencoded(params));
    const request = { id: 1, method: 'userDataStream.subscribe.signature', params: { ...params, signature } };
    session.socket.send(JSON.stringify(request));
    await expect.poll(() => session.heard.length, { timeout: 15_000 }).toBe(1);
    return { ...session, subscriptionId: session.heard.pop().result.subscriptionId as number };
  };
  // Who still has the right hears the deposit; who lost it would have heard it before that.
  const entitled = await bySignature(owner);
  const deposit = async () => {
    await rig.page('/deposit', { account: owner.account, usdt: '25' });
    await expect.poll(() => entitled.heard.at(-1)?.event.e, { timeout: 15_000 }).toBe('outboundAccountPosition');
    entitled.heard.length = 0;
  };
  const expired = ({ listenKey }: { listenKey: string }) => [
    { e: 'listenKeyExpired', E: expect.any(Number), listenKey },
  ];
  const terms = { read: 'on', spot: 'on' };

  const revoked = await rig.keyOf(owner.account, terms);
  const stream = await byListenKey(await listenKeyOf(revoked));
  const api = await bySignature(revoked);
  await rig.page('/revoke', { key: revoked.key });
  await deposit();
  await expect.poll(() => stream.heard, { timeout: 15_000 }).toEqual(expired(stream));
  const terminated = { e: 'eventStreamTerminated', E: expect.any(Number) };
  await expect
    .poll(() => api.heard, { timeout: 15_000 })
    .toEqual([{ subscriptionId: api.subscriptionId, event: terminated }]);

  // Without `read` it gets no listen key, and the one it has ends.
  const changed = await rig.keyOf(owner.account, terms);
  const before = await byListenKey(await listenKeyOf(changed));
  expect(before.listenKey).not.toBe(stream.listenKey);
  await rig.page('/edit', { key: changed.key, label: 'test', spot: 'on' });
  expect((await rig.ask('POST /api/v3/userDataStream', {}, changed.key)).body.code).toBe(-2015);
  await deposit();
  await expect.poll(() => before.heard, { timeout: 15_000 }).toEqual(expired(before));

  // A list of addresses that has ours leaves both streams; one that has others only ends them.
  const moved = await rig.keyOf(owner.account, terms);
  const elsewhere = await byListenKey(await listenKeyOf(moved));
  const elsewhereApi = await bySignature(moved);
  await rig.page('/edit', { key: moved.key, label: 'test', ...terms, ips: '127.0.0.1' });
  await deposit();
  await expect.poll(() => elsewhere.heard.at(-1)?.e, { timeout: 15_000 }).toBe('outboundAccountPosition');
  await expect.poll(() => elsewhereApi.heard.at(-1)?.event.e, { timeout: 15_000 }).toBe('outboundAccountPosition');
  elsewhere.heard.length = 0;
  elsewhereApi.heard.length = 0;
  await rig.page('/edit', { key: moved.key, label: 'test', ...terms, ips: '10.0.0.1' });
  await deposit();
  await expect.poll(() => elsewhere.heard, { timeout: 15_000 }).toEqual(expired(elsewhere));
  await expect
    .poll(() => elsewhereApi.heard, { timeout: 15_000 })
    .toEqual([{ subscriptionId: elsewhereApi.subscriptionId, event: terminated }]);
  await rig.page('/revoke', { key: moved.key });

  const closed = await byListenKey(await listenKeyOf(owner));
  await rig.ask('DELETE /api/v3/userDataStream', { listenKey: closed.listenKey }, owner.key);
  const old = await byListenKey(await listenKeyOf(owner));
  nowMs += 3_600_000;
  await deposit();
  await expect.poll(() => closed.heard, { timeout: 15_000 }).toEqual(expired(closed));
  await expect.poll(() => old.heard, { timeout: 15_000 }).toEqual(expired(old));
  // Once told, nothing follows.
  await deposit();
  for (const { heard } of [stream, api, before, elsewhere, elsewhereApi, closed, old]) expect(heard).toHaveLength(1);
  for (const { socket } of [entitled, stream, api, before, elsewhere, elsewhereApi, closed, old]) socket.close();
});

test('a message on a socket that cannot be read, and a method that is none, are answered', async () => {
  const answerTo = async (path: string, message: string) => {
    const socket = new WebSocket(rig.venue.url.replace('http', 'ws') + path);
    const answer = new Promise((resolve) =>
      socket.addEventListener('message', ({ data }) => resolve(JSON.parse(data))),
    );
    await new Promise((resolve) => socket.addEventListener('open', resolve));
    socket.send(message);
    return answer.finally(() => socket.close());
  };
  expect(await answerTo('/ws', '{')).toMatchObject({
    error: { code: 2, msg: 'Invalid request: the message cannot be read' },
  });
  expect(await answerTo('/ws-api/v3', '{')).toMatchObject({ status: 400, error: { code: -1135 } });
  const unknown = await answerTo('/ws-api/v3', JSON.stringify({ id: 7, method: 'order.guess', params: {} }));
  expect(unknown).toMatchObject({ id: 7, status: 400, error: { code: -1000, msg: 'Unknown method: order.guess' } });
});

describe('the page', () => {
  const html = (path: string, init: RequestInit = {}) =>
    fetch(`${rig.venue.url}/keys${path}`, { redirect: 'manual', ...init });

  test('speaks Chinese and English, and shows a secret once', async () => {
    expect(await (await html('?lang=zh')).text()).toContain('本地交易所');
    expect(await (await html('', { headers: { 'accept-language': 'zh-CN' } })).text()).toContain('<html lang="zh-CN">');
    expect(await (await html('?lang=en')).text()).toContain('Local exchange');
    const body = new URLSearchParams({ account: key.account, label: '<b>mine</b>', read: 'on', lang: 'en' });
    const made = await (await html('/new', { method: 'POST', body })).text();
    const secret = /id="api-secret">([A-Za-z0-9]{64})</.exec(made)?.[1] as string;
    expect(secret).toHaveLength(64);
    const later = await (await html('?lang=en')).text();
    expect(later).not.toContain(secret);
    expect(later).toContain('&#60;b&#62;mine');
    expect(JSON.stringify((await rig.page('/revoke', { key: 'none' })).body)).not.toContain(secret);
  });

  test('refuses what it cannot take, by name, and says it in the language of the form', async () => {
    const bad = async (path: string, values: Record<string, string>) => {
      const { status, body } = await rig.page(path, { lang: 'en', ...values });
      return [status, body.problem];
    };
    expect(await bad('/accounts', { title: '', usdt: '10' })).toEqual([400, 'A name has 1 to 40 characters.']);
    expect(await bad('/accounts', { title: 'a', usdt: '0.5' })).toEqual([
      400,
      'USDT is 1 to 1000000, with two decimals at most.',
    ]);
    expect(await bad('/new', { account: 'acct-1', label: 'x', read: 'on' })).toEqual([
      400,
      'There is no such account.',
    ]);
    expect(await bad('/new', { account: key.account, label: 'x' })).toEqual([400, 'Choose at least one permission.']);
    expect((await bad('/new', { account: key.account, label: 'x', read: 'on', ips: '1.2.3' }))[0]).toBe(400);
    expect(await bad('/revoke', { lang: 'zh', key: 'none' })).toEqual([400, '没有这个密钥。']);
  });

  test('listens to this machine and to itself only', async () => {
    const foreign = await rig.page('/accounts', { title: 'a', usdt: '10' }, { origin: 'https://evil.example' });
    expect(foreign.status).toBe(403);
    expect((await rig.page('/accounts', { title: 'a', usdt: '10' }, { origin: rig.venue.url })).status).toBe(200);
    // A proxy may send any Host; what it adds gives it away.
    for (const [name, value] of [
      ['x-forwarded-for', '127.0.0.1'],
      ['forwarded', 'for=10.1.2.3'],
      ['via', '1.1 proxy'],
    ] as const)
      expect((await rig.page('/accounts', { title: 'a', usdt: '10' }, { [name]: value })).status, name).toBe(403);
  });
});
