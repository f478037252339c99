// The push hub with sockets of our own: private events reach their owner alone, and a slow client costs no memory.
import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { createInProcessBus } from '../../adapters/bus/in-process-bus.ts';
import { PerLanguage } from '../../ports/bus.ts';
import type { SessionStore } from '../../ports/session-store.ts';
import { createPushHub, type PushHub } from './push-hub.ts';

/** A client that reads nothing unless told: what is sent to it waits. */
class FakeSocket extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  bufferedAmount = 0;
  readonly sent: string[] = [];
  reads = true;
  terminated = false;

  send(text: string): void {
    this.sent.push(text);
    if (!this.reads) this.bufferedAmount += text.length;
  }

  terminate(): void {
    this.terminated = true;
    this.close();
  }

  close(): void {
    this.readyState = 3;
    this.emit('close');
  }

  frames(): { ch?: string; id?: number; data?: unknown }[] {
    return this.sent.map((text) => JSON.parse(text)).filter((frame) => frame.ch !== undefined);
  }
}

const bus = createInProcessBus((error) => {
  throw error;
});
const sessions = { endedAmong: async () => [] } as unknown as SessionStore;
let hub: PushHub;
beforeEach(() => {
  hub = createPushHub({
    bus,
    clock: { nowMs: () => 1_000 },
    sessions,
    checkToken: async (token) => ({ userId: Number(token), sessionId: Number(token), expiresAtMs: 9e15 }),
    report: (error) => {
      throw error;
    },
  });
});
afterEach(() => hub.stop());

async function connect(userId: number | null, lang?: string): Promise<FakeSocket> {
  const socket = new FakeSocket();
  hub.accept(socket as unknown as WebSocket, '127.0.0.1', lang);
  if (userId !== null) {
    socket.emit('message', JSON.stringify({ op: 'auth', token: String(userId) }), false);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return socket;
}

describe('private channels', () => {
  it('reach every socket of their owner and no other', async () => {
    const [first, second, other, stranger] = [
      await connect(7),
      await connect(7),
      await connect(8),
      await connect(null),
    ];
    bus.publish({ channel: 'bot', userId: 7, data: { id: 1, phase: 'holding' } });
    bus.publish({ channel: 'bot', userId: 7, data: { id: 1, phase: 'idle' } });
    bus.publish({ channel: 'action', userId: 7, data: { id: 5 } });
    for (const socket of [first, second]) {
      expect(socket.frames().map(({ ch, id }) => [ch, id])).toEqual([
        ['bot', 1],
        ['bot', 2],
        ['action', 1],
      ]);
    }
    expect(other.frames()).toEqual([]);
    expect(stranger.frames()).toEqual([]);
  });

  it('speak the language of each socket', async () => {
    const [zh, en] = [await connect(7), await connect(7, 'en')];
    bus.publish({ channel: 'action', userId: 7, data: new PerLanguage({ msg: '开仓' }, { msg: 'Opened' }) });
    expect(zh.frames()[0]?.data).toEqual({ msg: '开仓' });
    expect(en.frames()[0]?.data).toEqual({ msg: 'Opened' });
  });

  it('end with the connection', async () => {
    const socket = await connect(7);
    socket.close();
    bus.publish({ channel: 'bot', userId: 7, data: { id: 1 } });
    expect(socket.frames()).toEqual([]);
  });

  it('are closed to a twenty-first socket of one user', async () => {
    for (let i = 0; i < 20; i += 1) await connect(7);
    const late = await connect(7);
    expect(late.readyState).toBe(3);
    expect(late.sent.at(-1)).toContain('"code":104');
  });
});

it('news for all reaches everybody', async () => {
  const sockets = [await connect(7), await connect(null)];
  bus.publish({ channel: 'system', data: { maintenance: 1, message: '', version: '1.0.9' } });
  for (const socket of sockets) expect(socket.frames()).toHaveLength(1);
});

it('a client that does not read is dropped before its queue passes a bound', async () => {
  const slow = await connect(7);
  slow.reads = false;
  const data = { id: 1, text: 'x'.repeat(10_000) };
  for (let i = 0; i < 300 && !slow.terminated; i += 1) bus.publish({ channel: 'bot', userId: 7, data });
  expect(slow.terminated).toBe(true);
  expect(slow.bufferedAmount).toBeLessThan(1_100_000);
});
