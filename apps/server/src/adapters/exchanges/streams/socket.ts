// One WebSocket to an exchange that comes back by itself: to the hosts of its row only, over IPv4, with growing, jittered
// pauses. It knows nothing of what is said; whoever uses it says when the line has become worthless. Pongs prove that a
// machine is there, and not that news come.
import { WebSocket } from 'ws';
import { HostRefused } from '../transport/guarded-fetch.ts';

const PING_EVERY_MS = 10_000;
const SILENCE_MS = 25_000;
const HANDSHAKE_MS = 10_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
const MOST_BYTES = 4_000_000;

export type OpenSocket = (url: string, headers: Readonly<Record<string, string>>) => WebSocket;

const openSocket: OpenSocket = (url, headers) => {
  const options = { perMessageDeflate: false, handshakeTimeout: HANDSHAKE_MS, maxPayload: MOST_BYTES, family: 4 };
  return new WebSocket(url, { ...options, headers });
};

export interface SocketLineDeps {
  readonly allowed: ReadonlySet<string>;
  /** Asked for before each connection; rejects when there is none now. */
  readonly address: () => Promise<string>;
  readonly opened: () => void;
  readonly heard: (text: string) => void;
  /** Once for each line that opened, and for each attempt that failed. */
  readonly lost: (reason: string) => void;
  /** Sent in place of the protocol's pings, where the exchange asks for a text of its own. */
  readonly pulse?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** What makes a connection, where that is not the network of this machine. */
  readonly connect?: OpenSocket | undefined;
  /** In [0, 1); spreads the reconnects of many lines. */
  readonly jitter: () => number;
}

export class SocketLine {
  readonly #deps: SocketLineDeps;
  #socket: WebSocket | null = null;
  #retry: NodeJS.Timeout | undefined;
  #attempts = 0;
  #isStopped = false;
  /** Why it is being given up, until it has closed. */
  #reason: string | null = null;

  constructor(deps: SocketLineDeps) {
    this.#deps = deps;
  }

  start(): void {
    void this.#connect();
  }

  send(message: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** It works: the next loss is followed by a short pause again. */
  proven(): void {
    this.#attempts = 0;
  }

  /** Gives the connection up and makes another. */
  restart(reason: string): void {
    this.#reason = reason;
    this.#socket?.terminate();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#retry);
    this.#socket?.terminate();
  }

  async #connect(): Promise<void> {
    const { address, allowed, connect = openSocket, headers = {} } = this.#deps;
    let url: string;
    try {
      url = await address();
      const { host } = new URL(url);
      if (!allowed.has(host)) throw new HostRefused(host);
    } catch (error) {
      this.#lose(String((error as Error).message));
      return;
    }
    if (this.#isStopped) return;
    this.#follow(connect(url, headers));
  }

  #follow(socket: WebSocket): void {
    this.#socket = socket;
    let aliveAtMs = performance.now();
    const alive = () => {
      aliveAtMs = performance.now();
    };
    const pulse = setInterval(() => {
      if (performance.now() - aliveAtMs > SILENCE_MS) this.restart('no sign of life');
      else if (socket.readyState === WebSocket.OPEN) {
        if (this.#deps.pulse === undefined) socket.ping();
        else socket.send(this.#deps.pulse);
      }
    }, PING_EVERY_MS);
    socket.on('open', () => this.#deps.opened());
    socket.on('message', (data) => {
      alive();
      this.#deps.heard(String(data));
    });
    socket.on('ping', alive);
    socket.on('pong', alive);
    socket.on('error', (error) => {
      this.#reason ??= error.message;
    });
    socket.on('close', (code) => {
      clearInterval(pulse);
      this.#socket = null;
      this.#lose(this.#reason ?? `closed ${code}`);
    });
  }

  #lose(reason: string): void {
    this.#reason = null;
    if (this.#isStopped) return;
    this.#deps.lost(reason);
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** this.#attempts, LONGEST_PAUSE_MS) * (0.75 + this.#deps.jitter() / 2);
    this.#attempts++;
    this.#retry = setTimeout(() => void this.#connect(), pauseMs);
  }
}
