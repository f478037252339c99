// Whose key set at the runner's exchange is no good, as the database has it: bots of such a user pause, and start only when
// the keys pass a check. A user without a key set there is no concern of this watch.
import type { KeyDesk } from '../../ports/key-desk.ts';
import type { KeyStore } from '../../ports/key-store.ts';
import { No } from '../refused.ts';

export interface KeyWatch {
  /** Reads the database again. */
  refresh(): Promise<void>;
  isBad(userId: number): boolean;
  /** Before a start: a bad key set is tried once more, and refuses with what is wrong with it. */
  assertGood(userId: number): Promise<void>;
}

export interface KeyWatchDeps {
  readonly exchange: string;
  readonly keys: Pick<KeyStore, 'of' | 'usersWithBadKey'>;
  readonly desk: KeyDesk;
}

export function createKeyWatch({ exchange, keys, desk }: KeyWatchDeps): KeyWatch {
  let bad: ReadonlySet<number> = new Set();

  async function refresh(): Promise<void> {
    bad = new Set(await keys.usersWithBadKey(exchange));
  }

  return {
    refresh,
    isBad: (userId) => bad.has(userId),
    assertGood: async (userId) => {
      const key = await keys.of(userId, exchange);
      if (key === null || key.status === 'valid' || key.status === 'checking') return;
      const answer = await desk.check(key.id);
      await refresh();
      if (answer.outcome === 'refused') throw new No(answer.code, { data: { go: `/bind/${exchange}` } });
    },
  };
}
