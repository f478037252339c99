// For tests of stores: a database of their own with the product's schema and one user in it.
import type { Pool } from 'pg';
import { openMigratedDatabase } from '../../../tools/test-database.ts';
import { openPool } from '../src/adapters/postgres/pool.ts';

export interface OneUserDatabase {
  readonly pool: Pool;
  readonly userId: number;
  close(): Promise<void>;
}

export async function openOneUserDatabase(connections: number): Promise<OneUserDatabase> {
  const database = await openMigratedDatabase();
  const pool = openPool(database.url, connections, () => {});
  const made = await pool.query<{ id: number }>(
    "insert into users (sn, nickname, account, password_hash, avatar) values ('12345678', 'x', 'abcd', 'h', 'a01') returning id",
  );
  const close = async () => {
    await pool.end();
    await database.close();
  };
  return { pool, userId: made.rows[0]?.id ?? 0, close };
}
