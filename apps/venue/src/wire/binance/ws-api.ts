// The WebSocket API of the Binance wire: the calls of REST by other names over one socket, and the user data stream that is
// subscribed to by a signature, or by a session that has logged on. Only a key that signs by Ed25519 logs on, as there.
import type { WebSocket } from '@fastify/websocket';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Account } from '../../exchange/account.ts';
import type { ExchangeEvent } from '../../exchange/unsaved.ts';
import { StreamLine } from '../../faults/event-faults.ts';
import type { FaultPlan } from '../../faults/fault-plan.ts';
import { addressOf } from '../address.ts';
import { carryFrame, sendFrame } from '../send-frame.ts';
import type { Call } from './call.ts';
import { BinanceError, words } from './errors.ts';
import type { Asked, Family, Judge } from './family.ts';
import { Params } from './params.ts';
import { signedParams } from './signing.ts';

const SUBSCRIBE_WEIGHT = 2;
const SESSION_WEIGHT = 2;
const HEARTBEAT_MS = 20_000;

const Id = z.union([z.string().max(64), z.number(), z.null()]);
const Request = z.object({ id: Id, method: z.string(), params: z.record(z.string(), z.unknown()).default({}) });

interface Session {
  readonly socket: WebSocket;
  readonly ip: string;
  readonly subscriptions: Map<number, { readonly account: Account; readonly apiKey: string }>;
  readonly line: StreamLine;
  readonly sinceMs: number;
  /** The key it has logged on with, and when. */
  logon: { readonly apiKey: string; readonly atMs: number } | null;
  isAlive: boolean;
}

export interface WsApiDeps {
  readonly judge: Judge;
  readonly family: Family;
  /** Whether accounts are told of over the socket itself; else by a stream of their own. */
  readonly tells: boolean;
  readonly faults: FaultPlan;
  /** Names of the calls here, by their names there: 'order.place' -> 'POST /api/v3/order'. */
  readonly methods: Readonly<Record<string, string>>;
  /** The time that events bear. */
  readonly now: () => number;
  /** The exchange's clock as clients are shown it. */
  readonly serverNow: () => number;
}

export class WsApi {
  readonly #deps: WsApiDeps;
  readonly #sessions = new Set<Session>();
  #heartbeat: NodeJS.Timeout | undefined;
  #lastSubscription = -1;

  constructor(deps: WsApiDeps) {
    this.#deps = deps;
  }

  open(): void {
    this.#heartbeat = setInterval(() => this.#beat(), HEARTBEAT_MS);
    this.#heartbeat.unref();
  }

  attach(door: FastifyInstance, path: string): void {
    door.get(path, { websocket: true }, (socket, request) => {
      const line = new StreamLine(this.#deps.faults);
      const session: Session = {
        ...{ socket, ip: addressOf(request.ip), subscriptions: new Map(), line, isAlive: true },
        ...{ sinceMs: this.#deps.serverNow(), logon: null },
      };
      this.#sessions.add(session);
      socket.on('message', (data: Buffer) => void this.#read(session, data.toString('utf8')));
      socket.on('pong', () => {
        session.isAlive = true;
      });
      socket.on('error', () => socket.terminate());
      socket.on('close', () => this.#sessions.delete(session));
    });
  }

  tellAccount(account: Account, event: object, cause: ExchangeEvent): void {
    for (const session of this.#sessions) {
      this.#endUnentitled(session);
      for (const [subscriptionId, subscription] of session.subscriptions)
        if (subscription.account === account) carryFrame(session, JSON.stringify({ subscriptionId, event }), cause);
    }
  }

  close(): void {
    clearInterval(this.#heartbeat);
    for (const { socket } of this.#sessions) socket.terminate();
  }

  async #read(session: Session, text: string): Promise<void> {
    let request: z.infer<typeof Request>;
    try {
      request = Request.parse(JSON.parse(text));
    } catch {
      sendFrame(
        session,
        JSON.stringify({ id: null, status: 400, error: { code: -1135, msg: 'Invalid JSON Request' } }),
      );
      return;
    }
    const { id, method, params } = request;
    const rateLimits = params.returnRateLimits === false ? {} : { rateLimits: this.#rateLimits(session) };
    try {
      const result = await this.#answer(session, method, params);
      sendFrame(session, JSON.stringify({ id, status: 200, result, ...rateLimits }));
    } catch (error) {
      const told =
        error instanceof BinanceError
          ? error
          : new BinanceError(-1000, 'An unknown error occurred while processing the request.', 500);
      sendFrame(session, JSON.stringify({ id, status: told.status, error: told.body, ...rateLimits }));
    }
  }

  async #answer(session: Session, method: string, params: Record<string, unknown>): Promise<unknown> {
    const { judge, family, methods, tells } = this.#deps;
    const asked = askedBy(session, params);
    if (method.startsWith('session.')) return this.#session(session, method, asked);
    if (tells && (method === 'userDataStream.subscribe.signature' || method === 'userDataStream.subscribe')) {
      family.weights.charge(session.ip, SUBSCRIBE_WEIGHT);
      if (method === 'userDataStream.subscribe' && session.logon === null) throw words.notLoggedOn();
      const { account, key } = judge.caller('read', asked);
      const subscriptionId = ++this.#lastSubscription;
      session.subscriptions.set(subscriptionId, { account, apiKey: key.key });
      return { subscriptionId };
    }
    if (tells && method === 'userDataStream.unsubscribe') {
      const one = asked.params.integer('subscriptionId');
      if (one === null) session.subscriptions.clear();
      else session.subscriptions.delete(one);
      return {};
    }
    const call: Call | undefined = family.calls[methods[method] ?? ''];
    if (call === undefined) throw unknownMethod(method);
    return judge.make(family, call, asked);
  }

  #session(session: Session, method: string, asked: Asked): unknown {
    const { judge, family, serverNow } = this.#deps;
    family.weights.charge(session.ip, SESSION_WEIGHT);
    if (method === 'session.logon') {
      const caller = judge.caller('key', asked);
      if (caller.key.publicKey === '') throw words.logonKey();
      judge.verify(caller, asked);
      session.logon = { apiKey: caller.key.key, atMs: serverNow() };
    } else if (method === 'session.logout') session.logon = null;
    else if (method !== 'session.status') throw unknownMethod(method);
    return {
      ...{ apiKey: session.logon?.apiKey ?? null, authorizedSince: session.logon?.atMs ?? null },
      ...{ connectedSince: session.sinceMs, returnRateLimits: true, serverTime: serverNow() },
      userDataStream: session.subscriptions.size > 0,
    };
  }

  #rateLimits({ ip }: Session) {
    const { weights } = this.#deps.family;
    const limit = weights.limits.weightPerMinute;
    return [{ rateLimitType: 'REQUEST_WEIGHT', interval: 'MINUTE', intervalNum: 1, limit, count: weights.used(ip) }];
  }

  /** Whoever follows by an API key that may no longer read, or not from there, is told so, and nothing after it. */
  #endUnentitled(session: Session): void {
    const { judge, now } = this.#deps;
    const { keys } = judge.exchange;
    for (const [subscriptionId, { apiKey }] of session.subscriptions) {
      if (keys.mayRead(apiKey) && keys.isUsableFrom(apiKey, session.ip)) continue;
      session.subscriptions.delete(subscriptionId);
      sendFrame(session, JSON.stringify({ subscriptionId, event: { e: 'eventStreamTerminated', E: now() } }));
    }
  }

  #beat(): void {
    for (const session of this.#sessions) {
      this.#endUnentitled(session);
      if (!session.isAlive) session.socket.terminate();
      session.isAlive = false;
      session.socket.ping();
    }
  }
}

function unknownMethod(method: string): BinanceError {
  return new BinanceError(-1000, `Unknown method: ${method.slice(0, 64)}`);
}

/** What names a key of its own is signed for it; all else is asked by the key of the session. */
function askedBy({ ip, logon }: Session, params: Record<string, unknown>): Asked {
  const entries = Object.entries(params).map(([name, value]) => [name, textOf(name, value)] as const);
  const apiKey = params.apiKey ?? logon?.apiKey;
  const bySession = logon !== null && params.apiKey === undefined && params.signature === undefined;
  return {
    params: new Params(entries),
    ip,
    apiKey: typeof apiKey === 'string' ? apiKey : undefined,
    signedText: bySession ? null : signedParams(params),
  };
}

function textOf(name: string, value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return JSON.stringify(value);
  throw words.value(name);
}
