// Listen keys: the older way to follow one's own account. A key lives an hour from its making or its last renewal, and an
// account has one at a time.
import { randomBytes } from 'node:crypto';
import type { Account } from '../../exchange/account.ts';
import type { Calls } from './call.ts';
import { words } from './errors.ts';

const LIFE_MS = 3_600_000;

export class ListenKeys {
  readonly #now: () => number;
  readonly #keys = new Map<string, { account: Account; untilMs: number }>();

  constructor(now: () => number) {
    this.#now = now;
  }

  open(account: Account): string {
    for (const [key, known] of this.#keys) {
      if (known.account !== account || known.untilMs <= this.#now()) continue;
      known.untilMs = this.#now() + LIFE_MS;
      return key;
    }
    const key = randomBytes(32).toString('hex');
    this.#keys.set(key, { account, untilMs: this.#now() + LIFE_MS });
    return key;
  }

  accountOf(key: string): Account | undefined {
    const known = this.#keys.get(key);
    return known !== undefined && known.untilMs > this.#now() ? known.account : undefined;
  }

  renew(key: string, account: Account): void {
    if (this.accountOf(key) !== account) throw words.listenKey();
    this.open(account);
  }

  close(key: string, account: Account): void {
    if (this.accountOf(key) !== account) throw words.listenKey();
    this.#keys.delete(key);
  }
}

/** At `path`, for a family whose calls follow an account by listen keys. */
export function listenKeyCalls(path: string, keys: ListenKeys, weight: number): Calls {
  return {
    [`POST ${path}`]: { weight, guard: 'key', run: (_params, { account }) => ({ listenKey: keys.open(account) }) },
    [`PUT ${path}`]: {
      weight,
      guard: 'key',
      run: (params, { account }) => {
        keys.renew(params.needText('listenKey'), account);
        return {};
      },
    },
    [`DELETE ${path}`]: {
      weight,
      guard: 'key',
      run: (params, { account }) => {
        keys.close(params.needText('listenKey'), account);
        return {};
      },
    },
  };
}
