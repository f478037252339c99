// Listen keys: the older way to follow one's own account. A key lives an hour from its making or its last renewal, no longer
// than every API key that asked for it may read, and an account has one at a time.
import { randomBytes } from 'node:crypto';
import type { Account } from '../../exchange/account.ts';
import type { ApiKeys } from '../../exchange/api-keys.ts';
import type { ApiKey } from '../../store/api-key.ts';
import type { Calls } from './call.ts';
import { words } from './errors.ts';
import type { Params } from './params.ts';

const LIFE_MS = 3_600_000;

interface Known {
  readonly account: Account;
  readonly apiKeys: Set<string>;
  untilMs: number;
}

export class ListenKeys {
  readonly #now: () => number;
  readonly #apiKeys: ApiKeys;
  readonly #keys = new Map<string, Known>();

  constructor(now: () => number, apiKeys: ApiKeys) {
    this.#now = now;
    this.#apiKeys = apiKeys;
  }

  open(account: Account, { key: apiKey }: ApiKey): string {
    if (!this.#apiKeys.mayRead(apiKey)) throw words.keyMayNot();
    const untilMs = this.#now() + LIFE_MS;
    for (const [key, known] of this.#keys) {
      if (known.account !== account) continue;
      if (this.accountOf(key) === undefined) {
        // Whoever may ask now shall not revive what others follow without the right.
        this.#keys.delete(key);
        continue;
      }
      known.apiKeys.add(apiKey);
      known.untilMs = untilMs;
      return key;
    }
    const key = randomBytes(32).toString('hex');
    this.#keys.set(key, { account, apiKeys: new Set([apiKey]), untilMs });
    return key;
  }

  /** Nobody's once it has expired, was closed, or the right to it was taken away. */
  accountOf(key: string): Account | undefined {
    const known = this.#keys.get(key);
    if (known === undefined || known.untilMs <= this.#now()) return undefined;
    return [...known.apiKeys].every((apiKey) => this.#apiKeys.mayRead(apiKey)) ? known.account : undefined;
  }

  /** Whom somebody at this address may follow by it: one of the API keys that asked for it has to be good from there. */
  followedFrom(key: string, ip: string): Account | undefined {
    const apiKeys = this.#keys.get(key)?.apiKeys ?? [];
    return [...apiKeys].some((apiKey) => this.#apiKeys.isUsableFrom(apiKey, ip)) ? this.accountOf(key) : undefined;
  }

  /** The one that the account has; '' = none. */
  of(account: Account): string {
    return [...this.#keys.keys()].find((key) => this.accountOf(key) === account) ?? '';
  }

  renew(key: string, account: Account, apiKey: ApiKey): void {
    if (this.accountOf(key) !== account) throw words.listenKey();
    this.open(account, apiKey);
  }

  close(key: string, account: Account): void {
    if (this.accountOf(key) !== account) throw words.listenKey();
    this.#keys.delete(key);
  }
}

/**
 * At `path`, for a family whose calls follow an account by listen keys. `implied`: who renews or closes need not name the one of its
 * account.
 */
export function listenKeyCalls(path: string, keys: ListenKeys, weight: number, implied: boolean): Calls {
  const named = (params: Params, account: Account) =>
    implied ? (params.text('listenKey') ?? keys.of(account)) : params.needText('listenKey');
  return {
    [`POST ${path}`]: {
      weight,
      guard: 'key',
      run: (_params, { account, key }) => ({ listenKey: keys.open(account, key) }),
    },
    [`PUT ${path}`]: {
      weight,
      guard: 'key',
      run: (params, { account, key }) => {
        const listenKey = named(params, account);
        keys.renew(listenKey, account, key);
        return implied ? { listenKey } : {};
      },
    },
    [`DELETE ${path}`]: {
      weight,
      guard: 'key',
      run: (params, { account }) => {
        keys.close(named(params, account), account);
        return {};
      },
    },
  };
}
