// The chart of accounts (product.md 1.13) as one plain table. Every account is counted on its natural side: what the
// platform owes or has earned on the credit side, what it owns, is owed or has spent on the debit side. A journal balances
// when, for each asset, the changes of both sides are equal; so no user's account is ever below zero.
/** BNB: what transactions of the chain are paid with. */
export type Asset = 'USDT' | 'POINTS' | 'BNB';
export type Side = 'credit' | 'debit';

interface AccountRule {
  /** Of the account's id in the database: never changed, never used again. */
  readonly no: number;
  readonly asset: Asset;
  readonly side: Side;
}

/** One of each a user. Fuel is prepaid USDT. */
export const userParts = {
  available: { no: 1, asset: 'USDT', side: 'credit' },
  frozen: { no: 2, asset: 'USDT', side: 'credit' },
  fuel_paid: { no: 3, asset: 'USDT', side: 'credit' },
  fuel_bonus: { no: 4, asset: 'USDT', side: 'credit' },
  points: { no: 5, asset: 'POINTS', side: 'credit' },
  /** Charges that found no fuel: the user owes them. */
  fuel_owed: { no: 6, asset: 'USDT', side: 'debit' },
} as const satisfies Record<string, AccountRule>;
export type UserPart = keyof typeof userParts;

export const houseParts = {
  /** Fees of transfers and conversions. */
  fee: { no: 1, asset: 'USDT', side: 'credit' },
  fuel_income: { no: 2, asset: 'USDT', side: 'credit' },
  /** Paid out to partners. */
  share_paid: { no: 3, asset: 'USDT', side: 'debit' },
  /** Bonus fuel that was given away. */
  bonus: { no: 4, asset: 'USDT', side: 'debit' },
  withdraw_fee: { no: 5, asset: 'USDT', side: 'credit' },
  points_issued: { no: 6, asset: 'POINTS', side: 'debit' },
  /** What deposits have below 1e-8. */
  dust: { no: 7, asset: 'USDT', side: 'credit' },
  /** Coin in the hot wallet. */
  hot: { no: 8, asset: 'USDT', side: 'debit' },
  /** Coin on the users' deposit addresses, before it is swept. */
  pending_in: { no: 9, asset: 'USDT', side: 'debit' },
  /** What operators gave by hand, less what they took, and losses that they settled. */
  adjust: { no: 10, asset: 'USDT', side: 'debit' },
  /** Gas in the hot wallet. */
  gas: { no: 11, asset: 'BNB', side: 'debit' },
  /** Fees of the chain, and gas that was given to deposit addresses for their sweeps. */
  gas_spent: { no: 12, asset: 'BNB', side: 'debit' },
  /** Gas that the platform's owner put into the hot wallet. */
  gas_funded: { no: 13, asset: 'BNB', side: 'credit' },
  /** Coin that came to the hot wallet or to cold storage from outside: the platform owner's. */
  funded: { no: 14, asset: 'USDT', side: 'credit' },
  /** Coin in cold storage. */
  cold: { no: 15, asset: 'USDT', side: 'debit' },
} as const satisfies Record<string, AccountRule>;
export type HousePart = keyof typeof houseParts;

export type AccountName = `user:${number}:${UserPart}` | `house:${HousePart}`;

export interface Account {
  /** 0 = the house. */
  readonly userId: number;
  readonly part: UserPart | HousePart;
  readonly rule: AccountRule;
}

export function userAccount(userId: number, part: UserPart): AccountName {
  return `user:${userId}:${part}`;
}

export function houseAccount(part: HousePart): AccountName {
  return `house:${part}`;
}

/** Throws for a name that is not in the chart. */
export function accountOf(name: AccountName): Account {
  const [owner, first = '', second = ''] = name.split(':');
  if (owner === 'house' && Object.hasOwn(houseParts, first)) {
    const part = first as HousePart;
    return { userId: 0, part, rule: houseParts[part] };
  }
  const userId = Number(first);
  if (owner === 'user' && Number.isSafeInteger(userId) && userId > 0 && Object.hasOwn(userParts, second)) {
    const part = second as UserPart;
    return { userId, part, rule: userParts[part] };
  }
  throw new Error(`no account is called ${name}`);
}

/** The smallest part in which a user's accounts move: 1e-8 USDT, a hundredth of a point. No user has BNB. */
export const unitE18: Readonly<Record<Asset, bigint>> = { USDT: 10n ** 10n, POINTS: 10n ** 16n, BNB: 1n };
