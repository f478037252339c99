// A correction by hand: one operator asks, another person has it booked. Invariant: it takes no more than there is, and fuel that
// it brings pays what is owed first.
import { type AdjustPart, adjustJournal } from '@cormorant/core/ledger/change-journals.ts';
import { unitE18 } from '@cormorant/core/ledger/chart.ts';
import { format18, parse18 } from '@cormorant/core/money/amount-e18.ts';
import type { FuelBooks, Repayment } from '../../ports/fuel-books.ts';
import type { AdjustDecision, Adjustment, Doing, OperatorWork } from '../../ports/operator-store.ts';
import type { Transactions } from '../../ports/transactions.ts';
import { note } from './note.ts';
import { barOfDecision } from './second-person.ts';

export const adjustParts = ['available', 'fuel_paid', 'fuel_bonus', 'points'] as const satisfies readonly AdjustPart[];

export interface WantedAdjustment {
  readonly sn: string;
  readonly part: string;
  /** A plain decimal, below zero for what is taken. */
  readonly amount: string;
}

/** too_fine: nothing, or finer than the account moves. */
export type AskedAdjustment =
  | { readonly state: 'asked'; readonly id: number }
  | { readonly state: 'no_part' | 'no_amount' | 'too_fine' | 'no_user' };

function isPart(part: string): part is AdjustPart {
  return (adjustParts as readonly string[]).includes(part);
}

export function askAdjustment(store: Transactions<Pick<OperatorWork, 'adjustments' | 'note'>>) {
  return async ({ amount, part, sn }: WantedAdjustment, doing: Doing): Promise<AskedAdjustment> => {
    if (!isPart(part)) return { state: 'no_part' };
    if (!/^-?\d{1,15}(\.\d{1,8})?$/.test(amount)) return { state: 'no_amount' };
    const amountE18 = parse18(amount);
    const unit = unitE18[part === 'points' ? 'POINTS' : 'USDT'];
    if (amountE18 === 0n || amountE18 % unit !== 0n) return { state: 'too_fine' };
    const id = await store.transaction(async (work) => {
      const added = await work.adjustments.add({ sn, part, amountE18 }, doing);
      if (added !== null)
        await note(work, doing, 'adjust_ask', sn, { after: { id: added, part, amount: format18(amountE18) } });
      return added;
    });
    return id === null ? { state: 'no_user' } : { state: 'asked', id };
  };
}

/** Gives the transaction up. */
class Short extends Error {}

async function book(books: FuelBooks, row: Adjustment, repayment: Repayment, nowMs: number): Promise<void> {
  const { amountE18, id, part, reason, userId } = row;
  await books.takeHoldings([userId, ...(await repayment.takes(books, userId))]);
  const [outcome] = await books.post([adjustJournal(id, userId, part, amountE18, reason)], nowMs);
  if (outcome?.state === 'short') throw new Short();
  if (outcome?.state !== 'posted') throw new Error(`adjustment ${id} was not posted: ${outcome?.state}`);
  if (amountE18 > 0n && (part === 'fuel_paid' || part === 'fuel_bonus')) await repayment.pay(books, userId, nowMs);
}

export type AdjustingWork = Pick<OperatorWork, 'adjustments' | 'books' | 'note' | 'operators'>;

/** Done or rejected by somebody else than who asked. */
export function decideAdjustment(store: Transactions<AdjustingWork>, repayment: Repayment) {
  return async (id: number, approve: boolean, doing: Doing): Promise<AdjustDecision> => {
    const { by, nowMs } = doing;
    try {
      return await store.transaction(async (work): Promise<AdjustDecision> => {
        const row = await work.adjustments.take(id);
        const bar = await barOfDecision(work, row, approve, doing);
        if (row === null || bar !== null) return bar ?? 'missing';
        const state = approve ? 'done' : 'rejected';
        await work.adjustments.decide({ id, state, by, nowMs });
        if (approve) await book(work.books, row, repayment, nowMs);
        const action = `adjust_${approve ? 'approve' : 'reject'}`;
        await note(work, doing, action, `${id}`, { before: 'asked', after: state });
        return state;
      });
    } catch (error) {
      if (error instanceof Short) return 'short';
      throw error;
    }
  };
}
