// Real processes that ask one exchange from one address through one small budget: together they use it up and no answer is 429,
// one that comes in the middle of a minute asks for no more than is left, and what one leaves behind the others use.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { parseMarketChoice } from '../../apps/venue/src/market/market-choice.ts';
import { type RunningVenue, startVenue } from '../../apps/venue/src/start-venue.ts';
import { openTestDatabase, type TestDatabase } from '../../tools/test-database.ts';

const MINUTE_MS = 60_000;
const LIMIT = 1_200;
/** Looking an order up weighs four. */
const WEIGHT = 4;

let database: TestDatabase;
let venue: RunningVenue;
let account = '';
let key = { key: '', secret: '' };
let aheadMs = 0;
const askers: ChildProcess[] = [];

beforeAll(async () => {
  // Early in a minute of the exchange.
  aheadMs = MINUTE_MS - (Date.now() % MINUTE_MS) + 1_000;
  database = await openTestDatabase();
  const limits = { weightPerMinute: LIMIT, ordersPerTenSeconds: 50 };
  venue = await startVenue(
    {
      ...{ port: 0, token: null, lockstep: false, dataFolder: null, limits },
      market: parseMarketChoice('generated', '/'),
    },
    (error) => {
      throw error;
    },
    () => Date.now() + aheadMs,
  );
  account = (await page('/accounts', { title: 'asker', usdt: '1000' })).account.id;
  key = (await page('/new', { account, label: 'asks', read: 'on', spot: 'on' })).key;
}, 60_000);
afterAll(async () => {
  for (const asker of askers) asker.kill('SIGKILL');
  await venue.stop();
  await database.close();
});

// biome-ignore lint/suspicious/noExplicitAny: the exchange's own page
async function page(path: string, values: Record<string, string>): Promise<any> {
  const body = new URLSearchParams(values);
  const response = await fetch(`${venue.url}/keys${path}`, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body,
  });
  return response.json();
}

/** As the exchange counts it; the question itself weighs one. */
async function usedWeight(): Promise<number> {
  const answer = await fetch(`${venue.url}/api/v3/ping`);
  expect(answer.status).toBe(200);
  return Number(answer.headers.get('x-mbx-used-weight-1m'));
}

async function said<T>(asker: ChildProcess, message?: object): Promise<T> {
  const answer = once(asker, 'message');
  if (message !== undefined) asker.send(message);
  return (await answer)[0] as T;
}

async function newAsker(): Promise<ChildProcess> {
  const env = { DATABASE_URL: database.url, VENUE_URL: venue.url, ACCOUNT: account };
  const asker = fork(join(import.meta.dirname, 'asking-process.ts'), {
    env: { ...process.env, ...env, API_KEY: key.key, API_SECRET: key.secret, AHEAD_MS: `${aheadMs}` },
  });
  askers.push(asker);
  await said(asker);
  return asker;
}

const countedBy = async (asker: ChildProcess) => (await said<{ processes: number }>(asker, { count: true })).processes;
const askedBy = async (asker: ChildProcess) =>
  (await said<{ codes: Record<number, number> }>(asker, { ask: true })).codes;

/** To the next minute of the exchange, a second into it. */
function nextMinute(...all: ChildProcess[]): void {
  const nowMs = Date.now() + aheadMs;
  aheadMs += MINUTE_MS - (nowMs % MINUTE_MS) + 1_000;
  for (const asker of all) asker.send({ aheadMs });
}

test('together they use it up, and no answer is 429', { timeout: 120_000 }, async () => {
  const [one, two] = await Promise.all([newAsker(), newAsker()]);
  await vi.waitFor(async () => expect([await countedBy(one), await countedBy(two)]).toEqual([2, 2]), 20_000);
  await settled();
  nextMinute(one, two);
  const [first, second] = await Promise.all([askedBy(one), askedBy(two)]);
  for (const codes of [first, second]) {
    // Nothing but answers, and then the budget's own word.
    expect(Object.keys(codes)).toEqual(['0', '2006']);
    expect((codes[0] ?? 0) * WEIGHT).toBeGreaterThan(LIMIT * 0.42);
  }
  expect(await usedWeight()).toBeGreaterThan(LIMIT * 0.9);
  expect(await usedWeight()).toBeLessThanOrEqual(LIMIT * 0.95 + 3);

  // Who comes now has its rules to read, which is more than the others left; the exchange's own count keeps it within the limit.
  const three = await newAsker();
  expect(await usedWeight()).toBeLessThanOrEqual(LIMIT);
  const late = await askedBy(three);
  expect(Object.keys(late)).toEqual(['2006']);
  await vi.waitFor(async () => expect(await countedBy(one)).toBe(3), 20_000);

  two.kill('SIGKILL');
  await vi.waitFor(async () => expect([await countedBy(one), await countedBy(three)]).toEqual([2, 2]), 20_000);
  await settled();
  nextMinute(one, three);
  const [left, right] = await Promise.all([askedBy(one), askedBy(three)]);
  for (const codes of [left, right]) expect(Object.keys(codes)).toEqual(['0', '2006']);
  expect(await usedWeight()).toBeGreaterThan(LIMIT * 0.9);
  expect(await usedWeight()).toBeLessThanOrEqual(LIMIT * 0.95 + 3);
});

/** Each has counted anew since the last one came or went. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 1_000));
