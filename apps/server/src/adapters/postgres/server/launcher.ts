// Runs the real PostgreSQL that comes from npm on one data folder: makes it once, starts it, adopts it when it already
// runs, and stops it. Invariants: it listens on loopback only, behind a random password only its owner can read, fsync
// stays on, and it never runs as root.
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Binaries, binariesFor, placeFor } from './launcher-files.ts';

export interface LaunchOptions {
  /** The folder of the installation's data; PostgreSQL's own files go below it, or below /var/lib/cormorant. */
  dataDir: string;
  /** Extra `-c name=value` settings. */
  settings?: Record<string, string>;
}

export interface EmbeddedPostgres {
  /** Connection string of the database `cormorant`. */
  readonly url: string;
  readonly port: number;
  /** True when the server was already running and was adopted. */
  readonly adopted: boolean;
  /** Where PostgreSQL's own files lie. */
  readonly clusterDir: string;
  /** Resolves when the server has ended, whoever ended it. */
  ended(): Promise<void>;
  stop(): Promise<void>;
}

export const DATABASE_NAME = 'cormorant';
const USER = 'cormorant';
const READY_WITHIN_MS = 60_000;
const STOP_WITHIN_MS = 30_000;
const MAX_LOG_BYTES = 8_000_000;

export async function launchPostgres(options: LaunchOptions): Promise<EmbeddedPostgres> {
  mkdirSync(options.dataDir, { recursive: true });
  const { folder, owner } = placeFor(join(realpathSync(options.dataDir), 'postgres'));
  const binaries = binariesFor(folder, owner);
  const clusterDir = join(folder, 'cluster');
  const passwordFile = join(folder, 'password');
  await initialise(binaries, clusterDir, passwordFile);
  const password = readFileSync(passwordFile, 'utf8').trim();

  const running = runningServer(clusterDir);
  if (running && (await isReady(urlOf(running.port, password, 'postgres'), running.pid))) {
    await ensureDatabase(running.port, password);
    return handleOf({ clusterDir, port: running.port, password, pid: running.pid, adopted: true });
  }
  const { child, port } = await startServer(binaries, clusterDir, password, options.settings ?? {});
  await ensureDatabase(port, password);
  return handleOf({ clusterDir, port, password, pid: child.pid!, child, adopted: false });
}

/** Stops whatever server runs on a data folder; used to clean up after a process that was killed. */
export async function stopPostgresOf(dataDir: string): Promise<void> {
  if (!existsSync(dataDir)) return;
  const { folder } = placeFor(join(realpathSync(dataDir), 'postgres'));
  const running = runningServer(join(folder, 'cluster'));
  if (running) await stopProcess(running.pid);
}

export function urlOf(port: number, password: string, database: string): string {
  return `postgres://${USER}:${password}@127.0.0.1:${port}/${database}`;
}

/** A cluster exists when its mark file does: it is written after initdb, so a killed initdb starts over. */
async function initialise(binaries: Binaries, clusterDir: string, passwordFile: string): Promise<void> {
  const mark = join(dirname(clusterDir), 'initialised');
  if (existsSync(mark)) return;
  const handOver = `${passwordFile}.initdb`;
  for (const left of [clusterDir, passwordFile, handOver]) rmSync(left, { recursive: true, force: true });
  const password = `${randomBytes(24).toString('hex')}\n`;
  for (const path of [passwordFile, handOver]) writeFileSync(path, password, { mode: 0o600, flag: 'wx' });
  binaries.giveTo(handOver);
  mkdirSync(clusterDir, { mode: 0o700 });
  binaries.giveTo(clusterDir);
  const args = ['-D', clusterDir, '-U', USER, '-A', 'scram-sha-256', '--pwfile', handOver, '--no-locale', '-E', 'UTF8'];
  const child = binaries.spawn('initdb', args, ['ignore', 'pipe', 'pipe']);
  const output = outputOf(child);
  const [code] = await once(child, 'close');
  rmSync(handOver);
  if (code !== 0) throw new Error(`initdb failed (${code}): ${output().trim()}`);
  writeFileSync(mark, 'initdb has finished\n');
}

async function startServer(
  binaries: Binaries,
  clusterDir: string,
  password: string,
  settings: Record<string, string>,
): Promise<{ child: ChildProcess; port: number }> {
  const log = join(dirname(clusterDir), 'postgres.log');
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const port = await freePort();
    const values = { listen_addresses: '127.0.0.1', unix_socket_directories: '', ...settings };
    const args = [
      '-D',
      clusterDir,
      '-p',
      String(port),
      ...Object.entries(values).flatMap(([k, v]) => ['-c', `${k}=${v}`]),
    ];
    shorten(log);
    const child = binaries.spawnServer(args, log);
    await once(child, 'spawn');
    if (await isReady(urlOf(port, password, 'postgres'), child.pid!)) return { child, port };
    // An earlier server that was killed can leave children behind for a moment, who still hold the shared memory.
    await sleep(500);
  }
  throw new Error(`PostgreSQL did not start on ${clusterDir}: ${tailOf(log)}`);
}

function handleOf(server: {
  clusterDir: string;
  port: number;
  password: string;
  pid: number;
  child?: ChildProcess;
  adopted: boolean;
}): EmbeddedPostgres {
  return {
    url: urlOf(server.port, server.password, DATABASE_NAME),
    port: server.port,
    adopted: server.adopted,
    clusterDir: server.clusterDir,
    ended: () => untilGone(server.pid),
    stop: () => stopProcess(server.pid),
  };
}

/** What postmaster.pid says, if the process it names lives and really serves this folder. */
function runningServer(clusterDir: string): { pid: number; port: number } | undefined {
  const path = join(clusterDir, 'postmaster.pid');
  if (!existsSync(path)) return undefined;
  const [pid, folder, , port] = readFileSync(path, 'utf8').split('\n');
  const found = { pid: Number(pid), port: Number(port) };
  if (!isAlive(found.pid)) return undefined;
  if (servesFolder(found.pid, clusterDir, folder!)) return found;
  // After a power cut or kill -9 the number in a stale file may since belong to another program, and PostgreSQL would
  // refuse to start because of it. Nobody serves this folder, so the file may go.
  rmSync(path, { force: true });
  return undefined;
}

/** PostgreSQL's working folder is its data folder, which tells the truth even after the folder was moved. */
function servesFolder(pid: number, clusterDir: string, claimedFolder: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === clusterDir;
  } catch {
    return !existsSync('/proc/self') && claimedFolder === clusterDir;
  }
}

async function isReady(url: string, pid: number): Promise<boolean> {
  for (const deadline = performance.now() + READY_WITHIN_MS; performance.now() < deadline; await sleep(40)) {
    if (!isAlive(pid)) return false;
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
    try {
      await client.connect();
      return true;
    } catch (error) {
      if ((error as { code?: string }).code === '28P01') return false;
    } finally {
      await client.end().catch(() => undefined);
    }
  }
  return false;
}

async function ensureDatabase(port: number, password: string): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(port, password, 'postgres') });
  await client.connect();
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [DATABASE_NAME]);
    if (found.rowCount === 0) await client.query(`create database ${DATABASE_NAME}`);
  } finally {
    await client.end();
  }
}

/** SIGINT asks for PostgreSQL's fast shutdown; SIGQUIT, its immediate one, follows only when that takes too long. */
async function stopProcess(pid: number): Promise<void> {
  signal(pid, 'SIGINT');
  const gone = await Promise.race([untilGone(pid).then(() => true), sleep(STOP_WITHIN_MS, false, { ref: false })]);
  if (!gone) {
    signal(pid, 'SIGQUIT');
    await untilGone(pid);
  }
}

async function untilGone(pid: number): Promise<void> {
  while (isAlive(pid)) await sleep(50);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as { code?: string }).code !== 'ESRCH') throw error;
  }
}

/** A zombie answers signals but serves nobody: it counts as gone. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM';
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3) !== 'Z';
  } catch {
    return !existsSync('/proc/self');
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

function outputOf(child: ChildProcess): () => string {
  let text = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    text += chunk;
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    text += chunk;
  });
  return () => text;
}

/** One older log is kept. */
function shorten(log: string): void {
  if (existsSync(log) && statSync(log).size > MAX_LOG_BYTES) renameSync(log, `${log}.1`);
}

function tailOf(path: string): string {
  return existsSync(path) && statSync(path).size > 0
    ? readFileSync(path, 'utf8').trim().split('\n').slice(-5).join(' | ')
    : '';
}
