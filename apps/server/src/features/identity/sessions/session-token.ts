// The token of a session: 32 random bytes, sent to its owner once. Only its SHA-256 is ever stored or looked up.
import { createHash } from 'node:crypto';
import type { Random } from '../../../ports/random.ts';

const shape = /^[A-Za-z0-9_-]{43}$/;

export function newToken(random: Random): string {
  return Buffer.from(random.bytes(32)).toString('base64url');
}

export function hashToken(token: string): Uint8Array {
  return createHash('sha256').update(token).digest();
}

export function looksLikeToken(text: string): boolean {
  return shape.test(text);
}
