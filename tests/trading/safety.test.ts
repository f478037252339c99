// What a user can rely on when something is wrong, at the API: panic takes every order of every bot along and nothing of his
// own, and one call takes it back; a trade by hand is noticed, told and answered for; a bot says when its exchange last
// agreed, and with what.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openCids, totals } from './exchange.ts';
import { Person } from './person.ts';
import { TOKEN } from './processes.ts';
import { Scene } from './scene.ts';
import { writeTape } from './tape.ts';

const CANDLES = 40_000;
const scene = new Scene();
const wait = { timeout: 60_000, interval: 100 };
/** On a machine that other work shares. */
const patient = { timeout: 180_000 };

// biome-ignore lint/suspicious/noExplicitAny: the tests read any field of any answer.
type Row = any;

/** Both markets stand still: nothing trades but by the test's own doing. */
function markets(folder: string): string[] {
  const tapes = [
    { file: 'BTCUSDT-1m.csv', middle: 6_000_000, flatEnd: CANDLES },
    { file: 'ETHUSDT-1m.csv', middle: 300_000, flatEnd: CANDLES },
  ];
  return tapes.map(({ file, ...tape }) => {
    writeTape(join(folder, file), { seed: 5, candles: CANDLES, ...tape });
    return join(folder, file);
  });
}

const create = (symbol: string, middle: number): Promise<number> =>
  createOf(3, symbol, {
    ...{ lower: String(middle * 0.9), upper: String(middle * 1.1), grid_levels: 10, grid_mode: 'geometric' },
  });

async function createOf(typeId: number, symbol: string, params: object): Promise<number> {
  const body = { type_id: typeId, exchange: 'local', market: 'spot', symbol, investment: '2000', params };
  const request = { ...body, simulate: 0, start: 1, risk_ack: 1, request_id: randomUUID() };
  const made = await scene.person.ask('POST', '/api/user/botCreate', request);
  if (made.code !== 1) throw new Error(`${made.code} ${made.msg}`);
  return made.data.id;
}

const detail = async (id: number): Promise<Row> => (await scene.person.get(`/api/user/botDetail?id=${id}`)).data;
const whys = async (id: number): Promise<string[]> => {
  const { rows } = await scene.database.query('select why from bot_actions where bot_id = $1 order by id', [id]);
  return rows.map(({ why }) => why);
};

/** The owner's own order on the exchange's screen. */
async function byHand(order: Record<string, string>): Promise<void> {
  const whole = { cid: `web-${randomUUID().slice(0, 8)}`, symbol: 'BTC/USDT', type: 'limit', tif: 'gtc', ...order };
  const response = await fetch(`${scene.venue.url}/v1/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-service-token': TOKEN, 'x-account': await scene.account() },
    body: JSON.stringify({ orders: [whole] }),
  });
  const { results } = (await response.json()) as { results: { ok: number }[] };
  expect(results[0]?.ok).toBe(1);
}

async function panic(undo: 0 | 1): Promise<Row> {
  const begun = await scene.person.ask('POST', '/api/user/botPanic', { undo, request_id: randomUUID() });
  expect(begun.code).toBe(1);
  let task: Row;
  await vi.waitFor(async () => {
    task = (await scene.person.get(`/api/user/botBatchStatus?task_id=${begun.data.task_id}`)).data;
    if (task.status !== 'done') throw new Error('not done');
  }, wait);
  return task;
}

/** On a busy machine the cancels may take longer than an answer waits; who is told that they are done finds none left. */
async function expectHalted({ items, ...task }: Row): Promise<void> {
  expect(task).toMatchObject({ action: 'panic', total: 2, success: 2, failed: 0 });
  const done = 'Paused, all orders cancelled';
  const follows = 'Paused; the remaining orders are cancelled when the exchange answers';
  const told = items.map(({ msg }: Row) => msg);
  expect(told.filter((msg: string) => msg !== done && msg !== follows)).toEqual([]);
  const ids = items.filter(({ msg }: Row) => msg === done).map(({ id }: Row) => id);
  const { rows } = await scene.database.query('select cid from bot_orders where bot_id = any($1)', [ids]);
  const theirs = new Set(rows.map(({ cid }) => cid));
  const open = await openCids(scene.venue.url, await scene.account());
  expect(open.filter((cid) => theirs.has(cid))).toEqual([]);
}

let bots: number[];
beforeAll(async () => {
  await scene.open({ seed: 5, candles: CANDLES, middle: 6_000_000, speed: 600, markets });
  await vi.waitFor(async () => {
    const { data } = await scene.person.get('/api/market/symbols?exchange=local&latest=1');
    if (data?.list?.length !== 2) throw new Error('the market does not appear');
  }, wait);
  bots = [await create('BTC/USDT', 60_000), await create('ETH/USDT', 3_000)];
}, patient.timeout);
afterAll(() => scene.close());

describe('panic', () => {
  test(
    'takes every order of every bot along and nothing of the owner’s own; undone, all are back',
    patient,
    async () => {
      const [first = 0, second = 0] = bots;
      const account = await scene.account();
      const open = () => openCids(scene.venue.url, account);
      // An answer may come before the exchange has confirmed what it causes.
      for (const id of bots) await expect.poll(() => detail(id), wait).toMatchObject({ phase: 'holding' });
      await expect.poll(() => scene.ordersInState(['intended', 'unknown']), wait).toEqual([]);
      const before = await open();
      expect(before.length).toBeGreaterThan(15);
      await byHand({ side: 'buy', price: '30000.00', qty: '0.01' });
      await expectHalted(await panic(0));
      await expect.poll(async () => (await open()).map((cid) => cid.slice(0, 4)), wait).toEqual(['web-']);
      const halted = { status: 'paused', pause_reason: 'user', halted: 1, orders: [] };
      for (const id of bots) {
        await expect.poll(() => detail(id), wait).toMatchObject(halted);
        expect((await detail(id)).can).toMatchObject({ resume: 1, stop: 1, add: 0 });
      }
      expect((await panic(0)).success).toBe(2);
      expect((await whys(first)).filter((why) => why === 'panic')).toHaveLength(1);
      expect(await whys(second)).not.toContain('order_refused');

      const calm = await panic(1);
      expect(calm).toMatchObject({ action: 'calm', total: 2, success: 2 });
      for (const id of bots) expect(await detail(id)).toMatchObject({ status: 'running', halted: 0 });
      await expect.poll(open, wait).toHaveLength(before.length + 1);
      const nothing = await scene.person.ask('POST', '/api/user/botPanic', { undo: 1, request_id: randomUUID() });
      expect(nothing).toMatchObject({ code: 1, data: { task_id: null, total: 0 } });
    },
  );

  test('outlives its server, and is nobody else’s', patient, async () => {
    const stranger = new Person(scene.server.url);
    await stranger.register('panic_stranger');
    const theirs = await stranger.ask('POST', '/api/user/botPanic', { request_id: randomUUID() });
    expect(theirs.data).toEqual({ task_id: null, total: 0 });
    expect(await detail(bots[0] ?? 0)).toMatchObject({ status: 'running', halted: 0 });
    await panic(0);
    await scene.killServer();
    await vi.waitFor(async () => expect(await detail(bots[0] ?? 0)).toMatchObject({ halted: 1, orders: [] }), wait);
    expect((await panic(1)).success).toBe(2);
    expect(await detail(bots[1] ?? 0)).toMatchObject({ status: 'running', halted: 0 });
  });
});

const martin = {
  ...{ first_amount: '60', max_positions: '4', multiplier: '1', add_drop: '5', take_profit: '9', entry: 'now' },
  ...{ add_callback: '0', tp_callback: '0', stop_loss: '30' },
};

/** Cash and coin of a bot, and the trades it took from its owner's hand, as written down. */
async function booked(id: number): Promise<Row> {
  const { rows } = await scene.database.query(
    `select trim_scale(quote)::text as quote, trim_scale(base)::text as base, (select coalesce(json_agg(json_build_object(
       'side', f.side, 'qty', trim_scale(f.qty)::text, 'orders', (select count(*) from bot_orders o where o.cid = f.cid))), '[]')
       from bot_fills f where f.bot_id = b.id and f.cid like 'taken-%') as taken
     from bots b where id = $1`,
    [id],
  );
  return rows[0];
}

/** The grid refuses, with its reason; the martingale books it as an add of its round, once. */
async function giveTo(grid: number, martingale: number): Promise<void> {
  const give = (id: number) => scene.person.ask('POST', `/api/user/botDrift?id=${id}`, { answer: 'take' });
  expect(await give(grid)).toMatchObject({ code: 4023, data: { reason: 'kind' } });
  const before = await booked(martingale);
  const [trade] = (await detail(martingale)).drift.trades;
  expect(await give(martingale)).toMatchObject({ code: 1, data: { open: 0 } });
  expect(await give(martingale)).toMatchObject({ code: 1, data: { open: 0 } });
  const after = await booked(martingale);
  // The fee was taken in coin.
  expect(Number(after.base) - Number(before.base)).toBeCloseTo(0.1 * 0.999, 8);
  expect(Number(before.quote) - Number(after.quote)).toBeCloseTo(0.1 * Number(trade.price), 8);
  expect((await detail(martingale)).drift).toBeNull();
  expect(await whys(martingale)).toContain('manual_taken');
}

describe('what was done by hand', () => {
  test(
    'is noticed in the market it was done in, told, and answered for; the exchange agrees with the rest',
    patient,
    async () => {
      const [first = 0, second = 0] = bots;
      expect((await scene.person.get(`/api/user/botOperation?id=${second}&action=stop&close_position=1`)).code).toBe(1);
      const third = await createOf(1, 'ETH/USDT', martin);
      await vi.waitFor(async () => expect((await detail(third)).phase).toBe('holding'), wait);
      const coin = await totals(scene.venue.url, await scene.account());
      await byHand({ side: 'buy', type: 'market', price: '0', qty: '0.01' });
      expect(await totals(scene.venue.url, await scene.account())).not.toEqual(coin);
      await byHand({ symbol: 'ETH/USDT', side: 'buy', type: 'market', price: '0', qty: '0.1' });
      // A server that comes back looks at once; one that stays looks within a minute.
      await scene.killServer();
      await vi.waitFor(async () => {
        const { drift, status } = await detail(first);
        expect(drift).toMatchObject({
          kind: 'trade',
          asset: 'BTC',
          count: 1,
          trades: [{ side: 'buy', qty: '0.01000' }],
        });
        expect(status).toBe('running');
      }, wait);
      expect((await detail(second)).drift).toBeNull();
      expect((await detail(third)).drift).toMatchObject({ kind: 'trade', asset: 'ETH', count: 1 });
      expect(await whys(first)).toContain('manual_trade');
      const agree = () =>
        vi.waitFor(async () => {
          for (const id of [first, third]) {
            const { agrees, orders } = await detail(id);
            expect(agrees).toMatchObject({ stale: 0, orders: orders.length });
            expect(agrees.holdings).toHaveLength(1);
          }
        }, wait);
      await agree();
      await giveTo(first, third);
      await scene.killServer();
      await agree();
      expect((await booked(third)).taken).toEqual([{ side: 'buy', qty: '0.1', orders: 1 }]);
      const { agrees } = await detail(first);
      expect(Number(agrees.holdings[0].found)).toBeGreaterThan(Number(agrees.holdings[0].booked));
      await scene.database.query(
        `update bots set agreed = jsonb_set(agreed, '{atMs}', to_jsonb((agreed ->> 'atMs')::bigint - 181000)) where id = $1`,
        [first],
      );
      expect((await detail(first)).agrees.stale).toBe(1);

      const answer = await scene.person.ask('POST', `/api/user/botDrift?id=${first}`, { answer: 'mine' });
      expect(answer).toMatchObject({ code: 1, data: { id: first, open: 0 } });
      expect((await detail(first)).drift).toBeNull();
      expect(await whys(first)).toContain('manual_mine');
      expect(await scene.ordersInState(['unknown'])).toEqual([]);
    },
  );
});
