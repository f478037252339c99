// An operator's decision on a withdrawal that waits for one. Invariant: it has a name and a reason, is kept with the
// withdrawal, and above the two-person limit one name is not enough.
import { parse18 } from '@cormorant/core/money/amount-e18.ts';
import type { ChainOutbox } from '../../ports/chain-outbox.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Settings } from '../../ports/settings.ts';
import type { Decision, ReviewOutcome, WithdrawalStore } from '../../ports/withdrawal-store.ts';
import { withdrawalBackNotice } from './custody-notices.ts';

export interface ReviewDeps {
  readonly withdrawals: WithdrawalStore;
  readonly settings: Settings;
  readonly clock: Clock;
}

export interface ReplaceDeps extends Pick<ReviewDeps, 'withdrawals' | 'clock'> {
  readonly outbox: Pick<ChainOutbox, 'withdraw'>;
}

export interface ReviewRequest {
  readonly sn: string;
  /** Who decides. */
  readonly operator: string;
  readonly decision: Decision;
  readonly reason: string;
}

export function reviewWithdrawal({ withdrawals, settings, clock }: ReviewDeps) {
  return async ({ sn, operator, decision, reason }: ReviewRequest): Promise<ReviewOutcome> => {
    if (operator.trim() === '' || reason.trim() === '') throw new Error('a decision has a name and a reason');
    const row = await withdrawals.bySn(sn);
    if (row === null) return { state: 'missing' };
    return withdrawals.review({
      ...{ sn, operator, decision, reason, nowMs: clock.nowMs() },
      twoPersonE18: parse18(String(settings.get('two_person'))),
      notice: decision === 'approve' ? null : withdrawalBackNotice(row, reason),
    });
  };
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
