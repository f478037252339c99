// The sockets of the Gate wire: who is connected, who follows what. There is no login: a channel of an account is signed for itself
// when it is asked for. A line that does not answer pings is closed.
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
import { GateError } from './errors.ts';
import { exactText } from './exact-numbers.ts';
import type { Judge } from './judge.ts';

const PATHS = { '/ws/v4/': 'spot', '/v4/ws/usdt': 'futures' } as const;
export type LineName = (typeof PATHS)[keyof typeof PATHS];
const LOOK_MS = 10_000;
const MOST_FOLLOWED = 2_000;
const SECOND_MS = 1_000;
/** Every market of the account. */
const ALL = '!all';
const INVALID = 2;
const BAD_AUTH = 4;

const Message = z.object({
  ...{ time: z.number().optional(), id: z.number().optional(), channel: z.string().max(40) },
  ...{
    event: z.string().max(20).default(''),
    payload: z.array(z.coerce.string().max(60)).max(MOST_FOLLOWED).default([]),
  },
  auth: z.object({ KEY: z.string().max(100), SIGN: z.string().max(200) }).optional(),
});
type Message = z.infer<typeof Message>;

interface Session {
  readonly socket: WebSocket;
  readonly ip: string;
  readonly line: StreamLine;
  readonly name: LineName;
  readonly isDecimal: boolean;
  /** By channel and market. */
  readonly followed: Set<string>;
  /** Of channels of accounts. */
  readonly callers: Map<string, Caller>;
  isAlive: boolean;
}

export interface SocketsDeps {
  readonly judge: Judge;
  readonly faults: FaultPlan;
  readonly wallNow: () => number;
  readonly isOpen: (channel: string) => boolean;
  readonly isPrivate: (channel: string) => boolean;
  readonly isListed: (line: LineName, market: string) => boolean;
}

/** What a frame tells, by whether its reader takes sizes with decimals. */
export type Told = (isDecimal: boolean) => unknown;

export class Sockets {
  readonly #deps: SocketsDeps;
  readonly #sessions = new Set<Session>();
  #look: NodeJS.Timeout | undefined;

  constructor(deps: SocketsDeps) {
    this.#deps = deps;
  }

  attach(door: FastifyInstance): void {
    for (const [path, name] of Object.entries(PATHS))
      door.get(path, { websocket: true }, (socket, request) => {
        this.#join(socket, name, addressOf(request.ip), request.headers['x-gate-size-decimal'] === '1');
      });
  }

  open(): void {
    this.#look = setInterval(() => this.#beat(), LOOK_MS);
    this.#look.unref();
  }

  close(): void {
    clearInterval(this.#look);
    for (const { socket } of this.#sessions) socket.terminate();
  }

  isFollowed(channel: string, market: string): boolean {
    for (const { followed } of this.#sessions) if (followed.has(`${channel} ${market}`)) return true;
    return false;
  }

  /** `cause` is what happened, for the faults that a line may have. */
  tell(channel: string, market: string, told: Told, cause: ExchangeEvent): void {
    for (const session of this.#sessions)
      if (session.followed.has(`${channel} ${market}`)) this.#carry(session, channel, told, cause);
  }

  /** To whoever follows this account and has not lost the right to. */
  tellAccount(account: Account, channel: string, market: string, told: Told, cause: ExchangeEvent): void {
    for (const session of this.#sessions) {
      const caller = session.callers.get(channel);
      if (caller?.account !== account) continue;
      if (!this.#deps.judge.isGood(caller, session.ip)) {
        session.socket.terminate();
        continue;
      }
      const { followed } = session;
      if (followed.has(`${channel} ${ALL}`) || followed.has(`${channel} ${market}`))
        this.#carry(session, channel, told, cause);
    }
  }

  #carry(session: Session, channel: string, told: Told, cause: ExchangeEvent): void {
    const frame = { ...this.#times(), channel, event: 'update', result: told(session.isDecimal) };
    carryFrame(session, exactText(frame), cause);
  }

  #times() {
    const nowMs = this.#deps.wallNow();
    return { time: Math.floor(nowMs / SECOND_MS), time_ms: nowMs };
  }

  #join(socket: WebSocket, name: LineName, ip: string, isDecimal: boolean): void {
    const line = new StreamLine(this.#deps.faults);
    const session: Session = {
      ...{ socket, ip, line, name, isDecimal, followed: new Set<string>(), callers: new Map<string, Caller>() },
      isAlive: true,
    };
    this.#sessions.add(session);
    socket.on('message', (data: Buffer) => this.#read(session, data.toString('utf8')));
    for (const sign of ['message', 'ping', 'pong'])
      socket.on(sign, () => {
        session.isAlive = true;
      });
    socket.on('error', () => socket.terminate());
    socket.on('close', () => this.#sessions.delete(session));
  }

  #read(session: Session, text: string): void {
    let message: Message;
    try {
      message = Message.parse(JSON.parse(text));
    } catch {
      return this.#say(session, { channel: '', event: '' }, { code: 1, message: 'invalid request body format' });
    }
    const { channel, event } = message;
    if (channel === `${session.name}.ping`)
      return sendFrame(
        session,
        JSON.stringify({ ...this.#times(), channel: `${session.name}.pong`, event: '', result: null }),
      );
    const isOurs = channel.startsWith(`${session.name}.`);
    const isPrivate = this.#deps.isPrivate(channel);
    if (!isOurs || !(isPrivate || this.#deps.isOpen(channel)))
      return this.#say(session, message, { code: INVALID, message: `unknown channel ${channel}` });
    if (event === 'subscribe')
      return isPrivate ? this.#followAccount(session, message) : this.#follow(session, message);
    if (event !== 'unsubscribe')
      return this.#say(session, message, { code: INVALID, message: `unknown event ${event}` });
    for (const market of message.payload) session.followed.delete(`${channel} ${market}`);
    if (isPrivate) session.callers.delete(channel);
    return this.#say(session, message, null);
  }

  /** One market that it does not know costs all of a message. */
  #follow(session: Session, message: Message): void {
    const { channel, payload } = message;
    const unknown = payload.find((market) => !this.#deps.isListed(session.name, market));
    if (unknown !== undefined) {
      const said = session.name === 'spot' ? `unknown currency pair: ${unknown}` : `unknown contract ${unknown}`;
      return this.#say(session, message, { code: INVALID, message: said });
    }
    if (session.followed.size + payload.length > MOST_FOLLOWED)
      return this.#say(session, message, { code: INVALID, message: 'too many subscriptions' });
    for (const market of payload) session.followed.add(`${channel} ${market}`);
    return this.#say(session, message, null);
  }

  /** Those of contracts name the user first. */
  #followAccount(session: Session, message: Message): void {
    const { auth, channel, event, payload, time } = message;
    const credentials = { key: auth?.KEY, sign: auth?.SIGN, timestamp: time === undefined ? undefined : String(time) };
    const caller = this.#deps.judge.speaker(credentials, channel, event, session.ip);
    if (caller instanceof GateError) {
      const { label, message: detail } = caller;
      return this.#say(session, message, { code: BAD_AUTH, message: JSON.stringify({ label, message: detail }) });
    }
    const [user, ...named] = payload;
    if (session.name === 'futures' && user !== String(caller.account.id))
      return this.#say(session, message, { code: INVALID, message: 'invalid user id' });
    const markets = session.name === 'futures' ? named : payload;
    const unknown = markets.find((market) => market !== ALL && !this.#deps.isListed(session.name, market));
    if (unknown !== undefined)
      return this.#say(session, message, { code: INVALID, message: `unknown market ${unknown}` });
    session.callers.set(channel, caller);
    for (const market of markets) session.followed.add(`${channel} ${market}`);
    return this.#say(session, message, null);
  }

  #say(
    session: Session,
    { channel, event, id, payload }: Pick<Message, 'channel' | 'event'> & Partial<Message>,
    error: { readonly code: number; readonly message: string } | null,
  ): void {
    const result = { status: error === null ? 'success' : 'fail' };
    const asked = { ...(id === undefined ? {} : { id }), conn_id: 'local', channel, event, payload };
    sendFrame(session, JSON.stringify({ ...this.#times(), ...asked, error, result }));
  }

  #beat(): void {
    for (const session of this.#sessions) {
      const isLost = [...session.callers.values()].some((caller) => !this.#deps.judge.isGood(caller, session.ip));
      if (isLost || !session.isAlive) {
        session.socket.terminate();
        continue;
      }
      session.isAlive = false;
      session.socket.ping();
    }
  }
}
