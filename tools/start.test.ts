// `npm start` as a person meets it: everything comes up behind one address, ends with its supervisor even by kill -9, and
// the next start continues on the same data; a second one on the same folder or port is refused in one sentence.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { stopPostgresOf } from '../apps/server/src/adapters/postgres/launcher.ts';

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
  const child = spawn(process.execPath, [join(tools, 'bootstrap.mjs'), 'tools/start.ts'], {
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

it('comes up, ends with its killed supervisor, continues, and stops kindly', async () => {
  const first = start({});
  const address = await addressOf(first);
  expect((await fetch(`${address}/healthz`)).status).toBe(200);
  expect(await (await fetch(address)).text()).toMatch(/<html/i);
  const demo = first.lines.find((line) => /Demo login/.test(line));

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

  const third = start({});
  const again = await addressOf(third);
  expect((await fetch(`${again}/healthz`)).status).toBe(200);
  expect(third.lines.find((line) => /Demo login/.test(line))).toBe(demo);
  third.child.kill('SIGTERM');
  expect(await third.status).toBe(0);
  await expect(fetch(`${again}/healthz`)).rejects.toThrow();
}, 120_000);

it('says in one sentence that the port is taken', async () => {
  const busy = createServer().listen(0, '127.0.0.1');
  await once(busy, 'listening');
  const { port } = busy.address() as { port: number };
  const run = start({ PORT: String(port) });
  expect(await run.status).toBe(1);
  expect(run.lines).toEqual([`Port ${port} is in use by another program: try PORT=${port + 1} npm start`]);
  busy.close();
}, 60_000);
