// The local chain as a process: where its program is looked for, and what is said when there is none or it is broken. Its
// life beside the others is start.test.ts's.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
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

  it('is ready only when its first state is on disk: killed at once, it comes back as the same chain', async () => {
    const text = `#!${process.execPath}
const after = (name) => process.argv[process.argv.indexOf(name) + 1];
let asked = 0;
const answer = (_, response) => {
  response.end('{"result":"0x38"}');
  asked += 1;
  if (asked === 3) require('node:fs').writeFileSync(after('--state'), '{}');
};
require('node:http').createServer(answer).listen(+after('--port'), '127.0.0.1');
`;
    const port = (await portOn('127.0.0.1', 0))!;
    const chain = await startChain({ anvil: program('anvil', text), port, folder: join(folder, 'chain') });
    expect(existsSync(join(folder, 'chain/state.json'))).toBe(true);
    await chain.stop();
  });

  it('that ends at once is told in one sentence', async () => {
    const anvil = program('anvil', '#!/bin/sh\nexit 3\n');
    const port = (await portOn('127.0.0.1', 0))!;
    await expect(startChain({ anvil, port, folder: join(folder, 'chain') })).rejects.toThrow(
      'The local chain ended before it was ready',
    );
  });
});
