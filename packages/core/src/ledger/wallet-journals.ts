// The journals of coin that comes and goes by the chain: deposit, sweep, a withdrawal's three ways, cold storage, what is put
// into our wallets, and gas. Amounts are USDT, and of gas BNB, at 18 decimals. Invariant: what is credited is the deposit cut to 1e-8, and the rest is the house's dust.
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

/** Out of the hot wallet to cold storage. */
export function coldJournal(coldSendId: number, amountE18: bigint): Journal {
  assertPositive(amountE18, 'what goes to cold storage');
  return journalOf({ key: `cold:${coldSendId}`, kind: 'cold', refType: 'cold_send', refId: `${coldSendId}` }, [
    entry(houseAccount('hot'), -amountE18),
    entry(houseAccount('cold'), amountE18),
  ]);
}

export interface OwnMoveEvent {
  readonly moveId: number;
  readonly txid: string;
  readonly logIndex: number;
  /** 1 and up: it is booked anew when the chain has taken it back and then has it again. */
  readonly time: number;
  readonly from: 'deposit' | 'hot' | 'cold';
  /** `out`: lost, as two persons have settled. */
  readonly to: 'hot' | 'cold' | 'out';
  readonly rawE18: bigint;
  /** Of a deposit address: how much of it the books had there. */
  readonly fromBooksE18: bigint;
}

/**
 * Coin of ours that moved by no transaction of the outbox. What a sweep by hand takes along that was credited to nobody is the
 * owner's. Null when the books know nothing of what left.
 */
export function ownMoveJournal(event: OwnMoveEvent): Journal | null {
  const { from, fromBooksE18, logIndex, moveId, rawE18, time, to, txid } = event;
  assertPositive(rawE18, 'what was moved');
  const knownE18 = from === 'deposit' ? fromBooksE18 : rawE18;
  if (to === 'out' && knownE18 === 0n) return null;
  const key = `move:${txid.toLowerCase()}:${logIndex}:${time}`;
  return journalOf({ key, kind: to === 'out' ? 'loss' : 'move', refType: 'own_move', refId: `${moveId}` }, [
    entry(houseAccount(from === 'deposit' ? 'pending_in' : from), -knownE18),
    entry(houseAccount(to === 'out' ? 'adjust' : to), to === 'out' ? knownE18 : rawE18),
    entry(houseAccount('funded'), to === 'out' ? 0n : rawE18 - knownE18),
  ]);
}

/** A wallet of ours and its coin. */
export type FundedPlace = 'hot' | 'cold' | 'gas';

export interface FoundCoin {
  /** The block in which the wallet held it. */
  readonly block: { readonly number: number; readonly hash: string };
  readonly amountE18: bigint;
}

const FUND_KEYS = { hot: 'USDT', cold: 'COLD', gas: 'BNB' } as const;

/** What a wallet holds above all that is booked came from the platform's owner. */
export function fundJournal(place: FundedPlace, { block, amountE18 }: FoundCoin): Journal {
  assertPositive(amountE18, 'what came to a wallet');
  const key = `fund:${FUND_KEYS[place]}:${block.hash}`;
  return journalOf({ key, kind: 'fund', refType: 'block', refId: `${block.number}` }, [
    entry(houseAccount(place), amountE18),
    entry(houseAccount(place === 'gas' ? 'gas_funded' : 'funded'), amountE18),
  ]);
}

/** `wei` may be negative: a transaction that the chain took back was mined again for less. */
export function gasJournal(sendId: number, blockHash: string, wei: bigint): Journal {
  return journalOf({ key: `gas:${sendId}:${blockHash}`, kind: 'gas', refType: 'chain_send', refId: `${sendId}` }, [
    entry(houseAccount('gas'), -wei),
    entry(houseAccount('gas_spent'), wei),
  ]);
}
