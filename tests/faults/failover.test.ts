// Two runners over one database. The one that holds the user is suspended for longer than its lease lasts: the other takes
// the user over and trades on. When the first one wakes it acts on nothing that it still knows, and the trades are in the
// end those of the undisturbed backtest.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allFills, openCids, tapeEnded } from '../trading/exchange.ts';
import { Scene } from '../trading/scene.ts';

const grid = { investment: '5000', lower: '57500', upper: '62500', grid_levels: 40, grid_mode: 'arithmetic' };
/** A lease lasts 9 s and is looked for every second; the rest is for a busy machine. */
const TAKEN_WITHIN_MS = 40_000;
const scene = new Scene();

// So long that it still has trades to make when the second runner has come up on a busy machine.
beforeAll(() => scene.open({ seed: 12, candles: 500, middle: 6_000_000, speed: 3_000 }));
afterAll(() => scene.close());

test('F10: a runner that wakes after its lease was taken writes and sends nothing', { timeout: 360_000 }, async () => {
  const botId = await scene.person.createGrid(grid);
  const startPrint = await scene.startPrint(botId);
  await scene.openRunnerBeside();
  const lease = async () =>
    (await scene.database.query('select runner_id::integer as runner, token::integer as token from runner_leases'))
      .rows[0];
  const before = await lease();
  const booked = (await scene.booked()).length;
  scene.server.child.kill('SIGSTOP');
  await expect.poll(async () => (await lease()).runner, { timeout: TAKEN_WITHIN_MS }).not.toBe(before.runner);
  expect((await lease()).token).toBe(before.token + 1);
  // The new holder trades: the exchange lets go of a listener that does not answer.
  await expect.poll(async () => (await scene.booked()).length, { timeout: 60_000 }).toBeGreaterThan(booked);
  scene.server.child.kill('SIGCONT');
  await tapeEnded(scene.venue.url, 120_000);
  await scene.allBooked();

  expect((await lease()).token).toBe(before.token + 1);
  const account = await scene.account();
  const plain = ({ cid, id }: { cid: string; id: string }) => `${id} ${cid}`;
  expect((await scene.booked()).map(plain)).toEqual((await allFills(scene.venue.url, account)).map(plain));
  expect(await scene.ordersInState(['intended', 'unknown'])).toEqual([]);
  expect(await scene.ordersInState(['open'])).toEqual(await openCids(scene.venue.url, account));
  const report = await scene.backtest(grid, startPrint);
  expect(await scene.judge(startPrint, await scene.booked(), report['trades'] as unknown[])).toBe('');
});
