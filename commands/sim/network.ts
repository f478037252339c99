// The network between runners and the exchange: HTTP requests that take their time, get lost on either way or come back as
// 502, and WebSockets that deliver in order, late, twice or not at all, and break. The exchange's own door and stream stand
// behind it unchanged. What it does follows from its chance alone.
import { EventEmitter } from 'node:events';
import type { SendHttp } from '../../apps/server/src/adapters/exchanges/local/http.ts';
import type { Chance } from './chance.ts';
import type { Process, VirtualTime } from './virtual-time.ts';

/** Shares of all requests, or of all frames of one kind. */
export interface NetworkFaults {
  lostRequest: number;
  lostReply: number;
  /** Done, and answered by a gateway that does not know. */
  badGateway: number;
  /** An order just taken is not yet seen by reads. */
  hiddenOrder: number;
  /** Trades, orders and funding on the stream. */
  droppedFrame: number;
  doubledFrame: number;
  lateFrame: number;
}

export const CALM: NetworkFaults = {
  ...{ lostRequest: 0, lostReply: 0, badGateway: 0, hiddenOrder: 0 },
  ...{ droppedFrame: 0, doubledFrame: 0, lateFrame: 0 },
};

export interface WireAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** With the words that came over the wire. */
export interface WireReply extends WireAnswer {
  readonly text: string;
}

export interface NetworkDeps {
  readonly time: VirtualTime;
  readonly chance: Chance;
  /** The one that runs now, or ran last. */
  readonly exchange: Process;
  /** The exchange's door. */
  readonly ask: (request: {
    method: string;
    path: string;
    headers: Record<string, string>;
    body?: string;
  }) => Promise<WireReply>;
  /** The exchange's stream takes a connection. */
  readonly join: (socket: SimSocket) => void;
  /** A process sends a change, before anything can happen to it. */
  readonly watch: (from: Process, path: string, account: string, body: string) => void;
  readonly trace: (line: string) => void;
  /** Longest time for which a taken order is not seen. */
  readonly hiddenMs: number;
}

export class Network {
  faults: NetworkFaults = CALM;
  private partedUntilMs = 0;
  private readonly deps: NetworkDeps;
  private readonly hiddenUntilMs = new Map<string, number>();
  private readonly links = new Set<Link>();
  /** Requests without an answer: what their senders do when none comes. */
  private readonly asked = new Set<() => void>();

  constructor(deps: NetworkDeps) {
    this.deps = deps;
  }

  /** What a process has for `fetch`. */
  http(process: Process): SendHttp {
    const { chance, time, trace, watch } = this.deps;
    return (url, request, timeoutMs) =>
      new Promise((resolve, reject) => {
        const path = new URL(url).pathname + new URL(url).search;
        const { faults } = this;
        const fate = chance.unit();
        const [thereMs, backMs] = [chance.between(1, 30), chance.between(1, 30)];
        if (request.method === 'POST') watch(process, path, request.headers['x-account'] ?? '', request.body ?? '');
        const giveUp = () => time.after(process, timeoutMs, () => reject(new Error('timeout')));
        if (fate < faults.lostRequest || time.nowMs < this.partedUntilMs) {
          trace(`lost ${request.method} ${path}`);
          return giveUp();
        }
        const { exchange } = this.deps;
        if (exchange.dead) {
          trace(`refused ${request.method} ${path}`);
          return time.after(process, thereMs, () => reject(new Error('connect ECONNREFUSED')));
        }
        this.asked.add(giveUp);
        time.after(exchange, thereMs, () => {
          // A request is on its way whatever becomes of its sender.
          const sent = request.body === undefined ? {} : { body: request.body };
          void this.deps.ask({ method: request.method, path, headers: request.headers, ...sent }).then((answer) => {
            // Of a process that was killed meanwhile.
            if (!this.asked.delete(giveUp)) return;
            trace(`${process.name} ${request.method} ${path} ${request.body ?? ''} -> ${answer.status} ${answer.text}`);
            this.hideSome(request.method, path, answer.body);
            if (fate < faults.lostRequest + faults.lostReply || time.nowMs < this.partedUntilMs) return giveUp();
            const isBroken = fate < faults.lostRequest + faults.lostReply + faults.badGateway;
            const seen = isBroken ? { status: 502, body: { msg: 'bad gateway' } } : this.asSeen(path, answer);
            time.after(process, backMs, () => resolve(seen));
          });
        });
      });
  }

  /** A WebSocket from a process to the exchange; what it answers looks like `ws`. */
  socket(process: Process): SimSocket {
    const link = new Link(this.deps, this, process);
    this.links.add(link);
    return link.client;
  }

  /** Every connection, or every one of a process, ends without a word. */
  cut(process?: Process): void {
    for (const link of [...this.links]) if (process === undefined || link.owner === process) link.cut();
  }

  /** The exchange was killed: what it was asked stays without an answer, and every connection breaks. */
  exchangeDied(): void {
    for (const giveUp of this.asked) giveUp();
    this.asked.clear();
    this.cut();
  }

  /** Nothing gets through for a while. */
  part(forMs: number): void {
    this.partedUntilMs = this.deps.time.nowMs + forMs;
    this.cut();
  }

  get isParted(): boolean {
    return this.deps.time.nowMs < this.partedUntilMs;
  }

  forget(link: Link): void {
    this.links.delete(link);
  }

  private hideSome(method: string, path: string, body: unknown): void {
    if (method !== 'POST' || path !== '/v1/orders') return;
    const { chance, hiddenMs, time } = this.deps;
    for (const { order } of (body as { results?: { order?: { cid: string } }[] }).results ?? []) {
      if (order !== undefined && chance.happens(this.faults.hiddenOrder))
        this.hiddenUntilMs.set(order.cid, time.nowMs + chance.between(0, hiddenMs));
    }
  }

  private isHidden(cid: string): boolean {
    return (this.hiddenUntilMs.get(cid) ?? 0) > this.deps.time.nowMs;
  }

  /** Reads may be behind: an order that was taken is not there yet. */
  private asSeen(path: string, answer: WireAnswer): WireAnswer {
    if (!path.startsWith('/v1/orders?')) return answer;
    const { list, order } = answer.body as { list?: { cid: string }[]; order?: { cid: string } };
    if (list !== undefined) return { ...answer, body: { list: list.filter(({ cid }) => !this.isHidden(cid)) } };
    if (order === undefined || !this.isHidden(order.cid)) return answer;
    return { status: 404, body: { code: 'ORDER_NOT_FOUND', msg: 'no such order' } };
  }
}

/** Both ends of one connection. */
class Link {
  readonly client: SimSocket;
  readonly server: SimSocket;
  readonly owner: Process;
  private readonly deps: NetworkDeps;
  private readonly network: Network;
  private readonly lastMs = { client: 0, server: 0 };
  private isCut = false;

  constructor(deps: NetworkDeps, network: Network, owner: Process) {
    this.deps = deps;
    this.network = network;
    this.owner = owner;
    this.client = new SimSocket(
      (text) => this.carry('server', text),
      (code) => this.close(code),
    );
    this.server = new SimSocket(
      (text) => this.tell(text),
      (code) => this.close(code),
    );
    // The other end's kernel answers pings only while its process runs.
    this.server.onPing = () => this.deps.time.after(owner, 1, () => !this.isCut && this.server.emit('pong'));
    const { chance, exchange, time } = deps;
    time.after(exchange, chance.between(1, 30), () => {
      if (this.isCut) return;
      if (network.isParted) return this.cut();
      deps.join(this.server);
      time.after(owner, chance.between(1, 30), () => {
        if (this.isCut) return;
        this.client.readyState = SimSocket.OPEN;
        this.client.emit('open');
      });
    });
    this.server.readyState = SimSocket.OPEN;
  }

  cut(): void {
    this.close(1006);
  }

  private close(code: number): void {
    if (this.isCut) return;
    this.isCut = true;
    this.network.forget(this);
    const { exchange, time } = this.deps;
    this.client.readyState = SimSocket.CLOSED;
    this.server.readyState = SimSocket.CLOSED;
    time.after(this.owner, 1, () => this.client.emit('close', code));
    time.after(exchange, 1, () => this.server.emit('close', code));
  }

  /** In the order of sending, as TCP delivers. */
  private carry(to: 'client' | 'server', text: string, lateMs = 0): void {
    const { chance, exchange, time } = this.deps;
    const dueMs = Math.max(time.nowMs + chance.between(1, 30), this.lastMs[to]);
    if (lateMs === 0) this.lastMs[to] = dueMs;
    const [owner, end] = to === 'client' ? [this.owner, this.client] : [exchange, this.server];
    time.after(owner, dueMs - time.nowMs + lateMs, () => !this.isCut && end.emit('message', Buffer.from(text)));
  }

  /** From the exchange; only what is a hint may be lost, doubled or late. */
  private tell(text: string): void {
    const { chance, trace } = this.deps;
    const { doubledFrame, droppedFrame, lateFrame } = this.network.faults;
    const isHint = /^\{"ch":"(fill|order|funding)"/.test(text);
    const fate = isHint ? chance.unit() : 1;
    if (fate < droppedFrame) return trace(`dropped ${text}`);
    trace(`-> ${this.owner.name} ${text}`);
    if (fate < droppedFrame + lateFrame) return this.carry('client', text, chance.between(100, 20_000));
    this.carry('client', text);
    if (fate < droppedFrame + lateFrame + doubledFrame) this.carry('client', text, chance.between(0, 5_000));
  }
}

/** One end of a connection, as far as our client and the exchange's stream use `ws`. */
export class SimSocket extends EventEmitter {
  static readonly OPEN = 1;
  static readonly CLOSED = 3;
  readonly OPEN = 1;
  readyState = 0;
  readonly bufferedAmount = 0;
  onPing: () => void = () => {};
  readonly send: (text: string) => void;
  readonly close: (code?: number) => void;

  constructor(send: (text: string) => void, close: (code: number) => void) {
    super();
    this.send = (text) => {
      if (this.readyState === SimSocket.OPEN) send(text);
    };
    this.close = (code = 1000) => close(code);
  }

  terminate(): void {
    this.close(1006);
  }

  ping(): void {
    this.onPing();
  }
}
