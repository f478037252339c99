// What becomes of rows that an earlier version has written, when a migration gives them another meaning.
import type pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../../../tools/test-database.ts';
import { migrate, readMigrations } from './migrate.ts';
import { openPool } from './pool.ts';

let database: TestDatabase;
let pool: pg.Pool;
beforeEach(async () => {
  database = await openTestDatabase();
  pool = openPool(database.url, 2, () => {});
});
afterEach(async () => {
  await pool.end();
  await database.close();
});

/** The schema as it was before this migration. */
async function migrateBefore(number: number): Promise<void> {
  await migrate(
    pool,
    (await readMigrations()).filter((one) => one.number < number),
  );
}

test('operators are the first one’s persons again, and whose tokens others have seen stays known', async () => {
  await migrateBefore(28);
  const added = [
    ...[
      ['ann', 'ann'],
      ['eve', 'eve'],
      ['bob', 'ann'],
      ['dan', 'ann'],
      ['gil', 'dan'],
    ],
  ] as const;
  for (const [name, by] of added) {
    await pool.query(
      `insert into operators (name, roles, token_hash, created_at, person) values ($1, '{admin}', sha256($2), now(), $1)`,
      [name, Buffer.from(name)],
    );
    await pool.query(`select operator_note(now(), $1, 'operator_add', $2, null, null, 'r')`, [by, name]);
  }
  await migrate(pool);
  const found = await pool.query('select name, person, token_seen_by as seen from operators order by name');
  expect(found.rows).toEqual([
    { name: 'ann', person: 'ann', seen: null },
    { name: 'bob', person: 'ann', seen: 'ann' },
    { name: 'dan', person: 'ann', seen: 'ann' },
    { name: 'eve', person: 'ann', seen: null },
    { name: 'gil', person: 'ann', seen: 'dan' },
  ]);
});

const REQUEST = 'aaaaaaaa-1111-4111-8111-aaaaaaaaaaaa';
const CAPITALS = REQUEST.toUpperCase();
const MIXED = REQUEST.replace('a', 'A');

/** Each of somebody's own, asked for by these ids. */
const asked: Readonly<Record<string, (userId: number, requestId: string) => Promise<unknown>>> = {
  bots: async (userId, requestId) => {
    const account = await pool.query(
      `insert into exchange_accounts (user_id, exchange, ref) values ($1, 'local', $2) on conflict do nothing returning id`,
      [userId, `r${userId}`],
    );
    const known = await pool.query('select id from exchange_accounts where user_id = $1', [userId]);
    return pool.query(
      `insert into bots (user_id, request_id, account_id, books, exchange, market, symbol, type_id, kind, name, params,
         symbol_rules, investment, status, phase, created_market_ms)
       values ($1, $2, $3, 'b', 'local', 'spot', 'C' || (select count(*) from bots) || '/USDT', 1, 'martin', 'n', '{}', '{}',
         100, 'stopped', 'stopped', 0)`,
      [userId, requestId, (account.rows[0] ?? known.rows[0]).id],
    );
  },
  changes: (userId, requestId) =>
    pool.query(
      `insert into changes (user_id, request_id, kind, from_account, to_account, amount, rate, receive, remark, created_at)
       values ($1, $2, 'convert', 'balance', 'fuel', 1, '1', 1, '', now())`,
      [userId, requestId],
    ),
  withdrawals: (userId, requestId) =>
    pool.query(
      `insert into withdrawals (sn, user_id, network, address, amount, fee, status, created_at, request_id)
       values ('W' || (26112200000000 + (select count(*) from withdrawals)), $1, 'BEP20', '0x' || repeat('ab', 20), 5, 1,
         'confirmed', now(), $2)`,
      [userId, requestId],
    ),
  idempotent_answers: (userId, requestId) =>
    pool.query(
      `insert into idempotent_answers (user_id, call, request_id, payload_hash, claimed_at)
       values ($1, 'c', $2, sha256('x'), now())`,
      [userId, requestId],
    ),
};

test.each(Object.keys(asked))(
  'of requests with capitals in their ids one keeps the id, in lower case: %s',
  async (table) => {
    await migrateBefore(30);
    const people = await pool.query<{ id: number }>(
      `insert into users (sn, nickname, account, password_hash, avatar)
     select (30000000 + n)::text, 'n', 'user_' || n, 'h', 'a01' from generate_series(1, 4) n returning id`,
    );
    const [capitals, both, two, usual] = people.rows.map(({ id }) => id) as [number, number, number, number];
    const ids = [
      ...[
        [capitals, CAPITALS],
        [both, CAPITALS],
        [both, REQUEST],
        [two, CAPITALS],
        [two, MIXED],
        [usual, REQUEST],
      ],
    ] as [number, string][];
    for (const [userId, requestId] of ids) await asked[table]!(userId, requestId);
    await migrate(pool);
    const found = await pool.query<{ userId: number; id: string }>(
      `select user_id as "userId", regexp_replace(request_id, '#\\d+$', '#') as id from ${table} order by user_id, request_id`,
    );
    const own = (userId: number) => found.rows.filter((row) => row.userId === userId).map(({ id }) => id);
    // A kept answer is one answer: of two, the other is forgotten.
    const others = table === 'idempotent_answers' ? [] : [`${REQUEST}#`];
    expect(own(capitals)).toEqual([REQUEST]);
    expect(own(both)).toEqual([REQUEST, ...others]);
    expect(own(two)).toEqual([REQUEST, ...others]);
    expect(own(usual)).toEqual([REQUEST]);
    await expect(asked[table]!(capitals, CAPITALS)).rejects.toThrow('check constraint');
  },
);
