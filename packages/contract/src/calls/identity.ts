// Calls of signing in, signing out and signing up, by password or by wallet.

import * as z from 'zod';
import { defineCall } from '../call.ts';
import * as codes from '../codes.ts';
import { isAccount, isPassword } from '../credential-forms.ts';
import { profile } from '../entities/profile.ts';
import {
  answersWith,
  emailCodeIn,
  flag,
  resetTicketIn,
  timeMs,
  walletAddressIn,
  walletSignatureIn,
  wholeIn,
} from '../wire.ts';

/** The terminal codes of the specification: 1 web, 2 iOS, 3 Android, 4 wallet. An unknown one answers with the given code. */
function terminal(code: number, last = 3) {
  const answer = answersWith(code);
  return wholeIn((number) => number.min(1, answer).max(last, answer), answer);
}

/** A password that somebody chooses now. */
export const newPassword = z
  .string(answersWith(codes.password_required))
  .min(1, answersWith(codes.password_required))
  .refine(isPassword, answersWith(codes.password_format));
/** What a wallet is asked to sign: to log in, to be bound to the signed-in account, or to prove who is signed in. */
const noncePurposes = ['login', 'bind', 'prove'] as const;

export const session = z.object({ token: z.string(), expires_at: timeMs, user: profile });
export type SessionData = z.output<typeof session>;

export const loginAccount = defineCall({
  name: 'loginAccount',
  method: 'POST',
  path: '/api/login/account',
  summary: 'Sign in with account and password',
  access: 'public',
  body: z.object({
    terminal: terminal(103),
    account: z
      .string(answersWith(codes.account_required))
      .trim()
      .min(1, answersWith(codes.account_required))
      .max(254, answersWith(codes.credentials_invalid)),
    password: z
      .string(answersWith(codes.password_required))
      .min(1, answersWith(codes.password_required))
      .max(256, answersWith(codes.credentials_invalid)),
    /** Agreement to grown terms (extension). */
    agree: z.literal([0, 1]).optional(),
  }),
  data: session,
  errors: [
    codes.terminal_invalid,
    codes.credentials_invalid,
    codes.account_locked,
    codes.account_not_found,
    codes.account_disabled,
    codes.password_wrong,
    codes.login_maintenance,
    codes.terms_required,
    codes.account_required,
    codes.password_required,
  ],
  acts: true,
  judgesMaintenance: true,
  success: 'logged_in',
  rateClass: 'login',
  idempotency: 'none',
  autoToast: false,
});

export const loginRegister = defineCall({
  name: 'loginRegister',
  method: 'POST',
  path: '/api/login/register',
  summary: 'Open an account with a password; signed in at once',
  access: 'public',
  body: z
    .object({
      terminal: terminal(1102),
      account: z
        .string(answersWith(codes.account_required))
        .trim()
        .min(1, answersWith(codes.account_required))
        .refine(isAccount, answersWith(codes.account_format)),
      password: newPassword,
      confirm: z.string(answersWith(codes.password_mismatch)),
      /** The referrer's eight digits or a partner's alias; empty for none. */
      referrer: z
        .string(answersWith(codes.referral_invalid))
        .trim()
        .regex(/^$|^\d{8}$|^(?=.*[a-zA-Z_])[A-Za-z0-9_]{3,32}$/, answersWith(codes.referral_invalid))
        .nullish(),
    })
    .refine((body) => body.password === body.confirm, {
      path: ['confirm'],
      error: answersWith(codes.password_mismatch),
    }),
  data: session,
  errors: [
    codes.login_maintenance,
    codes.account_exists,
    codes.channel_invalid,
    codes.account_required,
    codes.account_format,
    codes.password_required,
    codes.password_format,
    codes.password_mismatch,
    codes.referral_invalid,
    codes.register_closed,
  ],
  acts: true,
  judgesMaintenance: true,
  success: 'registered',
  rateClass: 'register',
  idempotency: 'none',
  autoToast: false,
});

export const loginExists = defineCall({
  name: 'loginExists',
  method: 'GET',
  path: '/api/login/exists',
  summary: 'Whether a wallet address has an account, so that a new one is asked for an invite code',
  access: 'public',
  query: z.object({ address: walletAddressIn }),
  data: z.object({ exists: flag }),
  errors: [codes.address_invalid],
  acts: false,
  rateClass: 'probe',
  idempotency: 'none',
  autoToast: false,
});

export const loginNonce = defineCall({
  name: 'loginNonce',
  method: 'GET',
  path: '/api/login/nonce',
  summary: 'The EIP-4361 text that the wallet signs; single use, five minutes. All purposes but `login` need a session',
  access: 'public-user',
  query: z.object({ address: walletAddressIn, purpose: z.enum(noncePurposes).default('login') }),
  data: z.object({
    /** At least 128 bits, letters and digits. */
    nonce: z.string(),
    message: z.string(),
    expires_at: timeMs,
  }),
  errors: [codes.login_maintenance, codes.wallet_sign_failed, codes.nonce_failed, codes.address_invalid],
  acts: false,
  rateClass: 'login',
  idempotency: 'none',
  autoToast: false,
});

export const loginVerify = defineCall({
  name: 'loginVerify',
  method: 'POST',
  path: '/api/login/verify',
  summary: 'Sign in by wallet; a new address also needs an invite code, and asking for it does not use up the nonce',
  access: 'public',
  body: z.object({
    address: walletAddressIn,
    signature: walletSignatureIn,
    /** The text that was signed, where the client sends it along (extension): it must be the one made for the nonce. */
    message: z.string().max(2_000, answersWith(codes.wallet_sign_failed)).optional(),
    terminal: terminal(103, 4).default(4),
    /** Eight digits; looked at only when the address is new. */
    referrer: z.string(answersWith(codes.invite_format)).trim().max(64, answersWith(codes.invite_format)).nullish(),
    /** Agreement to grown terms (extension). */
    agree: z.literal([0, 1]).optional(),
  }),
  data: session.extend({ is_new: flag }),
  errors: [
    codes.terminal_invalid,
    codes.account_disabled,
    codes.login_maintenance,
    codes.terms_required,
    codes.referral_invalid,
    codes.invite_required,
    codes.invite_format,
    codes.register_closed,
    codes.wallet_sign_failed,
    codes.nonce_failed,
    codes.network_unsupported,
    codes.address_invalid,
  ],
  acts: true,
  judgesMaintenance: true,
  success: 'logged_in',
  rateClass: 'login',
  idempotency: 'none',
  autoToast: false,
});

export const loginReset = defineCall({
  name: 'loginReset',
  method: 'POST',
  path: '/api/login/reset',
  summary:
    'Forgotten password: without `code` sends one to the verified e-mail address, with it and the `ticket` of that sending sets a new password',
  access: 'public',
  body: z
    .object({
      /** Account name or e-mail address. The answer is the same whether or not it exists. */
      account: z
        .string(answersWith(codes.account_required))
        .trim()
        .min(1, answersWith(codes.account_required))
        .max(254, answersWith(codes.account_format)),
      code: emailCodeIn.optional(),
      /** From the answer to the sending: a code is good for who asked for it. */
      ticket: resetTicketIn.optional(),
      password: newPassword.optional(),
      confirm: z.string(answersWith(codes.password_mismatch)).optional(),
    })
    .refine((body) => body.code === undefined || body.password !== undefined, {
      path: ['password'],
      error: answersWith(codes.password_required),
    })
    .refine((body) => body.code === undefined || body.ticket !== undefined, {
      path: ['ticket'],
      error: answersWith(codes.email_code_wrong),
    })
    .refine((body) => body.password === body.confirm, {
      path: ['confirm'],
      error: answersWith(codes.password_mismatch),
    }),
  data: z.discriminatedUnion('step', [
    z.object({ step: z.literal('sent'), ticket: z.string() }),
    z.object({ step: z.literal('done') }),
  ]),
  errors: [
    codes.login_maintenance,
    codes.account_required,
    codes.account_format,
    codes.password_required,
    codes.password_format,
    codes.password_mismatch,
    codes.email_code_wrong,
    codes.email_code_often,
  ],
  acts: true,
  judgesMaintenance: true,
  rateClass: 'login',
  idempotency: 'none',
  autoToast: false,
  extension: true,
});

export const loginLogout = defineCall({
  name: 'loginLogout',
  method: 'POST',
  path: '/api/login/logout',
  summary: 'Revoke the token; the client clears its state whatever the answer',
  access: 'user',
  data: z.null(),
  errors: [],
  acts: true,
  judgesMaintenance: true,
  success: 'logged_out',
  rateClass: 'write',
  idempotency: 'none',
  autoToast: true,
  extension: true,
});
