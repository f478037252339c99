// Opens the accounts that users are owed at the local exchange, in the books it keeps now. The row exists since
// registration and its reference is the same at every try, so a lost answer or a venue that was down costs time and
// never a second account.
import { setTimeout as sleep } from 'node:timers/promises';
import type { AccountStore, ExchangeAccount } from '../../../ports/account-store.ts';
import type { MarketData, TradingVenue } from '../../../ports/venue.ts';

const BATCH = 50;
const PATIENCE_MS = 1_000;

export interface OpenAccountsDeps {
  readonly accounts: AccountStore;
  readonly venue: TradingVenue & Pick<MarketData, 'clock'>;
}

async function openOne({ accounts, venue }: OpenAccountsDeps, row: ExchangeAccount, books: string): Promise<void> {
  await accounts.setOpened(row.id, await venue.openAccount(row.ref), books);
}

/** All that are waiting, oldest first; stops at the first failure, which is the venue's. */
export function openPendingAccounts(deps: OpenAccountsDeps) {
  return async (): Promise<void> => {
    const { books } = await deps.venue.clock();
    for (;;) {
      const waiting = await deps.accounts.unopened('local', books, BATCH);
      for (const row of waiting) await openOne(deps, row, books);
      if (waiting.length < BATCH) return;
    }
  };
}

/** One user's, at registration: waits a moment for the venue and leaves the rest to the schedule. */
export function openAccountsOfUser(deps: OpenAccountsDeps, report: (error: unknown) => void) {
  return async (userId: number): Promise<void> => {
    const opening = (async () => {
      const row = await deps.accounts.of(userId, 'local');
      if (row !== null && row.account === null) await openOne(deps, row, (await deps.venue.clock()).books);
    })().catch(report);
    const patience = new AbortController();
    const tired = sleep(PATIENCE_MS, undefined, { signal: patience.signal }).catch(() => {});
    await Promise.race([opening, tired]);
    patience.abort();
  };
}
