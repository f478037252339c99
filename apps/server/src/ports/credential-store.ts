// What proves who a user is, and the changes of it. Each change is one transaction: the credential with the time since
// when it is had, the security hold, the end of other sessions, and the notice to the address the user had before.
// A change asked for by a session that was ended meanwhile is not made.
export interface Factors {
  readonly account: string | null;
  readonly passwordHash: string | null;
  readonly paymentHash: string | null;
  readonly address: string | null;
  /** The verified one; an address that is not verified proves nothing. */
  readonly email: string | null;
  /** Since when each is had; null = since the account was opened. */
  readonly passwordSetAtMs: number | null;
  readonly paymentSetAtMs: number | null;
  readonly addressBoundAtMs: number | null;
  readonly emailVerifiedAtMs: number | null;
  readonly createdAtMs: number;
}

export interface NoticeText {
  readonly subject: string;
  readonly text: string;
}

export interface CredentialChange {
  readonly userId: number;
  /** The session that asks and goes on; null = nobody is signed in (a reset), and every session ends. */
  readonly sessionId: number | null;
  /** Until when money may not leave; null = this change starts no hold. */
  readonly holdUntilMs: number | null;
  /** Sent to the verified e-mail address as it was before the change, in the user's language. */
  readonly notice: Readonly<Record<'zh' | 'en', NoticeText>>;
  readonly nowMs: number;
}

/**
 * `stale`: what the change was judged by (`from`, or a place that had to be empty) is no longer so.
 * `ended`: the session that asks was revoked meanwhile. `taken`: somebody else has it. Only `done` wrote anything.
 */
export type ChangeResult = 'done' | 'stale' | 'ended' | 'taken';

export interface CredentialStore {
  /** Null when there is no such user. */
  factorsOf(userId: number): Promise<Factors | null>;
  /** Ends all other sessions. `from` is the hash it replaces, null where none is set. */
  setPassword(change: CredentialChange, from: string | null, passwordHash: string): Promise<ChangeResult>;
  /** Clears the lock of wrong guesses. `from` as above; sessions go on. */
  setPayment(change: CredentialChange, from: string | null, paymentHash: string): Promise<ChangeResult>;
  /** Ends all other sessions. `from` is the verified address it replaces, null for the first; the new one is verified. */
  bindEmail(change: CredentialChange, from: string | null, email: string): Promise<ChangeResult>;
  /** Ends all other sessions. `stale` when the user has a wallet already. */
  bindAddress(change: CredentialChange, address: string): Promise<ChangeResult>;
  /** Ends all other sessions. `stale` when the user has an account, or (with a hash) a password, already. */
  setAccount(change: CredentialChange, account: string, passwordHash: string | null): Promise<ChangeResult>;
}
