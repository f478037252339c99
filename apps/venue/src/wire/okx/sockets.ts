// The sockets of the OKX wire: who is connected, who follows what, who has logged in. A line on which nothing was said for half
// a minute, in either direction, is closed; 'ping' is answered with 'pong'.
import type { WebSocket } from '@fastify/websocket';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Account } from '../../exchange/account.ts';
import type { ExchangeEvent } from '../../exchange/unsaved.ts';
import { StreamLine } from '../../faults/event-faults.ts';
import type { FaultPlan } from '../../faults/fault-plan.ts';
import { addressOf } from '../address.ts';
import { JsonFields } from '../json-fields.ts';
import { carryFrame, sendFrame } from '../send-frame.ts';
import { type Caller, envelope, type GuardedCall, type OkxCalls } from './call.ts';
import { OkxError, words } from './errors.ts';
import type { Judge } from './judge.ts';

const PATHS = ['/ws/v5/public', '/ws/v5/business', '/ws/v5/private'];
const PRIVATE_CHANNELS = new Set(['orders', 'account', 'positions']);
const IDLE_MS = 30_000;
const LOOK_MS = 1_000;
const MAX_FOLLOWED = 480;

const Arg = z
  .object({
    channel: z.string().max(40),
    instId: z.string().max(40).optional(),
    instType: z.string().max(10).optional(),
  })
  .catchall(z.unknown());
export type Arg = z.infer<typeof Arg>;

const Message = z.object({
  op: z.string().max(40),
  id: z.string().max(32).optional(),
  args: z.array(z.record(z.string(), z.unknown())).max(MAX_FOLLOWED).default([]),
});

/** Calls that are also made over a socket, by their names there. */
const OPS: Readonly<Record<string, string>> = {
  order: 'POST /api/v5/trade/order',
  'batch-orders': 'POST /api/v5/trade/batch-orders',
  'cancel-order': 'POST /api/v5/trade/cancel-order',
  'batch-cancel-orders': 'POST /api/v5/trade/cancel-batch-orders',
};

const LOGIN = {
  key: () => new OkxError('60005', 'Invalid apiKey'),
  expired: () => new OkxError('60006', 'Timestamp request expired'),
  signature: () => new OkxError('60007', 'Invalid sign'),
  passphrase: () => new OkxError('60024', 'Wrong passphrase'),
};

interface Session {
  readonly socket: WebSocket;
  readonly ip: string;
  readonly line: StreamLine;
  readonly followed: Map<string, Arg>;
  caller: Caller | null;
  heardAtMs: number;
}

export interface SocketsDeps {
  readonly judge: Judge;
  readonly calls: OkxCalls;
  readonly faults: FaultPlan;
  /** Sent to a follower when it begins; null = there is no such channel, or no such instrument on it. */
  readonly opening: (arg: Arg, account: Account | null) => readonly object[] | null;
}

export class Sockets {
  readonly #deps: SocketsDeps;
  readonly #sessions = new Set<Session>();
  #look: NodeJS.Timeout | undefined;

  constructor(deps: SocketsDeps) {
    this.#deps = deps;
  }

  attach(door: FastifyInstance): void {
    for (const path of PATHS)
      door.get(path, { websocket: true }, (socket, request) => this.#join(socket, addressOf(request.ip)));
  }

  open(): void {
    this.#look = setInterval(() => this.#endIdle(), LOOK_MS);
    this.#look.unref();
  }

  close(): void {
    clearInterval(this.#look);
    for (const { socket } of this.#sessions) socket.terminate();
  }

  /** What somebody follows of these channels, each once. */
  followed(): Map<string, Arg> {
    const all = new Map<string, Arg>();
    for (const { followed } of this.#sessions) for (const [key, arg] of followed) all.set(key, arg);
    return all;
  }

  /** `cause` is what happened, for the faults that a line may have. */
  tell(channel: string, instId: string, message: object, cause: ExchangeEvent): void {
    const key = keyOf({ channel, instId });
    for (const session of this.#sessions) {
      const arg = session.followed.get(key);
      if (arg !== undefined) this.#carry(session, arg, message, cause);
    }
  }

  /** To whoever follows this account and has not lost the right to. */
  tellAccount(
    account: Account,
    channel: string,
    instType: string,
    instId: string,
    data: object,
    cause: ExchangeEvent,
  ): void {
    for (const session of this.#sessions) {
      if (session.caller?.account !== account) continue;
      if (!this.#deps.judge.isGood(session.caller, session.ip)) {
        session.socket.terminate();
        continue;
      }
      for (const arg of session.followed.values()) {
        const isOfType = arg.instType === undefined || arg.instType === 'ANY' || arg.instType === instType;
        const isOfInst = arg.instId === undefined || arg.instId === instId;
        if (arg.channel !== channel || !isOfType || !isOfInst) continue;
        this.#carry(session, { ...arg, uid: String(account.id) }, { data: [data] }, cause);
      }
    }
  }

  #carry(session: Session, arg: Arg, message: object, cause: ExchangeEvent): void {
    session.heardAtMs = performance.now();
    carryFrame(session, JSON.stringify({ arg, ...message }), cause);
  }

  #join(socket: WebSocket, ip: string): void {
    const line = new StreamLine(this.#deps.faults);
    const session: Session = { socket, ip, line, followed: new Map(), caller: null, heardAtMs: performance.now() };
    this.#sessions.add(session);
    socket.on('message', (data: Buffer) => void this.#read(session, data.toString('utf8')));
    socket.on('error', () => socket.terminate());
    socket.on('close', () => this.#sessions.delete(session));
  }

  async #read(session: Session, text: string): Promise<void> {
    session.heardAtMs = performance.now();
    if (text === 'ping') return sendFrame(session, 'pong');
    let message: z.infer<typeof Message>;
    try {
      message = Message.parse(JSON.parse(text));
    } catch {
      return say(session, { event: 'error', code: '60012', msg: `Invalid request: ${text.slice(0, 100)}` });
    }
    const { op, id, args } = message;
    if (op === 'login') return this.#login(session, args[0] ?? {});
    if (op === 'subscribe' || op === 'unsubscribe') {
      for (const arg of args) {
        if (op === 'subscribe') this.#follow(session, arg);
        else this.#leave(session, arg);
      }
      return;
    }
    if (OPS[op] === undefined) return say(session, { event: 'error', code: '60012', msg: 'Invalid request: op' });
    sendFrame(session, JSON.stringify({ id, op, ...(await this.#order(session, op, args)) }));
  }

  #login(session: Session, arg: Readonly<Record<string, unknown>>): void {
    const text = (name: string) => (typeof arg[name] === 'string' ? arg[name] : undefined);
    try {
      session.caller = this.#deps.judge.login(
        { key: text('apiKey'), passphrase: text('passphrase'), timestamp: text('timestamp'), sign: text('sign') },
        session.ip,
        LOGIN,
      );
      say(session, { event: 'login', code: '0', msg: '' });
    } catch (error) {
      sayRefused(session, error);
    }
  }

  #follow(session: Session, given: unknown): void {
    const parsed = Arg.safeParse(given);
    if (!parsed.success) return say(session, { event: 'error', code: '60012', msg: 'Invalid request: arg' });
    const arg = parsed.data;
    const isPrivate = PRIVATE_CHANNELS.has(arg.channel);
    if (isPrivate && session.caller === null)
      return say(session, { event: 'error', code: '60011', msg: 'Please log in' });
    if (session.followed.size >= MAX_FOLLOWED)
      return say(session, { event: 'error', code: '60014', msg: 'Requests too frequent' });
    const opening = this.#deps.opening(arg, isPrivate ? (session.caller?.account ?? null) : null);
    if (opening === null)
      return say(session, { event: 'error', code: '60018', msg: `Wrong URL or ${JSON.stringify(arg)} doesn't exist.` });
    say(session, { event: 'subscribe', arg });
    session.followed.set(keyOf(arg), arg);
    for (const first of opening) sendFrame(session, JSON.stringify({ arg, ...first }));
  }

  #leave(session: Session, given: unknown): void {
    const parsed = Arg.safeParse(given);
    if (!parsed.success) return;
    session.followed.delete(keyOf(parsed.data));
    say(session, { event: 'unsubscribe', arg: parsed.data });
  }

  async #order(session: Session, op: string, args: readonly unknown[]) {
    try {
      if (session.caller === null) throw new OkxError('60011', 'Please log in');
      const caller = this.#deps.judge.again(session.caller, session.ip);
      const name = OPS[op] ?? '';
      const call = this.#deps.calls[name] as GuardedCall;
      const fields = new JsonFields(op.startsWith('batch') ? args : args[0], words);
      this.#deps.judge.mayMake(call, caller);
      this.#deps.judge.charge(name, call, fields, caller);
      return envelope(await call.run(fields, caller));
    } catch (error) {
      if (error instanceof OkxError) return error.body;
      throw error;
    }
  }

  #endIdle(): void {
    const nowMs = performance.now();
    for (const session of this.#sessions) {
      if (nowMs - session.heardAtMs > IDLE_MS) session.socket.close(4004, 'No data received in 30s');
      if (session.caller !== null && !this.#deps.judge.isGood(session.caller, session.ip)) session.socket.terminate();
    }
  }
}

function keyOf({ channel, instId = '', instType = '' }: Arg): string {
  return `${channel} ${instId} ${PRIVATE_CHANNELS.has(channel) ? instType : ''}`;
}

function say(session: Session, message: object): void {
  sendFrame(session, JSON.stringify({ ...message, connId: 'local' }));
}

function sayRefused(session: Session, error: unknown): void {
  if (!(error instanceof OkxError)) throw error;
  say(session, { event: 'error', code: error.code, msg: error.message });
}
