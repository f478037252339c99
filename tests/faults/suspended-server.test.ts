// The server is suspended for longer than its lease lasts (a laptop that sleeps) and goes on as if nothing had been: the
// lease is renewed before anything leaves, and the trades are those of the undisturbed backtest.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCids, tapeEnded } from '../trading/exchange.ts';
import { Scene } from '../trading/scene.ts';

const grid = { investment: '5000', lower: '57500', upper: '62500', grid_levels: 40, grid_mode: 'arithmetic' };
const LEASE_MS = 9_000;
const scene = new Scene();

beforeAll(() => scene.open({ seed: 8, candles: 200, middle: 6_000_000, speed: 3_000 }));
afterAll(() => scene.close());

test('a server that slept through its lease trades on', { timeout: 240_000 }, async () => {
  const botId = await scene.person.createGrid(grid);
  const startPrint = await scene.startPrint(botId);
  scene.server.child.kill('SIGSTOP');
  await new Promise((resolve) => setTimeout(resolve, LEASE_MS + 2_000));
  const before = (await scene.booked()).length;
  scene.server.child.kill('SIGCONT');
  await tapeEnded(scene.venue.url, 90_000);
  await scene.allBooked();
  const booked = await scene.booked();
  expect(booked.length).toBeGreaterThan(before);
  const account = await scene.account();
  expect(await scene.ordersInState(['intended', 'unknown'])).toEqual([]);
  expect(await scene.ordersInState(['open'])).toEqual(await openCids(scene.venue.url, account));
  const report = await scene.backtest(grid, startPrint);
  expect(await scene.judge(startPrint, booked, report['trades'] as unknown[])).toBe('');
});
