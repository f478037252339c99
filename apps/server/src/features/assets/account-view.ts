// The platform account as its owner sees it.
import type { Account } from '@cormorant/contract/entities/account.ts';
import { format18 } from '@cormorant/core/money/amount-e18.ts';
import type { Holdings, LedgerStore } from '../../ports/ledger-store.ts';
import type { UserStore } from '../../ports/user-store.ts';

export interface AccountDeps {
  readonly ledger: Pick<LedgerStore, 'holdingsOf' | 'shareIncomeOf'>;
  readonly users: Pick<UserStore, 'byId'>;
}

/** What may be used for fees, less what is owed. */
export function fuelOf({ fuel_bonus, fuel_owed, fuel_paid }: Holdings): bigint {
  return fuel_paid + fuel_bonus - fuel_owed;
}

export function readAccount({ ledger, users }: AccountDeps) {
  return async (userId: number): Promise<Account> => {
    const [{ holdings, updatedAtMs }, income, user] = await Promise.all([
      ledger.holdingsOf(userId),
      ledger.shareIncomeOf(userId),
      users.byId(userId),
    ]);
    if (user === null) throw new Error(`user ${userId} has a session and no row`);
    const balance = format18(holdings.available + holdings.frozen);
    return {
      coin: 'USDT',
      balance,
      available: format18(holdings.available),
      frozen: format18(holdings.frozen),
      value: balance,
      points: format18(holdings.points),
      fuel: format18(fuelOf(holdings)),
      fuel_paid: format18(holdings.fuel_paid),
      fuel_bonus: format18(holdings.fuel_bonus),
      fuel_owed: format18(holdings.fuel_owed),
      fuel_notice: user.fuelNotice,
      income_total: format18(income),
      updated_at: updatedAtMs ?? user.createdAtMs,
    };
  };
}
