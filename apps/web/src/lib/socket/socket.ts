// The push connection: the token goes in the first message, subscriptions return after every reconnect, a ping keeps it
// open. What arrives is a hint; after a gap or a reconnect the listeners are told to ask the server again.
import * as codes from '@cormorant/contract/codes.ts';
import type { PushChannel, PushData, Ticker } from '@cormorant/contract/push.ts';
import { isOnline, onConnectivity, webSocketAddress } from '../../platform/browser.ts';
import { backoffMs } from './backoff.ts';

export const pingEveryMs = 20_000;
/** Two pings without any frame in return: the line is dead although nobody closed it. */
export const silenceMs = 45_000;
const sessionOverCloseCode = 4401;
const sessionCodes: readonly number[] = [codes.token_missing, codes.token_expired, codes.token_invalid];

export interface SocketEvents {
  /** Frames may have been missed: ask the server for what is on screen. */
  onResumed(): void;
  onSessionOver(message: string, token: string): void;
  onState(connected: boolean): void;
}

type Listener<T> = (data: T) => void;

interface Frame {
  readonly op?: string;
  readonly ch?: string;
  readonly id?: number;
  readonly code?: number;
  readonly msg?: string;
  readonly data?: unknown;
}

export class PushSocket {
  readonly #events: SocketEvents;
  readonly #listeners = new Map<string, Set<Listener<never>>>();
  readonly #lastIds = new Map<string, number>();
  #socket: WebSocket | null = null;
  #token = '';
  #language = '';
  #wanted = false;
  #attempt = 0;
  #everOpened = false;
  #lastHeardAt = 0;
  #reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  #pingTimer: ReturnType<typeof setInterval> | undefined;
  #offConnectivity: (() => void) | undefined;

  constructor(events: SocketEvents) {
    this.#events = events;
  }

  /** Connects, or reconnects with another token or in another language. */
  start(token: string, language: string): void {
    if (this.#wanted && token === this.#token && language === this.#language) return;
    this.stop();
    this.#wanted = true;
    this.#token = token;
    this.#language = language;
    this.#offConnectivity = onConnectivity(() => {
      if (isOnline() && this.#socket === null) this.#connect();
    });
    this.#connect();
  }

  stop(): void {
    this.#wanted = false;
    this.#everOpened = false;
    this.#attempt = 0;
    clearTimeout(this.#reconnectTimer);
    this.#offConnectivity?.();
    this.#drop();
  }

  /** Listens to a private channel or to a ticker; answers how to stop. */
  on<Channel extends PushChannel>(channel: Channel, listener: Listener<PushData<Channel>>): () => void;
  on(channel: `ticker:${string}`, listener: Listener<Ticker>): () => void;
  on(channel: string, listener: Listener<never>): () => void {
    const set = this.#listeners.get(channel) ?? new Set();
    this.#listeners.set(channel, set);
    set.add(listener);
    if (set.size === 1 && isTicker(channel)) this.#send({ op: 'sub', ch: [channel] });
    return () => {
      set.delete(listener);
      if (set.size > 0 || this.#listeners.get(channel) !== set) return;
      this.#listeners.delete(channel);
      this.#lastIds.delete(channel);
      if (isTicker(channel)) this.#send({ op: 'unsub', ch: [channel] });
    };
  }

  #connect(): void {
    clearTimeout(this.#reconnectTimer);
    this.#drop();
    const socket = new WebSocket(webSocketAddress(`/ws?lang=${this.#language}`));
    this.#socket = socket;
    socket.onopen = () => this.#opened();
    socket.onmessage = (event) => this.#heard(String(event.data));
    socket.onclose = (event) => this.#closed(socket, event.code);
  }

  #opened(): void {
    this.#attempt = 0;
    this.#lastIds.clear();
    this.#lastHeardAt = performance.now();
    if (this.#token !== '') this.#send({ op: 'auth', token: this.#token });
    const tickers = [...this.#listeners.keys()].filter(isTicker);
    if (tickers.length > 0) this.#send({ op: 'sub', ch: tickers });
    this.#pingTimer = setInterval(() => this.#ping(), pingEveryMs);
    this.#events.onState(true);
    if (this.#everOpened) this.#events.onResumed();
    this.#everOpened = true;
  }

  #ping(): void {
    if (performance.now() - this.#lastHeardAt > silenceMs) {
      this.#drop();
      this.#retry();
      return;
    }
    this.#send({ op: 'ping', t: Date.now() });
  }

  #heard(text: string): void {
    this.#lastHeardAt = performance.now();
    let frame: Frame;
    try {
      frame = JSON.parse(text) as Frame;
    } catch {
      return;
    }
    if (frame.op === 'error' && sessionCodes.includes(frame.code ?? 0)) {
      this.#events.onSessionOver(frame.msg ?? '', this.#token);
    } else if (typeof frame.ch === 'string') {
      this.#deliver(frame.ch, frame);
    }
  }

  #deliver(channel: string, frame: Frame): void {
    const last = this.#lastIds.get(channel);
    if (frame.id !== undefined) this.#lastIds.set(channel, frame.id);
    if (last !== undefined && frame.id !== undefined && frame.id !== last + 1 && !isTicker(channel))
      this.#events.onResumed();
    for (const listener of this.#listeners.get(channel) ?? []) listener(frame.data as never);
  }

  #closed(socket: WebSocket, code: number): void {
    if (socket !== this.#socket) return;
    this.#drop();
    if (code === sessionOverCloseCode) {
      this.#wanted = false;
      this.#events.onSessionOver('', this.#token);
      return;
    }
    this.#retry();
  }

  #retry(): void {
    if (!this.#wanted) return;
    clearTimeout(this.#reconnectTimer);
    this.#reconnectTimer = setTimeout(() => this.#connect(), backoffMs(this.#attempt, Math.random()));
    this.#attempt += 1;
  }

  #drop(): void {
    clearInterval(this.#pingTimer);
    const socket = this.#socket;
    this.#socket = null;
    if (socket === null) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    // Browsers complain of a connection that is closed before it stands.
    if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
    else socket.close();
    this.#events.onState(false);
  }

  #send(frame: unknown): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame));
  }
}

function isTicker(channel: string): boolean {
  return channel.startsWith('ticker:');
}
