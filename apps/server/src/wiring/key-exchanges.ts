// The exchanges where bots trade by their users' own keys: those that the operator has turned on, and the local one where keys
// are kept. One of each a process, with one budget for everything that asks from this address.
import { LOCAL_EXCHANGE } from '@cormorant/contract/labels/exchanges.ts';
import { type CcxtExchange, createCcxtExchange } from '../adapters/exchanges/ccxt-exchange.ts';
import type { ExchangeBudgets } from '../adapters/exchanges/exchange-budgets.ts';
import { exchangeHosts } from '../adapters/exchanges/exchange-hosts.ts';
import { tradingCards } from '../adapters/exchanges/trading-cards.ts';
import { unguardedBots } from '../adapters/postgres/unguarded-bots.ts';
import { systemRandom } from '../adapters/system/system-random.ts';
import type { Config } from '../config.ts';
import type { ExchangeAccount } from '../ports/account-store.ts';
import type { Clock } from '../ports/clock.ts';
import type { PlainKeys } from '../ports/key-vault.ts';
import type { Stores } from './open-stores.ts';

export interface KeyExchangesDeps {
  readonly config: Config;
  readonly clock: Clock;
  readonly budgets: ExchangeBudgets;
  /** Keys can be bound and opened here. */
  readonly hasVault: boolean;
  /** The keys of an exchange's accounts, for the role that may open them. */
  readonly credentialsAt: (exchange: string) => (account: string) => Promise<PlainKeys | null>;
  readonly log: (level: 'info' | 'warn' | 'error', message: string) => void;
}

export type KeyExchanges = ReadonlyMap<string, CcxtExchange>;

/** The local exchange is asked where it runs. */
export function hostsOf({ exchangeUrls, venueUrl }: Pick<Config, 'exchangeUrls' | 'venueUrl'>) {
  return exchangeHosts(new Map([[LOCAL_EXCHANGE, venueUrl], ...exchangeUrls]));
}

export function openKeyExchanges({
  budgets,
  clock,
  config,
  credentialsAt,
  hasVault,
  log,
}: KeyExchangesDeps): KeyExchanges {
  if (config.tradeAt.size > 0 && config.roles.has('runner') && !hasVault) {
    throw new Error(
      "TRADE_AT: bots trade there by their users' keys, which this process opens only with VAULT_KEY_FILE",
    );
  }
  const all = hostsOf(config);
  const opened = new Map<string, CcxtExchange>();
  for (const exchange of [...(hasVault ? [LOCAL_EXCHANGE] : []), ...config.tradeAt]) {
    const hosts = all.get(exchange);
    if (hosts === undefined || !tradingCards.has(exchange)) {
      throw new Error(`TRADE_AT: bots cannot trade at "${exchange}", only at ${[...tradingCards].join(', ')}`);
    }
    const jitter = () => systemRandom.integer(0, 1_000) / 1_000;
    const credentials = credentialsAt(exchange);
    opened.set(exchange, createCcxtExchange({ exchange, hosts, credentials, clock, jitter, budgets, log }));
  }
  return opened;
}

/** Bots of an exchange that is opened no more look as if they ran; who took it away must hear which. */
export async function tellUnguarded(
  pool: Stores['pool'],
  opened: readonly Pick<ExchangeAccount, 'exchange' | 'wire'>[],
  log: (level: 'error', message: string) => void,
): Promise<void> {
  const bots = Map.groupBy(await unguardedBots(pool, opened), ({ exchange }) => exchange);
  for (const [exchange, rows] of bots) {
    const ids = rows.map(({ id }) => id).join(', ');
    log(
      'error',
      `nothing guards bots ${ids}: their accounts at ${exchange} need TRADE_AT and VAULT_KEY_FILE as before`,
    );
  }
}
