// The port of a process that people remember: the same from start to start, another one while somebody else has it.
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lastingPort } from './child-process.ts';

const HOST = '127.0.0.1';

test('a port stays from start to start, and gives way to whoever has it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'port-'));
  const file = join(folder, 'port');
  try {
    const first = await lastingPort(HOST, file);
    expect(await lastingPort(HOST, file)).toBe(first);
    const other = createServer().listen({ host: HOST, port: first, exclusive: true });
    await once(other, 'listening');
    const second = await lastingPort(HOST, file);
    expect(second).not.toBe(first);
    expect(Number(readFileSync(file, 'utf8'))).toBe(second);
    other.close();
    writeFileSync(file, 'no port');
    expect(await lastingPort(HOST, file)).toBeGreaterThan(0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
