// The door of live events: takes sockets, learns who they are, and hands them what the bus publishes. Private channels
// go to their owner's sockets only; quotes are coalesced to two a second; a session that ends closes its sockets within
// a second.
import { textOf } from '@cormorant/contract/catalogue.ts';
import * as codes from '@cormorant/contract/codes.ts';
import { langOf } from '@cormorant/contract/envelope.ts';
import {
  authWithinMs,
  type ClientFrame,
  clientFrame,
  maxTickerSubscriptions,
  pingTimeoutMs,
  sessionOverCloseCode,
} from '@cormorant/contract/push.ts';
import type { WebSocket } from 'ws';
import { type Bus, type BusEvent, PerLanguage } from '../../ports/bus.ts';
import type { Clock } from '../../ports/clock.ts';
import type { SessionStore } from '../../ports/session-store.ts';
import type { CheckToken } from '../bearer.ts';
import { createPushSocket, type PushSocket } from './push-socket.ts';

const TICK_MS = 500;
const POLICY = 1008;
const GOING_AWAY = 1001;
const MOST_SOCKETS_OF_USER = 20;

export interface PushHubDeps {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly sessions: SessionStore;
  readonly checkToken: CheckToken;
  readonly report: (error: unknown) => void;
}

export interface PushHub {
  accept(socket: WebSocket, ip: string, langHint: string | undefined): void;
  stop(): void;
}

function parseFrame(raw: string): ClientFrame | null {
  try {
    const result = clientFrame.safeParse(JSON.parse(raw));
    return result.success ? result.data : null;
  } catch {
    return null;
  }
}

export function createPushHub({ bus, clock, sessions, checkToken, report }: PushHubDeps): PushHub {
  const sockets = new Set<PushSocket>();
  const byUser = new Map<number, Set<PushSocket>>();
  const byTicker = new Map<string, Set<PushSocket>>();
  const lastTicker = new Map<string, string>();
  const changedTickers = new Set<string>();

  function leave<K>(index: Map<K, Set<PushSocket>>, key: K, socket: PushSocket): void {
    const members = index.get(key);
    members?.delete(socket);
    if (members?.size === 0) index.delete(key);
  }

  function join<K>(index: Map<K, Set<PushSocket>>, key: K, socket: PushSocket): void {
    const members = index.get(key);
    if (members === undefined) index.set(key, new Set([socket]));
    else members.add(socket);
  }

  function forget(socket: PushSocket): void {
    sockets.delete(socket);
    leave(byUser, socket.userId, socket);
    for (const channel of socket.tickers) leave(byTicker, channel, socket);
  }

  function refuse(socket: PushSocket, code: number, closeCode: number | null): void {
    socket.send({ op: 'error', code, msg: textOf(code, socket.lang) });
    if (closeCode === null) return;
    forget(socket);
    socket.close(closeCode, String(code));
  }

  async function authenticate(socket: PushSocket, token: string): Promise<void> {
    if (socket.userId !== 0) return refuse(socket, codes.param_error, null);
    const nowMs = clock.nowMs();
    if (nowMs - socket.openedAtMs > authWithinMs) return refuse(socket, codes.token_missing, sessionOverCloseCode);
    const session = await checkToken(token, nowMs);
    if ('code' in session) return refuse(socket, session.code, sessionOverCloseCode);
    if (!sockets.has(socket) || socket.userId !== 0) return;
    if ((byUser.get(session.userId)?.size ?? 0) >= MOST_SOCKETS_OF_USER) {
      return refuse(socket, codes.too_many_requests, POLICY);
    }
    socket.userId = session.userId;
    socket.sessionId = session.sessionId;
    join(byUser, session.userId, socket);
    socket.send({ op: 'auth', ok: 1 });
  }

  function subscribe(socket: PushSocket, channels: readonly string[]): void {
    const fresh = channels.filter((channel) => !socket.tickers.has(channel));
    if (socket.tickers.size + new Set(fresh).size > maxTickerSubscriptions) {
      return refuse(socket, codes.field_range, null);
    }
    for (const channel of fresh) {
      socket.tickers.add(channel);
      join(byTicker, channel, socket);
      const last = lastTicker.get(channel);
      if (last !== undefined) socket.push(channel, clock.nowMs(), last, true);
    }
  }

  function unsubscribe(socket: PushSocket, channels: readonly string[]): void {
    for (const channel of channels) {
      socket.tickers.delete(channel);
      leave(byTicker, channel, socket);
    }
  }

  function hear(socket: PushSocket, raw: string): void {
    const nowMs = clock.nowMs();
    if (!socket.mayTalk(nowMs)) return refuse(socket, codes.too_many_requests, POLICY);
    const frame = parseFrame(raw);
    if (frame === null) return refuse(socket, codes.parse_error, null);
    if (frame.op === 'auth') {
      authenticate(socket, frame.token).catch((error: unknown) => {
        report(error);
        refuse(socket, codes.server, POLICY);
      });
    } else if (frame.op === 'sub') subscribe(socket, frame.ch);
    else if (frame.op === 'unsub') unsubscribe(socket, frame.ch);
    else {
      socket.heardAtMs = nowMs;
      socket.send({ op: 'pong', t: frame.t });
    }
  }

  function deliver(event: BusEvent): void {
    if (event.channel.startsWith('ticker:')) {
      lastTicker.set(event.channel, JSON.stringify(event.data));
      changedTickers.add(event.channel);
      return;
    }
    const audience = 'userId' in event ? byUser.get(event.userId) : sockets;
    if (audience === undefined) return;
    const { data } = event;
    const zh = JSON.stringify(data instanceof PerLanguage ? data.zh : data);
    const en = data instanceof PerLanguage ? JSON.stringify(data.en) : zh;
    const ts = clock.nowMs();
    for (const socket of audience) socket.push(event.channel, ts, socket.lang === 'en' ? en : zh, false);
  }

  function flushTickers(): void {
    const ts = clock.nowMs();
    for (const channel of changedTickers) {
      const text = lastTicker.get(channel);
      if (text === undefined) continue;
      for (const socket of byTicker.get(channel) ?? []) socket.push(channel, ts, text, true);
    }
    changedTickers.clear();
  }

  function closeSilent(): void {
    const nowMs = clock.nowMs();
    for (const socket of sockets) {
      const idle = socket.userId === 0 && socket.tickers.size === 0 && nowMs - socket.openedAtMs > authWithinMs;
      if (!idle && nowMs - socket.heardAtMs <= pingTimeoutMs) continue;
      forget(socket);
      socket.close(idle ? POLICY : GOING_AWAY, idle ? 'nothing asked' : 'no ping');
    }
  }

  async function closeEnded(): Promise<void> {
    const ids = new Set([...sockets].filter((socket) => socket.userId !== 0).map((socket) => socket.sessionId));
    if (ids.size === 0) return;
    const ended = new Map((await sessions.endedAmong([...ids], clock.nowMs())).map(({ id, code }) => [id, code]));
    if (ended.size === 0) return;
    for (const socket of [...sockets]) {
      const code = ended.get(socket.sessionId);
      if (code !== undefined) refuse(socket, code, sessionOverCloseCode);
    }
  }

  let checking = false;
  const timer = setInterval(() => {
    flushTickers();
    closeSilent();
    if (checking) return;
    checking = true;
    closeEnded()
      .catch(report)
      .finally(() => {
        checking = false;
      });
  }, TICK_MS);
  timer.unref();
  const unsubscribeBus = bus.subscribe(deliver);

  return {
    accept: (raw, ip, langHint) => {
      const socket = createPushSocket(raw, ip, langOf(langHint), clock.nowMs());
      sockets.add(socket);
      raw.on('message', (data, binary) => {
        if (binary) refuse(socket, codes.parse_error, null);
        else hear(socket, String(data));
      });
      raw.on('close', () => forget(socket));
      raw.on('error', report);
    },
    stop: () => {
      clearInterval(timer);
      unsubscribeBus();
      for (const socket of [...sockets]) {
        forget(socket);
        socket.close(GOING_AWAY, 'restart');
      }
    },
  };
}
