// Live events over a real WebSocket: who may listen to what, how fast quotes come, and how a session's end ends it.
import { loginLogout } from '@cormorant/contract/calls/identity.ts';
import { serverFrame } from '@cormorant/contract/push.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { RunningVenue } from '../../apps/venue/src/start-venue.ts';
import { stretchedMs } from '../../tools/test-yardstick.ts';
import { type ApiServer, newPerson, startApi, startTestVenue } from './api-server.ts';

interface Frame {
  op?: string;
  ch?: string;
  ok?: number;
  code?: number;
  msg?: string;
  id?: number;
  ts?: number;
  t?: number;
}

interface Listener {
  readonly frames: Frame[];
  send(frame: unknown): void;
  next(match: (frame: Frame) => boolean, withinMs?: number): Promise<Frame>;
  closed(withinMs?: number): Promise<number>;
}

let api: ApiServer;
let venue: RunningVenue;
const open: WebSocket[] = [];
beforeAll(async () => {
  venue = await startTestVenue();
  const name = { PUBLIC_URL: 'https://fish.example', PASSWORD_COST: 'full' };
  api = await startApi({ VENUE_URL: venue.url, VENUE_TOKEN: venue.token, ...name });
});
afterEach(() => {
  for (const socket of open.splice(0)) socket.terminate();
});
afterAll(async () => {
  await api.close();
  await venue.stop();
});

async function listen(options: { origin?: string; lang?: string } = {}): Promise<Listener> {
  const address = `${api.url.replace('http', 'ws')}/ws${options.lang === undefined ? '' : `?lang=${options.lang}`}`;
  const socket = new WebSocket(address, options.origin === undefined ? {} : { origin: options.origin });
  open.push(socket);
  const frames: Frame[] = [];
  const waiting = new Set<() => void>();
  let closeCode: number | undefined;
  socket.on('message', (data) => {
    const frame = JSON.parse(String(data)) as Frame;
    expect(serverFrame.safeParse(frame).error).toBeUndefined();
    frames.push(frame);
    for (const wake of waiting) wake();
  });
  socket.on('close', (code) => {
    closeCode = code;
    for (const wake of waiting) wake();
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });

  function until<T>(found: () => T | undefined, withinMs: number, what: string): Promise<T> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(look);
        reject(new Error(`no ${what} within ${withinMs} ms; got ${JSON.stringify(frames)}`));
      }, withinMs);
      const look = (): void => {
        const value = found();
        if (value === undefined) return;
        clearTimeout(timer);
        waiting.delete(look);
        resolve(value);
      };
      waiting.add(look);
      look();
    });
  }

  return {
    frames,
    send: (frame) => socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame)),
    next: (match, withinMs = 3_000) => until(() => frames.find(match), withinMs, 'frame'),
    closed: (withinMs = 3_000) => until(() => closeCode, withinMs, 'close'),
  };
}

const authenticated = async (token: string): Promise<Listener> => {
  const listener = await listen();
  listener.send({ op: 'auth', token });
  await listener.next((frame) => frame.op === 'auth');
  return listener;
};

describe('authentication', () => {
  it('by the first frame is answered', async () => {
    const person = await newPerson(api);
    const listener = await authenticated(person.token);
    expect(listener.frames).toEqual([{ op: 'auth', ok: 1 }]);
  });

  it.each([
    ['zh', '请先登录'],
    ['en', 'Please log in first'],
  ])('with an unknown token closes with 4401 (%s)', async (lang, msg) => {
    const listener = await listen({ lang });
    listener.send({ op: 'auth', token: 'A'.repeat(43) });
    expect(await listener.next((frame) => frame.op === 'error')).toEqual({ op: 'error', code: 101, msg });
    expect(await listener.closed()).toBe(4401);
  });

  it('with a revoked or expired session says which and closes with 4401', async () => {
    for (const [change, code] of [
      ['revoked_at = now()', 2003],
      ["expires_at = now() - interval '1 second'", 1006],
    ] as const) {
      const person = await newPerson(api);
      await api.pool.query(`update sessions set ${change} where user_id = $1`, [person.userId]);
      const listener = await listen();
      listener.send({ op: 'auth', token: person.token });
      expect(await listener.next((frame) => frame.op === 'error')).toMatchObject({ code });
      expect(await listener.closed()).toBe(4401);
    }
  });

  it('that nobody makes ends the connection after ten seconds', async () => {
    const listener = await listen();
    api.clock.advance(10_500);
    expect(await listener.closed()).toBe(1008);
  });

  it('that comes too late is refused', async () => {
    const person = await newPerson(api);
    const listener = await listen();
    listener.send({ op: 'sub', ch: ['ticker:local:spot:BTC/USDT'] });
    await listener.next((frame) => frame.ch !== undefined);
    api.clock.advance(10_500);
    listener.send({ op: 'auth', token: person.token });
    expect(await listener.closed()).toBe(4401);
  });
});

describe('a session that ends', () => {
  it.each(['logout', 'revoked', 'disabled', 'expired'])('by %s closes its sockets within a second', async (how) => {
    const person = await newPerson(api);
    const other = await authenticated((await newPerson(api)).token);
    const listener = await authenticated(person.token);
    const startMs = performance.now();
    const second = stretchedMs(1_000);
    if (how === 'logout') await api.ask(loginLogout, {}, { token: person.token });
    if (how === 'revoked')
      await api.pool.query('update sessions set revoked_at = now() where user_id = $1', [person.userId]);
    if (how === 'disabled') await api.pool.query("update users set status = 'disabled' where id = $1", [person.userId]);
    if (how === 'expired')
      await api.pool.query("update sessions set expires_at = now() - interval '1 s' where user_id = $1", [
        person.userId,
      ]);
    expect(await listener.closed()).toBe(4401);
    const tookMs = performance.now() - startMs;
    expect(tookMs).toBeLessThan(1.5 * (await second));
    expect(listener.frames.at(-1)).toMatchObject({ op: 'error', code: how === 'expired' ? 1006 : 2003 });
    other.send({ op: 'ping', t: 5 });
    expect(await other.next((frame) => frame.op === 'pong')).toEqual({ op: 'pong', t: 5 });
  });

  it('without pings for a minute is closed', async () => {
    const listener = await authenticated((await newPerson(api)).token);
    api.clock.advance(61_000);
    expect(await listener.closed()).toBe(1001);
  });
});

describe('quotes', () => {
  it('come for what is subscribed, at most two a second, numbered from 1', async () => {
    const listener = await listen();
    const channels = ['ticker:local:spot:BTC/USDT', 'ticker:local:spot:ETH/USDT'];
    listener.send({ op: 'sub', ch: channels });
    await Promise.all(channels.map((channel) => listener.next((frame) => frame.ch === channel)));
    const startMs = performance.now();
    await listener.next((frame) => frame.ch === channels[0] && (frame.id ?? 0) >= 4, 60_000);
    const seconds = (performance.now() - startMs) / 1000;
    for (const channel of channels) {
      const ids = listener.frames.filter((frame) => frame.ch === channel).map((frame) => frame.id);
      expect(ids).toEqual(ids.map((_, at) => at + 1));
      expect(ids.length).toBeLessThanOrEqual(2 * seconds + 3);
    }
    listener.send({ op: 'unsub', ch: channels });
    listener.send({ op: 'ping', t: 1 });
    await listener.next((frame) => frame.op === 'pong');
    const count = listener.frames.length;
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect(listener.frames).toHaveLength(count);
  });

  it('are at most sixty channels', async () => {
    const listener = await listen({ lang: 'en' });
    const channels = Array.from({ length: 61 }, (_, at) => `ticker:local:spot:C${at}/USDT`);
    listener.send({ op: 'sub', ch: channels.slice(0, 60) });
    listener.send({ op: 'sub', ch: channels.slice(60) });
    expect(await listener.next((frame) => frame.op === 'error')).toMatchObject({ code: 7006 });
  });
});

it('maintenance is news for everybody, in each one’s language', async () => {
  const [zh, en] = [await listen(), await listen({ lang: 'en' })];
  await api.pool.query("insert into settings (key, value) values ('maintenance', '1')");
  try {
    expect(await zh.next((frame) => frame.ch === 'system', 30_000)).toMatchObject({
      data: { maintenance: 1, message: '系统维护中', version: '1.0.9' },
    });
    expect(await en.next((frame) => frame.ch === 'system', 30_000)).toMatchObject({
      data: { maintenance: 1, message: 'Under maintenance' },
    });
  } finally {
    await api.pool.query('delete from settings');
    await zh.next((frame) => frame.ch === 'system' && frame.id === 2, 30_000);
  }
});

describe('the door', () => {
  it.each(['https://fish.example', 'capacitor://localhost'])('opens to %s', async (origin) => {
    const listener = await listen({ origin });
    listener.send({ op: 'ping', t: 2 });
    await listener.next((frame) => frame.op === 'pong');
  });

  it.each(['https://evil.example', 'https://fish.example.evil.example', 'null'])(
    'stays shut for %s',
    async (origin) => {
      await expect(listen({ origin })).rejects.toThrow('403');
    },
  );

  it.each(['hello', '{"op":"order"}', '{"op":"sub","ch":["bot"]}', '[]', '{"op":"ping"}'])(
    'answers %s with 7008',
    async (text) => {
      const listener = await listen();
      listener.send(text);
      expect(await listener.next((frame) => frame.op === 'error')).toMatchObject({ code: 7008 });
    },
  );

  it('closes on whoever talks without end', async () => {
    const listener = await listen();
    for (let i = 0; i < 150; i += 1) listener.send({ op: 'ping', t: i });
    expect(await listener.closed()).toBe(1008);
  });
});
