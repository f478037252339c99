// Codes sent by e-mail: six digits, kept as hashes, each for one subject. Guesses are counted in the statement that
// looks at the code, so of any number of parallel ones only the first few are evaluated.
import type { NewMail } from './mail-outbox.ts';

/** Ten sendings a day, and between two of them a pause. */
export interface SendLimit {
  /** A hash of who or what is written to. */
  readonly subject: Uint8Array;
  readonly pauseSeconds: number;
}

export interface NewEmailCode {
  /** What the code is for, hashed: asking again replaces it. */
  readonly subject: Uint8Array;
  readonly codeHash: Uint8Array;
  readonly expiresAtMs: number;
  readonly nowMs: number;
  /** Null where nobody is written to: the row is there all the same, and its code is nobody's. */
  readonly mail: NewMail | null;
}

export interface EmailCodes {
  /** Takes one sending from each of the limits, all or none. False = too often. */
  take(limits: readonly SendLimit[], nowMs: number): Promise<boolean>;
  /** Keeps the code and queues its mail in one transaction; with limits, which are taken first, in the same. */
  issue(code: NewEmailCode, limits: readonly SendLimit[]): Promise<'sent' | 'too_often'>;
  /** Whether it is the subject's live code. A wrong guess is counted; a right one leaves the code as it is. */
  check(subject: Uint8Array, codeHash: Uint8Array, nowMs: number): Promise<boolean>;
  /** As `check`, and a right guess uses the code up. */
  consume(subject: Uint8Array, codeHash: Uint8Array, nowMs: number): Promise<boolean>;
  /** Whether a user other than this one has verified the address. */
  isUsedByOther(email: string, userId: number): Promise<boolean>;
  removeOlderThan(timeMs: number): Promise<void>;
}
