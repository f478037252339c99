// One client's socket: who it is, what it listens to, and a bound on what may wait for it. A client that does not read
// loses quotes first and its connection next, never our memory.
import type { Lang } from '@cormorant/contract/envelope.ts';
import type { WebSocket } from 'ws';

const QUOTES_WAIT_BYTES = 64 * 1024;
const MOST_WAITING_BYTES = 1024 * 1024;
const FRAMES_PER_WINDOW = 100;
const FRAME_WINDOW_MS = 10_000;

export interface PushSocket {
  readonly lang: Lang;
  readonly ip: string;
  readonly openedAtMs: number;
  readonly tickers: Set<string>;
  userId: number;
  sessionId: number;
  heardAtMs: number;
  /** Sends a frame of a channel with its number on this socket. */
  push(channel: string, ts: number, dataText: string, droppable: boolean): void;
  send(frame: object): void;
  /** False when the client talks too much. */
  mayTalk(nowMs: number): boolean;
  close(code: number, reason: string): void;
}

export function createPushSocket(socket: WebSocket, ip: string, lang: Lang, nowMs: number): PushSocket {
  const numbers = new Map<string, number>();
  let windowEndsMs = 0;
  let frames = 0;

  function write(text: string): void {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > MOST_WAITING_BYTES) socket.terminate();
    else socket.send(text);
  }

  return {
    lang,
    ip,
    openedAtMs: nowMs,
    tickers: new Set(),
    userId: 0,
    sessionId: 0,
    heardAtMs: nowMs,
    push: (channel, ts, dataText, droppable) => {
      if (droppable && socket.bufferedAmount > QUOTES_WAIT_BYTES) return;
      const number = (numbers.get(channel) ?? 0) + 1;
      numbers.set(channel, number);
      write(`{"ch":${JSON.stringify(channel)},"id":${number},"ts":${ts},"data":${dataText}}`);
    },
    send: (frame) => write(JSON.stringify(frame)),
    mayTalk: (atMs) => {
      if (atMs >= windowEndsMs) {
        windowEndsMs = atMs + FRAME_WINDOW_MS;
        frames = 0;
      }
      frames += 1;
      return frames <= FRAMES_PER_WINDOW;
    },
    close: (code, reason) => {
      socket.close(code, reason);
    },
  };
}
