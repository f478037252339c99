// A third of all answers to placements and cancels is lost, comes as a 502, comes broken, or the request never arrives.
// An unknown outcome is looked up and never guessed: no order is doubled, none is lost, and the trades are in the end
// those of the undisturbed backtest.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allFills, openCids, tapeEnded } from '../trading/exchange.ts';
import { Scene } from '../trading/scene.ts';
import { random } from '../trading/tape.ts';
import { type Fault, type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts';

const grid = { investment: '4000', lower: '57000', upper: '63000', grid_levels: 24, grid_mode: 'geometric' };
const scene = new Scene();
const next = random(99);
let proxy: FaultyProxy;

function choose(): Fault {
  const draw = next();
  if (draw < 0.12) return 'reply-lost';
  if (draw < 0.2) return 'bad-gateway';
  if (draw < 0.26) return 'broken-json';
  return draw < 0.3 ? 'never-sent' : 'none';
}

beforeAll(async () => {
  const between = async (venueUrl: string) => {
    proxy = await startFaultyProxy(venueUrl, choose);
    return proxy.url;
  };
  await scene.open({ seed: 4_711, candles: 300, middle: 6_000_000, speed: 6_000, between });
});
afterAll(async () => {
  await scene.close();
  await proxy?.stop();
});

test('lost, late and broken answers change no trade', { timeout: 360_000 }, async () => {
  const botId = await scene.person.createGrid(grid);
  const startPrint = await scene.startPrint(botId);
  await tapeEnded(scene.venue.url, 180_000);
  await scene.allBooked();
  for (const fault of ['reply-lost', 'bad-gateway', 'broken-json', 'never-sent'] as const)
    expect(proxy.done.get(fault) ?? 0, fault).toBeGreaterThan(0);

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
