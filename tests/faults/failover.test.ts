// Two runners over one database. The one that holds the user is suspended for longer than its lease lasts: within ten seconds
// the other takes the user over and trades on. When the first one wakes it writes nothing and sends nothing, as the database and
// a proxy before the exchange count it, and the trades are in the end those of the undisturbed backtest. FAILOVER_STOP_S=60
// suspends it for a minute; the suite wakes it once the other one has traded.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allFills, openCids, tapeEnded } from '../trading/exchange.ts';
import { Scene } from '../trading/scene.ts';
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts';

const grid = { investment: '5000', lower: '57500', upper: '62500', grid_levels: 40, grid_mode: 'arithmetic' };
const TAKEN_OVER_WITHIN_MS = 10_000;
const STOP_MS = Number(process.env['FAILOVER_STOP_S'] ?? 0) * 1_000;
const FIRST = 'first';
const scene = new Scene();
let proxy: FaultyProxy;
/** Placements and cancels that the first server has sent. */
let sent = 0;

// So long that it still has trades to make when the second runner has come up on a busy machine.
beforeAll(() =>
  scene.open({
    ...{ seed: 12, candles: 500 + STOP_MS / 20, middle: 6_000_000, speed: 3_000, serverName: FIRST },
    between: async (venueUrl) => {
      proxy = await startFaultyProxy(venueUrl, () => {
        sent += 1;
        return 'none';
      });
      return proxy.url;
    },
  }),
);
afterAll(async () => {
  await scene.close();
  await proxy.stop();
});

/** From now on the database notes who changes what of bots, and when a lease changes hands. */
async function watchWrites(): Promise<void> {
  await scene.database.query(`
    create table seen_write (what text not null, name text not null, at timestamptz not null);
    create function note_write() returns trigger language plpgsql as $$ begin
      insert into seen_write values (tg_table_name, current_setting('application_name'), clock_timestamp());
      return null;
    end $$;
    create trigger seen after insert or update or delete on bots for each row execute function note_write();
    create trigger seen after insert or update or delete on bot_orders for each row execute function note_write();
    create trigger seen after insert or update or delete on bot_fills for each row execute function note_write();
    create trigger seen after insert or update or delete on bot_actions for each row execute function note_write();
    create function note_lease() returns trigger language plpgsql as $$ begin
      if new.runner_id <> old.runner_id then insert into seen_write values ('lease', '', clock_timestamp()); end if;
      return null;
    end $$;
    create trigger seen after update on runner_leases for each row execute function note_lease();`);
}

/** The tables in which the first server has changed a row. */
async function writesOfFirst(since: string): Promise<string[]> {
  const { rows } = await scene.database.query<{ what: string }>(
    'select what from seen_write where name = $1 and at > $2::timestamptz order by at',
    [FIRST, since],
  );
  return rows.map(({ what }) => what);
}

test('F10: a runner that wakes after its lease was taken writes and sends nothing', { timeout: 360_000 }, async () => {
  const botId = await scene.person.createGrid(grid);
  const startPrint = await scene.startPrint(botId);
  await scene.openRunnerBeside();
  await watchWrites();
  const lease = async () =>
    (await scene.database.query('select runner_id::integer as runner, token::integer as token from runner_leases'))
      .rows[0];
  const before = await lease();
  await expect.poll(() => writesOfFirst('-infinity'), { timeout: 60_000 }).toContain('bot_orders');
  const wakeAtMs = performance.now() + STOP_MS;
  scene.server.child.kill('SIGSTOP');
  const stopped =
    (await scene.database.query<{ at: string }>('select clock_timestamp()::text as at')).rows[0]?.at ?? '';
  const takenOver = async () =>
    (
      await scene.database.query<{ at: string; ms: number }>(
        `select at::text, (extract(epoch from at - $1::timestamptz) * 1000)::float8 as ms from seen_write where what = 'lease'`,
        [stopped],
      )
    ).rows;
  await expect.poll(async () => (await takenOver()).length, { timeout: 60_000 }).toBe(1);
  const [{ at, ms } = { at: '', ms: Number.POSITIVE_INFINITY }] = await takenOver();
  expect(ms).toBeLessThanOrEqual(TAKEN_OVER_WITHIN_MS);
  expect((await lease()).token).toBe(before.token + 1);
  // The new holder trades: the exchange lets go of a listener that does not answer.
  const booked = (await scene.booked()).length;
  await expect.poll(async () => (await scene.booked()).length, { timeout: 60_000 }).toBeGreaterThan(booked);
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, wakeAtMs - performance.now())));
  const sentBefore = sent;
  scene.server.child.kill('SIGCONT');
  await tapeEnded(scene.venue.url, 120_000);
  await scene.allBooked();

  expect({ sent: sent - sentBefore, written: await writesOfFirst(at) }).toEqual({ sent: 0, written: [] });
  expect((await lease()).token).toBe(before.token + 1);
  const account = await scene.account();
  const plain = ({ cid, id }: { cid: string; id: string }) => `${id} ${cid}`;
  expect((await scene.booked()).map(plain)).toEqual((await allFills(scene.venue.url, account)).map(plain));
  expect(await scene.ordersInState(['intended', 'unknown'])).toEqual([]);
  expect(await scene.ordersInState(['open'])).toEqual(await openCids(scene.venue.url, account));
  const report = await scene.backtest(grid, startPrint);
  expect(await scene.judge(startPrint, await scene.booked(), report['trades'] as unknown[])).toBe('');
});
