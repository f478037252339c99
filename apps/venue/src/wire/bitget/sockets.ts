// The sockets of the Bitget wire: who is connected, who follows what, who has logged in. A line without a 'ping' for two minutes is
// closed; 'ping' is answered with 'pong'.
import type { WebSocket } from '@fastify/websocket';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Account } from '../../exchange/account.ts';
import type { ExchangeEvent } from '../../exchange/unsaved.ts';
import { StreamLine } from '../../faults/event-faults.ts';
import type { FaultPlan } from '../../faults/fault-plan.ts';
import { addressOf } from '../address.ts';
import { carryFrame, sendFrame } from '../send-frame.ts';
import type { Caller } from './call.ts';
import type { Judge } from './judge.ts';

const PATHS = { '/v2/ws/public': 'public', '/v2/ws/private': 'private' } as const;
const PRIVATE_CHANNELS = new Set(['orders', 'account']);
const IDLE_MS = 120_000;
const LOOK_MS = 1_000;
const MOST_FOLLOWED = 1_000;
/** Of an account: every market of the kind. */
const ALL = 'default';

const Arg = z.object({
  ...{ instType: z.enum(['SPOT', 'USDT-FUTURES']), channel: z.string().max(40) },
  ...{ instId: z.string().max(40).optional(), coin: z.string().max(20).optional() },
});
export type Arg = z.infer<typeof Arg>;

const Message = z.object({
  op: z.string().max(40),
  args: z.array(z.record(z.string(), z.unknown())).max(MOST_FOLLOWED).default([]),
});

interface Session {
  readonly socket: WebSocket;
  readonly ip: string;
  readonly isPrivate: boolean;
  readonly line: StreamLine;
  readonly followed: Map<string, Arg>;
  caller: Caller | null;
  heardAtMs: number;
}

export interface SocketsDeps {
  readonly judge: Judge;
  readonly faults: FaultPlan;
  readonly wallNow: () => number;
  /** Sent to a follower when it begins; null = there is no such channel, or no such market on it. */
  readonly opening: (arg: Arg) => readonly object[] | null;
}

export class Sockets {
  readonly #deps: SocketsDeps;
  readonly #sessions = new Set<Session>();
  #look: NodeJS.Timeout | undefined;

  constructor(deps: SocketsDeps) {
    this.#deps = deps;
  }

  attach(door: FastifyInstance): void {
    for (const [path, name] of Object.entries(PATHS))
      door.get(path, { websocket: true }, (socket, request) =>
        this.#join(socket, name === 'private', addressOf(request.ip)),
      );
  }

  open(): void {
    this.#look = setInterval(() => this.#endIdle(), LOOK_MS);
    this.#look.unref();
  }

  close(): void {
    clearInterval(this.#look);
    for (const { socket } of this.#sessions) socket.terminate();
  }

  /** `cause` is what happened, for the faults that a line may have. */
  tell(arg: Arg, data: readonly object[], cause: ExchangeEvent): void {
    for (const session of this.#sessions) {
      const followed = session.followed.get(keyOf(arg));
      if (followed !== undefined) this.#carry(session, followed, data, cause);
    }
  }

  /** To whoever follows this account and has not lost the right to. */
  tellAccount(account: Account, instType: Arg['instType'], pair: string, row: object, cause: ExchangeEvent): void {
    for (const session of this.#sessions) {
      if (session.caller?.account !== account) continue;
      if (!this.#deps.judge.isGood(session.caller, session.ip)) {
        session.socket.terminate();
        continue;
      }
      for (const instId of [ALL, pair]) {
        const followed = session.followed.get(keyOf({ instType, channel: 'orders', instId }));
        if (followed !== undefined) this.#carry(session, followed, [row], cause);
      }
    }
  }

  #carry(session: Session, arg: Arg, data: readonly object[], cause: ExchangeEvent): void {
    const frame = { action: session.isPrivate ? 'snapshot' : 'update', arg, data, ts: this.#deps.wallNow() };
    carryFrame(session, JSON.stringify(frame), cause);
  }

  #join(socket: WebSocket, isPrivate: boolean, ip: string): void {
    const line = new StreamLine(this.#deps.faults);
    const session: Session = {
      ...{ socket, ip, isPrivate, line, followed: new Map<string, Arg>(), caller: null, heardAtMs: performance.now() },
    };
    this.#sessions.add(session);
    socket.on('message', (data: Buffer) => this.#read(session, data.toString('utf8')));
    socket.on('error', () => socket.terminate());
    socket.on('close', () => this.#sessions.delete(session));
  }

  #read(session: Session, text: string): void {
    session.heardAtMs = performance.now();
    if (text === 'ping') return sendFrame(session, 'pong');
    let message: z.infer<typeof Message>;
    try {
      message = Message.parse(JSON.parse(text));
    } catch {
      return say(session, { event: 'error', code: 30003, msg: 'INVALID op' });
    }
    const { op, args } = message;
    if (op === 'login') return this.#login(session, args[0] ?? {});
    if (op !== 'subscribe' && op !== 'unsubscribe')
      return say(session, { event: 'error', code: 30003, msg: `INVALID op:${op}` });
    for (const given of args) {
      const arg = Arg.safeParse(given);
      if (!arg.success) say(session, { event: 'error', arg: given, code: 30001, msg: 'Parameter error' });
      else if (op === 'subscribe') this.#follow(session, arg.data);
      else this.#leave(session, arg.data);
    }
  }

  #login(session: Session, arg: Readonly<Record<string, unknown>>): void {
    const text = (name: string) => (arg[name] === undefined ? undefined : String(arg[name]));
    const credentials = { key: text('apiKey'), passphrase: text('passphrase') };
    const proof = { timestamp: text('timestamp'), sign: text('sign') };
    session.caller = session.isPrivate ? this.#deps.judge.login({ ...credentials, ...proof }, session.ip) : null;
    if (session.caller !== null) return say(session, { event: 'login', code: 0, msg: '' });
    say(session, { event: 'error', code: 30005, msg: 'error' });
    session.socket.close();
  }

  #follow(session: Session, arg: Arg): void {
    const refuse = (code: number, msg: string) => say(session, { event: 'error', arg, code, msg });
    const isPrivate = PRIVATE_CHANNELS.has(arg.channel);
    if (isPrivate && session.caller === null) return refuse(30004, 'User needs to log in');
    if (session.followed.size >= MOST_FOLLOWED) return refuse(30006, 'request too many');
    const opening = isPrivate === session.isPrivate ? this.#deps.opening(arg) : null;
    if (opening === null) return refuse(30001, `${JSON.stringify(arg)} doesn't exist`);
    say(session, { event: 'subscribe', arg });
    session.followed.set(keyOf(arg), arg);
    if (opening.length === 0) return;
    sendFrame(session, JSON.stringify({ action: 'snapshot', arg, data: opening, ts: this.#deps.wallNow() }));
  }

  #leave(session: Session, arg: Arg): void {
    session.followed.delete(keyOf(arg));
    say(session, { event: 'unsubscribe', arg });
  }

  #endIdle(): void {
    const nowMs = performance.now();
    for (const session of this.#sessions) {
      const isLost = session.caller !== null && !this.#deps.judge.isGood(session.caller, session.ip);
      if (isLost || nowMs - session.heardAtMs > IDLE_MS) session.socket.terminate();
    }
  }
}

function keyOf({ channel, instId = ALL, instType }: Arg): string {
  return `${instType} ${channel} ${instId}`;
}

function say(session: Session, message: object): void {
  sendFrame(session, JSON.stringify(message));
}
