// Calls that change what proves who somebody is: wallet, login password, payment password. Each asks for a factor the
// user already has, so that a stolen session alone changes none of them.
import * as z from 'zod';
import { defineCall } from '../call.ts';
import { isWeakPayment } from '../credential-forms.ts';
import { profile } from '../entities/profile.ts';
import { answersWith, emailCodeIn, walletAddressIn, walletSignatureIn } from '../wire.ts';
import { newPassword } from './identity.ts';

/** A payment password that is compared with the kept one. */
export const paymentIn = z.string(answersWith(1310)).regex(/^\d{6}$/, answersWith(1310));
/** Where a request may do without one; an empty one, as a form sends it that was left empty, is none. */
export const paymentIfAny = z
  .string(answersWith(1310))
  .regex(/^(\d{6})?$/, answersWith(1310))
  .transform((text) => (text === '' ? undefined : text))
  .optional();
const oldPassword = z.string().max(256, answersWith(1306));

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
export const proofCodes = [1003, 1203, 1206, 1304, 1306, 1310, 1312, 1313, 1314, 1317] as const;

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
  errors: [...proofCodes, 1207, 1209, 1210, 5003],
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
      confirm: z.string(answersWith(1107)),
      /** For a user without a password: a code sent to the verified e-mail address, or a signature of purpose `prove`. */
      code: emailCodeIn.optional(),
      signature: walletSignatureIn.optional(),
    })
    .refine((body) => body.password === body.confirm, { path: ['confirm'], error: answersWith(1107) }),
  data: z.null(),
  errors: [1003, 1105, 1106, 1107, 1203, 1206, 1304, 1306, 1307, 1317],
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
      payment: paymentIn.refine((payment) => !isWeakPayment(payment), answersWith(1315)),
      confirm: z.string(answersWith(1311)),
      /** To set or reset: one of these. */
      password: oldPassword.optional(),
      code: emailCodeIn.optional(),
      signature: walletSignatureIn.optional(),
    })
    .refine((body) => body.payment === body.confirm, { path: ['confirm'], error: answersWith(1311) })
    .refine((body) => body.mode !== 'change' || body.old_payment !== undefined, {
      path: ['old_payment'],
      error: answersWith(1310),
    }),
  data: z.object({ payment: z.literal(1) }),
  errors: [1003, 1203, 1206, 1301, 1304, 1306, 1307, 1310, 1311, 1312, 1313, 1314, 1315, 1317],
  acts: true,
  success: 'settings_saved',
  rateClass: 'money',
  idempotency: 'none',
  autoToast: false,
});
