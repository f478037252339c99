// The sockets of the Bybit wire: who is connected, who follows what, who has proven who he is. A line on which nothing was said
// for ten minutes, in either direction, is closed.
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

export type LineName = 'spot' | 'linear' | 'private';
const LINES: Readonly<Record<string, LineName>> = {
  '/v5/public/spot': 'spot',
  '/v5/public/linear': 'linear',
  '/v5/private': 'private',
};
const IDLE_MS = 600_000;
const LOOK_MS = 1_000;
const MOST_FOLLOWED = 500;
/** Of spot, in one message. */
const MOST_SPOT_ARGS = 10;

const Message = z.object({
  op: z.string().max(40),
  req_id: z.union([z.string().max(100), z.number()]).default(''),
  args: z
    .array(z.union([z.string().max(300), z.number()]))
    .max(MOST_FOLLOWED)
    .default([]),
});
type Message = z.infer<typeof Message>;

interface Session {
  readonly socket: WebSocket;
  readonly ip: string;
  readonly line: StreamLine;
  readonly name: LineName;
  readonly followed: Set<string>;
  caller: Caller | null;
  heardAtMs: number;
}

export interface SocketsDeps {
  readonly judge: Judge;
  readonly faults: FaultPlan;
  readonly wallNow: () => number;
  readonly isOffered: (line: LineName, topic: string) => boolean;
}

export class Sockets {
  readonly #deps: SocketsDeps;
  readonly #sessions = new Set<Session>();
  #look: NodeJS.Timeout | undefined;

  constructor(deps: SocketsDeps) {
    this.#deps = deps;
  }

  attach(door: FastifyInstance): void {
    for (const [path, name] of Object.entries(LINES))
      door.get(path, { websocket: true }, (socket, request) => this.#join(socket, name, addressOf(request.ip)));
  }

  open(): void {
    this.#look = setInterval(() => this.#endIdle(), LOOK_MS);
    this.#look.unref();
  }

  close(): void {
    clearInterval(this.#look);
    for (const { socket } of this.#sessions) socket.terminate();
  }

  isFollowed(line: LineName, topic: string): boolean {
    for (const { name, followed } of this.#sessions) if (name === line && followed.has(topic)) return true;
    return false;
  }

  /** `cause` is what happened, for the faults that a line may have. */
  tell(line: LineName, topic: string, type: 'snapshot' | 'delta', data: object, cause: ExchangeEvent): void {
    const frame = { topic, type, ts: this.#deps.wallNow(), data };
    for (const session of this.#sessions)
      if (session.name === line && session.followed.has(topic)) this.#carry(session, frame, cause);
  }

  /** To whoever follows this account, by the topic of all categories or of this one, and has not lost the right to. */
  tellAccount(account: Account, topic: string, category: string, row: object, cause: ExchangeEvent): void {
    for (const session of this.#sessions) {
      if (session.caller?.account !== account) continue;
      if (!this.#deps.judge.isGood(session.caller, session.ip)) {
        session.socket.terminate();
        continue;
      }
      const heard = [topic, `${topic}.${category}`].find((name) => session.followed.has(name));
      if (heard === undefined) continue;
      const nowMs = this.#deps.wallNow();
      this.#carry(session, { id: `${account.id}-${nowMs}`, topic: heard, creationTime: nowMs, data: [row] }, cause);
    }
  }

  #carry(session: Session, frame: object, cause: ExchangeEvent): void {
    session.heardAtMs = performance.now();
    carryFrame(session, JSON.stringify(frame), cause);
  }

  #join(socket: WebSocket, name: LineName, ip: string): void {
    const line = new StreamLine(this.#deps.faults);
    const session: Session = {
      ...{ socket, ip, line, name, followed: new Set<string>(), caller: null, heardAtMs: performance.now() },
    };
    this.#sessions.add(session);
    socket.on('message', (data: Buffer) => this.#read(session, data.toString('utf8')));
    socket.on('error', () => socket.terminate());
    socket.on('close', () => this.#sessions.delete(session));
  }

  #read(session: Session, text: string): void {
    session.heardAtMs = performance.now();
    let message: Message;
    try {
      message = Message.parse(JSON.parse(text));
    } catch {
      return say(session, { op: '', req_id: '' }, false, 'error:request params invalid');
    }
    const { op, args } = message;
    if (op === 'ping') return this.#pong(session, message);
    if (op === 'auth') return this.#login(session, message);
    if (op === 'subscribe') return this.#follow(session, message);
    if (op !== 'unsubscribe') return say(session, message, false, `error:op ${op} not found`);
    for (const topic of args) session.followed.delete(String(topic));
    return say(session, message, true, '');
  }

  #pong(session: Session, message: Message): void {
    if (session.name !== 'private') return say(session, message, true, 'pong');
    const { req_id } = message;
    sendFrame(session, JSON.stringify({ req_id, op: 'pong', args: [String(this.#deps.wallNow())], conn_id: 'local' }));
  }

  #login(session: Session, message: Message): void {
    const [key = '', expires = '', sign = ''] = message.args.map(String);
    session.caller = session.name === 'private' ? this.#deps.judge.login(key, expires, sign, session.ip) : null;
    if (session.caller !== null) return say(session, message, true, '');
    say(session, message, false, 'Params Error: api key, expires or signature');
    session.socket.close();
  }

  #follow(session: Session, message: Message): void {
    const topics = message.args.map(String);
    const { name, followed, caller } = session;
    if (name === 'private' && caller === null) return say(session, message, false, 'error:not authenticated');
    if (name === 'spot' && topics.length > MOST_SPOT_ARGS) return say(session, message, false, 'args size >10');
    if (followed.size + topics.length > MOST_FOLLOWED) return say(session, message, false, 'error:too many topics');
    const unknown = topics.find((topic) => !this.#deps.isOffered(name, topic));
    if (unknown !== undefined) return say(session, message, false, `error:handler not found,topic:${unknown}`);
    for (const topic of topics) followed.add(topic);
    return say(session, message, true, '');
  }

  #endIdle(): void {
    const nowMs = performance.now();
    for (const session of this.#sessions) {
      const isLost = session.caller !== null && !this.#deps.judge.isGood(session.caller, session.ip);
      if (isLost || nowMs - session.heardAtMs > IDLE_MS) session.socket.terminate();
    }
  }
}

function say(session: Session, { op, req_id }: Pick<Message, 'op' | 'req_id'>, success: boolean, words: string): void {
  sendFrame(session, JSON.stringify({ success, ret_msg: words, conn_id: 'local', req_id, op }));
}
