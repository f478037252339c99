// How a frame leaves by a socket of an exchange's wire: not at all where nobody reads any more, and through what faults the
// line has where it tells of something that happened.
import type { WebSocket } from '@fastify/websocket';
import type { ExchangeEvent } from '../exchange/unsaved.ts';
import type { StreamLine } from '../faults/event-faults.ts';

/** Bytes a client may leave unread before it is dropped; it reconnects and reconciles. */
const MAX_UNREAD_BYTES = 8 * 1024 * 1024;
const CLOSE_TOO_SLOW = 1013;

export interface Follower {
  readonly socket: WebSocket;
  readonly line: StreamLine;
}

export function sendFrame({ socket }: Pick<Follower, 'socket'>, frame: string): void {
  if (socket.readyState !== socket.OPEN) return;
  if (socket.bufferedAmount > MAX_UNREAD_BYTES) {
    socket.close(CLOSE_TOO_SLOW, 'too much unread');
    socket.terminate();
    return;
  }
  socket.send(frame);
}

/** `cause` is what the frame tells of. */
export function carryFrame(follower: Follower, frame: string, cause: ExchangeEvent): void {
  const carried = follower.line.carries(cause);
  if (carried === 'frame') sendFrame(follower, frame);
  else if (carried === 'end') follower.socket.terminate();
}
