// Balances for whoever shows them, read where keys may be opened. Screens ask often and several at once: one question is put to
// the exchange at most once in two seconds, and a failed answer is not kept.
import type { AskedAccount, BalanceDesk } from '../../ports/balance-desk.ts';
import type { Clock } from '../../ports/clock.ts';
import type { TradingVenue, VenueBalance } from '../../ports/venue.ts';

const KEEP_MS = 2_000;
const MOST_KEPT = 1_000;

/** Undefined where nothing here trades. */
export type VenueOf = (account: Pick<AskedAccount, 'exchange' | 'wire'>) => Pick<TradingVenue, 'balances'> | undefined;

export function createBalanceDesk(venueOf: VenueOf, clock: Clock): BalanceDesk {
  const kept = new Map<string, { atMs: number; value: Promise<readonly VenueBalance[]> }>();
  return {
    knows: (account) => venueOf(account) !== undefined,
    balances: ({ account, exchange, wire }, wallet) => {
      const venue = venueOf({ exchange, wire });
      if (venue === undefined) return Promise.reject(new Error(`nothing here trades at ${exchange}`));
      const key = `${exchange} ${wire} ${wallet} ${account}`;
      const known = kept.get(key);
      if (known !== undefined && clock.nowMs() - known.atMs < KEEP_MS) return known.value;
      const value = venue.balances(account, wallet);
      kept.delete(key); // to the end: the oldest stands first
      kept.set(key, { atMs: clock.nowMs(), value });
      value.catch(() => {
        if (kept.get(key)?.value === value) kept.delete(key);
      });
      const [oldest] = kept.keys();
      if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
      return value;
    },
  };
}
