// A local chain with id 56 (anvil) on loopback, as one supervised process. Invariant: it holds on to a pipe from this
// process and ends with it, however that ends; what it has answered is kept in its folder, if it has one.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CHAIN_ID } from '../apps/server/src/ports/chain.ts';
import { type Gate, keepState, openGate, type StateKeeper } from './chain-gate.ts';
import { keepOneFirstBlock } from './chain-state.ts';
import { portOn, type RunningChild } from './child-process.ts';

const LOOPBACK = '127.0.0.1';
const READY_WITHIN_MS = 30_000;
const STOP_WITHIN_MS = 10_000;

// anvil reads nothing and knows no parent, so a shell beside it waits for the end of the pipe and then stops it.
const TIED = 'exec 3<&0; "$@" 3<&- </dev/null & c=$!; { cat <&3 >/dev/null; kill "$c"; } 2>/dev/null & wait "$c"';

export interface ChainOptions {
  readonly anvil: string;
  readonly port: number;
  /** Where its state is kept; null = nowhere. */
  readonly folder: string | null;
  /** Hash of the block 0 that somebody counts on; null or none = that of the folder's first start. */
  readonly firstBlock?: string | null;
  readonly args?: readonly string[];
  /** Told before it is ready, so that a start can be cut short. */
  onSpawn?(child: RunningChild): void;
}

/** anvil's program: the one that npm brought, else the one on PATH, else none. */
export function findAnvil(root: string, path = process.env.PATH ?? ''): string | undefined {
  const brought = join(root, 'node_modules/@foundry-rs/anvil-linux-amd64/bin/anvil');
  const others = path
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, 'anvil'));
  return [brought, ...others].find((file) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Resolves when it answers. */
export async function startChain(options: ChainOptions): Promise<RunningChild> {
  const { anvil, port, folder, firstBlock = null, args = [] } = options;
  if (folder !== null) mkdirSync(folder, { recursive: true });
  const stateFile = folder === null ? null : join(folder, 'state.json');
  const state = stateFile === null || !existsSync(stateFile) ? [] : ['--load-state', stateFile];
  if (stateFile !== null && state.length > 0) keepOneFirstBlock(stateFile, firstBlock);
  // Whoever keeps its state is spoken to through a gate.
  const inner = stateFile === null ? port : (await portOn(LOOPBACK, 0))!;
  const own = ['--quiet', '--host', LOOPBACK, '--port', inner, '--chain-id', CHAIN_ID, ...state, ...args].map(String);
  const child = spawn('/bin/sh', ['-c', TIED, folder ?? 'chain', anvil, ...own], {
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true, // Ctrl-C reaches it by our hand, in order
  });
  child.stderr.on('data', (text) => process.stdout.write(`chain | ${text}`));
  child.stdin.on('error', () => undefined); // it may be gone before the pipe is closed
  let keeper: StateKeeper | undefined;
  let gate: Gate | undefined;
  const closeGate = async (): Promise<void> => {
    const open = gate;
    gate = undefined;
    await open?.close();
  };
  const ended = once(child, 'close').then(async ([code, signal]) => {
    keeper?.end();
    await closeGate();
    return String(signal ?? `status ${code}`);
  });
  // Should only the shell be killed, the end of the pipe still reaches anvil.
  child.once('exit', () => child.stdin.destroy());
  const stop = async (): Promise<void> => {
    await closeGate();
    await keeper?.save().catch(() => undefined); // it has ended by itself, with what it had answered on disk
    child.stdin.end();
    const timer = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), STOP_WITHIN_MS);
    await ended;
    clearTimeout(timer);
  };
  const running: RunningChild = { process: child, ended, stop };
  options.onSpawn?.(running);
  for (const deadline = performance.now() + READY_WITHIN_MS; !(await answers(inner)); await sleep(20)) {
    const over = child.exitCode !== null || child.signalCode !== null;
    if (!over && performance.now() < deadline) continue;
    await stop();
    throw new Error(`The local chain ${over ? 'ended before it was ready' : 'did not answer in time'}`);
  }
  if (stateFile === null) return running;
  keeper = keepState(inner, stateFile);
  // Its first block is on disk before anybody is told of it: killed at once, it comes back as the same chain.
  await keeper.save();
  gate = await openGate(port, inner, keeper.save);
  if (child.exitCode === null && child.signalCode === null) return running;
  await stop(); // it was killed while its door was being opened
  throw new Error('The local chain ended before it was ready');
}

async function answers(port: number): Promise<boolean> {
  try {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] });
    const headers = { 'content-type': 'application/json' };
    const signal = AbortSignal.timeout(2_000);
    const response = await fetch(`http://${LOOPBACK}:${port}`, { method: 'POST', headers, body, signal });
    return ((await response.json()) as { result?: string }).result === `0x${CHAIN_ID.toString(16)}`;
  } catch {
    return false;
  }
}
