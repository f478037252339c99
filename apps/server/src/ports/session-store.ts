// Sessions by the SHA-256 of their token; the token itself is never stored. A user has at most a fixed number of live
// ones: opening one more revokes the oldest in the same transaction.
export interface SessionRow {
  readonly id: number;
  readonly userId: number;
  readonly userStatus: string;
  readonly lastSeenAtMs: number;
  readonly expiresAtMs: number;
  readonly revokedAtMs: number | null;
}

export interface NewSession {
  readonly userId: number;
  readonly tokenHash: Uint8Array;
  readonly terminal: number;
  readonly ip: string;
  readonly userAgent: string;
  readonly expiresAtMs: number;
  readonly nowMs: number;
}

export interface SessionStore {
  open(session: NewSession, mostLive: number): Promise<number>;
  byTokenHash(tokenHash: Uint8Array): Promise<SessionRow | null>;
  touch(id: number, nowMs: number, expiresAtMs: number): Promise<void>;
  revoke(id: number, reason: string, nowMs: number): Promise<void>;
  revokeAllOf(userId: number, reason: string, nowMs: number): Promise<void>;
  /** Which of these have ended (revoked, expired, or their user is disabled), and by which of the session codes. */
  endedAmong(ids: readonly number[], nowMs: number): Promise<{ id: number; code: 1006 | 2003 }[]>;
  removeEndedBefore(timeMs: number): Promise<void>;
}
