// The step to cursors per symbol carries what had been read of an account over to each of its markets: a runner of the new
// version reads on where the old one stopped, and an account behind a key that was bound before is there.
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../../../tools/test-database.ts';
import { migrate, readMigrations } from './migrate.ts';
import { createRunnerStore } from './runner/runner-store.ts';

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await openTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 3 });
  pool.on('error', () => {});
});
afterAll(async () => {
  await pool.end();
  await database.close();
});

const BEFORE = 14;

test('cursors of an account become cursors of its markets', async () => {
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  const migrations = await readMigrations();
  await migrate(
    pool,
    migrations.filter(({ number }) => number <= BEFORE),
  );
  const idOf = async (sql: string, values: unknown[]) =>
    (await pool.query<{ id: number }>(sql, values)).rows[0]?.id ?? 0;
  const userId = await idOf(
    "insert into users (sn, nickname, account, password_hash, avatar) values ('40000001', 'n', 'reader_1', 'h', 'a01') returning id",
    [],
  );
  const accountId = await idOf(
    "insert into exchange_accounts (user_id, exchange, ref, account) values ($1, 'local', 'r', 'acct') returning id",
    [userId],
  );
  for (const [symbol, market, books] of [
    ['BTC/USDT', 'spot', 'tape'],
    ['BTC/USDT:USDT', 'futures', 'tape'],
    ['ETH/USDT', 'spot', 'other tape'],
  ]) {
    await pool.query(
      `insert into bots (user_id, account_id, books, exchange, market, symbol, type_id, kind, name, params, symbol_rules,
         investment, status, phase, created_market_ms)
       values ($1, $2, $3, 'local', $4, 'BTC/USDT', 3, 'grid', 'old', '{}', jsonb_build_object('symbol', $5::text), 100, 'stopped', 'idle', 1)`,
      [userId, accountId, books, market, symbol],
    );
  }
  await pool.query("insert into fill_cursors (account_id, books, fill_id) values ($1, 'tape', '41')", [accountId]);
  await pool.query("insert into funding_cursors (account_id, books, funding_id) values ($1, 'tape', '7')", [accountId]);
  await migrate(pool, migrations);
  const store = createRunnerStore(pool);
  const { bots, cursors } = await store.load(userId, [{ accountId, books: 'tape' }]);
  expect(bots).toHaveLength(2);
  const read = { accountId, books: 'tape', fillId: '41', fundingId: '7' };
  expect(cursors.sort((a, b) => a.symbol.length - b.symbol.length)).toEqual([
    { ...read, symbol: 'BTC/USDT' },
    { ...read, symbol: 'BTC/USDT:USDT' },
  ]);
  expect((await store.load(userId, [{ accountId, books: 'other tape' }])).cursors).toEqual([]);
});
