// What the roles of a process share, and how each does something again and again until the process stops.
import { LOCAL_EXCHANGE } from '@cormorant/contract/labels/exchanges.ts';
import type { Logger } from 'pino';
import { repeat } from '../adapters/system/repeat.ts';
import type { Config } from '../config.ts';
import type { LedgerProof } from '../jobs/prove-ledger.ts';
import type { ExchangeAccount } from '../ports/account-store.ts';
import type { BalanceSource } from '../ports/balance-desk.ts';
import type { Bus } from '../ports/bus.ts';
import type { Clock } from '../ports/clock.ts';
import type { MarketData, TradingVenue } from '../ports/venue.ts';
import { type BalanceReaders, shownBalances } from './balance-readers.ts';
import type { KeyExchanges } from './key-exchanges.ts';
import type { Stores } from './open-stores.ts';
import type { Undoing } from './undoing.ts';

/** What every role is started with. */
export interface ServerContext {
  readonly config: Config;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly report: (error: unknown) => void;
  readonly undoing: Undoing;
  readonly bus: Bus;
  readonly venue: TradingVenue & MarketData;
  readonly stores: Stores;
  /** The exchanges where bots trade by keys, the local one among them. */
  readonly keyExchanges: KeyExchanges;
  /** Where keys are bound and nobody trades. */
  readonly balanceReaders: BalanceReaders;
  readonly ledgerProof: LedgerProof;
}

export function keepDoing(
  { report, undoing }: Pick<ServerContext, 'report' | 'undoing'>,
  pauseMs: number,
  task: () => Promise<unknown>,
): void {
  const repeating = repeat(pauseMs, task, report);
  undoing.add(() => repeating.stop());
}

type Place = Pick<ExchangeAccount, 'exchange' | 'wire'>;

/** Where an account trades, for the role that may open its keys; undefined where nothing here does. */
export function venueOf(context: ServerContext, { exchange, wire }: Place): TradingVenue | undefined {
  return wire === 'key' ? context.keyExchanges.get(exchange)?.venue : houseVenueOf(context)({ exchange, wire });
}

/** Where what an account holds can be read. */
export function balancesOf(context: ServerContext, place: Place): BalanceSource | undefined {
  if (place.wire === 'house') {
    const venue = venueOf(context, place);
    return venue && { balances: (account, wallet) => venue.balances(account, wallet) };
  }
  const reader = context.balanceReaders.get(place.exchange);
  if (reader !== undefined) return reader;
  const exchange = context.keyExchanges.get(place.exchange);
  // Its prices are followed here anyway.
  return exchange && { balances: shownBalances(exchange) };
}

/** The same of accounts that are asked without any key. */
export function houseVenueOf({ venue }: Pick<ServerContext, 'venue'>) {
  return ({ exchange, wire }: Place): TradingVenue | undefined =>
    wire === 'house' && exchange === LOCAL_EXCHANGE ? venue : undefined;
}
