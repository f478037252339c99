// A server whose memory has reached its limit gives its users' leases back, ends, and is started again, over and over in the
// middle of trading. No order is doubled or lost, and the trades are those of an undisturbed backtest.
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allFills, openCids, tapeEnded } from '../trading/exchange.ts';
import { Scene } from '../trading/scene.ts';

const grid = { investment: '5000', lower: '57500', upper: '62500', grid_levels: 40, grid_mode: 'arithmetic' };
const RECYCLES = 3;
const RECYCLED_STATUS = 75;
/** No process of ours is so small: each ends as soon as it is old enough, or after three looks where it began slowly. */
const limits = { RSS_LIMIT_MB: '64', RECYCLE_EVERY_S: '4' };
const scene = new Scene();

beforeAll(() => scene.open({ seed: 75, candles: 450, middle: 6_000_000, speed: 1_500 }));
afterAll(() => scene.close());

async function leasesHeld(): Promise<number> {
  const { rows } = await scene.database.query(
    'select count(*)::integer as n from runner_leases where expires_at > now()',
  );
  return rows[0].n;
}

test('D8: a server that is recycled by its memory again and again loses, doubles and changes nothing', {
  timeout: 300_000,
}, async () => {
  const botId = await scene.person.createGrid(grid);
  const startPrint = await scene.startPrint(botId);
  expect(await leasesHeld()).toBe(1);
  await scene.server.stop();
  for (let recycle = 0; recycle < RECYCLES; recycle++) {
    await scene.startServerAgain(limits);
    const { child } = scene.server;
    if (child.exitCode === null) await once(child, 'exit');
    expect(child.exitCode).toBe(RECYCLED_STATUS);
    expect(scene.server.said()).toContain('users are handed over');
    // Given back, and not left to run out.
    expect(await leasesHeld()).toBe(0);
  }
  expect((await scene.booked()).length).toBeGreaterThan(0);
  await scene.startServerAgain();
  await tapeEnded(scene.venue.url, 150_000);
  await scene.allBooked();
  const account = await scene.account();
  const booked = await scene.booked();
  expect(booked.map(({ id }) => id)).toEqual((await allFills(scene.venue.url, account)).map(({ id }) => id));
  expect(await scene.ordersInState(['intended', 'unknown'])).toEqual([]);
  expect(await scene.ordersInState(['open'])).toEqual(await openCids(scene.venue.url, account));
  const report = await scene.backtest(grid, startPrint);
  expect(await scene.judge(startPrint, booked, report['trades'] as unknown[])).toBe('');
});
