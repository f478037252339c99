// The whole exchange over real HTTP and WebSocket, as PROTOCOL.md says: money, refusals, order of events, pacing, restart.
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type StreamMessage, WireClient, type WireResult, WireStream } from '../test/wire-client.ts';
import { parseMarketChoice } from './market/market-choice.ts';
import type { VenueOptions } from './options.ts';
import { type RunningVenue, startVenue } from './start-venue.ts';

const T = Date.UTC(2024, 7, 5, 6, 0);
const MINUTE = 60_000;

let folder = '';
let running: RunningVenue[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'venue-'));
});
afterEach(async () => {
  await Promise.all(running.map((venue) => venue.stop()));
  running = [];
  rmSync(folder, { recursive: true, force: true });
});

/** Candles [open, high, low, close], one a minute, as a replay names them. */
function tape(candles: readonly (readonly [number, number, number, number])[], name = 'BTCUSDT-1m-test.csv'): string {
  const path = join(folder, name);
  const line = (candle: readonly number[], minute: number) =>
    [T + minute * MINUTE, ...candle.map((price) => price.toFixed(2)), '1.00001'].join(',');
  writeFileSync(path, candles.map(line).join('\n'));
  return `${path}?tick=0.01&step=0.00001`;
}

const FLAT = Array.from({ length: 50 }, () => [100, 100, 100, 100] as const);

async function open(market: string, more: Partial<VenueOptions> = {}, wallNow: () => number = Date.now) {
  const venue = await startVenue(
    {
      port: 0,
      market: parseMarketChoice(market, folder),
      dataFolder: join(folder, 'data'),
      lockstep: false,
      token: null,
      ...more,
    },
    (error) => {
      throw error;
    },
    wallNow,
  );
  running.push(venue);
  return { venue, client: new WireClient(venue.url, venue.token) };
}

async function close(venue: RunningVenue): Promise<void> {
  running = running.filter((other) => other !== venue);
  await venue.stop();
}

/** A paced follower of everything, past its handshake. */
async function follow(venue: RunningVenue, symbols = ['*']): Promise<WireStream> {
  const stream = await WireStream.open(venue.url);
  stream.send({ op: 'auth', token: venue.token });
  stream.send({ op: 'accounts' });
  await stream.answered('accounts');
  stream.send({ op: 'market', symbols, paced: true });
  await stream.answered('market');
  return stream;
}

const ack = (stream: WireStream, seq: number, symbol = 'BTC/USDT') => stream.send({ op: 'ack', symbol, seq });
const limit = (cid: string, side: 'buy' | 'sell', price: string, qty: string, tif = 'gtc') => ({
  cid,
  symbol: 'BTC/USDT',
  side,
  type: 'limit',
  tif,
  price,
  qty,
});
const market = (cid: string, side: 'buy' | 'sell', qty: string) => ({
  cid,
  symbol: 'BTC/USDT',
  side,
  type: 'market',
  tif: 'gtc',
  price: '0',
  qty,
});
const codes = (results: readonly WireResult[]) => results.map((result) => (result.ok === 1 ? 'ok' : result.code));
const said = (messages: readonly StreamMessage[]) =>
  messages.flatMap((message) => {
    if (!('ch' in message)) return [];
    if (message.ch === 'print') return [`print ${message.seq}`];
    if (message.ch === 'fill') return [`fill ${message.fill.cid}`];
    return message.ch === 'order'
      ? [`order ${message.order.cid} ${message.order.status}`]
      : [`status ${message.state}`];
  });

describe('the exchange over its wire', () => {
  it('shows its market to everyone and its accounts to nobody without the token', async () => {
    const { venue } = await open(`replay:${tape(FLAT)}@max`, { lockstep: true });
    const stranger = new WireClient(venue.url, 'wrong');
    for (const path of [
      '/healthz',
      '/v1/time',
      '/v1/instruments',
      '/v1/tickers',
      '/v1/candles?symbol=BTC/USDT&interval=1m',
    ]) {
      expect((await stranger.get(path)).status, path).toBe(200);
    }
    for (const path of ['/v1/account', '/v1/orders?status=open', '/v1/fills']) {
      expect(await stranger.get(path), path).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } });
    }
    expect((await stranger.post('/v1/accounts', { ref: 'x' })).status).toBe(401);
    expect((await stranger.post('/v1/orders', { orders: [] })).status).toBe(401);
    expect(statSync(venue.tokenPath as string).mode & 0o777).toBe(0o600);

    const stream = await WireStream.open(venue.url);
    stream.send({ op: 'accounts' });
    expect(await stream.closed).toBe(4401);
    const paced = await WireStream.open(venue.url);
    paced.send({ op: 'market', symbols: ['*'], paced: true });
    expect(await paced.closed).toBe(4401);
    const guesser = await WireStream.open(venue.url);
    guesser.send({ op: 'auth', token: 'wrong' });
    expect(await guesser.closed).toBe(4401);
  });

  it('answers a malformed request with 400, an unknown account or path with 404, and goes on', async () => {
    const { venue, client } = await open(`replay:${tape(FLAT)}@max`, { lockstep: true });
    const me = await client.openAccount('me');
    for (const body of ['{', '[]', '{"orders":{}}', { orders: [] }, { orders: Array(101).fill({}) }]) {
      expect(await me.post('/v1/orders', body)).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
    }
    expect(await client.post('/v1/accounts', { ref: '' })).toMatchObject({ status: 400 });
    expect(await me.post('/v1/orders/cancel', { cids: [1] })).toMatchObject({ status: 400 });
    for (const path of [
      '/v1/candles?symbol=BTC/USDT&interval=2m',
      '/v1/candles?symbol=BTC/USDT&interval=1m&limit=1501',
      '/v1/candles?symbol=BTC/USDT&interval=1m&limit=0',
      '/v1/fills?after=x',
      '/v1/orders',
    ]) {
      expect((await me.get(path)).status, path).toBe(400);
    }
    expect(await me.get('/v1/candles?symbol=NO/USDT&interval=1m')).toMatchObject({ status: 404 });
    expect(await me.get('/v1/orders?cid=none')).toMatchObject({ status: 404, body: { code: 'ORDER_NOT_FOUND' } });
    expect(await client.get('/v1/account')).toMatchObject({ status: 404, body: { code: 'ACCOUNT_NOT_FOUND' } });
    expect(await client.get('/v1/none')).toMatchObject({ status: 404 });
    const stream = await WireStream.open(venue.url);
    stream.send('not json');
    expect(await stream.closed).toBe(4400);
    expect((await client.get('/healthz')).status).toBe(200);
  });

  it('places, fills, charges and cancels; each order of a call on its own, in order', async () => {
    const { venue, client } = await open(`replay:${tape([[100, 100, 100, 100], [100, 104, 96, 100], ...FLAT])}@max`, {
      lockstep: true,
    });
    const stream = await follow(venue);
    await stream.print(1);
    const me = await client.openAccount('me');
    const results = await me.place(
      market('m1', 'buy', '1'),
      limit('b1', 'buy', '97.00', '1'),
      limit('s1', 'sell', '103.99', '0.5'),
      limit('far', 'buy', '50.00', '1'),
      limit('post', 'buy', '100.00', '1', 'post'),
      limit('b1', 'buy', '96.50', '1'),
      limit('tick', 'buy', '97.001', '1'),
      limit('lot', 'buy', '97.00', '1.000001'),
      limit('tiny', 'buy', '97.00', '0.00001'),
      limit('zero', 'buy', '97.00', '0'),
      limit('huge', 'buy', '97.00', '99999999999'),
      limit('dear', 'buy', '999999999', '1'),
      limit('rich', 'buy', '97.00', '101'),
      { ...limit('x', 'buy', '97.00', '1'), symbol: 'NO/USDT' },
      limit('bad cid', 'buy', '97.00', '1'),
      limit('nan', 'buy', 'NaN', '1'),
      { cid: 'short' },
    );
    expect(codes(results)).toEqual([
      'ok',
      'ok',
      'ok',
      'ok',
      'POST_ONLY_WOULD_TAKE',
      'DUPLICATE_CID',
      'PRICE_FILTER',
      'LOT_SIZE',
      'NOTIONAL_SMALL',
      'QTY_SMALL',
      'QTY_LARGE',
      'PRICE_RANGE',
      'INSUFFICIENT_FUNDS',
      'UNKNOWN_SYMBOL',
      'BAD_REQUEST',
      'BAD_REQUEST',
      'BAD_REQUEST',
    ]);
    expect(results[0]).toMatchObject({
      order: { status: 'filled', filled: '1.00000' },
      fills: [{ price: '100.02', qty: '1.00000', fee: '0.001', fee_asset: 'BTC', maker: 0, last: '100.00', at: T }],
    });
    expect(await me.balances()).toEqual({
      BTC: { free: '0.499', locked: '0.5' },
      USDT: { free: '9752.98', locked: '147' },
    });

    for (let seq = 1; seq < 8; seq++) {
      ack(stream, seq);
      await stream.print(seq + 1);
    }
    // Candle 2 is 100, 96, 104, 100 by the law: the buy at 97 first, then the sell at 103.99, each before its print.
    expect(said(stream.messages)).toEqual([
      'print 1',
      'fill m1',
      'order m1 filled',
      'order b1 open',
      'order s1 open',
      'order far open',
      'print 2',
      'print 3',
      'print 4',
      'print 5',
      'fill b1',
      'order b1 filled',
      'print 6',
      'fill s1',
      'order s1 filled',
      'print 7',
      'print 8',
    ]);
    const fills = await me.fills();
    expect(fills.map(({ id, cid, price, fee, fee_asset, maker }) => [id, cid, price, fee, fee_asset, maker])).toEqual([
      ['1', 'm1', '100.02', '0.001', 'BTC', 0],
      ['2', 'b1', '97.00', '0.001', 'BTC', 1],
      ['3', 's1', '103.99', '0.051995', 'USDT', 1],
    ]);
    expect(await me.fills('2')).toEqual(fills.slice(2));
    expect(stream.messages.flatMap((m) => ('ch' in m && m.ch === 'fill' ? [m.fill] : []))).toEqual(fills);

    expect(codes(await me.cancel('far', 'b1', 'none'))).toEqual(['ok', 'ORDER_NOT_OPEN', 'ORDER_NOT_OPEN']);
    expect((await me.cancel('b1'))[0]).toMatchObject({ order: { status: 'filled' } });
    expect(await me.get('/v1/orders?cid=far')).toMatchObject({ body: { order: { status: 'cancelled' } } });
    expect(await me.openOrders()).toEqual([]);
    // 10,000 - 100.02 - 97 + 51.995 - 0.051995
    expect(await me.balances()).toEqual({
      BTC: { free: '1.498', locked: '0' },
      USDT: { free: '9854.923005', locked: '0' },
    });
    const other = await client.openAccount('other');
    expect([await other.fills(), await other.openOrders()]).toEqual([[], []]);
    expect(await other.balances()).toEqual({ USDT: { free: '10000', locked: '0' } });
  });

  it('waits with each print for the paced client, and shows a newcomer the print that stands', async () => {
    const { venue } = await open(`replay:${tape(FLAT)}@max`, { lockstep: true });
    const first = await follow(venue);
    await first.print(1);
    await first.ping();
    expect(said(first.messages)).toEqual(['print 1']);
    ack(first, 2); // not made yet: means nothing
    ack(first, 1);
    await first.print(2);
    const second = await follow(venue);
    await second.print(2);
    ack(first, 2);
    await first.ping();
    expect(said(first.messages).at(-1)).toBe('print 2');
    ack(second, 2);
    await Promise.all([first.print(3), second.print(3)]);
    expect(said(second.messages)).toEqual(['print 2', 'print 3']);
  });

  it('in lockstep stands still without a paced client; otherwise a lost client holds nothing', async () => {
    const path = tape(FLAT);
    const strict = await open(`replay:${path}@max`, { lockstep: true });
    const onlooker = await WireStream.open(strict.venue.url);
    onlooker.send({ op: 'market', symbols: ['*'] });
    await onlooker.answered('market');
    expect(await strict.client.get('/v1/tickers')).toMatchObject({ body: { list: [] } });
    const paced = await follow(strict.venue);
    await onlooker.print(1);
    ack(paced, 1);
    await onlooker.print(2);
    paced.close();
    await paced.closed;
    await onlooker.ping();
    expect(said(onlooker.messages)).toEqual(['print 1', 'print 2']);
    await close(strict.venue);

    const loose = await open(`replay:${path}@600`, { dataFolder: join(folder, 'loose') });
    const holder = await follow(loose.venue);
    const watcher = await WireStream.open(loose.venue.url);
    watcher.send({ op: 'market', symbols: ['BTC/USDT'] });
    await watcher.answered('market');
    holder.close();
    await watcher.until((message) => 'ch' in message && message.ch === 'print' && message.seq > 4);
  });

  it('merges symbols in time order and holds all of them in lockstep', async () => {
    const btc = tape([[100, 100, 100, 100]], 'BTCUSDT-1m.csv');
    const eth = tape([[50, 50, 50, 50]], 'ETHUSDT-1m.csv');
    const { venue, client } = await open(`replay:${btc},${eth}@max`, { lockstep: true });
    const stream = await follow(venue);
    for (let seq = 1; seq <= 4; seq++) {
      await stream.print(seq, 'BTC/USDT');
      ack(stream, seq, 'BTC/USDT');
      await stream.print(seq, 'ETH/USDT');
      ack(stream, seq, 'ETH/USDT');
    }
    await stream.until((message) => 'ch' in message && message.ch === 'status');
    expect(stream.messages.filter((m) => 'ch' in m && m.ch === 'print').map((m) => ('at' in m ? m.at - T : 0))).toEqual(
      [0, 0, 15_000, 15_000, 30_000, 30_000, 45_000, 45_000],
    );
    expect(await client.get('/v1/time')).toMatchObject({ body: { state: 'ended', market_now: T + 45_000 } });
  });

  it('at its end halts, refuses orders, and still answers and cancels', async () => {
    const { venue, client } = await open(`replay:${tape([[100, 100, 100, 100]])}@max`, { lockstep: true });
    const stream = await follow(venue);
    await stream.print(1);
    const me = await client.openAccount('me');
    await me.place(limit('b1', 'buy', '90.00', '1'));
    for (let seq = 1; seq <= 4; seq++) {
      await stream.print(seq);
      ack(stream, seq);
    }
    await stream.until((message) => 'ch' in message && message.ch === 'status');
    expect(said(stream.messages).slice(-2)).toEqual(['print 4', 'status ended']);
    expect(await me.get('/v1/instruments')).toMatchObject({ body: { list: [{ status: 'halt', simulated: true }] } });
    expect(codes(await me.place(limit('b2', 'buy', '90.00', '1')))).toEqual(['MARKET_CLOSED']);
    expect(codes(await me.cancel('b1'))).toEqual(['ok']);
    expect(await me.get('/v1/candles?symbol=BTC/USDT&interval=1m&limit=5')).toMatchObject({
      body: { list: [[T, '100.00', '100.00', '100.00', '100.00', '1.00001']] },
    });
    // The day had begun before the tape: half a candle is none.
    expect(await me.get('/v1/candles?symbol=BTC/USDT&interval=1d&limit=5')).toMatchObject({ body: { list: [] } });
  });

  it('makes every one of thousands of prints for a paced client, none skipped, none twice', async () => {
    const { venue } = await open(
      `replay:${tape(Array.from({ length: 1000 }, () => [100, 101, 99, 100] as const))}@max`,
      { lockstep: true },
    );
    const stream = await follow(venue);
    for (let seq = 1; seq <= 4000; seq++) {
      await stream.print(seq);
      ack(stream, seq);
    }
    await stream.until(() => said(stream.messages.slice(-1)).includes('status ended'));
    expect(said(stream.messages)).toEqual([
      ...Array.from({ length: 4000 }, (_, i) => `print ${i + 1}`),
      'status ended',
    ]);
  });

  it('comes back after a stop as it was: accounts, orders, fills, and the tape where it stood', async () => {
    const path = tape([[100, 100, 100, 100], [100, 104, 96, 100], ...FLAT]);
    const first = await open(`replay:${path}@max`, { lockstep: true });
    const stream = await follow(first.venue);
    const me = await first.client.openAccount('me');
    await stream.print(1);
    await me.place(market('m1', 'buy', '1'), limit('b1', 'buy', '97.00', '1'), limit('s1', 'sell', '103.00', '0.5'));
    for (let seq = 1; seq < 6; seq++) {
      ack(stream, seq);
      await stream.print(seq + 1);
    }
    const picture = async (client: WireClient) => ({
      books: (await client.get<{ books: string }>('/v1/time')).body.books,
      balances: await client.balances(),
      open: await client.openOrders(),
      fills: await client.fills(),
      candles: (await client.get('/v1/candles?symbol=BTC/USDT&interval=1m&limit=10')).body,
      tickers: (await client.get('/v1/tickers')).body,
    });
    const before = await picture(me);
    expect(before.fills.map((fill) => fill.cid)).toEqual(['m1', 'b1']);
    await close(first.venue);

    const second = await open(`replay:${path}@max`, { lockstep: true });
    const again = await second.client.openAccount('me');
    expect(again.headers).toEqual(me.headers);
    expect(await picture(again)).toEqual(before);
    const resumed = await follow(second.venue);
    await resumed.print(6);
    ack(resumed, 6);
    await resumed.print(7);
    expect(said(resumed.messages)).toEqual(['print 6', 'fill s1', 'order s1 filled', 'print 7']);
    expect((await again.fills()).map((fill) => fill.id)).toEqual(['1', '2', '3']);
  });

  it('keeps the books of different markets apart in one folder, and a folder to one process', async () => {
    const path = tape(FLAT);
    const replay = await open(`replay:${path}@max`, { lockstep: true });
    const me = await replay.client.openAccount('me');
    await me.place(limit('b1', 'buy', '97.00', '1'));
    await expect(open(`replay:${path}@max`)).rejects.toThrow(/another exchange process/);
    const generated = await open('generated:3');
    const books = async (of: WireClient) => (await of.get<{ books: string }>('/v1/time')).body.books;
    expect(await books(generated.client)).not.toBe(await books(replay.client));
    expect(await books(replay.client)).toMatch(/^[\w-]{8}$/);
    const other = await generated.client.openAccount('me');
    expect(await other.openOrders()).toEqual([]);
    expect(await other.balances()).toEqual({ USDT: { free: '10000', locked: '0' } });
  });

  it('trades the generated market too', async () => {
    const { venue, client } = await open('generated:7', { dataFolder: null, token: 'given' });
    expect([venue.token, venue.tokenPath]).toEqual(['given', null]);
    const stream = await follow(venue, ['DOGE/USDT']);
    const print = await stream.until((message) => 'ch' in message && message.ch === 'print');
    expect(print).toMatchObject({ symbol: 'DOGE/USDT' });
    const me = await client.openAccount('me');
    const [result] = await me.place({ ...market('m1', 'buy', '1000'), symbol: 'DOGE/USDT' });
    expect(result).toMatchObject({ ok: 1, order: { status: 'filled' }, fills: [{ fee: '1', fee_asset: 'DOGE' }] });
    const { body } = await client.get<{ list: { name: string; simulated: boolean }[] }>('/v1/instruments');
    expect(body.list.every(({ name, simulated }) => simulated && /simulated/.test(name))).toBe(true);
    const candles = await client.get<{ list: unknown[] }>('/v1/candles?symbol=HOT/USDT&interval=4h&limit=1500');
    expect(candles.body.list).toHaveLength(1500);
  });

  it('never sleeps: what its generated market did while the process was down is matched before the doors open', async () => {
    const closedAt = Date.UTC(2026, 4, 4, 12, 0, 5);
    const first = await open('generated:7', {}, () => closedAt + 900);
    const stream = await follow(first.venue, ['SOL/USDT']);
    const print = await stream.until((message) => 'ch' in message && message.ch === 'print');
    const last = 'price' in print ? Number(print.price) : 0;
    const me = await first.client.openAccount('me');
    const steps = Array.from({ length: 60 }, (_, i) => i + 1);
    const price = (step: number) => (last * (1 - step * 0.001)).toFixed(2);
    const orders = steps.map((step) => ({ ...limit(`b${step}`, 'buy', price(step), '0.5'), symbol: 'SOL/USDT' }));
    expect(codes(await me.place(...orders)).every((code) => code === 'ok')).toBe(true);
    await close(first.venue);

    const openedAt = closedAt + 20 * 3_600_000;
    const second = await open('generated:7', {}, () => openedAt);
    expect(second.venue.caughtUp).toBeGreaterThan(20 * 60 * 4);
    const again = await second.client.openAccount('me');
    type Candles = { list: [number, string, string, string, string, string][] };
    const { body } = await again.get<Candles>(`/v1/candles?symbol=SOL/USDT&interval=1m&limit=1199&end=${openedAt}`);
    const lowest = Math.min(...body.list.map((candle) => Number(candle[3])));
    const reached = steps.filter((step) => Number(price(step)) > lowest);
    expect(reached.length).toBeGreaterThan(0);
    expect(reached.length).toBeLessThan(steps.length);
    const fills = await again.fills();
    expect(fills.map((fill) => fill.cid)).toEqual(reached.map((step) => `b${step}`));
    expect(await again.openOrders()).toHaveLength(steps.length - reached.length);
    for (const fill of fills) {
      expect([fill.price, fill.maker]).toEqual([price(Number(fill.cid.slice(1))), 1]);
      expect(fill.at).toBeGreaterThan(closedAt);
      expect(fill.at).toBeLessThanOrEqual(openedAt);
    }
  });
});
