// The opened key sets of one exchange by the account they are for, in the role that holds the vault. They are kept for some
// seconds, so that a replaced or removed one is seen within that time, and are never logged.

import * as codes from '@cormorant/contract/codes.ts';
import { readKeyAccount } from '../../ports/account-store.ts';
import type { Clock } from '../../ports/clock.ts';
import type { KeyRecord, KeyStore } from '../../ports/key-store.ts';
import { type KeyVault, type PlainKeys, SealBroken } from '../../ports/key-vault.ts';
import type { RunnerLog } from '../shared/runner-log.ts';

const KEEP_MS = 5_000;

/** By `keyAccountName`; null: no key set of that user trades on this account now. */
export type Credentials = (account: string) => Promise<PlainKeys | null>;

export interface KeyringDeps {
  readonly exchange: string;
  readonly keys: Pick<KeyStore, 'sealedOfAccount'>;
  readonly vault: KeyVault;
  readonly clock: Clock;
  readonly log: RunnerLog;
}

interface Kept {
  readonly readAtMs: number;
  /** Which key set of which row this is; '' = none. */
  readonly edition: string;
  readonly plain: PlainKeys | null;
}

/** One that the exchange itself does not know any more is not sent again; one with too many rights can still cancel. */
function isDead({ lastErrorCode, status }: KeyRecord): boolean {
  return status === 'expired' || (status === 'invalid' && lastErrorCode === codes.api_invalid);
}

export function createKeyring({ clock, exchange, keys, log, vault }: KeyringDeps): Credentials {
  const kept = new Map<string, Promise<Kept>>();

  async function read(account: string, before: Kept | null): Promise<Kept> {
    const readAtMs = clock.nowMs();
    const owner = readKeyAccount(account);
    const found = owner === null ? null : await keys.sealedOfAccount(owner.userId, exchange, owner.accountUid);
    if (found === null || isDead(found.record)) return { readAtMs, edition: '', plain: null };
    const { id: rowId, userId, version } = found.record;
    const edition = `${rowId} ${version}`;
    if (before?.edition === edition) return { ...before, readAtMs };
    try {
      return { readAtMs, edition, plain: vault.open({ rowId, userId, exchange, version }, found.sealed) };
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error;
      log('error', `the key in row ${rowId} does not open: is its master key in the file of keys?`);
      return { readAtMs, edition: '', plain: null };
    }
  }

  return async (account) => {
    const known = kept.get(account);
    const before = (await known?.catch(() => null)) ?? null;
    if (before !== null && clock.nowMs() - before.readAtMs < KEEP_MS) return before.plain;
    // Of those who waited for the same answer the first one asks.
    if (kept.get(account) !== known) return (await kept.get(account))?.plain ?? null;
    const reading = read(account, before);
    kept.set(account, reading);
    return (await reading).plain;
  };
}
