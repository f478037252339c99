// Tells people's open screens what their accounts hold whenever something was posted to them, whichever process did it: each
// run looks for entries that are new since the last one. Postings of one account are numbered in their order; those of
// different accounts may become visible out of order, so each look goes back a little.
import type { Bus } from '../../ports/bus.ts';
import type { Clock } from '../../ports/clock.ts';
import type { LedgerStore } from '../../ports/ledger-store.ts';
import { type AccountDeps, readAccount } from './account-view.ts';

const BACK_MS = 10_000;

export interface WatchAccountsDeps extends AccountDeps {
  readonly ledger: Pick<LedgerStore, 'holdingsOf' | 'movedSince' | 'shareIncomeOf'>;
  readonly bus: Bus;
  readonly clock: Clock;
}

/** The first look only remembers: screens that open later ask for themselves. */
export function watchAccounts({ bus, clock, ledger, users }: WatchAccountsDeps) {
  const accountOf = readAccount({ ledger, users });
  let told: Map<number, number> | null = null;
  const looks: { readonly atMs: number; readonly newest: number }[] = [];

  return async (): Promise<void> => {
    const nowMs = clock.nowMs();
    while (looks.length > 1 && (looks[1]?.atMs ?? nowMs) <= nowMs - BACK_MS) looks.shift();
    const from = looks[0]?.newest ?? null;
    const { moved, newest } = await ledger.movedSince(from);
    const before = told;
    for (const { entryId, userId } of before === null ? [] : moved) {
      if ((before?.get(userId) ?? 0) >= entryId) continue;
      bus.publish({ channel: 'account', userId, data: await accountOf(userId) });
    }
    told = new Map(moved.map(({ entryId, userId }) => [userId, entryId]));
    looks.push({ atMs: nowMs, newest });
  };
}
