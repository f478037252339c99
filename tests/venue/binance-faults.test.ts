// The switches of the faulty exchange strike its Binance wire as they strike its own, in Binance's statuses and words.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { BinanceRig, type Key } from './binance-rig.ts';

let nowMs = Date.UTC(2026, 10, 21, 20, 0);
let rig: BinanceRig;
let key: Key;
let other: Key;

beforeAll(async () => {
  rig = await BinanceRig.open(() => nowMs);
  key = await rig.key();
  other = await rig.key();
});
afterEach(() => faults());
afterAll(() => rig.close());

async function faults(...set: object[]): Promise<void> {
  const named = set.map((fault, at) => ({ id: `f${at}`, ...fault }));
  const response = await fetch(`${rig.venue.url}/v1/faults`, {
    method: 'PUT',
    headers: { 'x-service-token': rig.venue.token, 'content-type': 'application/json' },
    body: JSON.stringify({ faults: named }),
  });
  expect(response.status, await response.clone().text()).toBe(200);
}

const LIMIT = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity: '0.1', price: '50000' };
const place = (cid: string, more: Record<string, string> = {}, by = key) => {
  nowMs += 10_000;
  return rig.signed(by, 'POST /api/v3/order', { ...LIMIT, quantity: '0.001', newClientOrderId: cid, ...more });
};
const find = (cid: string) => rig.signed(key, 'GET /api/v3/order', { symbol: 'BTCUSDT', origClientOrderId: cid });
const mine = () => ({ accounts: [key.account] });

test('a lost request placed nothing, a lost reply did, and so did a gateway that fails afterwards', async () => {
  await faults(
    { fault: 'lose_request', calls: ['place'], times: 1, ...mine() },
    { fault: 'lose_reply', calls: ['place'], times: 1, ...mine() },
  );
  await expect(place('lost-request')).rejects.toThrow();
  await expect(place('lost-reply')).rejects.toThrow();
  expect((await find('lost-request')).body.code).toBe(-2013);
  expect((await find('lost-reply')).body.status).toBe('NEW');
  await faults({ fault: 'gateway_error', calls: ['place'], when: 'after', body: 'venue', ...mine() });
  const unknown = await place('unknown');
  expect([unknown.status, unknown.body.code]).toEqual([408, -1007]);
  expect((await place('elsewhere', {}, other)).status).toBe(200);
  await faults({ fault: 'gateway_error', calls: ['place'], when: 'before', body: 'venue', ...mine() });
  expect((await place('never')).body.code).toBe(-1007);
  await faults();
  expect((await find('unknown')).body.status).toBe('NEW');
  expect((await find('never')).body.code).toBe(-2013);
});

test('a revoked key, a changed address, maintenance, a ban: each in its words, and only where it is switched on', async () => {
  const account = (by: Key) => rig.signed(by, 'GET /api/v3/account');
  const said = async (fault: object) => {
    await faults(fault);
    const { status, body, headers } = await account(key);
    return [status, body.code, headers.get('retry-after')];
  };
  expect(await said({ fault: 'key_revoked', ...mine() })).toEqual([401, -2008, null]);
  expect((await account(other)).status).toBe(200);
  expect(await said({ fault: 'ip_changed', ...mine() })).toEqual([401, -2015, null]);
  expect(await said({ fault: 'maintenance' })).toEqual([503, -1016, null]);
  expect(await said({ fault: 'rate_ban', status: 418, seconds: 30 })).toEqual([418, -1003, '30']);
  expect((await account(other)).status).toBe(418);
});

test('a clock that is skewed: the time it shows, and what it takes for an old signature', async () => {
  const real = nowMs;
  await faults({ fault: 'clock_skew', ms: 10_000 });
  expect((await rig.ask('GET /api/v3/time')).body.serverTime).toBe(real + 10_000);
  const account = (timestamp: number) => rig.signed(key, 'GET /api/v3/account', { timestamp });
  expect((await account(real)).body.code).toBe(-1021);
  expect((await account(real + 10_000)).status).toBe(200);
  await faults({ fault: 'clock_skew', ms: -2_000 });
  expect((await account(real)).body.msg).toMatch(/ahead of the server/);
});

test('reads that lag, and an answer that is empty', async () => {
  await faults({ fault: 'delayed_reads', ms: 60_000, ...mine() });
  const { orderId } = (await place('unseen')).body;
  expect((await find('unseen')).body.code).toBe(-2013);
  expect((await rig.signed(key, 'GET /api/v3/order', { symbol: 'BTCUSDT', orderId })).body.code).toBe(-2013);
  const open = async () => (await rig.signed(key, 'GET /api/v3/openOrders', { symbol: 'BTCUSDT' })).body;
  const isThere = async () => ((await open()) as { orderId: number }[]).some((order) => order.orderId === orderId);
  expect(await isThere()).toBe(false);
  nowMs += 60_001;
  expect(await isThere()).toBe(true);
  await faults({ fault: 'empty_answer', calls: ['balances'], ...mine() });
  expect((await rig.signed(key, 'GET /api/v3/account')).body.balances).toEqual([]);
});

test('the tape gives a resting order one percent, and the rest can be cancelled', async () => {
  while ((await rig.ask('GET /api/v3/ticker/price', { symbol: 'BTCUSDT' })).body.price !== '60000.00000000')
    await rig.print();
  await faults({ fault: 'partial_fills', ppm: 10_000, ...mine() });
  await place('portioned', { quantity: '0.1', price: '59995' });
  await rig.print(4);
  const { body } = await find('portioned');
  expect([body.status, body.executedQty]).toEqual(['PARTIALLY_FILLED', '0.00100000']);
  const cancelled = await rig.signed(key, 'DELETE /api/v3/order', {
    symbol: 'BTCUSDT',
    origClientOrderId: 'portioned',
  });
  expect(cancelled.body).toMatchObject({ status: 'CANCELED', executedQty: '0.00100000' });
});

test('filters that change and a symbol that is taken off the list', async () => {
  await faults({ fault: 'filter_change', symbols: ['BTC/USDT'], tick: '0.10', min_notional: '20' });
  const info = async () => (await rig.ask('GET /api/v3/exchangeInfo', { symbol: 'BTCUSDT' })).body.symbols[0];
  const filter = async (name: string) =>
    (await info()).filters.find((one: { filterType: string }) => one.filterType === name);
  expect((await filter('PRICE_FILTER')).tickSize).toBe('0.10000000');
  expect((await filter('NOTIONAL')).minNotional).toBe('20.00000000');
  expect((await place('off-tick', { price: '50000.05' })).body.msg).toBe('Filter failure: PRICE_FILTER');
  expect((await place('too-small', { quantity: '0.0003' })).body.msg).toBe('Filter failure: NOTIONAL');
  await faults({ fault: 'delisting', symbols: ['BTC/USDT'] });
  expect((await info()).status).toBe('BREAK');
  expect((await place('halted')).body.msg).toBe('Market is closed.');
  expect((await rig.signed(key, 'GET /api/v3/openOrders', { symbol: 'BTCUSDT' })).body).toEqual([]);
});

test('a user stream that loses an event, one that falls silent and answers pings on, one that ends', async () => {
  const { listenKey } = (await rig.ask('POST /api/v3/userDataStream', {}, key.key)).body;
  const follow = async () => {
    const reports: string[] = [];
    const socket = new WebSocket(`${rig.venue.url.replace('http', 'ws')}/ws/${listenKey}`);
    const closed = new Promise((resolve) => socket.addEventListener('close', resolve));
    socket.addEventListener('message', ({ data }) => {
      const event = JSON.parse(String(data)) as { e: string; x: string; c: string };
      if (event.e === 'executionReport') reports.push(`${event.c} ${event.x}`);
    });
    await new Promise((resolve) => socket.addEventListener('open', resolve));
    return { reports, socket, closed };
  };
  const told = await follow();
  await faults({ fault: 'drop_event', events: ['order'], times: 1, ...mine() });
  await place('dropped');
  await place('heard');
  await expect.poll(() => told.reports).toEqual(['heard NEW']);
  const silent = await follow();
  await faults({ fault: 'silent_stream', times: 1, ...mine() });
  await place('unheard');
  await faults();
  await place('after');
  await expect
    .poll(() => [...told.reports, ...silent.reports].filter((report) => report === 'after NEW').length)
    .toBe(1);
  expect([told.socket.readyState, silent.socket.readyState]).toEqual([WebSocket.OPEN, WebSocket.OPEN]);
  await faults({ fault: 'close_stream', ...mine() });
  // The silent one hears of nothing, its end included, until something is to be told on it.
  await place('last');
  await Promise.all([told.closed, silent.closed]);
});
