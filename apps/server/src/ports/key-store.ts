// The key sets of exchanges. One live row a user and exchange, one a key, and one an exchange account: an account has one
// writer. A removed row stays without its secrets.

import type { NoticeText } from './credential-store.ts';
import type { KeyRights } from './key-probe.ts';
import type { SealedKeys, WrappedKey } from './key-vault.ts';

export type KeyStatus = 'valid' | 'invalid' | 'expired' | 'checking';

export interface KeyRecord {
  readonly id: number;
  readonly userId: number;
  readonly exchange: string;
  readonly version: number;
  readonly label: string;
  readonly keyMask: string;
  readonly accountUid: string;
  readonly rights: KeyRights;
  readonly ipBound: boolean;
  readonly status: KeyStatus;
  readonly checkedAtMs: number;
  readonly lastErrorCode: number | null;
  readonly expiresAtMs: number | null;
  readonly createdAtMs: number;
}

export interface NewKey {
  readonly id: number;
  readonly userId: number;
  readonly exchange: string;
  /** 1 for a new row, one more than the row's for a replacement. */
  readonly version: number;
  readonly label: string;
  readonly keyMask: string;
  /** Tells the same key again without telling the key. */
  readonly keyHash: Uint8Array;
  readonly sealed: SealedKeys;
  readonly accountUid: string;
  readonly rights: KeyRights;
  readonly ipBound: boolean;
  readonly expiresAtMs: number | null;
  readonly nextCheckAtMs: number;
  readonly nowMs: number;
}

/**
 * `taken`: another user has this key or the account behind it. `in_use`: bots run there on another account. `stale`: the row
 * changed meanwhile. Only `done` wrote anything.
 */
export type SaveResult = 'done' | 'taken' | 'in_use' | 'stale';

/** What a check found. `null` in a field leaves it as it is. */
export interface CheckedKey {
  readonly id: number;
  /** Of the key set that was tried; a replaced one is left alone. */
  readonly version: number;
  readonly status: KeyStatus;
  readonly errorCode: number | null;
  /** When it was tried to an end; null when the exchange could not be asked. */
  readonly checkedAtMs: number | null;
  readonly rights: KeyRights | null;
  readonly ipBound: boolean | null;
  readonly expiresAtMs: number | null;
  readonly nextCheckAtMs: number;
  /** Told by mail in the same transaction. */
  readonly notice: Readonly<Record<'zh' | 'en', NoticeText>> | null;
  readonly nowMs: number;
}

export type WrappedRow = WrappedKey & Pick<KeyRecord, 'id' | 'userId' | 'exchange' | 'version'>;

export interface SealedRow {
  readonly record: KeyRecord;
  readonly sealed: SealedKeys;
}

export interface KeyStore {
  reserveId(): Promise<number>;
  of(userId: number, exchange: string): Promise<KeyRecord | null>;
  listOf(userId: number): Promise<KeyRecord[]>;
  sealedOf(id: number): Promise<SealedRow | null>;
  /** The live key set that this user, and nobody else, bound for an exchange account. */
  sealedOfAccount(userId: number, exchange: string, accountUid: string): Promise<SealedRow | null>;
  /** Names of some accounts there whose keys are good and may act on contracts, those first that were seen good last. */
  contractAccounts(exchange: string): Promise<string[]>;
  save(row: NewKey): Promise<SaveResult>;
  /** `in_use`: a bot there runs, is paused, or left a position. */
  remove(
    userId: number,
    which: { readonly id: number } | { readonly exchange: string },
    nowMs: number,
  ): Promise<'done' | 'none' | 'in_use'>;
  noteCheck(checked: CheckedKey): Promise<void>;
  /** Those due for a check, for this caller alone until the lease ends. */
  claimDue(most: number, nowMs: number, leaseMs: number): Promise<number[]>;
  /** Whose key set of this exchange is no good, or gone while bots trade on its account. */
  usersWithBadKey(exchange: string): Promise<number[]>;
  /** Rows wrapped by another master key, oldest first. */
  wrappedByOthers(masterId: string, most: number): Promise<WrappedRow[]>;
  /** The oldest row wrapped by it. */
  oldestWrappedBy(masterId: string): Promise<WrappedRow | null>;
  /** Leaves a row alone whose key set was replaced or removed meanwhile. */
  setWrapped(id: number, version: number, wrapped: WrappedKey): Promise<void>;
}
