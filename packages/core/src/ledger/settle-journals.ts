// The journals by which the books take over what the chain did otherwise: how it has ended a transaction, and gas that a hand
// has spent; only by the word of two persons. Invariant: whoever was paid twice gives back what is there, and the rest is the house's loss.
import { houseAccount, userAccount } from './chart.ts';
import { assertPositive, entry, type Journal, journalOf } from './journal.ts';
import type { WithdrawEvent } from './wallet-journals.ts';

/** A send, and the block in which the chain has it: each turn is settled once. */
export interface TurnedSend {
  readonly sendId: number;
  readonly blockHash: string;
}

const headOf = ({ sendId, blockHash }: TurnedSend) => ({
  ...{ key: `settle:${sendId}:${blockHash}`, kind: 'settle' },
  ...{ refType: 'chain_send', refId: `${sendId}` },
});

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** Booked as paid, and nobody was: its owner has all of it again. */
export function unpaidJournal(turned: TurnedSend, { userId, amountE18 }: WithdrawEvent, feeE18: bigint): Journal {
  return journalOf(headOf(turned), [
    entry(userAccount(userId, 'available'), amountE18, 'withdraw_refund'),
    entry(houseAccount('hot'), amountE18 - feeE18),
    entry(houseAccount('withdraw_fee'), -feeE18),
  ]);
}

/** Given back in the books, and paid by the chain. `availableE18`: what its owner has left. */
export function paidJournal(
  turned: TurnedSend,
  { userId, amountE18 }: WithdrawEvent,
  feeE18: bigint,
  availableE18: bigint,
): Journal {
  const takenE18 = smaller(availableE18, amountE18);
  return journalOf(headOf(turned), [
    entry(userAccount(userId, 'available'), -takenE18, 'adjust'),
    entry(houseAccount('adjust'), amountE18 - takenE18),
    entry(houseAccount('hot'), feeE18 - amountE18),
    entry(houseAccount('withdraw_fee'), feeE18),
  ]);
}

/** A move among wallets of ours that did not happen after all, or did. */
export function turnedMoveJournal(
  turned: TurnedSend,
  [from, to]: readonly ['pending_in' | 'hot', 'hot' | 'cold'],
  amountE18: bigint,
): Journal {
  return journalOf(headOf(turned), [entry(houseAccount(from), -amountE18), entry(houseAccount(to), amountE18)]);
}

/** Gas that the hot wallet lacked in a block, and that no transaction of ours spent: once for each block. */
export function lostGasJournal(block: number, wei: bigint): Journal {
  assertPositive(wei, 'gas that is lacking');
  return journalOf({ key: `settle:gas:${block}`, kind: 'settle', refType: 'block', refId: `${block}` }, [
    entry(houseAccount('gas'), -wei),
    entry(houseAccount('gas_spent'), wei),
  ]);
}
