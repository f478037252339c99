// The journals of what users do among their own accounts and with each other: conversions and transfers. Amounts at 18
// decimals. Invariant: bonus fuel is made from points and goes nowhere but into charges.
import { houseAccount, userAccount } from './chart.ts';
import { assertPositive, type Entry, entry, type Journal, type JournalHead, journalOf } from './journal.ts';

/** 100 points are one bonus fuel. */
export const POINTS_TO_FUEL = 100n;

export type ConvertPair = 'balance>fuel' | 'fuel>balance' | 'points>fuel';

export interface ChangeEvent {
  /** The client's id for what it wants done once. */
  readonly requestId: string;
  readonly changeId: number;
  readonly userId: number;
  readonly amountE18: bigint;
}

function changeHead({ requestId, changeId, userId }: ChangeEvent, kind: 'convert' | 'transfer'): JournalHead {
  return { key: `change:${userId}:${requestId}`, kind, refType: 'change', refId: `${changeId}` };
}

/** What a conversion credits. Points convert in whole hundredths of a fuel's 1e-8, so nothing is lost. */
export function convertedOf(pair: ConvertPair, amountE18: bigint): bigint {
  return pair === 'points>fuel' ? amountE18 / POINTS_TO_FUEL : amountE18;
}

function convertEntries(pair: ConvertPair, userId: number, amountE18: bigint): Entry[] {
  const converted = convertedOf(pair, amountE18);
  if (pair === 'balance>fuel') {
    return [
      entry(userAccount(userId, 'available'), -amountE18, 'change_out'),
      entry(userAccount(userId, 'fuel_paid'), converted, 'fuel_in'),
    ];
  }
  if (pair === 'fuel>balance') {
    return [
      entry(userAccount(userId, 'fuel_paid'), -amountE18, 'fuel_back'),
      entry(userAccount(userId, 'available'), converted, 'change_in'),
    ];
  }
  return [
    entry(userAccount(userId, 'points'), -amountE18, 'points_spend'),
    entry(houseAccount('points_issued'), -amountE18),
    entry(userAccount(userId, 'fuel_bonus'), converted, 'fuel_bonus'),
    entry(houseAccount('bonus'), converted),
  ];
}

export function convertJournal(pair: ConvertPair, event: ChangeEvent): Journal {
  assertPositive(event.amountE18, 'a conversion');
  return journalOf(changeHead(event, 'convert'), convertEntries(pair, event.userId, event.amountE18));
}

export type TransferAsset = 'balance' | 'fuel';

/** Fuel goes from paid to paid. */
export function transferJournal(from: TransferAsset, event: ChangeEvent, toUserId: number, remark: string): Journal {
  const { amountE18, userId } = event;
  assertPositive(amountE18, 'a transfer');
  if (userId === toUserId) throw new Error(`user ${userId} transfers to itself`);
  const part = from === 'balance' ? 'available' : 'fuel_paid';
  return journalOf({ ...changeHead(event, 'transfer'), remark }, [
    entry(userAccount(userId, part), -amountE18, 'transfer_out'),
    entry(userAccount(toUserId, part), amountE18, 'transfer_in'),
  ]);
}

export type AdjustPart = 'available' | 'fuel_paid' | 'fuel_bonus' | 'points';

/** By hand, with two persons: the house's own account bears it. */
export function adjustJournal(
  adjustId: number,
  userId: number,
  part: AdjustPart,
  amountE18: bigint,
  remark: string,
): Journal {
  const contra = houseAccount(part === 'points' ? 'points_issued' : 'adjust');
  return journalOf({ key: `adjust:${adjustId}`, kind: 'adjust', refType: 'adjust', refId: `${adjustId}`, remark }, [
    entry(userAccount(userId, part), amountE18, 'adjust'),
    entry(contra, amountE18),
  ]);
}
