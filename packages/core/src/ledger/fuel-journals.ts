// The journals of service fees: a charge with the shares and points it brings, an owed part that is repaid, points earned.
// What each of them comes to is decided by fuel-charge.ts, profit-share.ts and points.ts; here it becomes entries. Amounts
// at 18 decimals.
import { houseAccount, userAccount } from './chart.ts';
import { assertPositive, type Entry, entry, type Journal, type JournalHead, journalOf } from './journal.ts';
import type { LogType } from './log-types.ts';
import { type PointsTask, pointsOfTask } from './points.ts';

/** Where a charge is taken from. */
export interface ChargeTaken {
  readonly userId: number;
  readonly bonusE18: bigint;
  readonly paidE18: bigint;
  readonly owedE18: bigint;
}

export function chargeEntries({ userId, bonusE18, paidE18, owedE18 }: ChargeTaken): Entry[] {
  return [
    entry(userAccount(userId, 'fuel_bonus'), -bonusE18, 'fuel_use'),
    entry(userAccount(userId, 'fuel_paid'), -paidE18, 'fuel_use'),
    entry(userAccount(userId, 'fuel_owed'), owedE18, 'fuel_use'),
    entry(houseAccount('fuel_income'), bonusE18 + paidE18 + owedE18),
  ];
}

export interface PaidShare {
  readonly userId: number;
  /** self: the payer's own, returned as bonus fuel. */
  readonly kind: 'share' | 'self';
  readonly amountE18: bigint;
}

export function shareEntries(shares: readonly PaidShare[]): Entry[] {
  return shares.flatMap(({ amountE18, kind, userId }) =>
    kind === 'share'
      ? [entry(userAccount(userId, 'available'), amountE18, 'share'), entry(houseAccount('share_paid'), amountE18)]
      : [entry(userAccount(userId, 'fuel_bonus'), amountE18, 'self_rebate'), entry(houseAccount('bonus'), amountE18)],
  );
}

type PointsLog = Extract<LogType, `points_${string}`>;

export function pointsEntries(userId: number, amountE18: bigint, log: PointsLog): Entry[] {
  return [entry(userAccount(userId, 'points'), amountE18, log), entry(houseAccount('points_issued'), amountE18)];
}

/** A charge and all that follows from it at once: what the entry makers above answer, in one journal. */
export function chargeJournal(chargeId: number, entries: readonly Entry[], asked?: string): Journal {
  const head: JournalHead = { key: `charge:${chargeId}`, kind: 'charge', refType: 'charge', refId: `${chargeId}` };
  return journalOf(asked === undefined ? head : { ...head, asked }, entries);
}

/** What was owed is paid from fuel that is there; the shares of the paid part go with it. */
export function repayEntries(userId: number, fromPaidE18: bigint, fromBonusE18: bigint): Entry[] {
  return [
    entry(userAccount(userId, 'fuel_paid'), -fromPaidE18, 'owed_repay'),
    entry(userAccount(userId, 'fuel_bonus'), -fromBonusE18, 'owed_repay'),
    entry(userAccount(userId, 'fuel_owed'), -fromPaidE18 - fromBonusE18),
  ];
}

export function repayJournal(key: string, chargeId: number, entries: readonly Entry[]): Journal {
  return journalOf({ key, kind: 'owed_repay', refType: 'charge', refId: `${chargeId}` }, entries);
}

/** Points that no charge brings: tasks and the like. The key says what they are for, so that each is paid once. */
export function pointsJournal(key: string, userId: number, amountE18: bigint, log: PointsLog): Journal {
  assertPositive(amountE18, 'points');
  return journalOf({ key, kind: 'points', refType: 'points', refId: key }, pointsEntries(userId, amountE18, log));
}

/** Once each for a user, however often the task is done again. */
export function taskJournal(task: PointsTask, userId: number): Journal {
  return pointsJournal(`points:${task}:${userId}`, userId, pointsOfTask(task), 'points_task');
}
