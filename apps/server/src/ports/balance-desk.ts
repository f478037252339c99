// What lies in a user's accounts at exchanges, asked of the role that may open their keys (reliability rule 10): whoever shows
// it holds no key, and no exchange either.
import type { MarketKind } from '@cormorant/core/market/instrument.ts';
import type { ExchangeAccount } from './account-store.ts';
import type { MarketData, TradingVenue, VenueBalance } from './venue.ts';

export type AskedAccount = Pick<ExchangeAccount, 'exchange' | 'wire'> & { readonly account: string };

/** What is read of an exchange for it. */
export type BalanceSource = Pick<TradingVenue, 'balances'> & Partial<Pick<MarketData, 'tickers'>>;

export interface BalanceDesk {
  /** Whether its account can be asked for here. */
  knows(account: Pick<ExchangeAccount, 'exchange' | 'wire'>): boolean;
  /** Rejects when it cannot be read. */
  balances(account: AskedAccount, wallet: MarketKind): Promise<readonly VenueBalance[]>;
  /** Last prices by symbol, as the exchange itself tells them; rejects when they cannot be read. */
  prices(account: Pick<ExchangeAccount, 'exchange' | 'wire'>): Promise<ReadonlyMap<string, string>>;
}
