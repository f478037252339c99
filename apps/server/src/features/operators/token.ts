// The token of an operator: 24 random bytes, shown once. Only its SHA-256 is ever stored.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Random } from '../../ports/random.ts';

export function newToken(random: Random): string {
  return Buffer.from(random.bytes(24)).toString('base64url');
}

export function hashToken(token: string): Uint8Array {
  return createHash('sha256').update(token).digest();
}

export function isToken(token: string, tokenHash: Uint8Array): boolean {
  return timingSafeEqual(hashToken(token), tokenHash);
}

/** By which people tell each other which token they mean; the token does not follow from it. */
export function markOf(tokenHash: Uint8Array): string {
  return createHash('sha256').update(tokenHash).digest('hex').slice(0, 8);
}
