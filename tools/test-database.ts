// Throw-away databases for tests: one embedded server per test run, started by the first test that asks, and a database
// of its own for each asker. Invariant: nothing here outlives the run; what a killed run left is swept by the next.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { migrate } from '../apps/server/src/adapters/postgres/migrate.ts';
import { openPool } from '../apps/server/src/adapters/postgres/pool.ts';
import { launchPostgres, stopPostgresOf } from '../apps/server/src/adapters/postgres/server/launcher.ts';
import { isAlive, tryLock } from '../commands/process-lock.mjs';

export interface TestDatabase {
  /** Connection string of an empty (or migrated) database that belongs to the caller alone. */
  readonly url: string;
  close(): Promise<void>;
}

const PREFIX = 'cormorant-test-';
const FOLDER_VARIABLE = 'CORMORANT_TEST_FOLDER';
let served: Promise<string> | undefined;
let count = 0;

/**
 * A fresh database. With `migrate`, the first caller of the run builds a template by it, and every database made with the
 * same `template` name is a copy of that template, which takes a few hundredths of a second.
 */
export async function openTestDatabase(
  migrate?: (url: string) => Promise<void>,
  template = 'migrated',
): Promise<TestDatabase> {
  served ??= serverUrl();
  const server = await served;
  const source = migrate ? `template_${template}` : 'template1';
  if (migrate) await ensureTemplate(server, source, migrate);
  count += 1;
  const name = `test_${process.pid}_${count}`;
  await locked(server, source, (client) => client.query(`create database ${name} template ${source}`));
  return {
    url: withDatabase(server, name),
    close: () => locked(server, source, (client) => client.query(`drop database if exists ${name} with (force)`)),
  };
}

/** A database of the product's schema. Migrating each anew would take as long as many a test. */
export function openMigratedDatabase(): Promise<TestDatabase> {
  return openTestDatabase(async (url) => {
    const pool = openPool(url, 2, () => {});
    try {
      await migrate(pool);
    } finally {
      await pool.end();
    }
  });
}

/** Makes the run's folder and answers its removal; called once per run, before the first test. */
export function openTestFolder(): () => Promise<void> {
  const before = sweep();
  const folder = mkdtempSync(join(tmpdir(), PREFIX));
  // PostgreSQL runs as nobody when the tests run as root, and must be able to enter.
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, 'owner'), `${process.pid}\n`);
  process.env[FOLDER_VARIABLE] = folder;
  // A server of an earlier run of this process went with that run's folder.
  served = undefined;
  return async () => {
    await before;
    await discard(folder);
  };
}

async function serverUrl(): Promise<string> {
  const folder = process.env[FOLDER_VARIABLE];
  if (!folder)
    throw new Error(`${FOLDER_VARIABLE} is not set: run the tests through vitest, whose set-up makes the folder`);
  mkdirSync(folder, { recursive: true });
  for (;;) {
    const lock = tryLock(join(folder, 'launch.lock'));
    if (lock.release) {
      try {
        // Tests lose nothing when the machine loses power: the product's own settings keep fsync on.
        const settings = { fsync: 'off', full_page_writes: 'off', max_connections: '200' };
        return (await launchPostgres({ dataDir: folder, settings })).url;
      } finally {
        lock.release();
      }
    }
    await sleep(50);
  }
}

async function ensureTemplate(server: string, name: string, migrate: (url: string) => Promise<void>): Promise<void> {
  await locked(server, name, async (client) => {
    const found = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (found.rowCount) return;
    const draft = `${name}_draft`;
    await client.query(`drop database if exists ${draft} with (force)`);
    await client.query(`create database ${draft}`);
    await migrate(withDatabase(server, draft));
    await client.query(`alter database ${draft} rename to ${name}`);
  });
}

/** PostgreSQL refuses two copies of one template at a time: an advisory lock puts the askers in a row. */
async function locked(server: string, key: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(hashtext($1))', [key]);
    await work(client);
  } finally {
    await client.end();
  }
}

function withDatabase(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function sweep(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(PREFIX))) {
    const folder = join(tmpdir(), name);
    try {
      if (!isAlive(Number(readFileSync(join(folder, 'owner'), 'utf8')))) await discard(folder);
    } catch {
      // Another user's folder, or one that is being made or removed just now: not ours to sweep.
    }
  }
}

async function discard(folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  await stopPostgresOf(folder);
  rmSync(folder, { recursive: true, force: true });
}
