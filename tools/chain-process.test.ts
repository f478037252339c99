// The local chain as a process: where its program is looked for, and what is said when there is none or it is broken. Its
// life beside the others is start.test.ts's.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createPublicClient, http } from 'viem';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findAnvil, startChain } from './chain-process.ts';
import { portOn } from './child-process.ts';

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

  const own = findAnvil(join(import.meta.dirname, '..'));
  it.skipIf(own === undefined)('that is killed as soon as it is ready comes back as the same chain', async () => {
    const firstBlock = async (): Promise<unknown> => {
      const port = (await portOn('127.0.0.1', 0))!;
      const chain = await startChain({ anvil: own!, port, folder: join(folder, 'chain') });
      const client = createPublicClient({ transport: http(`http://127.0.0.1:${port}`) });
      const { hash } = await client.getBlock({ blockNumber: 0n });
      process.kill(-chain.process.pid!, 'SIGKILL');
      await chain.ended;
      return hash;
    };
    const before = await firstBlock();
    expect(await firstBlock()).toBe(before);
  });

  it('that ends at once is told in one sentence', async () => {
    const anvil = program('anvil', '#!/bin/sh\nexit 3\n');
    const port = (await portOn('127.0.0.1', 0))!;
    await expect(startChain({ anvil, port, folder: join(folder, 'chain') })).rejects.toThrow(
      'The local chain ended before it was ready',
    );
  });
});
