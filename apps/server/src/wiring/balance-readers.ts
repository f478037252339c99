// Exchanges whose keys are bound here and where nobody may trade: their accounts are read through the same wire, with the
// same budgets, and nothing but balances and prices is asked of them.
import { tradingCards } from '../adapters/exchanges/exchange-profiles.ts';
import type { CcxtExchange } from '../adapters/exchanges/open-exchange.ts';
import type { CcxtVenueDeps } from '../adapters/exchanges/trading-venue.ts';
import { createCcxtVenue } from '../adapters/exchanges/trading-venue.ts';
import type { Config } from '../config.ts';
import type { BalanceSource } from '../ports/balance-desk.ts';
import { hostsOf, type KeyExchanges } from './key-exchanges.ts';

export interface BalanceReadersDeps extends Pick<CcxtVenueDeps, 'budgets' | 'clock'> {
  readonly config: Config;
  readonly hasVault: boolean;
  readonly keyExchanges: KeyExchanges;
  readonly credentialsAt: (exchange: string) => CcxtVenueDeps['credentials'];
}

export type BalanceReaders = ReadonlyMap<string, BalanceSource & { close(): void }>;

/** A key that may not act on contracts has nothing there to show. */
export function shownBalances({
  mayFutures,
  venue,
}: Pick<CcxtExchange, 'mayFutures' | 'venue'>): BalanceSource['balances'] {
  return async (account, wallet) =>
    wallet === 'futures' && !(await mayFutures(account)) ? [] : venue.balances(account, wallet);
}

/** None without the keys: balances are what the role that opens them reads. */
export function openBalanceReaders(deps: BalanceReadersDeps): BalanceReaders {
  const { budgets, clock, config, credentialsAt, hasVault, keyExchanges } = deps;
  const all = hostsOf(config);
  const readers = new Map<string, BalanceSource & { close(): void }>();
  for (const exchange of hasVault ? tradingCards : []) {
    const hosts = all.get(exchange);
    if (hosts === undefined || keyExchanges.has(exchange)) continue;
    const contractAccounts = async () => [];
    const credentials = credentialsAt(exchange);
    const { line, mayFutures, venue } = createCcxtVenue({
      exchange,
      hosts,
      credentials,
      contractAccounts,
      clock,
      budgets,
    });
    readers.set(exchange, {
      balances: shownBalances({ mayFutures, venue }),
      tickers: () => venue.tickers(),
      close: () => line.close(),
    });
  }
  return readers;
}
