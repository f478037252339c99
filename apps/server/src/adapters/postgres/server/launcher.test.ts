// The embedded PostgreSQL as whoever runs the tests: made once, adopted while it runs, and recovered after kill -9 of its
// parent and of itself, with stale pid files that name a dead process or a living stranger.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EmbeddedPostgres, launchPostgres, stopPostgresOf } from './launcher.ts';

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'cormorant-launcher-'));
  chmodSync(dataDir, 0o755);
});

afterEach(async () => {
  await stopPostgresOf(dataDir);
  rmSync(dataDir, { recursive: true, force: true });
});

async function query(server: EmbeddedPostgres, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

function pidOf(server: EmbeddedPostgres): number {
  return Number(readFileSync(join(server.clusterDir, 'postmaster.pid'), 'utf8').split('\n')[0]);
}

/** Starts the server from another process and kills that process, as kill -9 of `npm start` would. */
async function launchFromAKilledProcess(): Promise<void> {
  const program = `
    const { launchPostgres } = await import(${JSON.stringify(new URL('./launcher.ts', import.meta.url).href)});
    await launchPostgres({ dataDir: ${JSON.stringify(dataDir)} });
    process.kill(process.pid, 'SIGKILL');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'inherit' });
  const [, signal] = await once(child, 'exit');
  expect(signal).toBe('SIGKILL');
}

describe('launchPostgres', { timeout: 120_000 }, () => {
  it('keeps data, fsync, loopback and a private password over a stop and a second start', async () => {
    const first = await launchPostgres({ dataDir });
    await query(first, 'create table nests (id int)');
    await query(first, 'insert into nests values (7)');
    const settings = await query(
      first,
      "select name, setting from pg_settings where name in ('fsync', 'listen_addresses')",
    );
    expect(settings).toEqual([
      { name: 'fsync', setting: 'on' },
      { name: 'listen_addresses', setting: '127.0.0.1' },
    ]);
    const passwordFile = join(dirname(first.clusterDir), 'password');
    expect(statSync(passwordFile).mode & 0o777).toBe(0o600);
    await expect(query({ ...first, url: first.url.replace(/:[0-9a-f]{48}@/, ':wrong@') }, 'select 1')).rejects.toThrow(
      /password authentication failed/,
    );
    await first.stop();
    await first.ended();

    const second = await launchPostgres({ dataDir });
    expect(second.adopted).toBe(false);
    expect(await query(second, 'select id from nests')).toEqual([{ id: 7 }]);
  });

  it('adopts the server that a killed parent left running', async () => {
    await launchFromAKilledProcess();
    const adopted = await launchPostgres({ dataDir });
    expect(adopted.adopted).toBe(true);
    expect(await query(adopted, 'select 1 as one')).toEqual([{ one: 1 }]);
    await adopted.stop();
    await expect(query(adopted, 'select 1')).rejects.toThrow(/ECONNREFUSED/);
  });

  it('recovers committed rows after kill -9 of the server itself', async () => {
    const first = await launchPostgres({ dataDir });
    await query(first, 'create table nests as select generate_series(1, 1000) as id');
    process.kill(pidOf(first), 'SIGKILL');
    await first.ended();
    const second = await launchPostgres({ dataDir });
    expect(second.adopted).toBe(false);
    expect(await query(second, 'select count(*)::int as count from nests')).toEqual([{ count: 1000 }]);
  });

  it('starts over a stale pid file, whether its process is dead or a stranger', async () => {
    const dead = spawnSync(process.execPath, ['-e', '']).pid;
    for (const pid of [dead, process.pid]) {
      const server = await launchPostgres({ dataDir });
      await server.stop();
      const stale = `${pid}\n${server.clusterDir}\n1700000000\n1\n\n127.0.0.1\n`;
      writeFileSync(join(server.clusterDir, 'postmaster.pid'), stale);
      const again = await launchPostgres({ dataDir });
      expect(again.adopted).toBe(false);
      expect(await query(again, 'select 1 as one')).toEqual([{ one: 1 }]);
      await again.stop();
    }
  });

  it('starts over when an earlier initdb was cut short', async () => {
    const server = await launchPostgres({ dataDir });
    await server.stop();
    const folder = dirname(server.clusterDir);
    rmSync(join(folder, 'initialised'));
    rmSync(join(server.clusterDir, 'PG_VERSION'));
    const again = await launchPostgres({ dataDir });
    expect(await query(again, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(existsSync(join(folder, 'initialised'))).toBe(true);
  });
});
