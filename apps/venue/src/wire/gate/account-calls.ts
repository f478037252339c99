// The signed calls about an account: who it is, what its key may do, what its spot wallet holds.
import type { ApiKey } from '../../store/api-key.ts';
import { type GateCalls, type GuardedCall, READS } from './call.ts';
import type { GateDeps } from './gate-deps.ts';

const CLASSIC = 1;
const NORMAL = 1;
const TOLD_OF_A_KEY = 12;
const HIDDEN = 5;

export function accountCalls({ exchange }: GateDeps): GateCalls {
  const read = (run: GuardedCall['run']): GuardedCall => ({ guard: 'read', allowance: READS, run });
  return {
    'GET /api/v4/account/detail': read((_fields, { account, key }) => ({
      ...{ user_id: account.id, ip_whitelist: [...key.ips], currency_pairs: [], tier: 0 },
      ...{ key: { mode: CLASSIC }, copy_trading_role: 0 },
    })),
    'GET /api/v4/account/main_keys': read((_fields, { account, key }) => [keyView(account.id, key)]),
    'GET /api/v4/spot/accounts': read((fields, { account }) => {
      const only = fields.text('currency');
      return exchange.balances
        .assets()
        .filter((currency) => only === null || currency === only)
        .map((currency) => {
          const { freeAtoms, lockedAtoms } = exchange.balances.balance(account.id, currency);
          const text = (atoms: number) => exchange.balances.format(currency, atoms);
          return { currency, available: text(freeAtoms), locked: text(lockedAtoms), update_id: 0 };
        });
    }),
  };
}

/** Each right is a name that is read-only or not; a key that may only read has both markets so. */
function keyView(userId: number, key: ApiKey) {
  const may = (permission: (typeof key.permissions)[number]) => key.permissions.includes(permission);
  const market = (name: 'spot' | 'futures') => (may(name) || may('read') ? [{ name, read_only: !may(name) }] : []);
  const perms = [
    ...market('spot'),
    ...market('futures'),
    ...(may('withdraw') ? [{ name: 'withdraw', read_only: false }] : []),
  ];
  return {
    ...{ state: NORMAL, mode: CLASSIC, name: key.label, user_id: userId, ip_whitelist: [...key.ips] },
    // Of each key its list tells only the beginning.
    key: `${key.key.slice(0, TOLD_OF_A_KEY)}${'*'.repeat(HIDDEN)}`,
    ...{ perms, currency_pairs: [], created_at: Math.floor(key.madeAtMs / 1_000), update_at: 0, last_access: 0 },
  };
}
