// Counts guesses of payment passwords, one count for every call that takes one. The statement that gives out the hash
// counts the guess, so parallel guesses cannot all be judged.
import type { NoticeText } from './credential-store.ts';

export type PaymentAttempt =
  | { readonly state: 'unset' }
  | { readonly state: 'locked'; readonly untilMs: number }
  /** Counts as failed until `clear`; `lockedUntilMs` is set when this guess is the last one, unless it is right. */
  | {
      readonly state: 'judge';
      readonly hash: string;
      readonly attemptsLeft: number;
      readonly lockedUntilMs: number | null;
    };

export interface PaymentGuard {
  /** One guess of a user is judged before the next is taken, so that right ones sent at once are not told of a lock. */
  inTurn<T>(userId: number, judge: () => Promise<T>): Promise<T>;
  take(userId: number, nowMs: number): Promise<PaymentAttempt>;
  /** After a right guess of this hash. */
  clear(userId: number, hash: string): Promise<void>;
  /** After a wrong guess that began a lock: writes to the owner, unless the lock has been lifted meanwhile. */
  tellLocked(userId: number, notice: Readonly<Record<'zh' | 'en', NoticeText>>, nowMs: number): Promise<void>;
}
