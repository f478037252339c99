// The local exchange's stream. It says `up` only when the venue has confirmed the subscriptions, notices a silent
// connection by unanswered pings and one that tells nothing by what the pongs name, and reconnects with growing, jittered pauses. What it says are hints.
import { WebSocket } from 'ws';
import * as z from 'zod';
import type { VenueEvent, VenueStream } from '../../../ports/venue.ts';
import { wireFill, wireFunding, wireOrder } from './rows.ts';
import { createStandstills } from './standstills.ts';

/** Three of them lie well within the ten seconds in which a silent stream has to be noticed. */
const PING_EVERY_MS = 3_000;
const SILENCE_MS = 7_000;
const LONGEST_PAUSE_MS = 30_000;

const wireMessage = z.union([
  z.object({ ch: z.literal('print'), symbol: z.string(), seq: z.int(), price: z.unknown(), at: z.int() }),
  z.object({ ch: z.literal('fill'), account: z.string(), fill: wireFill }),
  z.object({ ch: z.literal('order'), account: z.string(), order: wireOrder }),
  z.object({ ch: z.literal('mark'), symbol: z.string(), price: z.string(), at: z.int() }),
  z.object({ ch: z.literal('funding'), account: z.string(), funding: wireFunding }),
  z.object({ ch: z.literal('status') }),
  z.object({ op: z.literal('still'), symbol: z.string() }),
  z.object({ op: z.literal('pong'), seqs: z.record(z.string(), z.int()) }),
  z.object({ op: z.enum(['auth', 'market', 'accounts', 'ack']) }),
  z.object({ op: z.literal('error'), code: z.string().optional(), msg: z.string().optional() }),
]);

export interface LocalStreamOptions {
  /** http://host:port of the venue. */
  readonly url: string;
  readonly token: string;
  /** In [0, 1); spreads the reconnects of many clients. */
  readonly jitter: () => number;
  readonly onBroken: (detail: string) => void;
  /** The network, unless it is the real one. */
  readonly open?: (url: string) => WebSocket;
}

const openSocket = (url: string) => new WebSocket(url, { perMessageDeflate: false });

export function createLocalStream({
  url,
  token,
  jitter,
  onBroken,
  open = openSocket,
}: LocalStreamOptions): VenueStream {
  let socket: WebSocket | null = null;
  let retry: NodeJS.Timeout | null = null;
  let stopped = false;
  let attempts = 0;
  const standstills = createStandstills((symbol, on) => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ op: 'still', symbol, on }));
  });

  function connect(on: (event: VenueEvent) => void, paced: boolean): void {
    const ws = open(`${url.replace(/^http/, 'ws')}/v1/stream`);
    socket = ws;
    let heardAtMs = performance.now();
    let up = false;
    const hearing = createHearing();
    const awaited = new Set(['market', 'accounts']);
    const send = (message: object) => ws.send(JSON.stringify(message));
    let lookedAtMs = heardAtMs;
    const watchdog = setInterval(() => {
      const nowMs = performance.now();
      // Who was held up himself has not read yet what waits for him.
      const wasHeldUp = nowMs - lookedAtMs > 2 * PING_EVERY_MS;
      lookedAtMs = nowMs;
      if (!wasHeldUp && nowMs - heardAtMs > SILENCE_MS) ws.terminate();
      else if (ws.readyState === WebSocket.OPEN) send({ op: 'ping' });
    }, PING_EVERY_MS);

    ws.on('open', () => {
      send({ op: 'auth', token });
      send({ op: 'accounts' });
      send({ op: 'market', symbols: ['*'], paced });
    });
    ws.on('message', (raw) => {
      heardAtMs = performance.now();
      const parsed = wireMessage.safeParse(parseJson(String(raw)));
      if (!parsed.success) return onBroken(`unreadable frame: ${String(raw).slice(0, 200)}`);
      const message = parsed.data;
      if ('ch' in message) {
        if (message.ch === 'print') hearing.heard(message.symbol, message.seq);
        const event = eventOf(message);
        if (event !== null) on(event);
      } else if (message.op === 'error') onBroken(`${message.code ?? ''} ${message.msg ?? ''}`);
      else if (message.op === 'pong') {
        const symbol = hearing.deafTo(message.seqs);
        if (symbol === null) return;
        onBroken(`${symbol} trades, and nothing of it is told`);
        ws.terminate();
      } else if (message.op === 'still') standstills.stands(message.symbol);
      else {
        awaited.delete(message.op);
        if (awaited.size === 0 && !up) {
          up = true;
          attempts = 0;
          on({ type: 'up' });
        }
      }
    });
    ws.on('error', (error) => onBroken(error.message));
    ws.on('close', (code) => {
      clearInterval(watchdog);
      standstills.lost();
      if (up) on({ type: 'down', reason: `closed ${code}` });
      if (stopped) return;
      const pauseMs = Math.min(1000 * 2 ** attempts, LONGEST_PAUSE_MS) * (0.75 + jitter() / 2);
      attempts += 1;
      retry = setTimeout(() => connect(on, paced), pauseMs);
    });
  }

  return {
    start: (on, { paced }) => connect(on, paced),
    // It tells of all markets and all accounts.
    attend: () => {},
    ack: (symbol, seq) => {
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ op: 'ack', symbol, seq }));
    },
    standStill: (symbol) =>
      socket?.readyState === WebSocket.OPEN ? standstills.ask(symbol) : Promise.resolve(() => {}),
    stop: async () => {
      stopped = true;
      if (retry !== null) clearTimeout(retry);
      const ws = socket;
      if (ws === null || ws.readyState === WebSocket.CLOSED) return;
      await new Promise<void>((resolve) => {
        ws.once('close', () => resolve());
        ws.close();
        setTimeout(() => ws.terminate(), 500).unref();
      });
    },
  };
}

/** What has been heard of each market, beside what the exchange says it told: pongs prove that a machine is there, no more. */
function createHearing() {
  const last = new Map<string, number>();
  let told: Readonly<Record<string, number>> = {};
  return {
    heard: (symbol: string, seq: number) => void last.set(symbol, seq),
    /** A market of which a print that the pong before named has not been heard; null = none. */
    deafTo: (seqs: Readonly<Record<string, number>>): string | null => {
      const deaf = Object.entries(told).find(([symbol, seq]) => (last.get(symbol) ?? seq) < seq);
      // What stood there before anything was heard is where it begins.
      for (const [symbol, seq] of Object.entries(seqs)) if (!last.has(symbol)) last.set(symbol, seq);
      told = seqs;
      return deaf?.[0] ?? null;
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function eventOf(message: Extract<z.infer<typeof wireMessage>, { ch: string }>): VenueEvent | null {
  if (message.ch === 'print')
    return { type: 'print', symbol: message.symbol, seq: message.seq, price: String(message.price), atMs: message.at };
  if (message.ch === 'fill') return { type: 'fill', account: message.account, fill: message.fill };
  if (message.ch === 'order') return { type: 'order', account: message.account, order: message.order };
  if (message.ch === 'mark') return { type: 'mark', symbol: message.symbol, price: message.price, atMs: message.at };
  if (message.ch === 'funding') return { type: 'funding', account: message.account, funding: message.funding };
  return null;
}
