// A charge that is taken back (product.md 4.3): everything it and the payments of its debt did to the accounts, the other way
// round. What a user has spent meanwhile stays spent: it is taken down to zero, and the rest is the platform's loss.
import { type AccountName, accountOf, type HousePart, houseAccount, type UserPart } from './chart.ts';
import { type Entry, entry, type Journal, journalOf } from './journal.ts';
import type { LogType } from './log-types.ts';

/** The house's account that bears what a user's account lacks. */
const bearers: Readonly<Partial<Record<UserPart, HousePart>>> = {
  available: 'share_paid',
  fuel_bonus: 'bonus',
  points: 'points_issued',
};

function logOf(part: UserPart, isPayer: boolean): LogType {
  if (part === 'available') return 'share';
  return part === 'points' && !isPayer ? 'points_invite' : 'adjust';
}

export interface TakenBack {
  readonly chargeId: number;
  readonly payerId: number;
  /** What the journals of the charge came to for each account. */
  readonly net: ReadonlyMap<AccountName, bigint>;
  readonly balanceOf: (account: AccountName) => bigint;
}

/** Null when nothing was moved: the charge was waived whole. */
export function chargeReversal({ balanceOf, chargeId, net, payerId }: TakenBack, remark: string): Journal | null {
  const house = new Map<AccountName, bigint>();
  const add = (account: AccountName, amountE18: bigint) => house.set(account, (house.get(account) ?? 0n) + amountE18);
  const users: Entry[] = [];
  for (const [account, amountE18] of net) {
    const { part, userId } = accountOf(account);
    if (userId === 0) {
      add(account, -amountE18);
      continue;
    }
    const lacks = amountE18 - balanceOf(account);
    const bearer = bearers[part as UserPart];
    const spentE18 = bearer !== undefined && lacks > 0n ? lacks : 0n;
    if (bearer !== undefined) add(houseAccount(bearer), spentE18);
    users.push(entry(account, spentE18 - amountE18, logOf(part as UserPart, userId === payerId)));
  }
  const entries = [...users, ...[...house].map(([account, amountE18]) => entry(account, amountE18))];
  if (entries.every(({ amountE18 }) => amountE18 === 0n)) return null;
  const key = `charge:${chargeId}`;
  const head = {
    key: `reverse:${key}`,
    kind: 'reversal',
    refType: 'charge',
    refId: `${chargeId}`,
    remark,
    reverses: key,
  };
  return journalOf(head, entries);
}
