// The journals of coin that comes and goes by the chain: deposit, sweep, and a withdrawal's three ways. All amounts are
// USDT at 18 decimals. Invariant: what is credited is the deposit cut to 1e-8, and the rest is the house's dust.
import { houseAccount, unitE18, userAccount } from './chart.ts';
import { assertPositive, entry, type Journal, journalOf } from './journal.ts';

export interface DepositEvent {
  readonly depositId: number;
  readonly userId: number;
  readonly txid: string;
  readonly logIndex: number;
  readonly rawE18: bigint;
}

/** What a deposit credits: the whole 1e-8 of it. */
export function creditOf(rawE18: bigint): bigint {
  return rawE18 - (rawE18 % unitE18.USDT);
}

export function depositJournal({ depositId, userId, txid, logIndex, rawE18 }: DepositEvent): Journal {
  const credit = creditOf(rawE18);
  assertPositive(credit, 'a deposit');
  return journalOf(
    { key: `deposit:${txid.toLowerCase()}:${logIndex}`, kind: 'deposit', refType: 'deposit', refId: `${depositId}` },
    [
      entry(houseAccount('pending_in'), rawE18),
      entry(userAccount(userId, 'available'), credit, 'deposit'),
      entry(houseAccount('dust'), rawE18 - credit),
    ],
  );
}

/** Coin goes from deposit addresses to the hot wallet; what users own does not change. */
export function sweepJournal(txid: string, amountE18: bigint): Journal {
  assertPositive(amountE18, 'a sweep');
  return journalOf({ key: `sweep:${txid.toLowerCase()}`, kind: 'sweep', refType: 'sweep', refId: txid }, [
    entry(houseAccount('pending_in'), -amountE18),
    entry(houseAccount('hot'), amountE18),
  ]);
}

export interface WithdrawEvent {
  readonly withdrawId: number;
  readonly userId: number;
  /** What was asked for, the fee included. */
  readonly amountE18: bigint;
}

function withdrawHead(withdrawId: number, step: 'freeze' | 'done' | 'refund') {
  return {
    key: `withdraw:${withdrawId}:${step}`,
    kind: `withdraw_${step}`,
    refType: 'withdraw',
    refId: `${withdrawId}`,
  };
}

export function withdrawFreezeJournal({ withdrawId, userId, amountE18 }: WithdrawEvent): Journal {
  assertPositive(amountE18, 'a withdrawal');
  return journalOf(withdrawHead(withdrawId, 'freeze'), [
    entry(userAccount(userId, 'available'), -amountE18, 'withdraw'),
    entry(userAccount(userId, 'frozen'), amountE18),
  ]);
}

/** Confirmed on the chain: what was frozen has left, the fee stays with the house. */
export function withdrawDoneJournal({ withdrawId, userId, amountE18 }: WithdrawEvent, feeE18: bigint): Journal {
  const paid = amountE18 - feeE18;
  assertPositive(paid, 'a withdrawal after its fee');
  return journalOf(withdrawHead(withdrawId, 'done'), [
    entry(userAccount(userId, 'frozen'), -paid, 'withdraw_done'),
    entry(userAccount(userId, 'frozen'), -feeE18, 'withdraw_fee'),
    entry(houseAccount('hot'), -paid),
    entry(houseAccount('withdraw_fee'), feeE18),
  ]);
}

export function withdrawRefundJournal({ withdrawId, userId, amountE18 }: WithdrawEvent): Journal {
  assertPositive(amountE18, 'a refund');
  return journalOf(withdrawHead(withdrawId, 'refund'), [
    entry(userAccount(userId, 'frozen'), -amountE18),
    entry(userAccount(userId, 'available'), amountE18, 'withdraw_refund'),
  ]);
}
