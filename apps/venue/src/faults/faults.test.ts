// Every switch of the faulty exchange seen through its own wire: what the client meets, and what the books say then.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type StreamMessage, WireClient, type WireFill, WireStream } from '../../test/wire-client.ts';
import { parseMarketChoice } from '../market/market-choice.ts';
import { type RunningVenue, startVenue } from '../start-venue.ts';
import { FAULT_NAMES } from './fault-set.ts';

const T = Date.UTC(2024, 7, 5, 6, 0);
const MINUTE = 60_000;
const SPOT = 'BTC/USDT';
const PERP = 'BTC/USDT:USDT';
const CANDLES = 3000;
const PATIENCE = { timeout: 15_000 };

let folder = '';
let venue: RunningVenue;
let admin: WireClient;
let market: Market;
let me: WireClient;
/** Added to the wall's time, as the exchange sees it. */
let shiftMs = 0;
let users = 0;
const streams: WireStream[] = [];
const switchedOn: string[] = [];

/** Four prints a candle: 100, 99, 101, 100. */
function tape(name: string, decimals: number): string {
  const prices = [100, 101, 99, 100].map((price) => price.toFixed(decimals)).join(',');
  const path = join(folder, name);
  writeFileSync(path, Array.from({ length: CANDLES }, (_, i) => `${T + i * MINUTE},${prices},9.001`).join('\n'));
  return path;
}

async function start(more: { faultsFile?: string } = {}): Promise<RunningVenue> {
  const spot = `${tape('BTCUSDT-1m-test.csv', 2)}?tick=0.01&step=0.00001`;
  const perp = `${tape('binance-usdm-BTCUSDT-1m-20240805.csv', 1)}?tick=0.1`;
  return startVenue(
    {
      ...{ port: 0, market: parseMarketChoice(`replay:${spot},${perp}@max`, folder), dataFolder: null },
      ...{ lockstep: true, token: 'faults', ...more },
    },
    (error) => {
      throw error;
    },
    () => Date.now() + shiftMs,
  );
}

type Print = Extract<StreamMessage, { ch: 'print' }>;
const isPrint = (message: StreamMessage): message is Print => 'ch' in message && message.ch === 'print';

/** The client that drives the market: it goes on only while somebody waits for a print. */
class Market {
  readonly #stream: WireStream;
  #read = 0;

  constructor(stream: WireStream) {
    this.#stream = stream;
  }

  static async open(): Promise<Market> {
    const stream = await WireStream.open(venue.url);
    stream.send({ op: 'auth', token: venue.token });
    stream.send({ op: 'market', symbols: [SPOT, PERP], paced: true });
    return new Market(stream);
  }

  /** Acknowledges prints until one passes the test; that one is left standing. */
  async until(test: (print: Print) => boolean): Promise<Print> {
    let last: Print | undefined;
    for (;;) {
      const { messages } = this.#stream;
      while (this.#read < messages.length) {
        const message = messages[this.#read++] as StreamMessage;
        if (!isPrint(message)) continue;
        if (last !== undefined) this.#stream.send({ op: 'ack', symbol: last.symbol, seq: last.seq });
        last = message;
        if (test(message)) {
          this.#pending = message;
          return message;
        }
      }
      const standing = last ?? this.#pending;
      if (standing !== undefined) this.#stream.send({ op: 'ack', symbol: standing.symbol, seq: standing.seq });
      last = undefined;
      this.#pending = undefined;
      const count = messages.length;
      await this.#stream.until(() => this.#stream.messages.length > count);
    }
  }

  #pending: Print | undefined;

  price(price: number, symbol = SPOT): Promise<Print> {
    return this.until((print) => print.symbol === symbol && Number(print.price) === price);
  }
}

async function follow(): Promise<WireStream> {
  const stream = await WireStream.open(venue.url);
  streams.push(stream);
  stream.send({ op: 'auth', token: venue.token });
  stream.send({ op: 'accounts' });
  await stream.answered('accounts');
  stream.send({ op: 'market', symbols: [SPOT, PERP] });
  await stream.answered('market');
  return stream;
}

interface Report {
  seed: number;
  faults: { id: string; seen: number; struck: number }[];
  strikes: { id: string; account?: string; call?: string }[];
  asked_while_banned: number;
}

async function put(body: unknown): Promise<{ status: number; body: Report & { msg?: string } }> {
  const response = await fetch(`${venue.url}/v1/faults`, {
    method: 'PUT',
    headers: { 'x-service-token': venue.token, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Report & { msg?: string } };
}

/** Switches these on, and nothing else; names them in their order. */
async function switchOn(...faults: { fault?: string; [figure: string]: unknown }[]): Promise<void> {
  switchedOn.push(...faults.map(({ fault = '' }) => fault));
  const answer = await put({ seed: 7, faults: faults.map((fault, at) => ({ id: `f${at}`, ...fault })) });
  expect(answer, answer.body.msg).toMatchObject({ status: 200 });
}

const report = async () => (await admin.get<Report>('/v1/faults')).body;
const mine = () => ({ accounts: [`user-${users}`] });
const order = (cid: string, more: object = {}) => ({
  ...{ cid, symbol: SPOT, side: 'buy', type: 'limit', tif: 'gtc', price: '90.00', qty: '1.00000' },
  ...more,
});
const perpOrder = (cid: string, more: object = {}) => ({
  ...order(cid, { symbol: PERP, type: 'market', tif: 'ioc', price: '0', qty: '1.000' }),
  ...{ position_side: 'net', reduce_only: 0, ...more },
});
const lookUp = (cid: string) =>
  me.get<{ code?: string; order?: { filled: string; status: string } }>(`/v1/orders?cid=${cid}`);
const raw = (path: string, init: RequestInit = {}) =>
  fetch(venue.url + path, { ...init, headers: { ...me.headers, 'content-type': 'application/json' } });
const placeRaw = (cid: string) => raw('/v1/orders', { method: 'POST', body: JSON.stringify({ orders: [order(cid)] }) });
const later = (ms: number) => {
  shiftMs += ms;
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'faults-'));
  venue = await start();
  admin = new WireClient(venue.url, venue.token);
  market = await Market.open();
  await market.until(({ symbol, seq }) => symbol === PERP && seq === 4);
});
afterAll(async () => {
  await venue.stop();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  users += 1;
  me = await admin.openAccount(`user-${users}`);
});
afterEach(async () => {
  await fetch(`${venue.url}/v1/faults`, { method: 'DELETE', headers: { 'x-service-token': venue.token } });
  for (const stream of streams.splice(0)) stream.close();
});

describe('the board', () => {
  it('refuses a set it does not understand, says where, and leaves everything as it was', async () => {
    await switchOn({ fault: 'clock_skew', ms: 1000 });
    const cases: [unknown, RegExp][] = [
      [
        { faults: [{ id: 'a', fault: 'lose_everything' }] },
        /faults\.0\.fault: no switch is called "lose_everything"; there are lose_request, /,
      ],
      [{ faults: [{ id: 'a', fault: 'lose_reply', probabilty: 0.5 }] }, /faults\.0.*probabilty/],
      [{ faults: [{ id: 'a', fault: 'lose_reply', probability: 1.5 }] }, /faults\.0\.probability/],
      [
        { faults: [{ id: 'a', fault: 'lose_reply', symbols: ['XYZ/USDT'] }] },
        /faults\.0\.symbols: this exchange has no symbol XYZ\/USDT/,
      ],
      [
        {
          faults: [
            { id: 'a', fault: 'lose_reply' },
            { id: 'a', fault: 'lose_request' },
          ],
        },
        /faults\.1\.id: "a" is there twice/,
      ],
      [{ faults: [{ id: 'a', fault: 'maintenance', from: 5, to: 5 }] }, /faults\.0\.to/],
      [
        { faults: [{ id: 'a', fault: 'filter_change', symbols: [SPOT], tick: '0.015' }] },
        /faults\.0\.symbols: BTC\/USDT cannot have these filters/,
      ],
      [{ faults: [], more: 1 }, /more/],
      [[], /the set/],
    ];
    for (const [body, sentence] of cases) {
      const answer = await put(body);
      expect(answer.status, JSON.stringify(body)).toBe(400);
      expect(answer.body.msg).toMatch(sentence);
    }
    expect((await report()).faults).toMatchObject([{ fault: 'clock_skew' }]);
    expect(await new WireClient(venue.url, 'wrong').get('/v1/faults')).toMatchObject({ status: 401 });
  });

  it('takes its first set from a file, or says what is wrong with it', async () => {
    const file = join(folder, 'faults.json');
    writeFileSync(file, JSON.stringify({ faults: [{ id: 'm', fault: 'maintenance' }] }));
    const faulty = await start({ faultsFile: file });
    expect((await fetch(`${faulty.url}/v1/time`)).status).toBe(503);
    await faulty.stop();
    writeFileSync(file, '{"faults":[{"id":"m","fault":"maintenence"}]}');
    await expect(start({ faultsFile: file })).rejects.toThrow(/faults\.json: faults\.0\.fault: no switch is called/);
    await expect(start({ faultsFile: join(folder, 'none.json') })).rejects.toThrow(/none\.json: ENOENT/);
  });

  it('strikes the same requests under the same seed, whoever else asks in between, and others under another', async () => {
    const other = await admin.openAccount(`other-${users}`);
    const struckOf = async (seed: number, ask: () => Promise<void>) => {
      await put({
        seed,
        faults: [{ id: 'e', fault: 'gateway_error', when: 'before', probability: 0.3, calls: ['balances'] }],
      });
      const statuses: number[] = [];
      for (let i = 0; i < 40; i++) {
        await ask();
        statuses.push((await raw('/v1/account')).status);
      }
      return statuses;
    };
    const alone = await struckOf(1, async () => {});
    const crowded = await struckOf(
      1,
      async () => void (await fetch(`${venue.url}/v1/account`, { headers: other.headers })),
    );
    expect(crowded).toEqual(alone);
    expect(await struckOf(2, async () => {})).not.toEqual(alone);
    expect(alone.filter((status) => status === 502).length).toBeGreaterThan(4);
    expect(alone.filter((status) => status === 200).length).toBeGreaterThan(20);
  });

  it('keeps to calls, accounts, symbols, and to how often', async () => {
    await switchOn({
      fault: 'gateway_error',
      when: 'before',
      skip: 1,
      times: 2,
      calls: ['place'],
      symbols: [SPOT],
      ...mine(),
    });
    const statuses: number[] = [];
    for (const cid of ['a', 'b', 'c', 'd']) statuses.push((await placeRaw(cid)).status);
    expect(statuses).toEqual([200, 502, 502, 200]);
    expect((await report()).faults).toMatchObject([{ id: 'f0', seen: 4, struck: 2 }]);
    expect((await report()).strikes).toMatchObject([{ call: 'place' }, { call: 'place' }]);
    await switchOn({ fault: 'gateway_error', when: 'before', accounts: ['somebody-else'] });
    expect((await placeRaw('e')).status).toBe(200);
    await switchOn({ fault: 'gateway_error', when: 'before', symbols: [PERP] });
    expect((await placeRaw('f')).status).toBe(200);
  });
});

describe('calls', () => {
  it('lose_request: nobody has read it; lose_reply: it has been done', async () => {
    await switchOn(
      { fault: 'lose_request', calls: ['place'], times: 1 },
      { fault: 'lose_reply', calls: ['place'], times: 1 },
    );
    await expect(placeRaw('lost')).rejects.toThrow();
    expect(await lookUp('lost')).toMatchObject({ status: 404, body: { code: 'ORDER_NOT_FOUND' } });
    await expect(placeRaw('done')).rejects.toThrow();
    expect(await lookUp('done')).toMatchObject({ status: 200, body: { order: { status: 'open' } } });
  });

  it('gateway_error: before the order and after it, as a page or in the words of the exchange', async () => {
    await switchOn(
      { fault: 'gateway_error', when: 'before', calls: ['place'], times: 1, status: 503 },
      { fault: 'gateway_error', when: 'after', calls: ['place'], times: 1 },
    );
    const before = await placeRaw('before');
    expect([before.status, before.headers.get('content-type')]).toEqual([503, 'text/html']);
    expect((await lookUp('before')).status).toBe(404);
    const after = await placeRaw('after');
    expect([after.status, (await after.text()).startsWith('<html>')]).toEqual([502, true]);
    expect((await lookUp('after')).status).toBe(200);
    await switchOn({ fault: 'gateway_error', when: 'after', calls: ['place'], body: 'venue' });
    const unknown = await placeRaw('unknown');
    expect([unknown.status, await unknown.json()]).toMatchObject([503, { code: 'TIMEOUT' }]);
    expect((await lookUp('unknown')).status).toBe(200);
  });

  it('slow_request: it is done long after it was sent; slow_reply: it is done, the answer comes late', async () => {
    await switchOn({ fault: 'slow_request', calls: ['place'], times: 1, ms: 2000 });
    const slow = placeRaw('slow');
    await vi.waitFor(async () => expect((await report()).strikes).toHaveLength(1), PATIENCE);
    expect(await me.place(order('quick'))).toMatchObject([{ ok: 1 }]);
    expect((await slow).status).toBe(200);
    expect((await me.openOrders()).map(({ cid }) => cid)).toEqual(['quick', 'slow']);

    await switchOn({ fault: 'slow_reply', calls: ['place'], times: 1, ms: 2000 });
    const late = placeRaw('late');
    await vi.waitFor(async () => expect((await lookUp('late')).status).toBe(200), PATIENCE);
    expect(await me.place(order('after'))).toMatchObject([{ ok: 1 }]);
    expect((await late).status).toBe(200);
    expect((await me.openOrders()).slice(2).map(({ cid }) => cid)).toEqual(['late', 'after']);
  });

  it('delayed_reads: an order and a fill are there long before reads show them, and no cursor passes over one', async () => {
    await switchOn({ fault: 'delayed_reads', ms: 60_000, times: 2, ...mine() });
    const taking = { type: 'market', tif: 'ioc', price: '0', qty: '0.10000' };
    // Struck: the fill of the first and the first order itself.
    expect(await me.place(order('hidden', taking))).toMatchObject([{ ok: 1, fills: [{}] }]);
    expect(await me.place(order('seen', taking), order('open'))).toMatchObject([{ ok: 1 }, { ok: 1 }]);
    expect((await lookUp('hidden')).status).toBe(404);
    expect((await lookUp('seen')).status).toBe(200);
    expect(await me.fills()).toEqual([]);
    expect(await me.openOrders()).toMatchObject([{ cid: 'open' }]);
    later(60_001);
    expect((await lookUp('hidden')).status).toBe(200);
    expect((await me.fills()).map(({ cid }) => cid)).toEqual(['hidden', 'seen']);
  });

  it('empty_answer: lists are empty once, and then the truth again', async () => {
    await me.place(order('o'), perpOrder('p'));
    await switchOn(
      { fault: 'empty_answer', calls: ['balances'], times: 1 },
      { fault: 'empty_answer', calls: ['positions', 'orders'], times: 2 },
    );
    expect(await me.balances()).toEqual({});
    expect(await me.balances()).toMatchObject({ USDT: { locked: '90' } });
    expect((await me.get('/v1/positions')).body).toEqual({ list: [] });
    expect(await me.openOrders()).toEqual([]);
    expect((await me.get('/v1/positions')).body).toMatchObject({ list: [{ qty: '1.000' }] });
    expect(await me.openOrders()).toHaveLength(1);
  });

  it('key_revoked and ip_changed: whatever the account asks is refused, and nobody else', async () => {
    const other = await admin.openAccount(`other-${users}`);
    await switchOn({ fault: 'key_revoked', ...mine() });
    expect(await me.get('/v1/account')).toMatchObject({ status: 401, body: { code: 'KEY_REVOKED' } });
    expect((await placeRaw('x')).status).toBe(401);
    expect((await other.get('/v1/account')).status).toBe(200);
    expect((await me.get('/v1/tickers')).status).toBe(401);
    await switchOn({ fault: 'ip_changed', calls: ['place'], ...mine() });
    expect(await (await placeRaw('x')).json()).toMatchObject({ code: 'IP_NOT_LISTED' });
    expect((await me.get('/v1/account')).status).toBe(200);
  });

  it('maintenance: every call is refused, streams end and none opens', async () => {
    const stream = await follow();
    await switchOn({ fault: 'maintenance', calls: ['streams'] });
    await me.place(order('last', { type: 'market', tif: 'ioc', price: '0' }));
    expect(await stream.closed).toBe(1006);
    await switchOn({ fault: 'maintenance' });
    expect(await me.get('/v1/tickers')).toMatchObject({ status: 503, body: { code: 'MAINTENANCE' } });
    expect((await me.get('/v1/account')).status).toBe(503);
    expect((await placeRaw('refused')).status).toBe(503);
    await expect(WireStream.open(venue.url)).rejects.toThrow('did not open');
    expect((await me.get('/healthz')).status).toBe(200);
    await switchOn();
    expect((await lookUp('refused')).status).toBe(404);
  });

  it('stands from one moment of market time to another', async () => {
    const { at } = await market.price(101);
    const window = { from: at + MINUTE, to: at + 2 * MINUTE };
    await switchOn({ fault: 'maintenance', calls: ['balances'], ...window });
    const status = async () => (await me.get('/v1/account')).status;
    expect(await status()).toBe(200);
    await market.until((print) => print.at >= window.from);
    expect(await status()).toBe(503);
    await market.until((print) => print.at >= window.to);
    expect(await status()).toBe(200);
  });

  it('rate_ban: 429 or 418 with Retry-After until that time has passed, and who asks meanwhile is counted', async () => {
    for (const [status, code] of [
      [429, 'RATE_LIMITED'],
      [418, 'BANNED'],
    ]) {
      await switchOn({ fault: 'rate_ban', status, seconds: 120, times: 1, ...mine() });
      const first = await raw('/v1/account');
      expect([first.status, first.headers.get('retry-after'), await first.json()]).toMatchObject([
        status,
        '120',
        { code },
      ]);
      later(60_000);
      expect((await raw('/v1/account')).headers.get('retry-after')).toMatch(/^(59|60)$/);
      expect((await report()).asked_while_banned).toBe(1);
      later(60_001);
      expect((await raw('/v1/account')).status).toBe(200);
    }
  });

  it('clock_skew: the clock that is shown is off, forwards or backwards', async () => {
    const time = async () => (await me.get<{ market_now: number }>('/v1/time')).body.market_now;
    const right = await time();
    await switchOn({ fault: 'clock_skew', ms: -10_000 });
    expect(await time()).toBe(right - 10_000);
    await switchOn({ fault: 'clock_skew', ms: 2000 });
    expect(await time()).toBe(right + 2000);
  });
});

describe('streams', () => {
  const fillsOf = (stream: WireStream, cid: string) =>
    stream.messages.filter((message) => 'ch' in message && message.ch === 'fill' && message.fill.cid === cid);
  const ended = (stream: WireStream, cid: string) =>
    stream.until((message) => 'ch' in message && message.ch === 'order' && message.order.cid === cid);
  const take = (cid: string) => me.place(order(cid, { type: 'market', tif: 'ioc', price: '0', qty: '0.10000' }));

  it('drop_event and duplicate_event: the stream says nothing or everything twice, the books say it once', async () => {
    const stream = await follow();
    await switchOn(
      { fault: 'drop_event', events: ['fill'], times: 1, ...mine() },
      { fault: 'duplicate_event', events: ['fill'], ...mine() },
    );
    await take('dropped');
    await ended(stream, 'dropped');
    await take('twice');
    await ended(stream, 'twice');
    expect([fillsOf(stream, 'dropped').length, fillsOf(stream, 'twice').length]).toEqual([0, 2]);
    expect((await me.fills()).map(({ cid }) => cid)).toEqual(['dropped', 'twice']);
  });

  it('drop_event of a print does not hold a market that waits for its acknowledgement', async () => {
    const { seq } = await market.price(100);
    await switchOn({ fault: 'drop_event', events: ['print'], symbols: [SPOT], times: 2 });
    const next = await market.until((print) => print.symbol === SPOT && print.seq > seq);
    expect(next.seq).toBe(seq + 3);
  });

  it('late_event: what happened is told after what came of it', async () => {
    const stream = await follow();
    await switchOn({ fault: 'late_event', events: ['fill'], ms: 50, ...mine() });
    await take('late');
    await stream.until((message) => 'ch' in message && message.ch === 'fill' && message.fill.cid === 'late');
    const kinds = stream.messages.flatMap((message) =>
      'ch' in message && (message.ch === 'fill' || message.ch === 'order') ? [message.ch] : [],
    );
    expect(kinds).toEqual(['order', 'fill']);
  });

  it('stale_frames: frames go on coming and are always the same old one', async () => {
    const { seq } = await market.price(100);
    const stream = await follow();
    await switchOn({ fault: 'stale_frames', symbols: [SPOT], times: 3 });
    await market.until((print) => print.symbol === SPOT && print.seq > seq);
    await stream.print(seq + 4, SPOT);
    const prints = stream.messages.filter(isPrint).filter(({ symbol }) => symbol === SPOT);
    expect(prints.map((print) => print.seq)).toEqual([seq, seq, seq, seq + 4]);
    expect(new Set(prints.slice(0, 3).map(({ at }) => at)).size).toBe(1);
  });

  it('bad_price: a print of zero and one of ten times the price, while the exchange itself knows better', async () => {
    await market.price(100);
    const stream = await follow();
    await switchOn(
      { fault: 'bad_price', factor: 0, times: 1, symbols: [SPOT] },
      { fault: 'bad_price', factor: 10, times: 1, symbols: [SPOT] },
    );
    await me.place(order('rests', { side: 'buy', price: '50.00' }));
    const spike = await market.until((print) => print.symbol === SPOT && Number(print.price) > 500);
    const tickers = (await me.get<{ list: { symbol: string; last: string }[] }>('/v1/tickers')).body.list;
    expect(tickers.find(({ symbol }) => symbol === SPOT)?.last).toBe((Number(spike.price) / 10).toFixed(2));
    await stream.until((message) => isPrint(message) && Number(message.price) === 0);
    expect((await lookUp('rests')).body).toMatchObject({ order: { status: 'open' } });
  });

  it('silent_stream: no more frames, but pongs, until it is opened anew', async () => {
    const silent = await follow();
    await switchOn({ fault: 'silent_stream', events: ['fill'], ...mine() });
    await take('unheard');
    await silent.ping();
    const heard = silent.messages.filter((message) => 'ch' in message).length;
    await switchOn();
    const fresh = await follow();
    const { seq } = await market.price(99);
    await take('heard');
    await ended(fresh, 'heard');
    await fresh.print(seq, SPOT);
    await silent.ping();
    expect(silent.messages.filter((message) => 'ch' in message)).toHaveLength(heard);
    expect((await me.fills()).map(({ cid }) => cid)).toEqual(['unheard', 'heard']);
  });

  it('close_stream: the connection breaks at an event', async () => {
    const stream = await follow();
    await switchOn({ fault: 'close_stream', events: ['fill'], ...mine() });
    await take('breaks');
    expect(await stream.closed).toBe(1006);
  });
});

describe('the floor', () => {
  const filled = (fills: readonly WireFill[]) => fills.map(({ qty }) => qty);

  it('partial_fills: one print gives a resting order one percent, and what it leaves can be cancelled', async () => {
    await market.price(100);
    await switchOn({ fault: 'partial_fills', ppm: 10_000, ...mine() });
    await me.place(order('rests', { price: '99.50' }));
    await market.price(99);
    await market.price(99);
    expect(filled(await me.fills())).toEqual(['0.01000', '0.00990']);
    expect((await me.cancel('rests'))[0]).toMatchObject({ ok: 1, order: { status: 'cancelled', filled: '0.01990' } });
    // Bought 0.0199 at 99.50 with 0.1 % in coin; nothing is locked any more.
    expect(await me.balances()).toMatchObject({
      USDT: { free: '9998.01995', locked: '0' },
      BTC: { free: '0.0198801', locked: '0' },
    });
  });

  it('partial_fills of a market order and of a reduce-only one: the rest expires', async () => {
    await switchOn({ fault: 'partial_fills', ppm: 10_000, ...mine() });
    expect(await me.place(order('spot', { type: 'market', tif: 'ioc', price: '0' }))).toMatchObject([
      { ok: 1, order: { status: 'cancelled', filled: '0.01000' }, fills: [{ qty: '0.01000' }] },
    ]);
    await switchOn();
    expect(await me.place(perpOrder('long'))).toMatchObject([{ ok: 1, order: { status: 'filled' } }]);
    await switchOn({ fault: 'partial_fills', ppm: 400_000, ...mine() });
    // 40 % of 2 are 0.8 of the position of 1; the next print would give 0.48 and finds only 0.2.
    const closing = { side: 'sell', type: 'limit', tif: 'gtc', price: '100.5', qty: '2.000', reduce_only: 1 };
    await market.price(100, PERP);
    expect(await me.place(perpOrder('close', closing))).toMatchObject([{ ok: 1, order: { status: 'open' } }]);
    await market.price(101, PERP);
    await market.price(101, PERP);
    expect(filled((await me.fills()).filter(({ cid }) => cid === 'close'))).toEqual(['0.800', '0.200']);
    expect((await lookUp('close')).body).toMatchObject({ order: { status: 'cancelled', filled: '1.000' } });
  });

  it('filter_change: coarser steps are shown and kept to at once, and gone with the window', async () => {
    const { at } = await market.price(101);
    const change = { tick: '0.1', step: '0.01', min_qty: '0.02', min_notional: '20' };
    await switchOn({ fault: 'filter_change', symbols: [SPOT], from: at, to: at + 2 * MINUTE, ...change });
    const listed = async () => {
      const { list } = (await me.get<{ list: { symbol: string; tick: string }[] }>('/v1/instruments')).body;
      return list.find(({ symbol }) => symbol === SPOT);
    };
    expect(await listed()).toMatchObject({ tick: '0.10', step: '0.01000', min_qty: '0.02000' });
    const codes = (await me.place(
      order('tick', { price: '90.05' }),
      order('step', { qty: '1.00500' }),
      order('small', { qty: '0.01000' }),
      order('value', { qty: '0.20000' }),
      order('fits', { price: '90.10', qty: '1.01000' }),
    )) as { code?: string }[];
    expect(codes.map(({ code }) => code)).toEqual([
      'PRICE_FILTER',
      'LOT_SIZE',
      'QTY_SMALL',
      'NOTIONAL_SMALL',
      undefined,
    ]);
    await market.until((print) => print.at >= at + 2 * MINUTE);
    expect(await listed()).toMatchObject({ tick: '0.01', step: '0.00001' });
    expect(await me.place(order('again', { price: '90.05' }))).toMatchObject([{ ok: 1 }]);
  });

  it('delisting: orders go, nothing is taken, nothing prints; other symbols go on, and so does it afterwards', async () => {
    const { at } = await market.price(101);
    const stream = await follow();
    await me.place(order('gone'), perpOrder('stays', { type: 'limit', tif: 'gtc', price: '90.0' }));
    await switchOn({ fault: 'delisting', symbols: [SPOT], from: at, to: at + 3 * MINUTE });
    expect((await lookUp('gone')).body).toMatchObject({ order: { status: 'cancelled' } });
    expect((await me.openOrders()).map(({ cid }) => cid)).toEqual(['stays']);
    expect(await me.place(order('no'))).toMatchObject([{ ok: 0, code: 'MARKET_CLOSED' }]);
    const { list } = (await me.get<{ list: { symbol: string; status: string }[] }>('/v1/instruments')).body;
    expect(list).toMatchObject([
      { symbol: SPOT, status: 'halt' },
      { symbol: PERP, status: 'trading' },
    ]);
    expect(await me.balances()).toMatchObject({ USDT: { free: '10000' } });
    const heard = stream.messages.filter(isPrint).length;
    await market.until((print) => print.symbol === PERP && print.at >= at + 2 * MINUTE);
    expect(
      stream.messages
        .filter(isPrint)
        .slice(heard)
        .every(({ symbol }) => symbol === PERP),
    ).toBe(true);
    await market.until((print) => print.symbol === SPOT && print.at >= at + 3 * MINUTE);
    expect(await me.place(order('back'))).toMatchObject([{ ok: 1 }]);
  });

  it('liquidation: the position is closed by force, its orders are gone, and others keep theirs', async () => {
    const other = await admin.openAccount(`other-${users}`);
    await Promise.all([me.place(perpOrder('long')), other.place(perpOrder('long'))]);
    await me.place(perpOrder('exit', { side: 'sell', type: 'limit', tif: 'gtc', price: '120.0', reduce_only: 1 }));
    await switchOn({ fault: 'liquidation', symbols: [PERP], ...mine() });
    await market.price(101, PERP);
    expect((await me.get('/v1/positions')).body).toEqual({ list: [] });
    expect((await other.get('/v1/positions')).body).toMatchObject({ list: [{ qty: '1.000' }] });
    expect(await me.openOrders()).toEqual([]);
    expect((await me.fills()).at(-1)).toMatchObject({
      cid: expect.stringMatching(/^autoclose-/),
      liquidation: 1,
      qty: '1.000',
    });
  });
});

it('has seen every switch through the wire', () => {
  const seen = new Set(switchedOn);
  expect(FAULT_NAMES.filter((name) => !seen.has(name))).toEqual([]);
});
