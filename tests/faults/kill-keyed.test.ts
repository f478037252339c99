// Bots on an account of their owner's own key: a grid and a futures martingale start on it, the server is killed (SIGKILL)
// and comes back, and the same orders stand at the exchange and in the books; the key revoked, both pause with a way out.

import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openPool } from '../../apps/server/src/adapters/postgres/pool.ts';
import type { RunningVenue } from '../../apps/venue/src/start-venue.ts';
import { openTestDatabase, type TestDatabase } from '../../tools/test-database.ts';
import { startTestVenue } from '../api/api-server.ts';
import { vaultFile } from '../api/key-rig.ts';
import { type Running, runServer } from '../trading/processes.ts';

const soon = { timeout: 60_000, interval: 300 };
const vault = vaultFile();
let venue: RunningVenue;
let database: TestDatabase;
let server: Running;
let token = '';
beforeAll(async () => {
  [venue, database] = await Promise.all([startTestVenue(), openTestDatabase()]);
  server = await runServer(database.url, venue.url, 'all', vault);
});
afterAll(async () => {
  await server.kill();
  await venue.stop();
  await database.close();
});

// biome-ignore lint/suspicious/noExplicitAny: answers of many calls, asserted field by field
type Row = any;

async function ask(path: string, body?: unknown): Promise<Row> {
  const answer = await fetch(`${server.url}/api${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', ...(token !== '' && { authorization: `Bearer ${token}` }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return answer.json();
}

async function page(path: string, values: Record<string, string>): Promise<Row> {
  const body = new URLSearchParams(values);
  const answer = await fetch(`${venue.url}/keys${path}`, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body,
  });
  return answer.json();
}

/** As the exchange itself tells its owner. */
async function openAt(path: string, { key, secret }: { key: string; secret: string }): Promise<string[]> {
  const query = `timestamp=${Date.now()}`;
  const signature = createHmac('sha256', secret).update(query).digest('hex');
  const url = `${venue.url}${path}?${query}&signature=${signature}`;
  const rows = (await (await fetch(url, { headers: { 'x-mbx-apikey': key } })).json()) as Row[];
  return rows.map(({ clientOrderId }) => clientOrderId as string).sort();
}

const bots = async (): Promise<Row[]> => (await ask('/user/botList')).data.list;

test('a kill changes no order of bots on the account of a key; a revoked key pauses them', {
  timeout: 360_000,
}, async () => {
  const password = 'quiet7Harbour';
  const born = await ask('/login/register', { terminal: 1, account: 'keyed_person', password, confirm: password });
  token = born.data.token;
  const account = (await page('/accounts', { title: 'tester', usdt: '9000' })).account.id;
  const made = (await page('/new', { account, label: 'test', read: 'on', spot: 'on', futures: 'on' })).key;
  expect(await ask('/user/api', { exchange: 'local', api_key: made.key, secret_key: made.secret })).toMatchObject({
    code: 1,
  });
  const { data } = await vi.waitFor(async () => {
    const prices = await ask('/market/price?symbols=local:spot:BTC/USDT');
    expect(prices.data.list).toHaveLength(1);
    return prices;
  }, soon);
  const price = Number(data.list[0].price);
  const common = { exchange: 'local', symbol: 'BTC/USDT', risk_ack: 1, start: 1 };
  const range = { lower: (price * 0.7).toFixed(2), upper: (price * 1.3).toFixed(2) };
  const grid = { ...common, type_id: 3, market: 'spot', investment: '1000', params: { ...range, grid_levels: 10 } };
  const ladder = { first_amount: '60', max_positions: '6', add_drop: '5' };
  const martin = { ...common, type_id: 2, market: 'futures', investment: '2400', params: ladder };
  for (const body of [grid, martin]) {
    const created = await ask('/user/botCreate', body);
    expect(created).toMatchObject({ code: 1 });
    // While the line to the exchange is only coming up, it is made and not begun.
    if (created.data.status === 'running') continue;
    const start = `/user/botOperation?id=${created.data.id}&action=start`;
    await vi.waitFor(async () => expect(await ask(start)).toMatchObject({ code: 1 }), soon);
  }
  await vi.waitFor(async () => expect((await bots()).map(({ phase }) => phase)).toEqual(['holding', 'holding']), soon);

  const standing = async () => [await openAt('/api/v3/openOrders', made), await openAt('/fapi/v1/openOrders', made)];
  await vi.waitFor(async () => expect((await standing())[0]?.length).toBeGreaterThan(5), soon);
  const before = await standing();
  await server.kill();
  expect(await standing()).toEqual(before);
  server = await runServer(database.url, venue.url, 'all', vault);
  const pool = openPool(database.url, 1, () => {});
  try {
    await vi.waitFor(async () => {
      expect((await bots()).map(({ status }) => status)).toEqual(['running', 'running']);
      const { rows } = await pool.query("select cid from bot_orders where status = 'open' order by cid");
      expect(rows.map(({ cid }) => cid as string).sort()).toEqual(before.flat().sort());
    }, soon);
    expect(await standing()).toEqual(before);

    await page('/revoke', { key: made.key });
    await pool.query('update exchange_keys set next_check_at = created_at');
    const paused = { status: 'paused', pause_reason: 'api' };
    await vi.waitFor(async () => expect(await bots()).toMatchObject([paused, paused]), soon);
  } finally {
    await pool.end();
  }
  const [first] = await bots();
  const refused = await ask(`/user/botOperation?id=${first.id}&action=resume`);
  expect(refused).toMatchObject({ code: 2001, data: { go: '/bind/local' } });
});
