// Who signed a request: HMAC-SHA256 of the very text that was sent, keyed by the secret, or its Ed25519 signature, and a timestamp that is neither old
// nor ahead. Signature before clock, as there: a wrong secret is told as such whatever the clock says.
import { createHmac, timingSafeEqual, verify } from 'node:crypto';
import type { ApiKey } from '../../store/api-key.ts';
import { words } from './errors.ts';
import type { Params } from './params.ts';

const DEFAULT_WINDOW_MS = 5_000;
const LONGEST_WINDOW_MS = 60_000;
const AHEAD_MS = 1_000;
const SIGNATURE = /(^|&)signature=[^&]*/;

/** What a REST request signs: its query, then its body, each as sent and without the signature. */
export function signedText(query: string, body: string): string {
  return query.replace(SIGNATURE, '') + body.replace(SIGNATURE, '');
}

/** What a request of the WebSocket API signs: all else in order of name. */
export function signedParams(params: Readonly<Record<string, unknown>>): string {
  const names = Object.keys(params).filter((name) => name !== 'signature');
  return names
    .sort()
    .map((name) => `${name}=${String(params[name])}`)
    .join('&');
}

export function checkSignature({ secret, publicKey }: ApiKey, text: string, params: Params): void {
  const signature = params.needText('signature');
  if (publicKey !== '') {
    // What a client left unencoded in its query has its plus signs read as blanks.
    const sent = Buffer.from(signature.replaceAll(' ', '+'), 'base64');
    if (!verify(null, Buffer.from(text), publicKey, sent)) throw words.signature();
    return;
  }
  const sent = Buffer.from(signature, 'hex');
  const right = createHmac('sha256', secret).update(text).digest();
  if (sent.length !== right.length || !timingSafeEqual(sent, right)) throw words.signature();
}

export function checkClock(params: Params, nowMs: number): void {
  const at = params.needInteger('timestamp');
  const windowMs = params.integer('recvWindow') ?? DEFAULT_WINDOW_MS;
  if (windowMs > LONGEST_WINDOW_MS) throw words.recvWindow();
  if (at >= nowMs + AHEAD_MS) throw words.ahead();
  if (nowMs - at > windowMs) throw words.outside();
}
