// All of the server's connections to PostgreSQL are broken at once, again and again, in the middle of trading, the one
// that proves its runner alive among them: it enlists anew, and no order is doubled or lost, every trade is booked once.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allFills, openCids, tapeEnded } from '../trading/exchange.ts';
import { Scene } from '../trading/scene.ts';
import { random } from '../trading/tape.ts';

const grid = { investment: '5000', lower: '57500', upper: '62500', grid_levels: 40, grid_mode: 'arithmetic' };
const BREAKS = 8;
const seed = 90_210;
const scene = new Scene();

beforeAll(() => scene.open({ seed, candles: 300, middle: 6_000_000, speed: 3_000 }));
afterAll(() => scene.close());

test('eight such breaks lose nothing and double nothing', { timeout: 400_000 }, async () => {
  const botId = await scene.person.createGrid(grid);
  const startPrint = await scene.startPrint(botId);
  const next = random(seed);
  const numbers = new Set<number>();
  for (let time = 0; time < BREAKS; time++) {
    await new Promise((resolve) => setTimeout(resolve, 100 + next() * 500));
    const broken = async () => {
      const { rows } = await scene.database.query(
        "select pg_terminate_backend(pid) as done from pg_stat_activity where application_name = 'cormorant' and datname = current_database()",
      );
      return rows.length;
    };
    // One that has just lost them all may have none yet.
    await expect.poll(broken, { timeout: 15_000 }).toBeGreaterThan(0);
    const lease = await scene.database.query('select runner_id::integer as id from runner_leases');
    numbers.add(lease.rows[0].id);
  }
  await tapeEnded(scene.venue.url, 150_000);

  const account = await scene.account();
  const plain = (fill: { id: string; cid: string; side: string; price: string; qty: string }) =>
    [fill.id, fill.cid, fill.side, Number(fill.price), Number(fill.qty)].join(' ');
  const booked = async () => (await scene.booked()).map(plain);
  const atExchange = (await allFills(scene.venue.url, account)).map(plain);
  await expect.poll(booked, { timeout: 30_000 }).toEqual(atExchange);
  await expect.poll(() => scene.ordersInState(['intended', 'unknown']), { timeout: 30_000 }).toEqual([]);
  expect(await scene.ordersInState(['open'])).toEqual(await openCids(scene.venue.url, account));
  const manual = await scene.database.query("select why from bot_actions where action = 'manual'");
  expect(manual.rows).toEqual([]);
  expect(numbers.size).toBeGreaterThan(1);
  // The lease lies under the number of the connection that lives; other tests have runners in databases of their own.
  const held = await scene.database.query(
    `select count(*)::integer as n from runner_leases l join pg_locks k on k.locktype = 'advisory' and k.classid = 731618
       and k.objid = l.runner_id and k.granted
       and k.database = (select oid from pg_database where datname = current_database())`,
  );
  expect(held.rows[0].n).toBe(1);
  const report = await scene.backtest(grid, startPrint);
  expect(await scene.judge(startPrint, await scene.booked(), report['trades'] as unknown[])).toBe('');
});
