// Whose key set at an exchange is no good, as the database has it: bots that trade by it pause, and start only when the keys
// pass a check. A missing one is no good either.

import * as codes from '@cormorant/contract/codes.ts';
import { keyAccountName } from '../../ports/account-store.ts';
import type { Clock } from '../../ports/clock.ts';
import type { KeyDesk } from '../../ports/key-desk.ts';
import type { KeyStore } from '../../ports/key-store.ts';
import { Refusal } from '../../ports/refusal.ts';
import type { RunnerLog } from '../shared/runner-log.ts';

/** A venue that refuses a key refuses every call until somebody acts: it is tried no more often than this. */
const SUSPECT_AGAIN_MS = 60_000;

export interface KeyWatch {
  /** Reads the database again. */
  refresh(): Promise<void>;
  isBad(userId: number): boolean;
  /** Whether a key set of the user is for this account, however good it is. */
  isBound(userId: number, account: string): Promise<boolean>;
  /**
   * Before a start on this account: one whose key set is bound no more, or is for another account, is refused; a bad one is
   * tried once more, and refuses with what is wrong with it.
   */
  assertGood(userId: number, account: string): Promise<void>;
  /** The exchange has just refused it: it is tried now, once a while. */
  suspect(userId: number): void;
}

export interface KeyWatchDeps {
  readonly exchange: string;
  readonly keys: Pick<KeyStore, 'of' | 'usersWithBadKey'>;
  readonly desk: KeyDesk;
  readonly clock: Clock;
  readonly log: RunnerLog;
}

export function createKeyWatch({ clock, desk, exchange, keys, log }: KeyWatchDeps): KeyWatch {
  let bad: ReadonlySet<number> = new Set();
  /** By user: when a key set was last tried because the exchange had refused it. */
  const suspectedAtMs = new Map<number, number>();

  async function refresh(): Promise<void> {
    bad = new Set(await keys.usersWithBadKey(exchange));
  }

  async function tryAgain(userId: number): Promise<void> {
    const key = await keys.of(userId, exchange);
    if (key === null) return;
    await desk.check(key.id);
    await refresh();
  }

  return {
    refresh,
    suspect: (userId) => {
      const nowMs = clock.nowMs();
      if (nowMs - (suspectedAtMs.get(userId) ?? Number.NEGATIVE_INFINITY) < SUSPECT_AGAIN_MS) return;
      suspectedAtMs.set(userId, nowMs);
      tryAgain(userId).catch((error) => log('warn', `a key of ${exchange} could not be tried`, error));
    },
    isBad: (userId) => bad.has(userId),
    isBound: async (userId, account) => {
      const key = await keys.of(userId, exchange);
      return key !== null && keyAccountName(userId, key.accountUid) === account;
    },
    assertGood: async (userId, account) => {
      const key = await keys.of(userId, exchange);
      const isBound = key !== null && keyAccountName(userId, key.accountUid) === account;
      if (!isBound) throw new Refusal(codes.api_not_bound, { data: { exchange, go: `/bind/${exchange}` } });
      if (key.status === 'valid' || key.status === 'checking') {
        // Bound anew since it was last looked: what was known of the one before must not pause the bot again.
        if (bad.has(userId)) await refresh();
        return;
      }
      const answer = await desk.check(key.id);
      await refresh();
      if (answer.outcome === 'refused') throw new Refusal(answer.code, { data: { go: `/bind/${exchange}` } });
    },
  };
}

/** Of accounts that need no key. */
export const noKeys: KeyWatch = {
  refresh: async () => {},
  isBad: () => false,
  isBound: async () => true,
  assertGood: async () => {},
  suspect: () => {},
};
