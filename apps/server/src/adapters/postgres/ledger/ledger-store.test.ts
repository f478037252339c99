// The posting function against PostgreSQL: it does what the ledger in memory does over random journals, alone, together and
// inside transactions; nothing is written beside it, and nothing written changes.
import { adjustJournal, convertJournal, transferJournal } from '@cormorant/core/ledger/change-journals.ts';
import { houseParts, userAccount, userParts } from '@cormorant/core/ledger/chart.ts';
import { chargeEntries, chargeJournal, shareEntries } from '@cormorant/core/ledger/fuel-journals.ts';
import { type Journal, type Outcome, reversalOf } from '@cormorant/core/ledger/journal.ts';
import { proofOf } from '@cormorant/core/ledger/proof.ts';
import { depositJournal, withdrawDoneJournal, withdrawFreezeJournal } from '@cormorant/core/ledger/wallet-journals.ts';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { LedgerBook } from '../../../../../../packages/core/test/ledger-book.ts';
import { openMigratedDatabase, type TestDatabase } from '../../../../../../tools/test-database.ts';
import type { LedgerStore } from '../../../ports/ledger-store.ts';
import { openPool, transaction } from '../pool.ts';
import { accountId, accountName, lockHoldings, moneyTransaction, postJournals } from './ledger-post.ts';
import { createLedgerStore } from './ledger-store.ts';

const ONE = 10n ** 18n;
const NOW = 1_793_000_000_000;
let database: TestDatabase;
let pool: pg.Pool;
let store: LedgerStore;
let serial = 20_000_000;
let [one, two, three] = [0, 0, 0];

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
  pool = openPool(database.url, 6, () => {});
  store = createLedgerStore(pool);
});
afterAll(async () => {
  await pool.end();
  await database.close();
});
beforeEach(async () => {
  [one, two, three] = [await newUser(), await newUser(), await newUser()];
});

let requests = 0;
function nextRequest(): string {
  requests += 1;
  return `r${requests}`;
}
const deposit = (userId: number, amountE18: bigint): Journal =>
  depositJournal({ depositId: 1, userId, txid: `0x${nextRequest()}`, logIndex: 0, rawE18: amountE18 });
const transfer = (userId: number, to: number, amountE18: bigint, requestId = nextRequest()): Journal =>
  transferJournal('balance', { requestId, changeId: 1, userId, amountE18 }, to, 'r');
const states = (outcomes: readonly Outcome[]) => outcomes.map(({ state }) => state);
const availableOf = async (userId: number) => (await store.holdingsOf(userId)).holdings.available;

test('the chart is the same here and there', async () => {
  const rows = await pool.query('select house, no, part, asset, side from ledger_parts order by house, no');
  const expected = [false, true].flatMap((house) =>
    Object.entries(house ? houseParts : userParts).map(([part, { asset, no, side }]) => ({
      ...{ house, no, part, asset },
      side: side === 'credit' ? 1 : -1,
    })),
  );
  expect(rows.rows).toEqual(expected);
  expect(accountName(accountId(userAccount(7, 'points')))).toBe('user:7:points');
  expect(accountName(accountId('house:adjust'))).toBe('house:adjust');
});

test('a user has six empty accounts from the beginning', async () => {
  const { holdings, updatedAtMs } = await store.holdingsOf(one);
  expect(Object.values(holdings)).toEqual([0n, 0n, 0n, 0n, 0n, 0n]);
  expect(updatedAtMs).toBeNull();
});

const shapes: Record<number, (from: number, to: number, amount: bigint) => Journal> = {
  0: (from, _to, amount) => deposit(from, amount + 5n),
  1: transfer,
  2: (userId, _to, amountE18) =>
    convertJournal('balance>fuel', { requestId: nextRequest(), changeId: 1, userId, amountE18 }),
  3: (userId, _to, amountE18) =>
    withdrawFreezeJournal({ withdrawId: Number(nextRequest().slice(1)), userId, amountE18 }),
  4: (userId, _to, amountE18) =>
    withdrawDoneJournal({ withdrawId: Number(nextRequest().slice(1)), userId, amountE18 }, 0n),
  5: (userId, to, amountE18) =>
    chargeJournal(Number(nextRequest().slice(1)), [
      ...chargeEntries({ userId, bonusE18: 0n, paidE18: amountE18, owedE18: amountE18 }),
      ...shareEntries([{ userId: to, kind: 'share', amountE18 }]),
    ]),
  6: (userId, _to, amountE18) => adjustJournal(Number(nextRequest().slice(1)), userId, 'available', amountE18, 'why'),
};

/** 0..6 makes a journal; 7 sends an earlier one again, 8 another under its key, 9 takes one back. */
type Step = readonly [shape: number, from: number, to: number, units: number];
const step = fc.tuple(
  fc.integer({ min: 0, max: 9 }),
  fc.integer({ min: 0, max: 2 }),
  fc.integer({ min: 0, max: 2 }),
  fc.integer({ min: 1, max: 4 }),
);

/** In batches of one to ten. */
const fiftySteps = fc
  .record({
    size: fc.constantFrom(1, 2, 5, 10),
    steps: fc.array(step, { minLength: 50, maxLength: 50 }),
  })
  .map(({ size, steps }) =>
    Array.from({ length: steps.length / size }, (_, at) => steps.slice(at * size, (at + 1) * size)),
  );

function journalFor(
  [shape, from, to, units]: Step,
  users: readonly number[],
  sent: readonly Journal[],
): Journal | null {
  const amount = BigInt(units) * ONE;
  const make = shapes[shape];
  if (make !== undefined) return from === to ? null : make(users[from]!, users[to]!, amount);
  const earlier = sent[(from * 7 + to * 3 + units) % Math.max(sent.length, 1)];
  if (earlier === undefined || earlier.kind === 'reversal') return null;
  if (shape === 7) return earlier;
  return shape === 8 ? { ...deposit(users[from]!, amount), key: earlier.key } : reversalOf(earlier, 'test');
}

test('random journals come out as they do in memory, whether they go one by one or together', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        {
          weight: 4,
          arbitrary: fc.array(fc.array(step, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 5 }),
        },
        { weight: 1, arbitrary: fiftySteps },
      ),
      async (batches) => {
        const users = [await newUser(), await newUser(), await newUser()];
        const book = new LedgerBook();
        const sent: Journal[] = [];
        const posted = new Set<string>();
        for (const steps of batches) {
          const batch: Journal[] = [];
          for (const wanted of steps) {
            const journal = journalFor(wanted, users, sent);
            // Taking back what was never done is a fault of the program and stands in a test of its own.
            if (journal === null || (journal.reverses !== undefined && !posted.has(journal.reverses))) continue;
            batch.push(journal);
          }
          const expected = batch.map((journal) => book.post(journal));
          for (const [at, { state }] of expected.entries()) if (state === 'posted') posted.add(batch[at]!.key);
          sent.push(...batch);
          expect(await store.post(batch, NOW)).toEqual(expected);
        }
        for (const userId of users) {
          const { holdings } = await store.holdingsOf(userId);
          for (const [part, held] of Object.entries(holdings)) {
            expect(held).toBe(book.balance(userAccount(userId, part as keyof typeof userParts)));
          }
        }
      },
    ),
    { numRuns: 150 },
  );
  const sums = await store.sums();
  expect([sums.astray, sums.lopsided]).toEqual([[], []]);
}, 120_000);

test('entries say what was before and after, in the order of the journals', async () => {
  await store.post([deposit(one, 5n * ONE), transfer(one, two, 2n * ONE), transfer(one, three, 3n * ONE)], NOW);
  const { rows, total } = await store.logRows({ userId: one, name: 'balance', log: null, page: 1, pageSize: 2 });
  expect(total).toBe(3);
  expect(rows).toMatchObject([
    { log: 'transfer_out', part: 'available', amountE18: -3n * ONE, beforeE18: 3n * ONE, afterE18: 0n, remark: 'r' },
    { log: 'transfer_out', amountE18: -2n * ONE, beforeE18: 5n * ONE, afterE18: 3n * ONE, createdAtMs: NOW },
  ]);
  const deposits = await store.logRows({ userId: one, name: 'balance', log: 'deposit', page: 1, pageSize: 2 });
  expect(deposits.rows).toMatchObject([{ log: 'deposit', refType: 'deposit', afterE18: 5n * ONE }]);
});

test('one that finds too little names its account and does not keep the others', async () => {
  const outcomes = await store.post([transfer(one, two, ONE), deposit(one, ONE), transfer(one, two, ONE)], NOW);
  expect(outcomes).toEqual([
    { state: 'short', account: `user:${one}:available` },
    { state: 'posted' },
    { state: 'posted' },
  ]);
  expect(await availableOf(two)).toBe(ONE);
});

test('posts of many at once: of those that want the whole balance exactly one finds it', async () => {
  await store.post([deposit(one, 7n * ONE)], NOW);
  const all = await Promise.all(Array.from({ length: 50 }, () => store.post([transfer(one, two, 7n * ONE)], NOW)));
  expect(states(all.flat()).sort()).toEqual([...Array(1).fill('posted'), ...Array(49).fill('short')]);
  expect([await availableOf(one), await availableOf(two)]).toEqual([0n, 7n * ONE]);
});

test('one key has one effect, whoever sends it at the same time', async () => {
  await store.post([deposit(one, 9n * ONE)], NOW);
  const journal = transfer(one, two, ONE, 'the one');
  const other = createLedgerStore(pool);
  const all = await Promise.all(Array.from({ length: 50 }, (_, at) => (at % 2 ? store : other).post([journal], NOW)));
  expect(states(all.flat()).filter((state) => state === 'posted')).toHaveLength(1);
  expect(new Set(states(all.flat()))).toEqual(new Set(['posted', 'repeated']));
  expect(states(await store.post([transfer(one, two, 2n * ONE, 'the one')], NOW))).toEqual(['conflict']);
  expect(await availableOf(two)).toBe(ONE);
});

test('a fault of one post is its own: those that left with it are posted', async () => {
  const bad: Journal = {
    ...deposit(one, ONE),
    entries: [{ account: userAccount(one, 'available'), amountE18: ONE, log: null }],
  };
  const [good, refused, late] = await Promise.allSettled([
    store.post([deposit(one, ONE)], NOW),
    store.post([bad], NOW),
    store.post([deposit(one, ONE)], NOW),
  ]);
  expect([good?.status, refused?.status, late?.status]).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await availableOf(one)).toBe(2n * ONE);
});

test('inside a transaction money and rows go together, or neither goes', async () => {
  await store.post([deposit(one, 5n * ONE)], NOW);
  const failed = transaction(pool, async (client) => {
    expect((await lockHoldings(client, [two, one])).get(one)?.available).toBe(5n * ONE);
    expect(states(await postJournals(client, [transfer(one, two, ONE)], NOW))).toEqual(['posted']);
    throw new Error('the row beside it');
  });
  await expect(failed).rejects.toThrow('the row beside it');
  expect([await availableOf(one), await availableOf(two)]).toEqual([5n * ONE, 0n]);
});

test('transactions that take each other’s accounts crosswise both end well', async () => {
  await store.post([deposit(one, 50n * ONE), deposit(two, 50n * ONE)], NOW);
  const cross = (from: number, to: number) =>
    moneyTransaction(pool, async (client) => {
      await lockHoldings(client, [from]);
      await client.query('select pg_sleep(0.05)');
      return states(await postJournals(client, [transfer(from, to, ONE)], NOW));
    });
  expect(await Promise.all([cross(one, two), cross(two, one)])).toEqual([['posted'], ['posted']]);
  expect([await availableOf(one), await availableOf(two)]).toEqual([50n * ONE, 50n * ONE]);
});

test('a connection that has posted since the ledger was small never reads all of it', async () => {
  const old = new pg.Client({ connectionString: database.url });
  await old.connect();
  try {
    await old.query('begin');
    for (let at = 0; at < 12; at += 1) {
      const outcomes = await postJournals(old as unknown as pg.PoolClient, [deposit(one, ONE), deposit(two, ONE)], NOW);
      expect(states(outcomes)).toEqual(['posted', 'posted']);
    }
    const read = await old.query(
      "select relname from pg_stat_xact_user_tables where relname like 'ledger%' and seq_scan > 0",
    );
    expect(read.rows).toEqual([]);
    await old.query('rollback');
  } finally {
    await old.end();
  }
});

test('a journal is taken back once', async () => {
  const journal = deposit(one, ONE);
  await store.post([journal], NOW);
  expect(states(await store.post([reversalOf(journal, 'x')], NOW))).toEqual(['posted']);
  expect(await availableOf(one)).toBe(0n);
  const again = { ...reversalOf(journal, 'x'), key: 'another' };
  await expect(store.post([again], NOW)).rejects.toThrow('cannot be reversed');
  await expect(store.post([reversalOf(deposit(one, ONE), 'x')], NOW)).rejects.toThrow('cannot be reversed');
});

test.each([
  ["update ledger_accounts set balance = balance + 1 where part = 'available'"],
  ['delete from ledger_accounts'],
  ["insert into ledger_accounts (id, part, asset, side, balance) values (5e15, 'x', 'USDT', 1, 9)"],
  ['update ledger_entries set amount = 1'],
  ['delete from ledger_entries'],
  ['truncate ledger_entries'],
  ['truncate ledger_accounts'],
  ['truncate ledger_journals'],
  ['truncate users cascade'],
  ['truncate ledger_parts'],
  ['update ledger_parts set side = -side'],
  ['delete from ledger_parts'],
  [
    `insert into ledger_journals (key, kind, ref_type, ref_id, remark, content, created_at) values ('k', 'k', '', '', '', '', now())`,
  ],
  ['delete from ledger_journals'],
  ["update ledger_journals set key = 'x'"],
  [
    `insert into ledger_entries (journal_id, account_id, amount, before, after, created_at) values (1, 17, 1, 0, 1, now())`,
  ],
])('%s is refused', async (statement) => {
  await store.post([deposit(one, ONE)], NOW);
  await expect(pool.query(statement)).rejects.toThrow('ledger_post alone');
});

test('what somebody changed behind the function’s back is found', async () => {
  const broken = transaction(pool, async (client) => {
    await client.query("select set_config('ledger.posting', 'on', true)");
    await client.query('update ledger_accounts set balance = 3 where id = $1', [
      accountId(userAccount(one, 'available')),
    ]);
    const sums = await createLedgerStore(client as unknown as pg.Pool).sums();
    expect(sums.astray).toEqual([
      { accountId: accountId(userAccount(one, 'available')), balanceE18: 3n * ONE, entriesE18: 0n },
    ]);
    throw new Error('seen');
  });
  await expect(broken).rejects.toThrow('seen');
});

test.each([
  [
    'an entry of no account',
    'insert into ledger_entries (journal_id, account_id, amount, before, after, created_at) values ((select max(id) from ledger_journals), 99, 1, 0, 1, now())',
  ],
  [
    'an entry of no journal',
    'insert into ledger_entries (journal_id, account_id, amount, before, after, created_at) values (0, 1000000000000001, 1, 0, 1, now())',
  ],
  [
    'a journal of no entries',
    "insert into ledger_journals (key, kind, ref_type, ref_id, remark, content, created_at) values ('k', 'k', '', '', '', '', now())",
  ],
])('%s, written behind the function’s back, is found', async (_what, statement) => {
  await store.post([deposit(one, ONE)], NOW);
  const broken = transaction(pool, async (client) => {
    await client.query("select set_config('ledger.posting', 'on', true)");
    await client.query(statement);
    const { lopsided } = await createLedgerStore(client as unknown as pg.Pool).sums();
    expect(lopsided).toHaveLength(1);
    throw new Error('seen');
  });
  await expect(broken).rejects.toThrow('seen');
});

test.each([
  ['a user’s account that became the house’s', 'update ledger_accounts set user_id = null where id = $1'],
  ['an account of another name', `update ledger_accounts set part = 'x' where id = $1`],
])('%s, is found', async (_what, statement) => {
  await store.post([deposit(one, 5n * ONE)], NOW);
  const broken = transaction(pool, async (client) => {
    await client.query(`select set_config('ledger.posting', 'on', true)`);
    const id = accountId(userAccount(one, 'available'));
    expect((await client.query(statement, [id])).rowCount).toBe(1);
    const { faults } = proofOf(await createLedgerStore(client as unknown as pg.Pool).sums());
    // What users could take out is less by it: nothing else would say so.
    expect(faults).toContain(`account ${id} is not what its number says`);
    throw new Error('seen');
  });
  await expect(broken).rejects.toThrow('seen');
});
