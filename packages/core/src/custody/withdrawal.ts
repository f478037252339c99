// The life of a withdrawal (product.md 3.3): which event leads from which state where, and what the ledger does with it.
// Invariant: the frozen amount leaves exactly once, paid or refunded; once a transaction is signed, only a final one that
// used its nonce up decides which.

export const withdrawalStates = [
  'submitted',
  'reviewing',
  'approved',
  'signed',
  'broadcast',
  'confirmed',
  'cancelled',
  'rejected',
  'failed',
] as const;
export type WithdrawalState = (typeof withdrawalStates)[number];

/** States in which the amount is frozen. */
export const liveStates = [
  'submitted',
  'reviewing',
  'approved',
  'signed',
  'broadcast',
] as const satisfies readonly WithdrawalState[];

/** What the final transaction at the withdrawal's nonce did. */
export type Ending = 'paid' | 'reverted' | 'replaced';

export type WithdrawalEvent =
  /** The automatic look at its risk. */
  | { readonly kind: 'judged'; readonly byHand: boolean }
  /** `approvals`: of different operators, this one included. */
  | { readonly kind: 'approved'; readonly approvals: number; readonly needed: number }
  /** `reserved`: it has a nonce, which only a transaction can use up. */
  | { readonly kind: 'rejected'; readonly reserved: boolean }
  | { readonly kind: 'cancelled' }
  /** A raw transaction with the reserved nonce is stored. */
  | { readonly kind: 'signed' }
  | { readonly kind: 'sent' }
  /** A transaction of its nonce is final and deep enough. */
  | { readonly kind: 'final'; readonly ending: Ending };

export interface WithdrawalStep {
  readonly state: WithdrawalState;
  readonly ledger: 'none' | 'refund' | 'pay';
}

const to = (state: WithdrawalState, ledger: WithdrawalStep['ledger'] = 'none'): WithdrawalStep => ({ state, ledger });

/** Null when the event does not belong to the state: then nothing may happen. */
export function stepWithdrawal(state: WithdrawalState, event: WithdrawalEvent): WithdrawalStep | null {
  const waits = state === 'submitted' || state === 'reviewing';
  const mayConfirm = state === 'signed' || state === 'broadcast';
  switch (event.kind) {
    case 'judged':
      return state === 'submitted' ? to(event.byHand ? 'reviewing' : 'approved') : null;
    case 'approved':
      return state === 'reviewing' ? to(event.approvals >= event.needed ? 'approved' : 'reviewing') : null;
    case 'rejected':
      return waits || (state === 'approved' && !event.reserved) ? to('rejected', 'refund') : null;
    case 'cancelled':
      return waits ? to('cancelled', 'refund') : null;
    case 'signed':
      return state === 'approved' ? to('signed') : null;
    case 'sent':
      return state === 'signed' ? to('broadcast') : null;
    case 'final':
      if (!mayConfirm) return null;
      return event.ending === 'paid' ? to('confirmed', 'pay') : to('failed', 'refund');
  }
}
