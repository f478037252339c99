// The push connection: auth first, subscriptions back after a break, gaps noticed, delays within their bounds.
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { backoffMs } from './backoff.ts';
import { PushSocket, pingEveryMs, silenceMs } from './socket.ts';

class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readonly sent: { op: string; [key: string]: unknown }[] = [];
  readonly url: string;
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(url: string) {
    this.url = url;
    FakeSocket.all.push(this);
  }

  send(text: string) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.readyState = 3;
  }

  open() {
    this.readyState = 1;
    this.onopen?.();
  }

  hear(frame: unknown) {
    this.onmessage?.({ data: typeof frame === 'string' ? frame : JSON.stringify(frame) });
  }
}

const newest = () => FakeSocket.all.at(-1)!;
const events = { onResumed: vi.fn(), onSessionOver: vi.fn(), onState: vi.fn() };
let socket: PushSocket;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
  FakeSocket.all = [];
  vi.clearAllMocks();
  socket = new PushSocket(events);
});
afterEach(() => {
  socket.stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('the push connection', () => {
  it('sends the token first and never in the address', () => {
    socket.on('ticker:local:spot:BTC/USDT', () => undefined);
    socket.start('secret-token', 'zh');
    newest().open();
    expect(newest().url).toMatch(/^ws:\/\/[^?]+\/ws\?lang=zh$/);
    expect(newest().sent).toEqual([
      { op: 'auth', token: 'secret-token' },
      { op: 'sub', ch: ['ticker:local:spot:BTC/USDT'] },
    ]);
  });

  it('speaks the language of the screen and reconnects when it changes', () => {
    socket.start('t', 'zh');
    socket.start('t', 'zh');
    expect(FakeSocket.all).toHaveLength(1);
    socket.start('t', 'en');
    expect(FakeSocket.all).toHaveLength(2);
    expect(newest().url).toContain('lang=en');
  });

  it('pings, and takes a long silence for a dead line', () => {
    socket.start('t', 'zh');
    newest().open();
    vi.advanceTimersByTime(pingEveryMs);
    expect(newest().sent.at(-1)).toMatchObject({ op: 'ping' });
    const first = newest();
    vi.advanceTimersByTime(silenceMs + pingEveryMs + 1_000);
    expect(newest()).not.toBe(first);
  });

  it('comes back with its subscriptions and asks for a refetch, growing its waits', () => {
    socket.start('t', 'zh');
    socket.on('ticker:local:spot:BTC/USDT', () => undefined);
    newest().open();
    expect(events.onResumed).not.toHaveBeenCalled();
    newest().onclose?.({ code: 1006 });
    vi.advanceTimersByTime(1_000);
    expect(FakeSocket.all).toHaveLength(2);
    newest().onclose?.({ code: 1006 });
    vi.advanceTimersByTime(1_499);
    expect(FakeSocket.all).toHaveLength(2);
    vi.advanceTimersByTime(501);
    expect(FakeSocket.all).toHaveLength(3);
    newest().open();
    expect(newest().sent.map((frame) => frame.op)).toEqual(['auth', 'sub']);
    expect(events.onResumed).toHaveBeenCalledOnce();
  });

  it('delivers frames, survives nonsense and notices a gap', () => {
    const heard = vi.fn();
    socket.on('bot', heard);
    socket.start('t', 'zh');
    newest().open();
    newest().hear('not json');
    newest().hear({ ch: 'bot', id: 1, ts: 1, data: { id: 7 } });
    newest().hear({ ch: 'bot', id: 2, ts: 1, data: { id: 8 } });
    expect(heard.mock.calls).toEqual([[{ id: 7 }], [{ id: 8 }]]);
    expect(events.onResumed).not.toHaveBeenCalled();
    newest().hear({ ch: 'bot', id: 4, ts: 1, data: { id: 9 } });
    expect(events.onResumed).toHaveBeenCalledOnce();
  });

  it('subscribes once per channel and unsubscribes with the last listener', () => {
    socket.start('t', 'zh');
    newest().open();
    const stops = [1, 2].map(() => socket.on('ticker:local:spot:ETH/USDT', () => undefined));
    for (const stop of stops) stop();
    expect(newest().sent.slice(1)).toEqual([
      { op: 'sub', ch: ['ticker:local:spot:ETH/USDT'] },
      { op: 'unsub', ch: ['ticker:local:spot:ETH/USDT'] },
    ]);
  });

  it('ends with its session and does not come back', () => {
    socket.start('t', 'zh');
    newest().open();
    newest().hear({ op: 'error', code: 1006, msg: '登录已过期' });
    expect(events.onSessionOver).toHaveBeenCalledWith('登录已过期', 't');
    newest().onclose?.({ code: 4401 });
    vi.advanceTimersByTime(120_000);
    expect(FakeSocket.all).toHaveLength(1);
  });
});

describe('the waits between tries', () => {
  it('double from 1 s to 30 s and are spread by at most a quarter', () => {
    expect([0, 1, 2, 3, 4, 5, 9].map((attempt) => backoffMs(attempt, 1))).toEqual([
      1e3, 2e3, 4e3, 8e3, 16e3, 30e3, 30e3,
    ]);
    fc.assert(
      fc.property(fc.nat(1000), fc.double({ min: 0, max: 0.999, noNaN: true }), (attempt, chance) => {
        const wait = backoffMs(attempt, chance);
        expect(wait).toBeGreaterThanOrEqual(750);
        expect(wait).toBeLessThanOrEqual(30_000);
      }),
    );
  });
});
