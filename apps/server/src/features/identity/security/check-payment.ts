// Judges a payment password for every call that takes one. The guess is counted before it is looked at; the fifth wrong
// one in a row locks for two hours, whichever calls they came by, and its owner is told by mail.
import * as codes from '@cormorant/contract/codes.ts';
import type { PasswordHasher } from '../../../ports/password-hasher.ts';
import type { PaymentGuard } from '../../../ports/payment-guard.ts';
import { Refusal } from '../../../ports/refusal.ts';
import type { CallContext } from '../../handler.ts';
import { paymentLockedNotice } from './notices.ts';
import { orUnavailable } from './or-unavailable.ts';
import { paymentDigest } from './payment-digest.ts';
import { refusePaymentLocked } from './refuse-locked.ts';

const SET_PAYMENT_PATH = '/my/password/payment';

export interface CheckPaymentDeps {
  readonly payments: PaymentGuard;
  readonly hasher: PasswordHasher;
  readonly pepper: Uint8Array;
}

/** Returns the stored hash that the payment password fits. */
export function checkPayment({ payments, hasher, pepper }: CheckPaymentDeps) {
  async function judge(userId: number, payment: string, context: CallContext): Promise<string> {
    const attempt = await payments.take(userId, context.nowMs);
    if (attempt.state === 'unset') throw new Refusal(codes.payment_not_set, { redirect: SET_PAYMENT_PATH });
    if (attempt.state === 'locked') refusePaymentLocked(attempt.untilMs, context);
    const { hash, attemptsLeft, lockedUntilMs } = attempt;
    if (await orUnavailable(hasher.verify(hash, paymentDigest(pepper, userId, payment)))) {
      await payments.clear(userId, hash);
      return hash;
    }
    if (lockedUntilMs !== null) {
      await payments.tellLocked(userId, paymentLockedNotice(context.nowMs), context.nowMs);
      refusePaymentLocked(lockedUntilMs, context);
    }
    throw new Refusal(codes.payment_wrong, { params: { n: attemptsLeft }, data: { left: attemptsLeft } });
  }

  return (userId: number, payment: string, context: CallContext): Promise<string> =>
    payments.inTurn(userId, () => judge(userId, payment, context));
}
