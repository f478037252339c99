// Sessions by the SHA-256 of their token; the token itself is never stored. A user has at most a fixed number of live
// ones: opening one more revokes the oldest in the same transaction.
import type * as codes from '@cormorant/contract/codes.ts';

/** Why a session is over: its time is up, or somebody ended it. */
export type SessionEnd = typeof codes.token_expired | typeof codes.token_invalid;

/** Why a session was ended before its time; a sixth sign-in ends the oldest by `too_many`. */
export type EndReason = 'logout' | 'ended_by_owner' | 'too_many' | 'credential_change' | 'demo_off';

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
  /** By which the person's password was judged; null where a wallet or the registration let them in. */
  readonly judgedBy: string | null;
  readonly tokenHash: Uint8Array;
  readonly terminal: number;
  readonly ip: string;
  readonly userAgent: string;
  readonly expiresAtMs: number;
  readonly nowMs: number;
}

/** A session as its owner sees it: where and since when, never the token. */
export interface DeviceRow {
  readonly id: number;
  readonly terminal: number;
  readonly userAgent: string;
  readonly ip: string;
  readonly createdAtMs: number;
  readonly lastSeenAtMs: number;
  readonly expiresAtMs: number;
}

export interface SessionStore {
  /** Its id; null, and nothing is opened, when the password was changed or the user disabled since it was judged. */
  open(session: NewSession, mostLive: number): Promise<number | null>;
  byTokenHash(tokenHash: Uint8Array): Promise<SessionRow | null>;
  touch(id: number, nowMs: number, expiresAtMs: number): Promise<void>;
  revoke(id: number, reason: EndReason, nowMs: number): Promise<void>;
  revokeAllOf(userId: number, reason: EndReason, nowMs: number): Promise<void>;
  /** The user's live ones, last used first. */
  liveOf(userId: number, nowMs: number): Promise<DeviceRow[]>;
  /** Ends one live session of this user; false when there is none of that id. */
  revokeOwn(userId: number, id: number, reason: EndReason, nowMs: number): Promise<boolean>;
  /** Ends the user's live sessions but one; how many they were. */
  revokeOthers(userId: number, keptId: number, reason: EndReason, nowMs: number): Promise<number>;
  /** Which of these have ended (revoked, expired, or their user is disabled), and by which of the session codes. */
  endedAmong(ids: readonly number[], nowMs: number): Promise<{ id: number; code: SessionEnd }[]>;
  removeEndedBefore(timeMs: number): Promise<void>;
}
