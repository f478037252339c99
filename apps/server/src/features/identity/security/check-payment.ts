// Judges a payment password for every call that takes one. The guess is counted before it is looked at; the fifth wrong
// one in a row locks for two hours, whichever calls they came by.
import { codes } from '@cormorant/contract/catalogue.ts';
import type { Lang } from '@cormorant/contract/envelope.ts';
import type { PasswordHasher } from '../../../ports/password-hasher.ts';
import type { PaymentGuard } from '../../../ports/payment-guard.ts';
import { type CallContext, Refusal } from '../../handler.ts';
import { orUnavailable } from '../entry/log-in.ts';
import { paymentDigest } from './payment-digest.ts';

const SET_PAYMENT_PATH = '/my/password/payment';

export interface CheckPaymentDeps {
  readonly payments: PaymentGuard;
  readonly hasher: PasswordHasher;
  readonly pepper: Uint8Array;
}

/** zh says how long from now (请于{time}后), en until when (until {time}). */
const lockTexts: Readonly<Record<Lang, (untilMs: number, nowMs: number) => string>> = {
  zh: (untilMs, nowMs) => `${Math.max(1, Math.ceil((untilMs - nowMs) / 60_000))}分钟`,
  en: (untilMs) => `${new Date(untilMs + 59_999).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
};

function refuseLocked(untilMs: number, { lang, nowMs }: CallContext): never {
  const time = lockTexts[lang](untilMs, nowMs);
  throw new Refusal(codes.payment_locked, { params: { time }, data: { until: untilMs } });
}

/** Returns the stored hash that the payment password fits. */
export function checkPayment({ payments, hasher, pepper }: CheckPaymentDeps) {
  return async (userId: number, payment: string, context: CallContext): Promise<string> => {
    const attempt = await payments.take(userId, context.nowMs);
    if (attempt.state === 'unset') throw new Refusal(codes.payment_not_set, { redirect: SET_PAYMENT_PATH });
    if (attempt.state === 'locked') refuseLocked(attempt.untilMs, context);
    const { hash, attemptsLeft, lockedUntilMs } = attempt;
    if (await orUnavailable(hasher.verify(hash, paymentDigest(pepper, userId, payment)))) {
      await payments.clear(userId, hash);
      return hash;
    }
    if (lockedUntilMs !== null) refuseLocked(lockedUntilMs, context);
    throw new Refusal(codes.payment_wrong, { params: { n: attemptsLeft }, data: { left: attemptsLeft } });
  };
}
