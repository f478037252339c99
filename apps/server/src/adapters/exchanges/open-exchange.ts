// An exchange that users trade on by keys of their own, whole: what is asked of it and what it pushes.
import type { Clock } from '../../ports/clock.ts';
import type { PlainKeys } from '../../ports/key-vault.ts';
import type { MarketData, TradingVenue, VenueStream } from '../../ports/venue.ts';
import type { ExchangeBudgets } from './exchange-budgets.ts';
import { cardOf } from './exchange-profiles.ts';
import { CcxtStream } from './exchange-stream.ts';
import { WATCH, type WatchTimes } from './streams/market-stream.ts';
import type { OpenSocket } from './streams/socket.ts';
import { createCcxtVenue } from './trading-venue.ts';
import type { SendRequest } from './transport/guarded-fetch.ts';
import type { ExchangeHosts } from './transport/hosts.ts';

export interface CcxtExchangeDeps {
  /** Code of an exchange whose card trades. */
  readonly exchange: string;
  readonly hosts: ExchangeHosts;
  /** The keys of an account, for the role that may open them; null = none are bound any more. */
  readonly credentials: (account: string) => Promise<PlainKeys | null>;
  /** Accounts whose keys are good and may act on contracts, as they are bound at this moment; some of them are enough. */
  readonly contractAccounts: () => Promise<readonly string[]>;
  readonly clock: Clock;
  /** In [0, 1). */
  readonly jitter: () => number;
  /** One of these a process. */
  readonly budgets: ExchangeBudgets;
  readonly log: (level: 'info' | 'warn' | 'error', message: string) => void;
  readonly timeoutMs?: number;
  /** Shorter in tests. */
  readonly watch?: WatchTimes;
  /** What carries requests and sockets, where that is not the network of this machine. */
  readonly send?: SendRequest;
  readonly connect?: OpenSocket;
}

export interface CcxtExchange {
  readonly venue: TradingVenue & MarketData;
  readonly stream: VenueStream;
  /** Whether the keys of the account may act on contracts; without that the exchange does not tell what it holds of them. */
  readonly mayFutures: (account: string) => Promise<boolean>;
  close(): Promise<void>;
}

export function createCcxtExchange(deps: CcxtExchangeDeps): CcxtExchange {
  const { connect, exchange, hosts, jitter, log, watch = WATCH } = deps;
  const parts = createCcxtVenue(deps);
  const card = cardOf(exchange);
  if (card === undefined) throw new Error(`${exchange} has no card`);
  const stream = new CcxtStream({
    ...{ card, hosts, parts, jitter, watch, connect },
    log: (message) => log('info', `${exchange}: ${message}`),
  });
  const venue: TradingVenue & MarketData = {
    ...parts.venue,
    fills: async (account, symbol, afterId, limit, sinceMs) => {
      const fills = await parts.venue.fills(account, symbol, afterId, limit, sinceMs);
      stream.wereRead(account, symbol, fills);
      return fills;
    },
  };
  const close = async () => {
    await stream.stop();
    parts.line.close();
  };
  return { venue, stream, mayFutures: parts.mayFutures, close };
}
