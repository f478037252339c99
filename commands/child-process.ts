// One supervised Node process: prefixed logs, readiness by its health page, a kind stop before a hard one. Invariant: it
// is tied to this process by an IPC channel, so it ends when this process does, however that ends.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export interface ChildOptions {
  readonly label: string;
  readonly root: string;
  readonly file: string;
  readonly args?: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Answers 200 when the process is ready. */
  readonly healthUrl?: string;
  readonly readyWithinMs: number;
  /** Shows only what it says on stderr. */
  readonly quiet?: boolean;
  /** Lines that begin so are shown however quiet it is. */
  readonly alwaysShown?: string;
  /** Told before it is ready, so that a start can be cut short. */
  onSpawn?(child: RunningChild): void;
}

export interface RunningChild {
  readonly process: ChildProcess;
  /** Resolves with a few words when the process has ended. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}

const STOP_WITHIN_MS = 15_000;
const preload = fileURLToPath(new URL('./end-with-parent.mjs', import.meta.url));

export async function startChild(options: ChildOptions): Promise<RunningChild> {
  const args = ['--import', preload, join(options.root, options.file), ...(options.args ?? [])];
  const child = spawn(process.execPath, args, {
    cwd: options.root,
    env: { ...process.env, ...options.env, END_WITH_PARENT: String(process.pid) },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // A group of its own: Ctrl-C reaches it by our hand, in order.
    detached: true,
  });
  for (const stream of [child.stdout!, child.stderr!]) {
    createInterface({ input: stream }).on('line', (line) => {
      const marked = options.alwaysShown !== undefined && line.startsWith(options.alwaysShown);
      if (!options.quiet || marked || stream === child.stderr) process.stdout.write(`${options.label} | ${line}\n`);
    });
  }
  const ended = once(child, 'exit').then(([code, signal]) => String(signal ?? `status ${code}`));
  const running: RunningChild = { process: child, ended, stop: () => stop(child, ended) };
  options.onSpawn?.(running);
  try {
    await untilReady(options, child);
  } catch (error) {
    await running.stop();
    throw error;
  }
  return running;
}

async function untilReady(options: ChildOptions, child: ChildProcess): Promise<void> {
  if (!options.healthUrl) return;
  for (const deadline = performance.now() + options.readyWithinMs; performance.now() < deadline; await sleep(60)) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`${options.label} ended before it was ready (${child.signalCode ?? `status ${child.exitCode}`})`);
    }
    if (await answers(options.healthUrl)) return;
  }
  throw new Error(`${options.label} was not ready within ${options.readyWithinMs / 1000} s`);
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

async function stop(child: ChildProcess, ended: Promise<string>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
  await ended;
  clearTimeout(timer);
}

/** A free port of the address, or undefined when the wanted one is taken. `0` asks for any. */
/** The port that `file` remembers, while nobody else has it; else a free one, which it remembers from now on. */
export async function lastingPort(host: string, file: string): Promise<number> {
  const kept = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  const isPort = Number.isInteger(kept) && kept > 0 && kept < 65_536;
  const port = (isPort ? await portOn(host, kept) : undefined) ?? (await portOn(host, 0))!;
  writeFileSync(file, `${port}\n`);
  return port;
}

export async function portOn(host: string, wanted: number): Promise<number | undefined> {
  const server = createServer();
  server.listen({ host, port: wanted, exclusive: true });
  try {
    await once(server, 'listening');
  } catch (error) {
    if ((error as { code?: string }).code === 'EADDRINUSE') return undefined;
    throw error;
  }
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
