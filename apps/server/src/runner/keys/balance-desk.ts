// Balances for whoever shows them, read where keys may be opened. Several screens ask at once: while a question is
// under way it answers all of them.
import type { AskedAccount, BalanceDesk, BalanceSource } from '../../ports/balance-desk.ts';
import type { VenueBalance } from '../../ports/venue.ts';

/** Undefined where nothing here reads. */
export type VenueOf = (account: Pick<AskedAccount, 'exchange' | 'wire'>) => BalanceSource | undefined;

export function createBalanceDesk(venueOf: VenueOf): BalanceDesk {
  const asking = new Map<string, Promise<readonly VenueBalance[]>>();
  return {
    knows: (account) => venueOf(account) !== undefined,
    balances: ({ account, exchange, wire }, wallet) => {
      const venue = venueOf({ exchange, wire });
      if (venue === undefined) return Promise.reject(new Error(`nothing here reads ${exchange}`));
      const key = `${exchange} ${wire} ${wallet} ${account}`;
      const underWay = asking.get(key);
      if (underWay !== undefined) return underWay;
      const value = venue.balances(account, wallet).finally(() => asking.delete(key));
      asking.set(key, value);
      return value;
    },
    prices: async (place) => {
      const tickers = (await venueOf(place)?.tickers?.()) ?? [];
      return new Map(tickers.map(({ symbol, last }) => [symbol, last]));
    },
  };
}
