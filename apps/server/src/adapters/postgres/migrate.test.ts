// Migrations against a real PostgreSQL: once each, together, changed files refused, nothing left of a failed one.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../../../tools/test-database.ts';
import { migrate, readMigrations } from './migrate.ts';

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await openTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 5 });
  pool.on('error', () => {});
});
afterAll(async () => {
  await pool.end();
  await database.close();
});

const file = (number: number, sql: string) => ({
  number,
  name: `000${number}_test.sql`,
  sql,
  checksum: `sum of ${sql}`,
});

describe('migrations', () => {
  it('of the product are numbered without gaps from 1', async () => {
    const numbers = (await readMigrations()).map((migration) => migration.number);
    expect(numbers).toEqual(numbers.map((_, at) => at + 1));
  });

  it('run once, also when several processes start together', async () => {
    const files = [file(1, 'create table one (n int)'), file(2, 'insert into one values (7)')];
    const applied = await Promise.all(Array.from({ length: 4 }, () => migrate(pool, files)));
    expect(applied.flat().sort()).toEqual(['0001_test.sql', '0002_test.sql']);
    expect((await pool.query('select n from one')).rows).toEqual([{ n: 7 }]);
  });

  it('refuse a file that was changed after it had run', async () => {
    await expect(migrate(pool, [file(1, 'create table other (n int)')])).rejects.toThrow('0001_test.sql was changed');
  });

  it('leave nothing of a file that fails in the middle, and let the next start try again', async () => {
    const broken = file(3, 'create table three (n int); select no_such_function()');
    await expect(migrate(pool, [broken])).rejects.toThrow('0003_test.sql failed');
    expect((await pool.query("select to_regclass('three') as t")).rows[0].t).toBeNull();
    expect(await migrate(pool, [file(3, 'create table three (n int)')])).toEqual(['0003_test.sql']);
  });
});
