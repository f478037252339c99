// The network between runners and the exchange: HTTP requests that take their time, get lost on either way or come back as
// 502, and WebSockets that deliver in order, late, twice or not at all, and break. The exchange's own door stands behind it
// unchanged. What it does follows from its chance alone; which of its faults can strike what is said, the wire tells.
import { EventEmitter } from 'node:events';
import type { SendHttp } from '../../apps/server/src/adapters/exchanges/local/http.ts';
import type { OpenSocket } from '../../apps/server/src/adapters/exchanges/streams/socket.ts';
import type { SendRequest } from '../../apps/server/src/adapters/exchanges/transport/guarded-fetch.ts';
import type { Chance } from './chance.ts';
import type { Process, VirtualTime } from './virtual-time.ts';
import type { Change, SimRequest, WireReply, WireWords } from './wire-words.ts';

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

export interface NetworkDeps {
  readonly time: VirtualTime;
  readonly chance: Chance;
  /** The one that runs now, or ran last. */
  readonly exchange: Process;
  /** What is said over it. */
  readonly words: WireWords;
  /** The exchange's door. */
  readonly ask: (request: SimRequest) => Promise<WireReply>;
  /** The exchange takes a connection to a path of its door. */
  readonly join: (socket: SimSocket, path: string) => void;
  /** A process sends a change, before anything can happen to it. */
  readonly watch: (from: Process, change: Change) => void;
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

  /** What a process has for `fetch` on the house's own wire. */
  http(process: Process): SendHttp {
    const { time } = this.deps;
    return (url, request, timeoutMs) =>
      new Promise((resolve, reject) => {
        const giveUp = () => time.after(process, timeoutMs, () => reject(new Error('timeout')));
        this.carry(process, { ...request, path: pathOf(new URL(url)) }, { answered: resolve, failed: reject, giveUp });
      });
  }

  /** What carries the requests of a process that trades by keys: one without an answer ends with its signal. */
  send(process: Process): SendRequest {
    return (url, { body, headers = {}, method = 'GET' }, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
        const request = { method, path: pathOf(url), headers, ...(body !== undefined && { body }) };
        const answered = ({ headers: told, status, text }: WireReply) =>
          resolve({ status, statusText: '', headers: new Headers(told), body: text, text: async () => text });
        this.carry(process, request, { answered, failed: reject, giveUp: () => {} });
      });
  }

  private carry(process: Process, request: SimRequest, { answered, failed, giveUp }: Sender): void {
    const { chance, time, trace, watch, words } = this.deps;
    const { body, method, path } = request;
    const { faults } = this;
    const fate = chance.unit();
    const [thereMs, backMs] = [chance.between(1, 30), chance.between(1, 30)];
    const change = words.changeOf(request);
    if (change !== null) watch(process, change);
    if (fate < faults.lostRequest || time.nowMs < this.partedUntilMs) {
      trace(`lost ${method} ${path}`);
      return giveUp();
    }
    const { exchange } = this.deps;
    if (exchange.dead) {
      trace(`refused ${method} ${path}`);
      return time.after(process, thereMs, () => failed(new Error('connect ECONNREFUSED')));
    }
    this.asked.add(giveUp);
    time.after(exchange, thereMs, () => {
      // A request is on its way whatever becomes of its sender.
      void this.deps.ask(request).then((answer) => {
        // Of a process that was killed meanwhile.
        if (!this.asked.delete(giveUp)) return;
        trace(`${process.name} ${method} ${path} ${body ?? ''} -> ${answer.status} ${answer.text}`);
        this.hideSome(request, answer);
        if (fate < faults.lostRequest + faults.lostReply || time.nowMs < this.partedUntilMs) return giveUp();
        const isBroken = fate < faults.lostRequest + faults.lostReply + faults.badGateway;
        const seen = isBroken ? BAD_GATEWAY : words.asSeen(request, answer, (cid) => this.isHidden(cid));
        time.after(process, backMs, () => answered(seen));
      });
    });
  }

  /** A WebSocket from a process to the exchange; what it answers looks like `ws`. */
  socket(process: Process, path: string): SimSocket {
    const link = new Link(this.deps, this, process, path);
    this.links.add(link);
    return link.client;
  }

  /** The same for a process that trades by keys. */
  connect(process: Process): OpenSocket {
    // As much of `ws` as such a line uses; see SimSocket.
    return (url) => this.socket(process, pathOf(new URL(url))) as never;
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

  private hideSome(request: SimRequest, answer: WireReply): void {
    const { chance, hiddenMs, time, words } = this.deps;
    for (const cid of words.taken(request, answer)) {
      if (chance.happens(this.faults.hiddenOrder))
        this.hiddenUntilMs.set(cid, time.nowMs + chance.between(0, hiddenMs));
    }
  }

  private isHidden(cid: string): boolean {
    return (this.hiddenUntilMs.get(cid) ?? 0) > this.deps.time.nowMs;
  }
}

/** Who waits for an answer; `giveUp`: none will come. */
interface Sender {
  readonly answered: (reply: WireReply) => void;
  readonly failed: (error: Error) => void;
  readonly giveUp: () => void;
}

const BAD_GATEWAY: WireReply = {
  status: 502,
  body: { msg: 'bad gateway' },
  text: '{"msg":"bad gateway"}',
  headers: {},
};

function pathOf({ pathname, search }: URL): string {
  return pathname + search;
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

  constructor(deps: NetworkDeps, network: Network, owner: Process, path: string) {
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
    const { chance, exchange, time } = deps;
    this.server.onPing = () => time.after(owner, 1, () => !this.isCut && this.server.emit('pong'));
    this.client.onPing = () => time.after(exchange, 1, () => !this.isCut && this.client.emit('pong'));
    time.after(exchange, chance.between(1, 30), () => {
      if (this.isCut) return;
      if (network.isParted) return this.cut();
      deps.join(this.server, path);
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
    const { chance, trace, words } = this.deps;
    const { doubledFrame, droppedFrame, lateFrame } = this.network.faults;
    const fate = words.isHint(text) ? chance.unit() : 1;
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
