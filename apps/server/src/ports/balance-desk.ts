// What lies in a user's accounts at exchanges, asked of the role that may open their keys (reliability rule 10): whoever shows
// it holds no key, and no exchange either.
import type { MarketKind } from '@cormorant/core/market/instrument.ts';
import type { ExchangeAccount } from './account-store.ts';
import type { TradingVenue, VenueBalance, VenueTicker } from './venue.ts';

export type AskedAccount = Pick<ExchangeAccount, 'exchange' | 'wire'> & { readonly account: string };

/** What is read of an exchange for it. */
export interface BalanceSource extends Pick<TradingVenue, 'balances'> {
  tickers?(): Promise<readonly Pick<VenueTicker, 'symbol' | 'last'>[]>;
}

export interface BalanceDesk {
  /** Whether its account can be asked for here. */
  knows(account: Pick<ExchangeAccount, 'exchange' | 'wire'>): boolean;
  /** Rejects when it cannot be read. */
  balances(account: AskedAccount, wallet: MarketKind): Promise<readonly VenueBalance[]>;
  /** Last prices by symbol, as the exchange itself tells them; rejects when they cannot be read. */
  prices(account: Pick<ExchangeAccount, 'exchange' | 'wire'>): Promise<ReadonlyMap<string, string>>;
}
