// Calls of signing in, signing out and signing up.
import * as z from 'zod';
import { defineCall } from '../call.ts';
import { profile } from '../entities/profile.ts';
import { answersWith, timeMs, wholeIn } from '../wire.ts';

const accountName = /^[A-Za-z][A-Za-z0-9_]{3,31}$/;
const email = /^[^\s@<>"'()]{1,64}@[^\s@<>"'()]{1,180}\.[A-Za-z]{2,24}$/;

/** Whether it can be an account: 4-32 letters, digits, _ beginning with a letter, or an e-mail address. */
export function isAccount(text: string): boolean {
  return accountName.test(text) || email.test(text);
}

/** 8-64 characters with a letter and a digit. The list of common passwords is the server's. */
export function isPassword(text: string): boolean {
  return text.length >= 8 && text.length <= 64 && /[A-Za-z]/.test(text) && /\d/.test(text);
}

/** The terminal codes of the specification: 1 web, 2 iOS, 3 Android. An unknown one answers with the given code. */
function terminal(code: number) {
  const answer = answersWith(code);
  return wholeIn((number) => number.min(1, answer).max(3, answer), answer);
}

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
    account: z.string(answersWith(1103)).trim().min(1, answersWith(1103)).max(254, answersWith(1002)),
    password: z.string(answersWith(1105)).min(1, answersWith(1105)).max(256, answersWith(1002)),
    /** Agreement to grown terms (extension). */
    agree: z.literal([0, 1]).optional(),
  }),
  data: session,
  errors: [103, 1002, 1003, 1004, 1005, 1007, 1008, 1009, 1103, 1105],
  acts: true,
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
      account: z.string(answersWith(1103)).trim().min(1, answersWith(1103)).refine(isAccount, answersWith(1104)),
      password: z.string(answersWith(1105)).min(1, answersWith(1105)).refine(isPassword, answersWith(1106)),
      confirm: z.string(answersWith(1107)),
      /** The referrer's eight digits or a partner's alias; empty for none. */
      referrer: z
        .string(answersWith(1108))
        .trim()
        .regex(/^$|^\d{8}$|^(?=.*[a-zA-Z_])[A-Za-z0-9_]{3,32}$/, answersWith(1108))
        .nullish(),
    })
    .refine((body) => body.password === body.confirm, { path: ['confirm'], error: answersWith(1107) }),
  data: session,
  errors: [1008, 1101, 1102, 1103, 1104, 1105, 1106, 1107, 1108, 1111],
  acts: true,
  success: 'registered',
  rateClass: 'register',
  idempotency: 'none',
  autoToast: false,
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
  success: 'logged_out',
  rateClass: 'write',
  idempotency: 'none',
  autoToast: true,
  extension: true,
});
