// The server as a process: what it prints, how it says it is ready, and that it never outlives the one who started it.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { childEnv } from '../../tools/child-env.ts';
import { openTestDatabase, type TestDatabase } from '../../tools/test-database.ts';
import { NO_VENUE, TEST_PEPPER } from './api-server.ts';

const entry = join(import.meta.dirname, '../../apps/server/src/main.ts');

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

function start(env: Record<string, string>) {
  const child = fork(entry, {
    silent: true,
    env: {
      ...childEnv,
      DATABASE_URL: database.url,
      VENUE_URL: NO_VENUE,
      PEPPER: TEST_PEPPER,
      PORT: '0',
      LOG_LEVEL: 'silent',
      PASSWORD_COST: 'cheap',
      ...env,
    },
  });
  children.push(child);
  const said = { out: '', err: '' };
  child.stdout?.on('data', (text) => {
    said.out += text;
  });
  child.stderr?.on('data', (text) => {
    said.err += text;
  });
  return { child, said, exit: once(child, 'exit').then(([code]) => code as number | null) };
}

async function ready(child: ChildProcess): Promise<string> {
  const [message] = (await once(child, 'message')) as [{ ready: boolean; url: string }];
  expect(message.ready).toBe(true);
  return message.url;
}

/** A way to the database on which the first connection is never answered. */
async function slowDatabase() {
  const { hostname, port } = new URL(database.url);
  const sockets: Socket[] = [];
  let count = 0;
  const server = createServer((socket) => {
    count += 1;
    const way = count === 1 ? [socket] : [socket, connect(Number(port || 5432), hostname)];
    for (const end of way) end.on('error', () => {});
    way[1]?.pipe(socket).pipe(way[1]);
    sockets.push(...way);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(database.url);
  url.host = `127.0.0.1:${(server.address() as { port: number }).port}`;
  return {
    url: url.href,
    connections: () => count,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

describe('the server process', () => {
  it('says where it listens and stops when asked, with clients still connected', async () => {
    const { child, said, exit } = start({ DEMO: 'on' });
    const url = await ready(child);
    expect((await fetch(`${url}/api/index/status`)).status).toBe(200);
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`);
    await once(socket, 'open');
    const closed = once(socket, 'close') as Promise<[{ code: number }]>;
    child.kill('SIGTERM');
    expect(await exit).toBe(0);
    expect((await closed)[0].code).toBe(1001);
    expect(said.out).toContain(`listening on ${url}\n`);
    expect(said.out).toMatch(/demo login: demo \/ \S{10,}\n/);
    expect(said.err).toBe('');
  });

  it('logs no password and no token, however much it logs', async () => {
    const { child, said, exit } = start({ LOG_LEVEL: 'debug' });
    const url = await ready(child);
    const password = 'canary7Harbour';
    const send = async (path: string, body: unknown, token?: string) => {
      const headers = {
        'content-type': 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      };
      const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
      return (await answer.json()) as { data: { token?: string } | null };
    };
    const account = 'canary_bird';
    const made = await send('/api/login/register', { terminal: 1, account, password, confirm: password });
    const token = made.data?.token ?? '';
    expect(token).toHaveLength(43);
    await send('/api/login/account', { terminal: 1, account, password: `${password}x` });
    await send('/api/login/logout', {}, token);
    await send('/api/login/account', `{"password":"${password}`);
    child.kill('SIGTERM');
    expect(await exit).toBe(0);
    expect(said.err).toContain('background work failed'); // the exchange is down, so there is something to say
    for (const secret of [password, token]) expect(said.out + said.err).not.toContain(secret);
  });

  it('ends when its parent is gone', async () => {
    const { child, exit } = start({});
    await ready(child);
    child.disconnect();
    expect(await exit).toBe(0);
  });

  it('waits for a database that is too busy to answer at first', async () => {
    const slow = await slowDatabase();
    const { child, said, exit } = start({ DATABASE_URL: slow.url, ROLES: 'jobs' });
    await ready(child);
    expect(slow.connections()).toBeGreaterThan(1);
    child.kill('SIGTERM');
    expect(await exit).toBe(0);
    expect(said.out).toBe('');
    slow.close();
  });

  it('plays only the roles it is given', async () => {
    const { child, said, exit } = start({ ROLES: 'jobs' });
    expect(await ready(child)).toBe('');
    child.kill('SIGTERM');
    expect(await exit).toBe(0);
    expect(said.out).toBe('');
  });

  it.each([
    [{ PORT: 'x' }, 'PORT: "x" is not an integer from 0 to 65535\n'],
    [{ HOST: '0.0.0.0' }, 'PASSWORD_COST=cheap is allowed only when HOST is a loopback address, not 0.0.0.0\n'],
    [{ PEPPER: '' }, 'PEPPER is required: a secret of 32 random bytes, base64url or hex\n'],
    [{ DATABASE_URL: '' }, 'DATABASE_URL is required: a PostgreSQL server\n'],
  ])('with %j ends with one sentence', async (env, sentence) => {
    const { said, exit } = start(env as Record<string, string>);
    expect(await exit).toBe(1);
    expect(said.err).toBe(sentence);
  });
});
