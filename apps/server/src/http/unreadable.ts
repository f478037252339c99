// What leaves when a client's bytes are no HTTP request at all: too long a head, a head or body that never ends, noise.
// No request exists then, so the envelope is written by hand and the connection ends.
import type { Socket } from 'node:net';
import * as codes from '@cormorant/contract/codes.ts';
import { defaultLang } from '@cormorant/contract/envelope.ts';
import { errorOf, fieldErrorOf } from './envelope.ts';
import { bareHeaders } from './security-headers.ts';

/** Request line and all headers together. */
export const HEAD_LIMIT_BYTES = 16 * 1024;

/** How an error of Node's parser is answered; whatever is not known is a bad request. */
function answerOf(code: string | undefined): [string, object] {
  if (code === 'HPE_HEADER_OVERFLOW') {
    const data = { field: 'headers', max: HEAD_LIMIT_BYTES };
    return ['431 Request Header Fields Too Large', fieldErrorOf(codes.field_range, data, defaultLang)];
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return ['408 Request Timeout', errorOf(codes.timeout, defaultLang)];
  return ['400 Bad Request', errorOf(codes.parse_error, defaultLang)];
}

export function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [status, envelope] = answerOf(error.code);
  const body = JSON.stringify(envelope);
  const head = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...Object.entries(bareHeaders).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
