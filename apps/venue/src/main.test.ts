// The exchange as a process: what it says when it starts, when it refuses, and that it goes with its parent.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));

function launch(...args: string[]) {
  const child = spawn(process.execPath, [MAIN, '--port', '0', ...args], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  const heard = { out: '', err: '' };
  child.stdout?.on('data', (data: Buffer) => {
    heard.out += data.toString();
  });
  child.stderr?.on('data', (data: Buffer) => {
    heard.err += data.toString();
  });
  return { child, heard, gone: once(child, 'close') as Promise<[number | null]> };
}

it('says where it listens and how to get an account, and goes when its parent lets go', async () => {
  const { child, heard } = launch();
  const [message] = (await once(child, 'message')) as [{ type: string; port: number; url: string }];
  expect(message).toMatchObject({ type: 'listening', ready: true, url: `http://127.0.0.1:${message.port}` });
  expect((await fetch(`${message.url}/healthz`)).status).toBe(200);
  // Not 'close': Node never tells it to a parent that disconnected first.
  const exited = once(child, 'exit');
  child.disconnect();
  expect((await exited)[0]).toBe(0);
  expect(heard.out.split('\n')[0]).toBe(`listening on ${message.url}`);
  expect(heard.out).toMatch(/simulated market generated:1.*in memory only/);
  expect(heard.out).toContain('/v1/accounts');
  expect(heard.err).toBe('');
});

it.each([
  [['--market', 'live'], /live feed comes with the real exchanges.*accepted: generated/],
  [['--market', 'replay:gone-BTCUSDT.csv'], /cannot read .*gone-BTCUSDT\.csv/],
  [['--host', '0.0.0.0'], /127\.0\.0\.1 only/],
])('refuses %j in one sentence, with exit code 2', async (args, sentence) => {
  const { heard, gone } = launch(...args);
  expect((await gone)[0]).toBe(2);
  expect(heard.err).toMatch(sentence);
  expect(heard.err.trim().split('\n')).toHaveLength(1);
});
