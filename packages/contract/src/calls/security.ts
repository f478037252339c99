// Calls that change what proves who somebody is: wallet, login password, payment password. Each asks for a factor the
// user already has, so that a stolen session alone changes none of them.

import * as z from 'zod';
import { defineCall } from '../call.ts';
import * as codes from '../codes.ts';
import { isWeakPayment } from '../credential-forms.ts';
import { profile } from '../entities/profile.ts';
import { answersWith, emailCodeIn, walletAddressIn, walletSignatureIn } from '../wire.ts';
import { newPassword } from './identity.ts';

/** A payment password that is compared with the kept one. */
export const paymentIn = z
  .string(answersWith(codes.payment_format))
  .regex(/^\d{6}$/, answersWith(codes.payment_format));
/** Where a request may do without one; an empty one, as a form sends it that was left empty, is none. */
export const paymentIfAny = z
  .string(answersWith(codes.payment_format))
  .regex(/^(\d{6})?$/, answersWith(codes.payment_format))
  .transform((text) => (text === '' ? undefined : text))
  .optional();
const oldPassword = z.string().max(256, answersWith(codes.old_password_wrong));

/** Factors that show who is signed in; one that holds is enough. `signature` is a wallet's over a nonce of purpose `prove`. */
export const proofIn = z.object({
  password: oldPassword.optional(),
  payment: paymentIfAny,
  /** Sent to the user's own verified address by `setInfo email_code`. */
  code: emailCodeIn.optional(),
  signature: walletSignatureIn.optional(),
});
export type Proof = z.output<typeof proofIn>;

/** Codes that judging a proof can give. */
export const proofCodes = [
  codes.account_locked,
  codes.wallet_sign_failed,
  codes.nonce_failed,
  codes.email_code_wrong,
  codes.old_password_wrong,
  codes.payment_format,
  codes.payment_not_set,
  codes.payment_wrong,
  codes.payment_locked,
  codes.identity_required,
] as const;

export const userBind = defineCall({
  name: 'userBind',
  method: 'POST',
  path: '/api/user/bind',
  summary: 'Bind a wallet to the account by its signature over a nonce of purpose `bind`; starts the security hold',
  access: 'user',
  body: z.object({
    address: walletAddressIn,
    signature: walletSignatureIn,
    /** A factor the user already has (extension). */
    proof: proofIn.optional(),
  }),
  data: profile,
  errors: [...proofCodes, codes.network_unsupported, codes.address_bound, codes.address_exists, codes.address_invalid],
  acts: true,
  success: 'settings_saved',
  rateClass: 'money',
  idempotency: 'none',
  autoToast: false,
});

export const userChangePassword = defineCall({
  name: 'userChangePassword',
  method: 'POST',
  path: '/api/user/changePassword',
  summary: 'Set or change the login password; signs out all other devices and starts the security hold',
  access: 'user',
  body: z
    .object({
      /** Needed when a password is set. */
      old_password: oldPassword.optional(),
      password: newPassword,
      confirm: z.string(answersWith(codes.password_mismatch)),
      /** For a user without a password: a code sent to the verified e-mail address, or a signature of purpose `prove`. */
      code: emailCodeIn.optional(),
      signature: walletSignatureIn.optional(),
    })
    .refine((body) => body.password === body.confirm, {
      path: ['confirm'],
      error: answersWith(codes.password_mismatch),
    }),
  data: z.null(),
  errors: [
    codes.account_locked,
    codes.password_required,
    codes.password_format,
    codes.password_mismatch,
    codes.wallet_sign_failed,
    codes.nonce_failed,
    codes.email_code_wrong,
    codes.old_password_wrong,
    codes.password_same,
    codes.identity_required,
  ],
  acts: true,
  success: 'settings_saved',
  rateClass: 'money',
  idempotency: 'none',
  autoToast: false,
});

export const userChangePayment = defineCall({
  name: 'userChangePayment',
  method: 'POST',
  path: '/api/user/changePayment',
  summary: 'Set, change or reset the payment password; a reset, or a first one without the password, starts the hold',
  access: 'user',
  body: z
    .object({
      mode: z.enum(['set', 'change', 'reset']),
      /** Needed to change. */
      old_payment: paymentIfAny,
      payment: paymentIn.refine((payment) => !isWeakPayment(payment), answersWith(codes.payment_weak)),
      confirm: z.string(answersWith(codes.payment_mismatch)),
      /** To set or reset: one of these. */
      password: oldPassword.optional(),
      code: emailCodeIn.optional(),
      signature: walletSignatureIn.optional(),
    })
    .refine((body) => body.payment === body.confirm, { path: ['confirm'], error: answersWith(codes.payment_mismatch) })
    .refine((body) => body.mode !== 'change' || body.old_payment !== undefined, {
      path: ['old_payment'],
      error: answersWith(codes.payment_format),
    }),
  data: z.object({ payment: z.literal(1) }),
  errors: [
    codes.account_locked,
    codes.wallet_sign_failed,
    codes.nonce_failed,
    codes.field_not_editable,
    codes.email_code_wrong,
    codes.old_password_wrong,
    codes.password_same,
    codes.payment_format,
    codes.payment_mismatch,
    codes.payment_not_set,
    codes.payment_wrong,
    codes.payment_locked,
    codes.payment_weak,
    codes.identity_required,
  ],
  acts: true,
  success: 'settings_saved',
  rateClass: 'money',
  idempotency: 'none',
  autoToast: false,
});
