// The sockets of the market and user streams: '/ws' speaks plain events, '/stream' wraps each in the name of its stream. Both
// take SUBSCRIBE, UNSUBSCRIBE and LIST_SUBSCRIPTIONS, names in the address, and a listen key as a name.
import type { WebSocket } from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Account } from '../../exchange/account.ts';
import type { ExchangeEvent } from '../../exchange/unsaved.ts';
import { StreamLine } from '../../faults/event-faults.ts';
import type { FaultPlan } from '../../faults/fault-plan.ts';
import { addressOf } from '../address.ts';
import { carryFrame, sendFrame } from '../send-frame.ts';

const HEARTBEAT_MS = 20_000;
const MAX_STREAMS = 1024;
const LISTEN_KEY = /^[0-9a-f]{64}$/;

const Message = z.object({
  method: z.enum(['SUBSCRIBE', 'UNSUBSCRIBE', 'LIST_SUBSCRIPTIONS']),
  params: z.array(z.string().max(100)).max(MAX_STREAMS).default([]),
  id: z.union([z.string(), z.number(), z.null()]).default(null),
});

interface Listener {
  readonly socket: WebSocket;
  readonly ip: string;
  readonly isWrapped: boolean;
  readonly names: Set<string>;
  /** By listen key. */
  readonly accounts: Map<string, Account>;
  readonly line: StreamLine;
  isAlive: boolean;
}

export class StreamDoor {
  readonly #accountOfListenKey: (key: string, ip: string) => Account | undefined;
  readonly #faults: FaultPlan;
  readonly #now: () => number;
  readonly #listeners = new Set<Listener>();
  readonly #byName = new Map<string, Set<Listener>>();
  #heartbeat: NodeJS.Timeout | undefined;

  /** `now` is the time that events bear. */
  constructor(
    accountOfListenKey: (key: string, ip: string) => Account | undefined,
    faults: FaultPlan,
    now: () => number,
  ) {
    this.#accountOfListenKey = accountOfListenKey;
    this.#faults = faults;
    this.#now = now;
  }

  open(): void {
    this.#heartbeat = setInterval(() => this.#beat(), HEARTBEAT_MS);
    this.#heartbeat.unref();
  }

  /** Also with one more part behind, which clients use to tell their connections apart or as a name. */
  attach(door: FastifyInstance, plainPath: string, wrappedPath: string): void {
    for (const [path, isWrapped] of [
      [plainPath, false],
      [wrappedPath, true],
    ] as const) {
      for (const url of [path, `${path}/*`])
        door.get(url, { websocket: true }, (socket, request) => this.#join(socket, isWrapped, request));
    }
  }

  followed(): Iterable<string> {
    return this.#byName.keys();
  }

  isFollowed(stream: string): boolean {
    return this.#byName.has(stream);
  }

  /** `cause` is what happened, for the faults that a line may have. */
  tell(stream: string, event: object, cause: ExchangeEvent): void {
    const listeners = this.#byName.get(stream);
    if (listeners === undefined) return;
    const plain = JSON.stringify(event);
    for (const listener of listeners) carryFrame(listener, listener.isWrapped ? wrapped(stream, plain) : plain, cause);
  }

  tellAccount(account: Account, event: object, cause: ExchangeEvent): void {
    const plain = JSON.stringify(event);
    for (const listener of this.#listeners) {
      this.#endExpired(listener);
      for (const [key, owner] of listener.accounts)
        if (owner === account) carryFrame(listener, listener.isWrapped ? wrapped(key, plain) : plain, cause);
    }
  }

  close(): void {
    clearInterval(this.#heartbeat);
    for (const { socket } of this.#listeners) socket.terminate();
  }

  #join(socket: WebSocket, isWrapped: boolean, request: FastifyRequest): void {
    const line = new StreamLine(this.#faults);
    const listener: Listener = {
      ...{ socket, ip: addressOf(request.ip), isWrapped, line, isAlive: true },
      ...{ names: new Set(), accounts: new Map() },
    };
    this.#listeners.add(listener);
    for (const name of namesIn(request)) this.#follow(listener, name);
    socket.on('message', (data: Buffer) => this.#read(listener, data.toString('utf8')));
    socket.on('pong', () => {
      listener.isAlive = true;
    });
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      this.#listeners.delete(listener);
      for (const name of listener.names) this.#leave(listener, name);
    });
  }

  #read(listener: Listener, text: string): void {
    let message: z.infer<typeof Message>;
    try {
      message = Message.parse(JSON.parse(text));
    } catch {
      sendFrame(
        listener,
        JSON.stringify({ error: { code: 2, msg: 'Invalid request: the message cannot be read' }, id: null }),
      );
      return;
    }
    const { method, params, id } = message;
    let result: string[] | null = null;
    if (method === 'LIST_SUBSCRIPTIONS') result = [...listener.names];
    else if (method === 'SUBSCRIBE' && listener.names.size + params.length > MAX_STREAMS) {
      sendFrame(listener, JSON.stringify({ error: { code: 2, msg: 'Invalid request: too many streams' }, id }));
      return;
    }
    sendFrame(listener, JSON.stringify({ result, id }));
    // After the answer, so that no event of a stream comes before it.
    for (const name of params) {
      if (method === 'SUBSCRIBE') this.#follow(listener, name);
      else if (method === 'UNSUBSCRIBE') this.#leave(listener, name);
    }
  }

  #follow(listener: Listener, name: string): void {
    const account = LISTEN_KEY.test(name) ? this.#accountOfListenKey(name, listener.ip) : undefined;
    if (account !== undefined) listener.accounts.set(name, account);
    listener.names.add(name);
    const listeners = this.#byName.get(name) ?? new Set();
    this.#byName.set(name, listeners.add(listener));
  }

  #leave(listener: Listener, name: string): void {
    listener.names.delete(name);
    listener.accounts.delete(name);
    const listeners = this.#byName.get(name);
    listeners?.delete(listener);
    if (listeners?.size === 0) this.#byName.delete(name);
  }

  /** Whoever follows by a listen key that is no more, or not from there, is told so, and nothing after it. */
  #endExpired(listener: Listener): void {
    for (const [listenKey, owner] of listener.accounts) {
      if (this.#accountOfListenKey(listenKey, listener.ip) === owner) continue;
      this.#leave(listener, listenKey);
      const plain = JSON.stringify({ e: 'listenKeyExpired', E: this.#now(), listenKey });
      sendFrame(listener, listener.isWrapped ? wrapped(listenKey, plain) : plain);
    }
  }

  #beat(): void {
    for (const listener of this.#listeners) {
      this.#endExpired(listener);
      if (!listener.isAlive) listener.socket.terminate();
      listener.isAlive = false;
      listener.socket.ping();
    }
  }
}

/** '/ws/<name>', '/stream?streams=<name>/<name>'; a listen key also as '?listenKey='. */
function namesIn(request: FastifyRequest): string[] {
  const { streams, listenKey } = request.query as Record<string, string | undefined>;
  const path = (request.params as Record<string, string | undefined>)['*'] ?? '';
  return [...path.split('/'), ...(streams ?? '').split('/'), listenKey ?? ''].filter(
    (name) => name.includes('@') || LISTEN_KEY.test(name),
  );
}

function wrapped(stream: string, event: string): string {
  return `{"stream":${JSON.stringify(stream)},"data":${event}}`;
}
