// Processes that ask exchanges are counted while they live: by each other, not by other installations, and no longer than their
// connection lasts; one that lost it is counted again. With the count each takes its part of a budget, together never more.
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../../../../tools/test-database.ts';
import { RequestBudget } from '../../exchanges/transport/request-budget.ts';
import { openPool } from '../pool.ts';
import { joinAskingProcesses } from './asking-processes.ts';

let databases: TestDatabase[];
let pools: pg.Pool[];
let drawn = 0;
const draw = () => ++drawn;
const join = (at = 0) => joinAskingProcesses(pools[at] as pg.Pool, draw);

beforeAll(async () => {
  databases = [await openTestDatabase(), await openTestDatabase()];
  pools = databases.map(({ url }) => openPool(url, 8, () => {}));
});
afterAll(async () => {
  for (const pool of pools) await pool.end();
  for (const database of databases) await database.close();
});

test('each is counted while it lives, in its own installation', async () => {
  const [first, second, elsewhere] = [join(), join(), join(1)];
  expect(await first.count()).toBe(1);
  expect(await second.count()).toBe(2);
  expect([await first.count(), await elsewhere.count()]).toEqual([2, 1]);
  // Asked again it is still one.
  expect([await first.count(), await second.count()]).toEqual([2, 2]);
  await second.leave();
  await expect.poll(() => first.count()).toBe(1);
  await expect(second.count()).rejects.toThrow('left');
  await first.leave();
  await elsewhere.leave();
});

test('who lost its connection joins again', async () => {
  const [first, second] = [join(), join()];
  await first.count();
  await second.count();
  await pools[0]?.query(
    `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and classid = 731619 and objid = $1`,
    [drawn],
  );
  await expect.poll(() => second.count().catch(() => 0)).toBe(2);
  await expect.poll(() => first.count()).toBe(2);
  await first.leave();
  await second.leave();
});

test('by the count, two budgets together ask for no more than 95 %, also in the minute in which the second comes', async () => {
  const time = { nowMs: () => 30_000, steadyMs: () => 30_000, sleep: async () => {} };
  const processes = [1, 2].map(() => ({ asking: join(), budget: new RequestBudget(1_000, time) }));
  let used = 0;
  const askAll = async (at: number) => {
    const { asking, budget } = processes[at] as (typeof processes)[number];
    budget.share(1 / (await asking.count()));
    for (;;) {
      const ticket = await budget.take(10, 'kept', 0);
      if (ticket === null) return;
      used += 10;
      // The exchange tells what the whole address has asked for.
      ticket.done(used);
    }
  };
  await processes[0]?.asking.count();
  await processes[1]?.asking.count();
  await askAll(0);
  expect(used).toBe(470);
  await askAll(1);
  expect(used).toBe(940);
  const late = { asking: join(), budget: new RequestBudget(1_000, time) };
  processes.push(late);
  await askAll(2);
  expect(used).toBe(950);
  for (const { asking } of processes) await asking.leave();
});

test('what one says all others of its installation hear, and not itself', async () => {
  const heard: string[] = [];
  const named = (name: string, at = 0) =>
    joinAskingProcesses(pools[at] as pg.Pool, draw, (text) => heard.push(`${name} ${text}`));
  const [first, second, elsewhere] = [named('first'), named('second'), named('elsewhere', 1)];
  for (const one of [first, second, elsewhere]) await one.count();
  await first.tell('away');
  await second.tell('back');
  await expect.poll(() => heard.toSorted()).toEqual(['first back', 'second away']);
  for (const one of [first, second, elsewhere]) await one.leave();
});
