// The journals of coin that comes and goes by the chain: deposit, sweep, a withdrawal's three ways, what is put into the hot
// wallet, and its gas. Amounts are USDT, and of gas BNB, at 18 decimals. Invariant: what is credited is the deposit cut to 1e-8, and the rest is the house's dust.
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

export interface HotBalance {
  /** The block in which the wallet held it. */
  readonly block: { readonly number: number; readonly hash: string };
  readonly amountE18: bigint;
}

/** What the hot wallet holds above all that is booked came from the platform's owner. */
export function fundJournal(coin: 'USDT' | 'BNB', { block, amountE18 }: HotBalance): Journal {
  assertPositive(amountE18, 'what came to the hot wallet');
  const [held, funded] = coin === 'USDT' ? (['hot', 'funded'] as const) : (['gas', 'gas_funded'] as const);
  return journalOf({ key: `fund:${coin}:${block.hash}`, kind: 'fund', refType: 'block', refId: `${block.number}` }, [
    entry(houseAccount(held), amountE18),
    entry(houseAccount(funded), amountE18),
  ]);
}

/** `wei` may be negative: a transaction that the chain took back was mined again for less. */
export function gasJournal(sendId: number, blockHash: string, wei: bigint): Journal {
  return journalOf({ key: `gas:${sendId}:${blockHash}`, kind: 'gas', refType: 'chain_send', refId: `${sendId}` }, [
    entry(houseAccount('gas'), -wei),
    entry(houseAccount('gas_spent'), wei),
  ]);
}
