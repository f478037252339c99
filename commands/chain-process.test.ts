// The local chain as a process: where its program is looked for, what is said when there is none or it is broken, and that
// nothing it has answered is lost. Its life beside the others is start.test.ts's.
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createTestClient, http, publicActions, walletActions } from 'viem';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bsc } from '../apps/server/src/adapters/chain/bnb-chain.ts';
import { findAnvil, startChain } from './chain-process.ts';
import { portOn } from './child-process.ts';

const root = dirname(import.meta.dirname);
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cormorant-chain-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function program(path: string, text: string): string {
  const file = join(folder, path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, text);
  chmodSync(file, 0o755);
  return file;
}

describe('anvil', () => {
  it('is what npm brought, else the first on PATH, else none', () => {
    const empty = join(folder, 'empty');
    const path = ['', empty, join(folder, 'one'), join(folder, 'two')].join(delimiter);
    expect(findAnvil(folder, path)).toBeUndefined();
    const second = program('two/anvil', '');
    expect(findAnvil(folder, path)).toBe(second);
    const first = program('one/anvil', '');
    expect(findAnvil(folder, path)).toBe(first);
    chmodSync(first, 0o644); // no program
    expect(findAnvil(folder, path)).toBe(second);
    const brought = program('node_modules/@foundry-rs/anvil-linux-amd64/bin/anvil', '');
    expect(findAnvil(folder, path)).toBe(brought);
  });

  /** Stands for anvil: answers by `answer`, a function of method, that may be a promise. */
  function fake(answer: string): string {
    const text = `#!${process.execPath}
const after = (name) => process.argv[process.argv.indexOf(name) + 1];
const { gzipSync } = require('node:zlib');
const dump = (state) => '0x' + gzipSync(state).toString('hex');
const answer = ${answer};
require('node:http').createServer(async (request, response) => {
  let body = '';
  for await (const part of request) body += part;
  const { method, params } = JSON.parse(body);
  response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: await answer(method, params) }));
}).listen(+after('--port'), '127.0.0.1');
`;
    return program('anvil', text);
  }
  async function ask(port: number, method: string, params: readonly string[] = []): Promise<unknown> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const response = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body });
    return ((await response.json()) as { result: unknown }).result;
  }
  const state = () => readFileSync(join(folder, 'chain/state.json'), 'utf8');

  it('is ready only when its first state is on disk: killed at once, it comes back as the same chain', async () => {
    const port = (await portOn('127.0.0.1', 0))!;
    const anvil = fake(
      `(method) => ({ eth_chainId: '0x38', eth_blockNumber: '0x0', anvil_dumpState: dump('first') })[method]`,
    );
    const chain = await startChain({ anvil, port, folder: join(folder, 'chain') });
    expect(state()).toBe('first');
    await chain.stop();
  });

  it('answers who had something done when that is on disk, many by one writing, and who reads at once', async () => {
    const port = (await portOn('127.0.0.1', 0))!;
    // The n-th writing has what was done before it began; it goes on when it is let go.
    const anvil = fake(`((done, written, waiting, held) => async (method) => {
      if (method === 'eth_chainId') return '0x38';
      if (method === 'eth_blockNumber') return '0x0';
      if (method === 'eth_call') return [done, written, waiting.length];
      if (method === 'anvil_nodeInfo') { for (const go of waiting.splice(0)) go(); return 'gone on'; }
      if (method === 'anvil_metadata') { held = false; return 'let go'; }
      if (method !== 'anvil_dumpState') { done += 1; return 'done'; }
      const state = dump(String(done));
      if (done > 0 && held) await new Promise((resolve) => waiting.push(resolve));
      written += 1;
      return state;
    })(0, 0, [], true)`);
    const chain = await startChain({ anvil, port, folder: join(folder, 'chain') });
    const ended: string[] = [];
    const doing = (method: string) => ask(port, method).then(() => ended.push(`${method} with ${state()}`));
    const first = doing('eth_sendRawTransaction');
    await vi.waitFor(async () => expect(await ask(port, 'eth_call')).toEqual([1, 1, 1]));
    const others = ['eth_sendTransaction', 'anvil_setBalance', 'evm_mine'].map(doing);
    await vi.waitFor(async () => expect(await ask(port, 'eth_call')).toEqual([4, 1, 1]));
    // Blocks are nobody's.
    expect(await ask(port, 'anvil_mine')).toBe('done');
    expect(ended).toEqual([]);
    await ask(port, 'anvil_nodeInfo');
    await first;
    expect(ended).toEqual(['eth_sendRawTransaction with 1']);
    await vi.waitFor(async () => expect(await ask(port, 'eth_call')).toEqual([5, 2, 1]));
    await ask(port, 'anvil_nodeInfo');
    await Promise.all(others);
    expect(ended.slice(1).sort()).toEqual(['anvil_setBalance with 5', 'eth_sendTransaction with 5', 'evm_mine with 5']);
    expect(await ask(port, 'eth_call')).toEqual([5, 3, 0]);
    expect(await ask(port, 'anvil_metadata')).toBe('let go');
    await chain.stop();
    expect(state()).toBe('5');
  });

  it('saves a transaction when it stands in a block, or does not get into one', async () => {
    const port = (await portOn('127.0.0.1', 0))!;
    const [mined, stuck] = [`0x${'ab'.repeat(32)}`, `0x${'cd'.repeat(32)}`];
    const anvil = fake(`((looks) => async (method, [hash]) => {
      if (method === 'eth_sendRawTransaction') return hash;
      if (method === 'eth_getTransactionReceipt' && hash === '${mined}') return (looks += 1) < 5 ? null : {};
      if (method === 'eth_getTransactionReceipt') return null;
      return { eth_chainId: '0x38', eth_blockNumber: '0x0', anvil_dumpState: dump(looks < 5 ? 'without' : 'with it') }[method];
    })(0)`);
    const chain = await startChain({ anvil, port, folder: join(folder, 'chain') });
    expect(state()).toBe('without');
    expect(await ask(port, 'eth_sendRawTransaction', [mined])).toBe(mined);
    expect(state()).toBe('with it');
    expect(await ask(port, 'eth_sendRawTransaction', [stuck])).toBe(stuck);
    await chain.stop();
  });

  it.skipIf(findAnvil(root) === undefined)(
    'has all it had answered after kill -9 at that moment, and goes on at the same port',
    async () => {
      const port = (await portOn('127.0.0.1', 0))!;
      const anvil = findAnvil(root)!;
      const transport = http(`http://127.0.0.1:${port}`, { retryCount: 0 });
      const client = createTestClient({ mode: 'anvil', chain: bsc, transport, cacheTime: 0 })
        .extend(publicActions)
        .extend(walletActions);
      const to = `0x${'ab'.repeat(20)}` as const;
      const sent: `0x${string}`[] = [];
      for (let kill = 0; kill < 5; kill += 1) {
        const chain = await startChain({ anvil, port, folder: join(folder, 'chain') });
        for (const hash of sent) expect((await client.getTransactionReceipt({ hash })).status).toBe('success');
        expect(await client.getBalance({ address: to })).toBe(BigInt(kill));
        const [account] = await client.getAddresses();
        sent.push(await client.sendTransaction({ account: account!, to, value: 1n }));
        // The shell and what it runs are one group.
        process.kill(-chain.process.pid!, 'SIGKILL');
        await chain.ended;
      }
    },
    60_000,
  );

  it('that ends at once is told in one sentence', async () => {
    const anvil = program('anvil', '#!/bin/sh\nexit 3\n');
    const port = (await portOn('127.0.0.1', 0))!;
    await expect(startChain({ anvil, port, folder: join(folder, 'chain') })).rejects.toThrow(
      'The local chain ended before it was ready',
    );
  });
});
