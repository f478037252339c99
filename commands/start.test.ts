// `npm start` as a person meets it: everything comes up behind one address, ends with its supervisor even by kill -9, and
// the next start continues on the same data; a second one on the same folder or port is refused in one sentence.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { launchPostgres, stopPostgresOf } from '../apps/server/src/adapters/postgres/server/launcher.ts';
import { findAnvil } from './chain-process.ts';

const tools = dirname(fileURLToPath(import.meta.url));
let dataDir: string;
let started: ChildProcess[];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'cormorant-start-'));
  chmodSync(dataDir, 0o755);
  started = [];
});

afterEach(async () => {
  for (const child of started) if (child.exitCode === null) child.kill('SIGKILL');
  await stopPostgresOf(dataDir);
  // The orphans of a killed supervisor write their last words before they go.
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

interface Start {
  readonly child: ChildProcess;
  readonly lines: string[];
  /** The address, or undefined when the process ended without one. */
  readonly address: Promise<string | undefined>;
  readonly status: Promise<number | null>;
}

function start(env: Record<string, string>): Start {
  const child = spawn(process.execPath, [join(tools, 'bootstrap.mjs'), 'commands/start.ts'], {
    cwd: tmpdir(),
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: '0',
      MARKET: 'generated:7',
      DATA_DIR: dataDir,
      NODE_ENV: '',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  const lines: string[] = [];
  const status = once(child, 'close').then(([code]) => code as number | null);
  const address = Promise.withResolvers<string | undefined>();
  void status.then(() => address.resolve(undefined));
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line);
      const found = /Cormorant · 鱼鹰 +(http:\S+)/.exec(line);
      if (found) address.resolve(found[1]);
    });
  }
  return { child, lines, address: address.promise, status };
}

async function addressOf(run: Start): Promise<string> {
  const address = await run.address;
  if (!address) throw new Error(`start failed:\n${run.lines.join('\n')}`);
  return address;
}

async function untilSilent(address: string): Promise<void> {
  for (;;) {
    try {
      await (await fetch(`${address}/healthz`)).arrayBuffer();
    } catch {
      return;
    }
    await sleep(50);
  }
}

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly args: string;
}

function processes(): Process[] {
  return execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .flatMap((line) => {
      const [, pid, parent, args = ''] = /^ *(\d+) +(\d+) (.*)/.exec(line) ?? [];
      return pid === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), args }];
    });
}

/** The local chains that keep their state in this test's folder: each is the child of a shell that is told the folder. */
function chains(): number[] {
  const all = processes();
  const shells = new Set(
    all.filter(({ args }) => args.startsWith('/bin/sh -c') && args.includes(dataDir)).map(({ pid }) => pid),
  );
  return all.filter(({ args, parent }) => shells.has(parent) && /^\S*anvil /.test(args)).map(({ pid }) => pid);
}

/** This process and all below it. */
function family(pid: number, all = processes()): number[] {
  return [pid, ...all.filter(({ parent }) => parent === pid).flatMap((child) => family(child.pid, all))];
}

async function askChain(method: string, params: unknown[] = []): Promise<unknown> {
  const port = readFileSync(join(dataDir, 'chain/port'), 'utf8').trim();
  const response = await fetch(`http://127.0.0.1:${port}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return ((await response.json()) as { result: unknown }).result;
}

/** What names a block of the local chain: another chain has another. */
async function blockHash(number: string): Promise<string | undefined> {
  const block = (await askChain('eth_getBlockByNumber', [number, false])) as { hash: string } | null;
  return block?.hash;
}

/** Whether a page of this origin may open /ws. */
function mayOpen(address: string, origin: string): Promise<boolean> {
  const socket = new WebSocket(`${address.replace('http', 'ws')}/ws`, { origin });
  return new Promise((resolve) => {
    socket.on('open', () => resolve(true));
    socket.on('error', () => resolve(false));
  }).finally(() => socket.terminate()) as Promise<boolean>;
}

it('comes up, ends with its killed supervisor, continues, and stops kindly', async () => {
  const first = start({});
  const address = await addressOf(first);
  expect((await fetch(`${address}/healthz`)).status).toBe(200);
  expect(await (await fetch(address)).text()).toMatch(/<html/i);
  const demo = first.lines.find((line) => /Demo login/.test(line));
  const invite = first.lines.find((line) => /Invite/.test(line));
  expect(invite).toMatch(new RegExp(`${address}/register/[1-9]\\d{7} `));
  const mails = first.lines.find((line) => /Mails/.test(line));
  expect(mails).toContain(`${address}/dev/mail `);
  expect((await fetch(`${address}/dev/mail`)).status).toBe(200);

  const byNumber = address.replace('localhost', '127.0.0.1');
  expect(await mayOpen(address, address)).toBe(true);
  expect(await mayOpen(byNumber, byNumber)).toBe(true);
  expect(await mayOpen(byNumber, 'https://elsewhere.example')).toBe(false);

  const second = start({});
  expect(await second.status).toBe(1);
  expect(second.lines.join('\n')).toBe(
    `Process ${first.child.pid} already runs on ${dataDir}: stop it first, or choose another DATA_DIR`,
  );
  const other = start({ MARKET: 'generated:8' });
  expect(await other.status).toBe(1);
  expect(other.lines.join('\n')).toMatch(/belongs to the market generated:7, not to generated:8/);

  first.child.kill('SIGKILL');
  await untilSilent(address);
  await expect.poll(chains).toEqual([]);

  const third = start({});
  const again = await addressOf(third);
  expect((await fetch(`${again}/healthz`)).status).toBe(200);
  expect(third.lines.find((line) => /Demo login/.test(line))).toBe(demo);
  expect(third.lines.find((line) => /Invite/.test(line))?.split('/register/')[1]).toBe(invite?.split('/register/')[1]);
  third.child.kill('SIGTERM');
  expect(await third.status).toBe(0);
  await expect(fetch(`${again}/healthz`)).rejects.toThrow();
}, 120_000);

it.skipIf(findAnvil(dirname(tools)) === undefined)(
  'keeps a local chain with id 56: started again when it is killed, continued by the next start',
  async () => {
    const first = start({});
    const address = await addressOf(first);
    expect(await askChain('eth_chainId')).toBe('0x38');
    const [chain] = chains() as [number];
    process.kill(chain, 'SIGKILL');
    await expect.poll(() => chains()[0] ?? chain, { timeout: 10_000 }).not.toBe(chain);
    // The server goes on with the address it was given.
    await expect.poll(() => askChain('evm_mine').catch(() => undefined), { timeout: 10_000 }).toBe('0x0');
    const head = (await askChain('eth_blockNumber')) as string;
    const hash = await blockHash(head);
    // What is answered is on disk, with all that stood before it; a block that came by itself need not be yet.
    expect(await askChain('evm_mine')).toBe('0x0');
    first.child.kill('SIGKILL');
    await untilSilent(address);
    await expect.poll(chains).toEqual([]);

    const second = start({});
    await addressOf(second);
    expect(hash).toMatch(/^0x/);
    expect(await blockHash(head)).toBe(hash);
    second.child.kill('SIGTERM');
    expect(await second.status).toBe(0);
    expect(chains()).toEqual([]);

    const outside = start({ CHAIN_RPC_URL: 'http://127.0.0.1:1' });
    await addressOf(outside);
    expect(chains()).toEqual([]);
  },
  120_000,
);

/** What the demo account does at the product of this address. */
async function demoAt(address: string, lines: readonly string[]) {
  const password = lines
    .map((line) => /Demo login .* demo +(\S+)/.exec(line)?.[1])
    .find((found) => found !== undefined);
  const ask = async (method: string, path: string, token = '', body?: unknown) => {
    const headers = { 'content-type': 'application/json', ...(token !== '' && { authorization: `Bearer ${token}` }) };
    const response = await fetch(`${address}${path}`, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
    });
    return ((await response.json()) as { data: never }).data;
  };
  const login = { terminal: 1, account: 'demo', password };
  const { token } = await ask('POST', '/api/login/account', '', login);
  const deposits = async (): Promise<{ enabled: number; records: { status: string; txid: string }[] }> =>
    ask('GET', '/api/user/depositInfo', token);
  const statuses = async () => (await deposits()).records.map(({ status }) => status);
  await expect.poll(async () => (await deposits()).enabled, { timeout: 30_000 }).toBe(1);
  const { address: to } = await ask('GET', '/api/user/depositAddress', token);
  return {
    statuses,
    /** Test coin by a click on the page of the faucet; answers when the page says so. */
    give: async () => {
      const answered = await fetch(`${address}/dev/faucet`, { method: 'POST', body: new URLSearchParams({ to }) });
      expect(await answered.text()).toMatch(/Given: 0x/);
    },
  };
}

interface Books {
  readonly deposits: string;
  readonly owed: string;
  readonly held: string;
  readonly faults: string[];
  readonly provenMs: number;
}

/** What the books say was paid in, what they owe, and what the newest comparison with the chain found there. */
async function booksOf(): Promise<Books | undefined> {
  const postgres = await launchPostgres({ dataDir });
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const found = await client.query<Books>(
    `select (select string_agg(status, ' ' order by id) from deposits) as deposits, trim_scale(liabilities) as owed,
       trim_scale(hot + deposits) as held, faults, (extract(epoch from proven_at) * 1000)::float as "provenMs"
     from custody_reports`,
  );
  await client.end();
  return found.rows[0];
}

async function killEverything({ child, status }: Start): Promise<void> {
  const all = processes();
  const ours = new Set([
    ...family(child.pid!, all),
    ...all.filter(({ args }) => args.includes(dataDir)).flatMap(({ pid }) => family(pid, all)),
  ]);
  for (const pid of ours) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // it has ended with one that was killed before
    }
  }
  await status;
}

/** How often the product is started on one folder: money once closed by itself at the third or fourth start. */
const STARTS = Number(process.env['STARTS'] ?? 4);

it.skipIf(findAnvil(dirname(tools)) === undefined)(
  'money is open at each of many starts, stopped in order and by kill -9 of everything: a deposit that was answered is on the chain, credited once, and the books hold',
  async () => {
    for (let before = 0; before < STARTS - 1; before += 1) {
      const run = start({});
      const demo = await demoAt(await addressOf(run), run.lines);
      const credited = (count: number) =>
        expect
          .poll(demo.statuses, { timeout: 60_000, interval: 500 })
          .toEqual(Array.from({ length: count }, () => 'credited'));
      await credited(before);
      await demo.give();
      if (before % 2 === 0) {
        await killEverything(run);
      } else {
        await credited(before + 1);
        run.child.kill('SIGTERM');
        expect(await run.status).toBe(0);
      }
    }

    const last = start({});
    const demo = await demoAt(await addressOf(last), last.lines);
    const all = Array.from({ length: STARTS - 1 }, () => 'credited');
    await expect.poll(demo.statuses, { timeout: 60_000, interval: 500 }).toEqual(all);
    const creditedMs = Date.now();
    await expect
      .poll(async () => (await booksOf())?.provenMs, { timeout: 60_000, interval: 1_000 })
      .toBeGreaterThan(creditedMs);
    const paid = String(all.length * 1_000);
    expect(await booksOf()).toMatchObject({ deposits: all.join(' '), owed: paid, held: paid, faults: [] });
  },
  60_000 * (STARTS + 2),
);

it('says in one sentence that the port is taken', async () => {
  const busy = createServer().listen(0, '127.0.0.1');
  await once(busy, 'listening');
  const { port } = busy.address() as { port: number };
  const run = start({ PORT: String(port) });
  expect(await run.status).toBe(1);
  expect(run.lines).toEqual([`Port ${port} is in use by another program: try PORT=${port + 1} npm start`]);
  busy.close();
}, 60_000);

it('has no demo login and no page of mails under a public name, and says so where one is asked for', async () => {
  const PUBLIC_URL = 'https://bots.example.org';
  const asked = start({ PUBLIC_URL, DEMO: 'on' });
  expect(await asked.status).toBe(1);
  expect(asked.lines).toEqual([`DEMO=on is allowed only when PUBLIC_URL names a loopback address, not ${PUBLIC_URL}`]);

  const run = start({ PUBLIC_URL });
  const mails = await fetch(`${await addressOf(run)}/dev/mail`);
  expect(mails.status).toBe(404);
  expect(run.lines.join('\n')).not.toMatch(/Demo login|dev\/mail/);
  run.child.kill('SIGTERM');
  expect(await run.status).toBe(0);
}, 120_000);

it('starts the server again when that has reached its limit of memory, and says why', async () => {
  const run = start({ RSS_LIMIT_MB: '64', RECYCLE_EVERY_S: '5' });
  const address = await addressOf(run);
  const recycled = () =>
    run.lines.filter((line) => line === 'server: has reached its limit of memory, starting it again');
  await expect.poll(() => recycled().length, { timeout: 60_000 }).toBeGreaterThan(0);
  expect(run.lines.join('\n')).toContain('RSS_LIMIT_MB is 64: users are handed over');
  const health = () =>
    fetch(`${address}/healthz`).then(
      ({ status }) => status,
      () => 0,
    );
  await expect.poll(health, { timeout: 60_000 }).toBe(200);
  run.child.kill('SIGTERM');
  expect(await run.status).toBe(0);
}, 150_000);
