// The token of a webhook and what hangs on it. The token is 32 bytes of chance that only its owner has; we keep its hash.
// The secret of its signatures is made from the token and the pepper, so that neither our database nor a log of
// addresses is enough to sign.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Random } from '../../ports/random.ts';

const TOKEN_BYTES = 32;
const TAIL = 4;

export function newHookToken(random: Random): string {
  return Buffer.from(random.bytes(TOKEN_BYTES)).toString('base64url');
}

export function hookTokenHash(token: string): Uint8Array {
  return createHash('sha256').update(`hook:${token}`).digest();
}

export function hookTail(token: string): string {
  return token.slice(-TAIL);
}

export function hookSecret(pepper: Uint8Array, token: string): string {
  return createHmac('sha256', pepper).update(`hook:secret:${token}`).digest('hex');
}

/** Whether the signature is the body's, in the same time whatever it is. */
export function isSignedBy(secret: string, body: string, signature: string): boolean {
  const right = createHmac('sha256', secret).update(body).digest();
  const given = Buffer.from(/^[0-9a-f]{64}$/i.test(signature) ? signature : '', 'hex');
  const padded = given.length === right.length ? given : Buffer.alloc(right.length);
  return timingSafeEqual(padded, right) && given.length === right.length;
}
