// Mails on their way. A mail is queued in the transaction of what it tells, so that either both happened or neither; a
// job sends it later. One that was handed over just before a crash is sent twice; none is lost.
export interface NewMail {
  readonly to: string;
  readonly subject: string;
  /** Plain text, a paragraph a line. */
  readonly text: string;
  readonly nowMs: number;
  /** When it is not worth sending any more; none = always worth it. */
  readonly expiresAtMs?: number;
}

export interface OutboxMail {
  readonly id: number;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** How often it has been taken, this time included. */
  readonly tries: number;
  readonly createdAtMs: number;
  readonly expiresAtMs: number | null;
}

/** `local` keeps the body, because the local page shows it; every other end erases it. */
export type MailOutcome = 'sent' | 'local' | 'refused' | 'expired' | 'given_up';

export interface MailOutbox {
  /** Takes mails that are due, for this caller alone until the lease ends. */
  claim(most: number, nowMs: number, leaseMs: number): Promise<OutboxMail[]>;
  end(id: number, outcome: MailOutcome, nowMs: number): Promise<void>;
  retryAt(id: number, timeMs: number): Promise<void>;
  /** The newest first: mails that were not sent but can be read here. */
  listLocal(most: number, sinceMs: number): Promise<OutboxMail[]>;
  removeEndedBefore(timeMs: number): Promise<void>;
}
