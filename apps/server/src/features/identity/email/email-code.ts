// A code from an e-mail of ours, and what is kept of it: hashes alone. The pepper is mixed in, since a million possible
// codes hide nothing from who has the table; user, address and purpose are, so that a code is good for nothing else.
import { createHash, createHmac } from 'node:crypto';
import type { SendLimit } from '../../../ports/email-codes.ts';
import type { Random } from '../../../ports/random.ts';

/** `prove` goes to the user's own verified address, `bind` to one that is to become it, `reset` to who cannot sign in. */
export type CodePurpose = 'bind' | 'prove' | 'reset';

export const CODE_MS = 600_000;
const PAUSE_SECONDS = 60;

export interface CodeKey {
  readonly purpose: CodePurpose;
  readonly userId: number;
  readonly address: string;
  /** Of a reset, the hash of the password it replaces: once that has changed, every code sent before is void. */
  readonly passwordHash?: string;
}

const sha256 = (text: string): Uint8Array => createHash('sha256').update(text).digest();

export function newCode(random: Random): string {
  return String(random.integer(0, 1_000_000)).padStart(6, '0');
}

/** Under which a user's code is kept. */
export function subjectOf({ purpose, userId, address }: CodeKey): Uint8Array {
  return sha256(`code:${purpose}:${userId}:${address.toLowerCase()}`);
}

/** Ties a reset's code to who asked for it. Sent to that one alone. */
export function newTicket(random: Random): string {
  return Buffer.from(random.bytes(32)).toString('base64url');
}

/** Under which a reset's code is kept: nobody else's guesses are counted there, nor is it replaced by their asking. */
export function ticketSubject(ticket: string): Uint8Array {
  return sha256(`code:ticket:${ticket}`);
}

/** `asker` is a typed name with the address the request came from; `typed` and `reset` are the name and its user. */
type LimitKind = 'user' | 'address' | 'asker' | 'typed' | 'reset';

export function limitOf(kind: LimitKind, who: string | number, pauseSeconds = PAUSE_SECONDS): SendLimit {
  return { subject: sha256(`limit:${kind}:${String(who).toLowerCase()}`), pauseSeconds };
}

export function codeHash(pepper: Uint8Array, key: CodeKey, code: string): Uint8Array {
  const { purpose, userId, address, passwordHash = '' } = key;
  const text = `code:${purpose}:${userId}:${address.toLowerCase()}:${passwordHash}:${code}`;
  return createHmac('sha256', pepper).update(text).digest();
}
