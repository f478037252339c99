// The door to the local chain: whoever had something done is answered when it is on disk. Invariants: an answer that a chain
// lost at once would be a deposit that was given and is not there, so whatever dies by kill -9, the next start holds all that
// was answered; the file of its state is whole at every moment.

import { once } from 'node:events';
import { renameSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

const LOOPBACK = '127.0.0.1';
const SAVE_EVERY_MS = 1_000;
const MINED_WITHIN_MS = 2_000;
const CALL_WITHIN_MS = 10_000;
/** What has something done. A block more is nothing that anybody was promised: those are saved by the second. */
const DOES = /"method"\s*:\s*"(eth_send|evm_|hardhat_|anvil_(?!mine"|nodeInfo"|metadata"))/;
const unzip = promisify(gunzip);

async function tell(port: number, method: string, params: readonly string[] = []): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const headers = { 'content-type': 'application/json' };
  const signal = AbortSignal.timeout(CALL_WITHIN_MS);
  const response = await fetch(`http://${LOOPBACK}:${port}`, { method: 'POST', headers, body, signal });
  return ((await response.json()) as { result?: unknown }).result;
}

async function call(port: number, method: string): Promise<string> {
  const result = await tell(port, method);
  if (typeof result !== 'string') throw new Error(`the local chain does not answer ${method}`);
  return result;
}

/**
 * anvil names a transaction before it stands in a block, and what stands in none is not in its state. One that gets into no
 * block soon waits for something else, as its turn: nobody counts on it yet.
 */
async function untilMined(port: number, answer: string): Promise<void> {
  for (const [, hash] of answer.matchAll(/"result"\s*:\s*"(0x[0-9a-f]{64})"/g)) {
    for (const deadline = performance.now() + MINED_WITHIN_MS; performance.now() < deadline; await sleep(10)) {
      const receipt = await tell(port, 'eth_getTransactionReceipt', [hash!]);
      if (receipt !== null && receipt !== undefined) break;
    }
  }
}

export interface StateKeeper {
  /** Resolves when all that the chain had done before this call is on disk. */
  save(): Promise<void>;
  /** Nothing is saved by itself any more. */
  end(): void;
}

/** Saves whenever there are blocks that are not saved, and when it is asked to. */
export function keepState(port: number, file: string): StateKeeper {
  let saved = '';
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  async function write(): Promise<void> {
    const head = await call(port, 'eth_blockNumber');
    const state = await unzip(Buffer.from((await call(port, 'anvil_dumpState')).slice(2), 'hex'));
    await writeFile(`${file}.new`, state, { flush: true });
    renameSync(`${file}.new`, file);
    saved = head;
  }
  function begin(): Promise<void> {
    running = write().finally(() => {
      running = null;
    });
    return running;
  }
  /** What is being written may have been read before this was done: the next one has it, for all who wait. */
  function save(): Promise<void> {
    if (running === null) return begin();
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = null;
        return begin();
      });
    return next;
  }
  async function look(): Promise<void> {
    if (running === null && (await call(port, 'eth_blockNumber')) !== saved) await save();
  }
  const timer = setInterval(() => {
    look().catch(() => undefined); // it is being stopped, or the next second has it
  }, SAVE_EVERY_MS);
  timer.unref();
  return { save, end: () => clearInterval(timer) };
}

export interface Gate {
  close(): Promise<void>;
}

/** Hands everything on to the chain behind it. */
export async function openGate(port: number, inner: number, save: () => Promise<void>): Promise<Gate> {
  const agent = new Agent({ keepAlive: true });

  async function handOn(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const body = await buffer(asked);
    const { headers, method, url } = asked;
    const target = { host: LOOPBACK, port: inner, path: url, method, headers, agent };
    const told = await new Promise<IncomingMessage>((resolve, reject) => {
      request(target, resolve).on('error', reject).end(body);
    });
    const text = await buffer(told);
    if (DOES.test(body.toString())) {
      await untilMined(inner, text.toString());
      await save();
    }
    answer.writeHead(told.statusCode ?? 502, told.headers).end(text);
  }

  const server = createServer((asked, answer) => {
    // Nobody is told of what may not last: who asked learns that there was no answer.
    handOn(asked, answer).catch(() => asked.socket.destroy());
  });
  server.listen({ host: LOOPBACK, port, exclusive: true });
  await once(server, 'listening');
  return {
    close: async () => {
      agent.destroy();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
