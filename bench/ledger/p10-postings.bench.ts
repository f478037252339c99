// P10: postings of the ledger through Node with eight clients, beside PostgreSQL's own pgbench (TPC-B-like, eight clients,
// scale eight) on the same server with the settings of production. Each client waits for its posting to be durable before
// it begins the next; a posting is a transfer: a journal, two entries with before and after, two balances.
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { adjustJournal, transferJournal } from '@cormorant/core/ledger/change-journals.ts';
import type pg from 'pg';
import { createLedgerStore } from '../../apps/server/src/adapters/postgres/ledger/ledger-store.ts';
import { migrate } from '../../apps/server/src/adapters/postgres/migrate.ts';
import { openPool } from '../../apps/server/src/adapters/postgres/pool.ts';
import { launchPostgres } from '../../apps/server/src/adapters/postgres/server/launcher.ts';
import type { LedgerStore } from '../../apps/server/src/ports/ledger-store.ts';
import type { Bench, RunResult } from '../bench.ts';

const CLIENTS = 8;
const EACH = 300;
const USERS = 1_000;
const E8 = 10n ** 10n;

const execFileAsync = promisify(execFile);

function hasPgbench(): boolean {
  try {
    execFileSync('pgbench', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** How pgbench is told where to go. */
function placeOf(url: string): { args: string[]; env: NodeJS.ProcessEnv } {
  const { hostname, password, pathname, port, username } = new URL(url);
  const args = ['-h', hostname, '-p', port, '-U', username, pathname.slice(1)];
  return { args, env: { ...process.env, PGPASSWORD: decodeURIComponent(password) } };
}

async function theirs(url: string): Promise<RunResult> {
  const { args, env } = placeOf(url);
  const wanted = ['-n', '-c', String(CLIENTS), '-j', '2', '-t', String(EACH), ...args];
  const { stdout } = await execFileAsync('pgbench', wanted, { env });
  const done = Number(/actually processed: (\d+)\//.exec(stdout)?.[1]);
  const tps = Number(/tps = ([\d.]+) \(without/.exec(stdout)?.[1]);
  if (!(done > 0 && tps > 0)) throw new Error(`pgbench said: ${stdout}`);
  return { units: done, seconds: done / tps, outcome: `${done} done` };
}

async function makeUsers(pool: pg.Pool, store: LedgerStore): Promise<number[]> {
  const made = await pool.query<{ id: number }>(
    `insert into users (sn, nickname, account, password_hash, avatar)
     select (10000000 + n)::text, 'n', 'bench_' || n, 'h', 'a01' from generate_series(1, ${USERS}) n returning id`,
  );
  const ids = made.rows.map(({ id }) => id);
  await store.post(
    ids.map((id) => adjustJournal(id, id, 'available', 1_000_000n * 100_000_000n * E8, 'bench')),
    Date.now(),
  );
  return ids;
}

/** A generator of its own for each client and run: the same transfers every time. */
function drawer(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

let runs = 0;

async function ours(store: LedgerStore, users: readonly number[]): Promise<RunResult> {
  runs += 1;
  const run = runs;
  const start = performance.now();
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    const draw = drawer(client + 1);
    let posted = 0;
    for (let at = 0; at < EACH; at += 1) {
      const from = draw(users.length);
      const to = (from + 1 + draw(users.length - 1)) % users.length;
      const event = { requestId: `${run}-${client}-${at}`, changeId: at, userId: users[from]!, amountE18: E8 };
      const [outcome] = await store.post([transferJournal('balance', event, users[to]!, '')], Date.now());
      if (outcome?.state === 'posted') posted += 1;
    }
    return posted;
  });
  const posted = (await Promise.all(clients)).reduce((sum, one) => sum + one, 0);
  return { units: posted, seconds: (performance.now() - start) / 1000, outcome: `${posted} done` };
}

export const bench: Bench = {
  id: 'P10',
  name: 'ledger postings, 8 clients / pgbench TPC-B',
  unit: 'postings',
  floor: 0.8,
  goal: 1.5,
  prepare: async () => {
    if (!hasPgbench())
      return { skipped: 'pgbench is not on the PATH: install the package that has it (postgresql-contrib)' };
    const folder = mkdtempSync(join(tmpdir(), 'cormorant-bench-'));
    const postgres = await launchPostgres({ dataDir: folder });
    const pool = openPool(postgres.url, CLIENTS, () => {});
    await migrate(pool);
    const store = createLedgerStore(pool);
    const users = await makeUsers(pool, store);
    const { args, env } = placeOf(postgres.url);
    execFileSync('pgbench', ['-i', '-q', '-s', String(CLIENTS), ...args], { env, stdio: 'ignore' });
    return {
      ours: { name: 'ledger_post through Node, gathered', run: () => ours(store, users) },
      theirs: { name: 'pgbench', run: () => theirs(postgres.url) },
      dispose: async () => {
        const { astray, lopsided } = await store.sums();
        if (astray.length + lopsided.length > 0) throw new Error('the books do not hold after the bench');
        await pool.end();
        await postgres.stop();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  },
};
