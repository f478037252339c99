// Everything that moves money, at random and at once, from several connections of three processes to one PostgreSQL: deposits,
// conversions, transfers, charges with shares and points, charges taken back, debts repaid, withdrawals to each of their ends, and
// requests sent twice. Afterwards the books hold, nothing of a user's is below zero, and what each person has is what a plain
// adding-up of what was answered comes to. MIX_SEED and MIX_STEPS repeat or lengthen it.
import { proofOf } from '@cormorant/core/ledger/proof.ts';
import { parse18 } from '@cormorant/core/money/amount-e18.ts';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool } from '../../apps/server/src/adapters/postgres/pool.ts';
import { openMigratedDatabase, type TestDatabase } from '../../tools/test-database.ts';
import { liveBot } from './money-mix-bots.ts';
import {
  below,
  bots,
  count,
  done,
  processOn,
  type Random,
  type Side,
  steps,
  TooLittle,
  tally,
} from './money-mix-steps.ts';

const SEED = Number(process.env['MIX_SEED'] ?? 20_261_123);
const STEPS = Number(process.env['MIX_STEPS'] ?? 60);
const WORKERS = 9;
const PEOPLE = 7;

let database: TestDatabase;
let pools: Pool[];

function generator(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

beforeAll(async () => {
  database = await openMigratedDatabase();
  const url = new URL(database.url);
  // Whoever meets another crosswise hears of it at once.
  url.searchParams.set('options', '-c deadlock_timeout=20ms');
  pools = [0, 1, 2].map(() => openPool(url.href, 4, () => {}));
  for (const pool of pools) pool.options.connectionTimeoutMillis = 0;
  const [pool] = pools as [Pool];
  for (let at = 0; at < PEOPLE; at += 1) bots.push(await liveBot(pool, at, bots[Math.floor((at - 1) / 2)]?.userId));
});
afterAll(async () => {
  for (const pool of pools ?? []) await pool.end();
  await database?.close();
});

/** How often each comes. */
const bag =
  'deposit deposit change change change result result withdraw followWithdrawal followWithdrawal adjust takeBack repay';

test(`everything at once, seed ${SEED}: the books hold and everybody has what is theirs`, async () => {
  const reported: unknown[] = [];
  const sides = pools.map((pool) => processOn(pool, reported));
  const names = bag.split(' ');
  const work = async (worker: number): Promise<void> => {
    const random = generator(SEED * 100 + worker);
    for (let left = STEPS; left > 0; left -= 1) {
      const name = names[below(random, names.length)]!;
      const step = steps[name]!(sides[worker % sides.length]!, random);
      await step.then(
        () => count(name),
        (error: unknown) => {
          if (!(error instanceof TooLittle)) throw error;
        },
      );
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, (_, worker) => work(worker)));
  for (const name of new Set(names)) expect(done.get(name) ?? 0, name).toBeGreaterThan(0);

  const [side] = sides as [Side];
  const [pool] = pools as [Pool];
  // What had to wait too long for an account is the hour's to charge.
  for (const error of reported) expect(String(error)).toMatch(/lock timeout|deadlock/);
  await pool.query(`update settlements set booked_at = booked_at - interval '2 hours'`);
  await side.fuel.chargeWaiting();
  const sums = await side.ledger.sums();
  expect([sums.astray, sums.lopsided, sums.misnamed]).toEqual([[], [], []]);
  expect(proofOf(sums).faults.filter((fault) => fault.startsWith('the sides'))).toEqual([]);
  const rows = async <Row>(sql: string): Promise<Row[]> => (await pool.query(sql)).rows as Row[];
  expect(await rows('select id from ledger_accounts where user_id is not null and balance < 0')).toEqual([]);
  expect(await rows('select id from ledger_entries where account_id < 1000000000000000 and after < 0')).toEqual([]);

  const house = (part: string) => sums.accounts.find((one) => one.house && one.part === part)?.balanceE18;
  expect([house('pending_in'), house('hot'), house('withdraw_fee')]).toEqual([
    tally.depositedE18,
    -tally.leftE18,
    tally.feesE18,
  ]);
  const held = await rows<{
    userId: number;
    available: string;
    frozen: string;
    live: string;
    owed: string;
    left: string;
    shares: string;
  }>(`
    select u.id as "userId", a.balance as available, f.balance as frozen, o.balance as owed,
      (select coalesce(sum(amount), 0) from withdrawals w where w.user_id = u.id
        and w.status in ('submitted', 'reviewing', 'approved', 'signed', 'broadcast')) as live,
      (select coalesce(sum(owed_left), 0) from fuel_charges c where c.user_id = u.id) as left,
      (select coalesce(sum(amount), 0) from profit_shares p where p.user_id = u.id and p.kind = 'share') as shares
    from users u join ledger_accounts a on a.user_id = u.id and a.part = 'available'
      join ledger_accounts f on f.user_id = u.id and f.part = 'frozen'
      join ledger_accounts o on o.user_id = u.id and o.part = 'fuel_owed' order by u.id`);
  for (const { available, frozen, left, live, owed, shares, userId } of held) {
    expect([userId, parse18(available)]).toEqual([userId, (tally.mine.get(userId) ?? 0n) + parse18(shares)]);
    expect([userId, parse18(frozen), parse18(owed)]).toEqual([userId, parse18(live), parse18(left)]);
  }
  // Each result is charged once: what was charged on is the highest that the results of a bot ever came to.
  const charged = await rows<{ base: string; high: string; rest: number }>(`
    select b.id, (select coalesce(sum(base), 0) from fuel_charges c where c.bot_id = b.id) as base,
      (select greatest(0, coalesce(max(s.sum), 0)) from (select sum(net) over (order by id) from settlements where bot_id = b.id) s) as high,
      (select count(*)::integer from settlements where bot_id = b.id and id > b.fuel_settled_id) as rest from bots b`);
  for (const { base, high, rest } of charged) expect([parse18(base), rest]).toEqual([parse18(high), 0]);
}, 120_000);
