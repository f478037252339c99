// The exchange is killed in the middle of trading and comes back on its own books, while the server lives on. What was
// under way is found out when it is back; no trade is lost or doubled, and they are those of the undisturbed backtest.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allFills, openCids, tapeEnded } from '../trading/exchange.ts';
import { Scene } from '../trading/scene.ts';
import { random } from '../trading/tape.ts';
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts';

const grid = { investment: '5000', lower: '57500', upper: '62500', grid_levels: 40, grid_mode: 'arithmetic' };
const KILLS = 4;
const scene = new Scene();
const next = random(4);
let proxy: FaultyProxy;

beforeAll(async () => {
  const between = async (venueUrl: string) => {
    proxy = await startFaultyProxy(venueUrl, () => 'none');
    return proxy.url;
  };
  await scene.open({ seed: 2_024, candles: 300, middle: 6_000_000, speed: 4_000, between });
});
afterAll(async () => {
  await scene.close();
  await proxy?.stop();
});

test('an exchange that dies and comes back has lost and doubled nothing', { timeout: 400_000 }, async () => {
  const botId = await scene.person.createGrid(grid);
  const startPrint = await scene.startPrint(botId);
  for (let kill = 0; kill < KILLS; kill++) {
    await new Promise((resolve) => setTimeout(resolve, 100 + next() * 600));
    proxy.leadTo(await scene.killVenue());
  }
  await tapeEnded(scene.venue.url, 180_000);
  await scene.allBooked();
  const account = await scene.account();
  const booked = await scene.booked();
  expect(booked.map(({ id }) => id)).toEqual((await allFills(scene.venue.url, account)).map(({ id }) => id));
  expect(await scene.ordersInState(['intended', 'unknown'])).toEqual([]);
  expect(await scene.ordersInState(['open'])).toEqual(await openCids(scene.venue.url, account));
  const report = await scene.backtest(grid, startPrint);
  expect(await scene.judge(startPrint, booked, report['trades'] as unknown[])).toBe('');
  const { data: bot } = await scene.person.get(`/api/user/botDetail?id=${botId}`);
  expect(bot.status).toBe('running');
  expect(bot.profit).toBe(report['realized']);
});
