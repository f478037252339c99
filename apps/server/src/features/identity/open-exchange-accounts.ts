// Opens the accounts that users are owed at the local exchange. The row exists since registration and its reference is
// the same at every try, so a lost answer or a venue that was down costs time and never a second account.
import { setTimeout as sleep } from 'node:timers/promises';
import type { AccountStore, ExchangeAccount } from '../../ports/account-store.ts';
import type { TradingVenue } from '../../ports/venue.ts';

const BATCH = 50;
const PATIENCE_MS = 1_000;

export interface OpenAccountsDeps {
  readonly accounts: AccountStore;
  readonly venue: TradingVenue;
}

async function openOne({ accounts, venue }: OpenAccountsDeps, row: ExchangeAccount): Promise<string> {
  const account = await venue.openAccount(row.ref);
  await accounts.setOpened(row.id, account);
  return account;
}

/** Those still waiting, oldest first; stops at the first failure, which is the venue's. Returns how many it opened. */
export function openPendingAccounts(deps: OpenAccountsDeps) {
  return async (): Promise<number> => {
    const waiting = await deps.accounts.unopened('local', BATCH);
    for (const row of waiting) await openOne(deps, row);
    return waiting.length;
  };
}

/** One user's, at registration: waits a moment for the venue and leaves the rest to the schedule. */
export function openAccountsOfUser(deps: OpenAccountsDeps, report: (error: unknown) => void) {
  return async (userId: number): Promise<void> => {
    const opening = (async () => {
      const row = await deps.accounts.of(userId, 'local');
      if (row !== null && row.account === null) await openOne(deps, row);
    })().catch(report);
    const patience = new AbortController();
    const tired = sleep(PATIENCE_MS, undefined, { signal: patience.signal }).catch(() => {});
    await Promise.race([opening, tired]);
    patience.abort();
  };
}
