// Brings the schema to the newest numbered SQL file. Each file runs once, in its own transaction, under an advisory lock
// so that several processes may start together; a file that was changed after it ran stops the start.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Pool, PoolClient } from 'pg';

const folder = new URL('./migrations/', import.meta.url);
const LOCK = 7_316_180_011; // any number, the same in every process of this product

interface Migration {
  number: number;
  name: string;
  sql: string;
  checksum: string;
}

export async function readMigrations(directory: URL = folder): Promise<Migration[]> {
  const names = (await readdir(fileURLToPath(directory))).filter((name) => name.endsWith('.sql')).sort();
  const migrations = await Promise.all(
    names.map(async (name) => {
      const number = Number(/^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1]);
      if (!Number.isInteger(number)) throw new Error(`migration ${name} is not named NNNN_name.sql`);
      const sql = await readFile(new URL(name, directory), 'utf8');
      return { number, name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
  const twice = migrations.find((migration, at) => migrations[at + 1]?.number === migration.number);
  if (twice !== undefined) throw new Error(`two migrations have number ${twice.number}`);
  return migrations;
}

async function applyPending(client: PoolClient, migrations: readonly Migration[]): Promise<string[]> {
  await client.query(`create table if not exists schema_migrations (
    number integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())`);
  const done = await client.query<{ number: number; checksum: string }>(
    'select number, checksum from schema_migrations',
  );
  const checksums = new Map(done.rows.map((row) => [row.number, row.checksum]));
  const applied: string[] = [];
  for (const { number, name, sql, checksum } of migrations) {
    const known = checksums.get(number);
    if (known === checksum) continue;
    if (known !== undefined) throw new Error(`migration ${name} was changed after it had been applied`);
    await client.query('begin');
    try {
      await client.query(sql);
      await client.query('insert into schema_migrations (number, name, checksum) values ($1, $2, $3)', [
        number,
        name,
        checksum,
      ]);
      await client.query('commit');
    } catch (error) {
      await client.query('rollback');
      throw new Error(`migration ${name} failed`, { cause: error });
    }
    applied.push(name);
  }
  return applied;
}

/** Returns the names of the files applied now. */
export async function migrate(pool: Pool, migrations?: readonly Migration[]): Promise<string[]> {
  const files = migrations ?? (await readMigrations());
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    return await applyPending(client, files);
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => {});
    client.release();
  }
}
