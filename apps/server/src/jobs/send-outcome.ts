// What a transaction of the outbox did, by its own receipt.
import type { Ending } from '@cormorant/core/custody/withdrawal.ts';
import type { ChainSend, StoredRaw } from '../ports/chain-outbox.ts';
import type { ChainReceipt } from '../ports/money-chain.ts';

type Sent = Pick<ChainSend, 'purpose' | 'wallet' | 'target' | 'tokenE18' | 'valueWei'>;

/** Null when the receipt is none of what was signed. */
export function endingOf(
  { tokenE18, wallet, target }: Sent,
  kind: StoredRaw['kind'],
  { ok, transfers }: ChainReceipt,
): Ending | null {
  if (!ok) return 'reverted';
  if (kind === 'cancel') return 'replaced';
  if (tokenE18 === 0n) return 'paid';
  const paid = transfers.some(({ from, to, rawE18 }) => from === wallet && to === target && rawE18 === tokenE18);
  return paid ? 'paid' : null;
}

/** A gift of gas is spent when it is given. */
export function costOf({ purpose, valueWei }: Sent, ending: Ending, { feeWei }: ChainReceipt): bigint {
  return purpose === 'gas' && ending === 'paid' ? feeWei + valueWei : feeWei;
}
