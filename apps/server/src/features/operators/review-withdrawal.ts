// An operator's decision on a withdrawal that waits for one. Invariant: it has a name and a reason, is kept with the
// withdrawal, and above the two-person limit one name is not enough: whoever approves after another one is another person.
import type { WithdrawalEvent } from '@cormorant/core/custody/withdrawal.ts';
import { parse18 } from '@cormorant/core/money/amount-e18.ts';
import type { ChainOutbox } from '../../ports/chain-outbox.ts';
import type { Clock } from '../../ports/clock.ts';
import type { NoticeText } from '../../ports/credential-store.ts';
import type { OperatorWork } from '../../ports/operator-store.ts';
import type { Settings } from '../../ports/settings.ts';
import type { Transactions } from '../../ports/transactions.ts';
import type { Decision, Review, ReviewOutcome, WithdrawalRow, WithdrawalStore } from '../../ports/withdrawal-store.ts';
import { note } from './note.ts';
import { mayBeSecond } from './second-person.ts';

export type ReviewWork = Pick<OperatorWork, 'withdrawals' | 'operators' | 'note'>;

/** Approved is what waits for a person; rejected is also what was not looked at yet, or has no nonce yet. */
function mayDecide({ nonce, status }: WithdrawalRow, decision: Decision): boolean {
  if (status === 'reviewing') return true;
  if (status === 'submitted') return decision !== 'approve';
  return status === 'approved' && nonce === null && decision === 'reject';
}

/** Of those who have approved it before. */
async function isIndependent(work: ReviewWork, id: number, operator: string, nowMs: number): Promise<boolean> {
  const before = (await work.withdrawals.approvers(id)).filter((name) => name !== operator);
  for (const first of before) if (!(await mayBeSecond(work, operator, first, nowMs))) return false;
  return true;
}

async function eventOf({ withdrawals }: ReviewWork, row: WithdrawalRow, review: Review): Promise<WithdrawalEvent> {
  if (review.decision === 'reject') return { kind: 'rejected', reserved: row.nonce !== null };
  if (review.decision === 'cancel') return { kind: 'cancelled' };
  const approvals = (await withdrawals.approvers(row.id)).length;
  return { kind: 'approved', approvals, needed: row.amountE18 > review.twoPersonE18 ? 2 : 1 };
}

async function decide(work: ReviewWork, review: Review): Promise<ReviewOutcome> {
  const { sn, operator, decision, reason, notice, nowMs } = review;
  const { withdrawals } = work;
  const approves = decision === 'approve';
  const id = await withdrawals.idOf(sn);
  if (id === null) return { state: 'missing' };
  const bar = approves ? await withdrawals.barOf(id, nowMs) : null;
  if (bar !== null) return { state: bar };
  const row = await withdrawals.take(id);
  if (!mayDecide(row, decision)) return { state: 'not_waiting' };
  if (approves && !(await isIndependent(work, id, operator, nowMs))) return { state: 'not_independent' };
  const doing = { by: operator, reason, nowMs };
  const isFirstWord = await withdrawals.addReview(id, decision, doing);
  // Who approved first may still change their mind to no.
  if (!isFirstWord && approves) return { state: 'same_operator' };
  const event = await eventOf(work, row, review);
  const step = { row, event, by: operator, reason: approves ? '' : reason, notice };
  const stepped = await withdrawals.step(step, nowMs);
  if (stepped === null) return { state: 'not_waiting' };
  const change = { before: { status: row.status }, after: { status: stepped.status } };
  await note(work, doing, `withdraw_${decision}`, sn, change);
  return { state: stepped.status === 'reviewing' ? 'waits' : 'done', row: stepped };
}

export function decideWithdrawal(store: Transactions<ReviewWork>) {
  return (review: Review): Promise<ReviewOutcome> => store.transaction((work) => decide(work, review));
}

export interface ReviewDeps {
  readonly store: Transactions<ReviewWork>;
  readonly withdrawals: Pick<WithdrawalStore, 'bySn'>;
  readonly settings: Settings;
  readonly clock: Clock;
  /** What its owner is told when it is given back. */
  readonly backNotice: (row: WithdrawalRow, reason: string) => Readonly<Record<'zh' | 'en', NoticeText>>;
}

export interface ReviewRequest {
  readonly sn: string;
  /** Who decides. */
  readonly operator: string;
  readonly decision: Decision;
  readonly reason: string;
}

export function reviewWithdrawal({ backNotice, clock, settings, store, withdrawals }: ReviewDeps) {
  return async ({ sn, operator, decision, reason }: ReviewRequest): Promise<ReviewOutcome> => {
    if (operator.trim() === '' || reason.trim() === '') throw new Error('a decision has a name and a reason');
    const row = await withdrawals.bySn(sn);
    if (row === null) return { state: 'missing' };
    return decideWithdrawal(store)({
      sn,
      operator,
      decision,
      reason,
      nowMs: clock.nowMs(),
      twoPersonE18: parse18(String(settings.get('two_person'))),
      notice: decision === 'approve' ? null : backNotice(row, reason),
    });
  };
}

export interface ReplaceDeps {
  readonly withdrawals: Pick<WithdrawalStore, 'bySn'>;
  readonly clock: Clock;
  readonly outbox: Pick<ChainOutbox, 'withdraw'>;
}

/**
 * Has a signed withdrawal that does not get into a block replaced by a transaction that pays nobody. It is given back only
 * when that one is final; should the first be faster, it was paid. False when there is nothing to replace.
 */
export function replaceStuck({ withdrawals, outbox, clock }: ReplaceDeps) {
  return async ({ sn, operator, reason }: Omit<ReviewRequest, 'decision'>): Promise<boolean> => {
    const row = await withdrawals.bySn(sn);
    const deed = { operator, action: 'withdraw_replace', subject: sn, reason };
    return row !== null && (await outbox.withdraw(row.id, deed, clock.nowMs()));
  };
}
