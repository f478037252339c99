// A code from an e-mail of ours, and what is kept of it: hashes alone. The pepper is mixed in, since a million possible
// codes hide nothing from who has the table; user, address and purpose are, so that a code is good for nothing else.
import { createHash, createHmac } from 'node:crypto';
import type { Random } from '../../../ports/random.ts';

/** `prove` goes to the user's own verified address, `bind` to one that is to become it, `reset` to who cannot sign in. */
export type CodePurpose = 'bind' | 'prove' | 'reset';

export const CODE_MS = 600_000;

export interface CodeKey {
  readonly purpose: CodePurpose;
  readonly userId: number;
  readonly address: string;
}

const sha256 = (text: string): Uint8Array => createHash('sha256').update(text).digest();

export function newCode(random: Random): string {
  return String(random.integer(0, 1_000_000)).padStart(6, '0');
}

/** Under which a user's code is kept. */
export function subjectOf({ purpose, userId, address }: CodeKey): Uint8Array {
  return sha256(`code:${purpose}:${userId}:${address.toLowerCase()}`);
}

/** Under which a reset's code is kept: what was typed, which need not be anybody's. */
export function typedSubject(typed: string): Uint8Array {
  return sha256(`code:typed:${typed.toLowerCase()}`);
}

export function limitOf(kind: 'user' | 'address' | 'typed' | 'reset', who: string | number): Uint8Array {
  return sha256(`limit:${kind}:${String(who).toLowerCase()}`);
}

export function codeHash(pepper: Uint8Array, { purpose, userId, address }: CodeKey, code: string): Uint8Array {
  const text = `code:${purpose}:${userId}:${address.toLowerCase()}:${code}`;
  return createHmac('sha256', pepper).update(text).digest();
}
