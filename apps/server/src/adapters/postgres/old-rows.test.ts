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

test('operators whose tokens others have seen are the persons of who added them again, the first ones their own', async () => {
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
    { name: 'eve', person: 'eve', seen: null },
    { name: 'gil', person: 'ann', seen: 'dan' },
  ]);
});
