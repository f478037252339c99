// The exchanges where bots trade by their users' own keys: those that the operator has turned on, and the local one where keys
// are kept. One of each a process, with one budget for everything that asks from this address.
import { LOCAL_EXCHANGE } from '@cormorant/contract/labels/exchanges.ts';
import type { ExchangeBudgets } from '../adapters/exchanges/exchange-budgets.ts';
import { tradingCards } from '../adapters/exchanges/exchange-profiles.ts';
import { type CcxtExchange, createCcxtExchange } from '../adapters/exchanges/open-exchange.ts';
import { exchangeHosts } from '../adapters/exchanges/transport/hosts.ts';
import { setBotsAside } from '../adapters/postgres/runner/aside-bots.ts';
import { unguardedBots } from '../adapters/postgres/runner/unguarded-bots.ts';
import { systemRandom } from '../adapters/system/system-random.ts';
import type { Config } from '../config.ts';
import type { ExchangeAccount } from '../ports/account-store.ts';
import type { Clock } from '../ports/clock.ts';
import type { KeyStore } from '../ports/key-store.ts';
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
  readonly keys: Pick<KeyStore, 'contractAccounts'>;
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
  keys,
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
    const contractAccounts = async () => (hasVault ? keys.contractAccounts(exchange) : []);
    const parts = { exchange, hosts, credentials, contractAccounts, clock, jitter, budgets, log };
    opened.set(exchange, createCcxtExchange(parts));
  }
  return opened;
}

export interface UnguardedDeps {
  readonly pool: Stores['pool'];
  readonly opened: readonly Pick<ExchangeAccount, 'exchange' | 'wire'>[];
  /** Whose bots the runner of this process keeps; those of users that another one has are that one's. */
  readonly holds: (userId: number) => boolean;
  readonly log: (level: 'error', message: string) => void;
}

/**
 * To be called again and again: bots of an exchange that is opened no more are paused, as if it were away, until it is opened
 * again; their owners are told, and so is whoever took it away.
 */
export function pauseUnguarded({ holds, log, opened, pool }: UnguardedDeps): () => Promise<void> {
  const told = new Set<number>();
  return async () => {
    const mine = (await unguardedBots(pool, opened)).filter(({ isHeld, userId }) => !isHeld || holds(userId));
    for (const [exchange, rows] of Map.groupBy(mine, (row) => row.exchange)) {
      const ids = rows.map(({ id }) => id);
      const fresh = ids.filter((id) => !told.has(id));
      if (fresh.length === 0) continue;
      const aside = {
        reason: 'exchange',
        phase: null,
        why: 'exchange_closed',
        data: { exchange },
        token: null,
      } as const;
      await setBotsAside(pool, { ...aside, ids: fresh });
      log(
        'error',
        `nothing guards bots ${fresh.join(', ')}: their accounts at ${exchange} need TRADE_AT and VAULT_KEY_FILE as before`,
      );
      for (const id of fresh) told.add(id);
    }
  };
}
