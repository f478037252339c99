// The devices somebody is signed in on: what their owner sees of them, and how one or all others are ended, with their
// sockets.
import { loginLogout } from '@cormorant/contract/calls/identity.ts';
import { type Device, userSessionRevoke, userSessions } from '@cormorant/contract/calls/profile.ts';
import { authProfile } from '@cormorant/contract/calls/user.ts';
import { textOf } from '@cormorant/contract/catalogue.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { stretchedMs } from '../../tools/test-yardstick.ts';
import { type ApiServer, newPerson, type Person, startApi } from './api-server.ts';

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';

let api: ApiServer;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

async function signIn(person: Person, userAgent: string, terminal = 1): Promise<string> {
  const { account, password } = person;
  const answer = await api.send(
    'POST',
    '/api/login/account',
    { terminal, account, password },
    {
      headers: { 'user-agent': userAgent },
    },
  );
  return (answer.data as { token: string }).token;
}

async function devicesOf(token: string): Promise<Device[]> {
  const answer = await api.ask(userSessions, {}, { token });
  expect(answer).toMatchObject({ status: 200, code: 1, show: 0 });
  return (answer.data as { list: Device[] }).list;
}

const codeOf = async (token: string): Promise<number> => (await api.ask(authProfile, {}, { token })).code;
const end = (token: string, query: Record<string, unknown>, lang: 'zh' | 'en' = 'zh') =>
  api.ask(userSessionRevoke, { query }, { token, lang });

/** Resolves with the close code and what was said before it. */
async function socketOf(token: string): Promise<Promise<{ code: number; said: number[] }>[]> {
  const socket = new WebSocket(`${api.url.replace('http', 'ws')}/ws`);
  const said: number[] = [];
  const closed = new Promise<{ code: number; said: number[] }>((resolve) => {
    socket.on('close', (code) => resolve({ code, said }));
  });
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('open', () => socket.send(JSON.stringify({ op: 'auth', token })));
    socket.on('message', (data) => {
      const frame = JSON.parse(String(data)) as { op: string; code?: number };
      if (frame.op === 'auth') resolve();
      if (frame.code !== undefined) said.push(frame.code);
    });
  });
  return [closed];
}

describe('the list', () => {
  it('names each device, the one that asks, and the last used first', async () => {
    const person = await newPerson(api);
    const windows = await signIn(person, chrome);
    api.clock.advance(1_000);
    await signIn(person, firefox, 3);
    const seen = await devicesOf(windows);
    expect(seen.map((device) => device.device_label)).toEqual(['Firefox 143 · Linux', 'Chrome 141 · Windows', '']);
    expect(seen.map((device) => [device.terminal, device.current])).toEqual([
      [3, 0],
      [1, 1],
      [1, 0],
    ]);
    for (const device of seen) {
      expect(device.ip).toBe('127.0.0.1');
      expect(device.expires_at).toBeGreaterThan(device.last_seen_at);
    }
    api.clock.advance(61_000);
    await codeOf(windows);
    expect((await devicesOf(windows)).map((device) => device.terminal)).toEqual([1, 3, 1]);
  });

  it('holds neither tokens nor what has ended, nor anything of others', async () => {
    const [person, other] = [await newPerson(api), await newPerson(api)];
    const gone = await signIn(person, chrome);
    await api.ask(loginLogout, {}, { token: gone });
    await api.pool.query('update sessions set expires_at = $2 where user_id = $1 and revoked_at is null', [
      person.userId,
      new Date(api.clock.nowMs() + 5_000),
    ]);
    const live = await signIn(person, firefox);
    expect(await devicesOf(live)).toHaveLength(2);
    api.clock.advance(6_000);
    const [only, ...more] = await devicesOf(live);
    expect(more).toEqual([]);
    expect(JSON.stringify(only)).not.toContain(live);
    expect((await devicesOf(other.token)).map((device) => device.id)).not.toContain(only?.id);
  });
});

describe('ending', () => {
  it('one device leaves the others signed in, and says 2003 there', async () => {
    const person = await newPerson(api);
    const there = await signIn(person, chrome);
    const [first] = await devicesOf(there);
    expect(first?.current).toBe(1);
    expect(await end(person.token, { id: first?.id })).toMatchObject({ code: 1, show: 1, data: { ended: 1 } });
    expect(await codeOf(there)).toBe(2003);
    expect(await codeOf(person.token)).toBe(1);
    expect((await end(person.token, { id: first?.id })).code, 'ended already').toBe(8005);
  });

  it('all others at once counts them', async () => {
    const person = await newPerson(api);
    const others = [await signIn(person, chrome), await signIn(person, firefox)];
    expect(await end(person.token, { others: 1 })).toMatchObject({ code: 1, data: { ended: 2 } });
    for (const token of others) expect(await codeOf(token)).toBe(2003);
    expect(await end(person.token, { others: 1 })).toMatchObject({ code: 1, data: { ended: 0 } });
    expect(await codeOf(person.token)).toBe(1);
  });

  it('the device that asks is a logout', async () => {
    const person = await newPerson(api);
    const [own] = await devicesOf(person.token);
    expect(await end(person.token, { id: own?.id }, 'en')).toMatchObject({ code: 1, msg: 'Logged out' });
    expect(await codeOf(person.token)).toBe(2003);
    const row = await api.pool.query('select revoke_reason from sessions where id = $1', [own?.id]);
    expect(row.rows).toEqual([{ revoke_reason: 'logout' }]);
  });

  it('somebody else’s, or one that does not exist, is not found', async () => {
    const [person, other] = [await newPerson(api), await newPerson(api)];
    const [theirs] = await devicesOf(other.token);
    for (const id of [theirs?.id, 2_000_000_000]) {
      for (const lang of ['zh', 'en'] as const) {
        expect(await end(person.token, { id }, lang)).toMatchObject({
          code: 8005,
          msg: textOf(8005, lang),
          data: null,
        });
      }
    }
    expect(await codeOf(other.token)).toBe(1);
  });

  it('needs to be told which', async () => {
    const person = await newPerson(api);
    for (const query of [{}, { others: 0 }]) {
      expect(await end(person.token, query)).toMatchObject({ code: 7003, data: { field: 'id' } });
    }
    expect((await end(person.token, { id: 'x' })).code).toBe(7004);
    expect((await end(person.token, { others: 2 })).code).toBe(7002);
    expect(await codeOf(person.token)).toBe(1);
  });

  it('closes the sockets of that session within a second, and no others', async () => {
    const person = await newPerson(api);
    const there = await signIn(person, chrome);
    const [closedThere] = await socketOf(there);
    const [closedHere] = await socketOf(person.token);
    const startedAt = performance.now();
    const second = stretchedMs(1_000);
    await end(person.token, { others: 1 });
    expect(await closedThere).toEqual({ code: 4401, said: [2003] });
    const tookMs = performance.now() - startedAt;
    expect(tookMs).toBeLessThan(1.5 * (await second));
    const still = await Promise.race([closedHere, new Promise((resolve) => setTimeout(resolve, 700, 'open'))]);
    expect(still).toBe('open');
  });
});
