// Races for one balance, against PostgreSQL: of two hundred who want all of it exactly one gets it, whether by conversion, by
// transfer, by withdrawal or by all three at the same time; and one request is one change. RACE_ROUNDS repeats it.
import { adjustJournal, convertJournal, transferJournal } from '@cormorant/core/ledger/change-journals.ts';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openMigratedDatabase, type TestDatabase } from '../../../../../../tools/test-database.ts';
import type { ChangeStore, ChangeView, DoneChange, NewChange } from '../../../ports/change-store.ts';
import type { LedgerStore } from '../../../ports/ledger-store.ts';
import type { NewWithdrawal, WithdrawalStore } from '../../../ports/withdrawal-store.ts';
import { createWithdrawalStore } from '../custody/withdrawal-store.ts';
import { openPool } from '../pool.ts';
import { createChangeStore } from './change-store.ts';
import { createLedgerStore } from './ledger-store.ts';

const ONE = 10n ** 18n;
const NOW = 1_793_000_000_000;
const ROUNDS = Number(process.env['RACE_ROUNDS'] ?? 1);
let database: TestDatabase;
let pool: pg.Pool;
let ledger: LedgerStore;
let changes: ChangeStore;
let withdrawals: WithdrawalStore;
let serial = 30_000_000;
let [one, two] = [0, 0];
const fuelCame: number[] = [];

async function newUser(): Promise<number> {
  serial += 1;
  const made = await pool.query<{ id: number }>(
    "insert into users (sn, nickname, account, password_hash, avatar) values ($1, 'n', $2, 'h', 'a01') returning id",
    [String(serial), `user_${serial}`],
  );
  return made.rows[0]!.id;
}

beforeAll(async () => {
  database = await openMigratedDatabase();
  // Two hundred wait for a few connections, on a machine that does other work, too.
  pool = openPool(database.url, 8, () => {});
  pool.options.connectionTimeoutMillis = 0;
  ledger = createLedgerStore(pool);
  withdrawals = createWithdrawalStore(pool);
  changes = createChangeStore(pool, {
    simulated: ['local'],
    repayment: { takes: async () => [], pay: async (_books, userId) => void fuelCame.push(userId) },
  });
});
afterAll(async () => {
  await pool.end();
  await database.close();
});
beforeEach(async () => {
  [one, two] = [await newUser(), await newUser()];
  await give(one, 50n * ONE);
});

async function give(userId: number, amountE18: bigint): Promise<void> {
  serial += 1;
  await ledger.post([adjustJournal(serial, userId, 'available', amountE18, 'test')], NOW);
}

const conversion = (requestId: string, amountE18: bigint): NewChange => ({
  ...{ userId: one, requestId, kind: 'convert', from: 'balance', to: 'fuel', toUserId: null, amountE18, rate: '1' },
  ...{ receiveE18: amountE18, remark: '', nowMs: NOW },
});
const transferOf = (requestId: string, amountE18: bigint): NewChange => ({
  ...conversion(requestId, amountE18),
  ...{ kind: 'transfer', to: 'balance', toUserId: two },
});

function make(change: NewChange): Promise<DoneChange | null> {
  const { amountE18, kind, requestId, userId } = change;
  const enough = ({ holdings }: ChangeView): void => {
    if (holdings.available < amountE18) throw new Error('too little');
  };
  return changes.make(change, NOW - 1, enough, (changeId) => {
    const event = { requestId, changeId, userId, amountE18 };
    return kind === 'convert' ? convertJournal('balance>fuel', event) : transferJournal('balance', event, two, '');
  });
}

async function held(userId: number) {
  const { holdings } = await ledger.holdingsOf(userId);
  return { available: holdings.available, fuel: holdings.fuel_paid, frozen: holdings.frozen };
}

const withdrawalOf = (requestId: string, amountE18: bigint): NewWithdrawal => {
  serial += 1;
  return {
    ...{ sn: `W261122${serial}`, requestId, userId: one, network: 'BEP20', address: `0x${'ab'.repeat(20)}` },
    ...{ label: null, amountE18, feeE18: ONE, dailyE18: 1_000n * ONE, dayStartMs: NOW - 1, nowMs: NOW },
  };
};

/** Answers true for who got the balance, throws what kept others from it. */
const ways: Readonly<Record<string, (at: number) => Promise<boolean>>> = {
  conversion: async (at) => (await make(conversion(`c${at}`, 50n * ONE))) !== null,
  transfer: async (at) => (await make(transferOf(`t${at}`, 50n * ONE))) !== null,
  withdrawal: async (at) => {
    const { state } = await withdrawals.submit(withdrawalOf(`w${at}`, 50n * ONE));
    // Where the winner is a withdrawal, it is the one in progress that keeps the others out.
    if (state === 'short' || state === 'in_progress') throw new Error('too little');
    return state === 'done';
  },
};
const wayNames = Object.keys(ways);

// Where they are mixed, another way is the first in each round.
test.each([...wayNames, 'mixed'])('of two hundred who want the whole balance one gets it: %s', async (kind) => {
  for (let round = 0; round < ROUNDS; round += 1) {
    [one, two] = [await newUser(), await newUser()];
    await give(one, 50n * ONE);
    const ended = await Promise.allSettled(
      Array.from({ length: 200 }, (_, at) => ways[kind === 'mixed' ? wayNames[(at + round) % 3]! : kind]!(at)),
    );
    expect(ended.filter(({ status }) => status === 'fulfilled')).toMatchObject([{ value: true }]);
    for (const end of ended) if (end.status === 'rejected') expect(String(end.reason)).toBe('Error: too little');
    const [mine, theirs] = [await held(one), await held(two)];
    expect(mine.available).toBe(0n);
    expect(mine.fuel + mine.frozen + theirs.available).toBe(50n * ONE);
  }
  expect(await ledger.sums()).toMatchObject({ astray: [], lopsided: [] });
});

test('transfers there and back at once end without one in the other’s way', async () => {
  await give(two, 50n * ONE);
  const back = (at: number): NewChange => ({ ...transferOf(`b${at}`, ONE), userId: two, toUserId: one });
  const there = (at: number): NewChange => transferOf(`a${at}`, ONE);
  const journalOf = (change: NewChange) => (changeId: number) =>
    transferJournal('balance', { ...change, changeId }, change.toUserId ?? 0, '');
  const go = (change: NewChange) => changes.make(change, NOW - 1, () => {}, journalOf(change));
  await Promise.all(Array.from({ length: 40 }, (_, at) => go(at % 2 === 0 ? there(at) : back(at))));
  expect([await held(one), await held(two)]).toMatchObject([{ available: 50n * ONE }, { available: 50n * ONE }]);
});

test('one request is one change, and another content under its id is none', async () => {
  const all = await Promise.all(Array.from({ length: 50 }, () => make(conversion('same', ONE))));
  for (const done of all) expect(done).toEqual(all[0]);
  expect(await held(one)).toMatchObject({ available: 49n * ONE, fuel: ONE });
  expect(await make(conversion('same', 2n * ONE))).toBeNull();
  expect(await make(transferOf('same', ONE))).toBeNull();
  expect(fuelCame.filter((userId) => userId === one)).toEqual([one]);
});

test('one request is one withdrawal, whoever sends it fifty times', async () => {
  const asked = withdrawalOf('same', 20n * ONE);
  const all = await Promise.all(Array.from({ length: 50 }, () => withdrawals.submit(asked)));
  expect(all.filter(({ state }) => state === 'done')).toHaveLength(1);
  for (const outcome of all) expect(outcome).toMatchObject({ row: { sn: asked.sn, amountE18: 20n * ONE } });
  expect(await held(one)).toMatchObject({ available: 30n * ONE, frozen: 20n * ONE });
});

test('a stop or hold that comes while a transfer is on its way is seen by it, or comes after it', async () => {
  const operator = await pool.connect();
  try {
    await operator.query('begin');
    await operator.query(`update users set withdraw_stop = 'x', security_hold_until = $2 where id = $1`, [
      ...[one, new Date(NOW + 1)],
    ]);
    const seen: ChangeView[] = [];
    const journalOf = (changeId: number) =>
      transferJournal('balance', { ...transferOf('held', ONE), changeId }, two, '');
    const made = changes.make(transferOf('held', ONE), NOW - 1, (view) => void seen.push(view), journalOf);
    await vi.waitFor(async () => {
      const { rows } = await pool.query(`select 1 from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock' and query like '%from users%for share'`);
      expect(rows).toHaveLength(1);
    });
    await operator.query('commit');
    await made;
    expect(seen).toMatchObject([{ stopped: true, holdUntilMs: NOW + 1 }]);
  } finally {
    operator.release();
  }
});

test('what was refused leaves nothing, and the day’s use counts what was done', async () => {
  await expect(make(transferOf('much', 51n * ONE))).rejects.toThrow('too little');
  await make(transferOf('some', 2n * ONE));
  const before = await changes.view(one, NOW - 1);
  expect(before).toMatchObject({ used: { transferredE18: 2n * ONE, pointsE18: 0n }, liveBotRuns: false });
  expect((await changes.view(one, NOW + 1)).used.transferredE18).toBe(0n);
});
