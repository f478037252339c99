// The WebSocket door: who follows what, frames made once per event and sent in the order of events, paced clients that
// hold the market, and the two ways a client is dropped: it reads too slowly, or its connection is dead.

import { formatPrice } from '@cormorant/core/market/conversions.ts';
import type { WebSocket } from '@fastify/websocket';
import { z } from 'zod';
import type { Exchange } from '../exchange/exchange.ts';
import { PacedClient, type Pacing } from '../exchange/pacing.ts';
import type { SymbolDesk } from '../exchange/symbol-desk.ts';
import type { ExchangeEvent } from '../exchange/unsaved.ts';
import { StreamLine } from '../faults/event-faults.ts';
import type { FaultPlan } from '../faults/fault-plan.ts';
import { isSameToken } from './service-token.ts';
import { fillView, fundingView, orderView } from './views.ts';

/** Bytes a client may leave unread before it is dropped; it reconnects and reconciles. */
const MAX_UNREAD_BYTES = 8 * 1024 * 1024;
const HEARTBEAT_MS = 10_000;
const CLOSE_UNAUTHORIZED = 4401;
const CLOSE_BAD_MESSAGE = 4400;
const CLOSE_TOO_SLOW = 1013;

const Message = z.discriminatedUnion('op', [
  z.object({ op: z.literal('auth'), token: z.string() }),
  z.object({ op: z.literal('market'), symbols: z.array(z.string()).min(1), paced: z.boolean().default(false) }),
  z.object({ op: z.literal('accounts') }),
  z.object({ op: z.literal('ack'), symbol: z.string(), seq: z.number().int().min(0) }),
  z.object({ op: z.literal('still'), symbol: z.string(), on: z.boolean() }),
  z.object({ op: z.literal('ping') }),
]);
type Message = z.infer<typeof Message>;

interface Client {
  readonly socket: WebSocket;
  readonly line: StreamLine;
  isAuthorized: boolean;
  followsAccounts: boolean;
  /** Desk indexes. */
  readonly follows: Set<number>;
  paced: PacedClient | null;
  isAlive: boolean;
}

export interface StreamDeps {
  readonly exchange: Exchange;
  readonly pacing: Pacing;
  readonly token: string;
  readonly faults: FaultPlan;
  readonly state: () => 'running' | 'ended';
  /** Something that held the market may have let go. */
  readonly released: () => void;
}

export class Stream {
  readonly #deps: StreamDeps;
  readonly #clients = new Set<Client>();
  #heartbeat: NodeJS.Timeout | undefined;

  constructor(deps: StreamDeps) {
    this.#deps = deps;
  }

  open(): void {
    this.#heartbeat = setInterval(() => this.#beat(), HEARTBEAT_MS);
    this.#heartbeat.unref();
  }

  join(socket: WebSocket): void {
    const client: Client = {
      socket,
      line: new StreamLine(this.#deps.faults),
      isAuthorized: false,
      followsAccounts: false,
      follows: new Set(),
      paced: null,
      isAlive: true,
    };
    this.#clients.add(client);
    socket.on('message', (data: Buffer) => this.#read(client, data.toString('utf8')));
    socket.on('pong', () => {
      client.isAlive = true;
    });
    socket.on('error', () => socket.terminate());
    socket.on('close', () => this.#leave(client));
  }

  tell(events: readonly ExchangeEvent[]): void {
    if (this.#clients.size === 0) return;
    for (const event of events) {
      if (isOfOtherWires(event)) continue;
      const frame = frameOf(event);
      for (const client of this.#clients) {
        const isPublic = event.type === 'print' || event.type === 'mark';
        const wants = isPublic ? client.follows.has(event.desk.index) : client.followsAccounts;
        if (wants) this.#tellOne(client, event, frame);
      }
    }
  }

  /** Its followers do not get to see this event, so nobody can acknowledge it: it holds the market no longer. */
  withheld(event: ExchangeEvent): void {
    for (const client of this.#clients) passOver(client, event);
    this.#deps.released();
  }

  tellState(): void {
    const frame = JSON.stringify({ ch: 'status', state: this.#deps.state() });
    for (const client of this.#clients) if (client.follows.size > 0) this.#send(client, frame);
  }

  close(): void {
    clearInterval(this.#heartbeat);
    for (const { socket } of this.#clients) socket.terminate();
  }

  #read(client: Client, text: string): void {
    let message: Message;
    try {
      message = Message.parse(JSON.parse(text));
    } catch {
      this.#refuse(client, CLOSE_BAD_MESSAGE, 'BAD_REQUEST', 'the message cannot be read');
      return;
    }
    switch (message.op) {
      case 'auth':
        if (!isSameToken(message.token, this.#deps.token)) this.#refuseStranger(client);
        else {
          client.isAuthorized = true;
          this.#answer(client, { op: 'auth', ok: 1 });
        }
        break;
      case 'market':
        this.#follow(client, message.symbols, message.paced);
        break;
      case 'accounts':
        if (!client.isAuthorized) this.#refuseStranger(client);
        else {
          client.followsAccounts = true;
          this.#answer(client, { op: 'accounts', ok: 1 });
        }
        break;
      case 'ack':
        this.#acknowledge(client, message.symbol, message.seq);
        break;
      case 'still':
        this.#standStill(client, message.symbol, message.on);
        break;
      case 'ping':
        this.#answer(client, { op: 'pong', seqs: this.#seqsOf(client) });
        break;
    }
  }

  #follow(client: Client, symbols: readonly string[], paced: boolean): void {
    if (paced && !client.isAuthorized) {
      this.#refuseStranger(client);
      return;
    }
    const { exchange } = this.#deps;
    const unknown = symbols.find((symbol) => symbol !== '*' && exchange.desk(symbol) === undefined);
    if (unknown !== undefined) {
      this.#answer(client, { op: 'error', code: 'UNKNOWN_SYMBOL', msg: `no symbol ${unknown}` });
      return;
    }
    const desks = symbols.includes('*')
      ? exchange.desks
      : exchange.desks.filter(({ symbol }) => symbols.includes(symbol));
    this.#answer(client, { op: 'market', ok: 1, state: this.#deps.state() });
    if (paced && client.paced === null) {
      client.paced = new PacedClient();
      this.#deps.pacing.join(client.paced);
    }
    for (const desk of desks) {
      client.follows.add(desk.index);
      if (client.paced === null) continue;
      // The client sees the print that stands and must acknowledge it, so that it starts from a market at rest.
      client.paced.acked.set(desk.index, Math.max(0, desk.seq - 1));
      if (desk.seq > 0) this.#send(client, printFrame(desk, desk.seq, desk.tape.lastTicks, desk.tape.lastAtMs));
    }
    this.#deps.released();
  }

  /** Of the last print of each market that it follows, told or not: who has not heard of one by the next pong is deaf to it. */
  #seqsOf({ follows }: Client): Record<string, number> {
    const followed = this.#deps.exchange.desks.filter(({ index }) => follows.has(index));
    return Object.fromEntries(followed.map(({ seq, symbol }) => [symbol, seq]));
  }

  #acknowledge(client: Client, symbol: string, seq: number): void {
    const desk = this.#deps.exchange.desk(symbol);
    const acked = desk === undefined ? undefined : client.paced?.acked.get(desk.index);
    if (desk === undefined || acked === undefined || seq <= acked || seq > desk.seq) return;
    client.paced?.acked.set(desk.index, seq);
    this.#deps.released();
  }

  /** Answered in the order of events: every print that was made before has been told before. */
  #standStill(client: Client, symbol: string, on: boolean): void {
    const desk = this.#deps.exchange.desk(symbol);
    if (desk !== undefined && client.paced?.acked.has(desk.index) === true) {
      if (on) client.paced.stilled.add(desk.index);
      else client.paced.stilled.delete(desk.index);
    }
    if (on) this.#answer(client, { op: 'still', symbol });
    else this.#deps.released();
  }

  #leave(client: Client): void {
    this.#clients.delete(client);
    if (client.paced === null) return;
    this.#deps.pacing.leave(client.paced);
    this.#deps.released();
  }

  #tellOne(client: Client, event: ExchangeEvent, frame: string): void {
    const carried = client.line.carries(event);
    if (carried === 'frame') this.#send(client, frame);
    else if (carried === 'end') client.socket.terminate();
    else {
      passOver(client, event);
      this.#deps.released();
    }
  }

  #answer(client: Client, message: object): void {
    this.#send(client, JSON.stringify(message));
  }

  #send({ socket }: Client, frame: string): void {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > MAX_UNREAD_BYTES) {
      socket.close(CLOSE_TOO_SLOW, 'too much unread');
      socket.terminate();
      return;
    }
    socket.send(frame);
  }

  #refuseStranger(client: Client): void {
    this.#refuse(client, CLOSE_UNAUTHORIZED, 'UNAUTHORIZED', 'the service token is missing or wrong');
  }

  #refuse(client: Client, closeCode: number, code: string, msg: string): void {
    this.#answer(client, { op: 'error', code, msg });
    client.socket.close(closeCode, code);
  }

  #beat(): void {
    for (const client of this.#clients) {
      if (!client.isAlive) {
        client.socket.terminate();
        continue;
      }
      client.isAlive = false;
      client.socket.ping();
    }
  }
}

type OwnEvent = Exclude<ExchangeEvent, { type: 'trade' | 'deposit' }>;

/** Accounts with API keys hear of themselves by the wire that they came by. */
function isOfOtherWires(event: ExchangeEvent): event is Exclude<ExchangeEvent, OwnEvent> {
  if (event.type === 'trade' || event.type === 'deposit') return true;
  return 'account' in event && event.account.law === 'book';
}

function passOver({ paced }: Client, event: ExchangeEvent): void {
  if (event.type === 'print' && paced?.acked.has(event.desk.index) === true)
    paced.acked.set(event.desk.index, event.desk.seq);
}

function frameOf(event: OwnEvent): string {
  const { desk } = event;
  switch (event.type) {
    case 'print':
      return printFrame(desk, event.seq, event.priceTicks, event.atMs);
    case 'mark':
      return JSON.stringify({
        ch: 'mark',
        symbol: desk.symbol,
        price: formatPrice(desk.instrument, event.markTicks),
        at: event.atMs,
      });
    case 'funding':
      return JSON.stringify({
        ch: 'funding',
        account: event.account.name,
        funding: fundingView(desk.instrument, event.funding),
      });
    case 'fill':
      return JSON.stringify({ ch: 'fill', account: event.account.name, fill: fillView(desk.instrument, event.fill) });
    case 'order':
      return JSON.stringify({
        ch: 'order',
        account: event.account.name,
        order: orderView(desk.instrument, event.order),
      });
  }
}

function printFrame({ instrument, symbol }: SymbolDesk, seq: number, priceTicks: number, atMs: number): string {
  return JSON.stringify({
    ch: 'print',
    symbol,
    seq,
    price: formatPrice(instrument, priceTicks),
    at: atMs,
  });
}
