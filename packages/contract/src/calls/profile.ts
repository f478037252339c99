// Calls with which people keep what is theirs: the fields of their profile and the devices they are signed in on.

import * as z from 'zod';
import { defineCall } from '../call.ts';
import * as codes from '../codes.ts';
import { avatarCodes, isAccount, isEmail, nicknameForm } from '../credential-forms.ts';
import { profile } from '../entities/profile.ts';
import { answersWith, emailCodeIn, flag, flagIn, idIn, moneyIn, timeMs } from '../wire.ts';
import { newPassword } from './identity.ts';
import { paymentIfAny, proofCodes, proofIn } from './security.ts';

const emailIn = z
  .string(answersWith(codes.email_invalid))
  .trim()
  .toLowerCase()
  .refine(isEmail, answersWith(codes.email_invalid));
const accountNameIn = z
  .string(answersWith(codes.account_required))
  .trim()
  .min(1, answersWith(codes.account_required))
  .refine(isAccount, answersWith(codes.account_format));

/** One field a person may set, with the form of its value; the list is closed. */
function settable<Field extends string, Value extends z.ZodType>(field: Field, value: Value) {
  return z.object({ field: z.literal(field), value, proof: proofIn.optional() });
}

/** USDT of fuel below which its owner is warned. */
const fuelNoticeRange = { min: '1', max: '10000' } as const;

function isFuelNotice(text: string): boolean {
  const amount = Number(text); // eight decimals below 10 001 are told apart
  return amount >= Number(fuelNoticeRange.min) && amount <= Number(fuelNoticeRange.max);
}

export const settableFields = z.discriminatedUnion(
  'field',
  [
    settable('nickname', z.string().trim().min(1).max(20).regex(nicknameForm)),
    settable(
      'avatar',
      z.string().refine((code) => avatarCodes.includes(code)),
    ),
    /** Sends a code to the address; to the person's own verified one as a proof for later, else to bind it. */
    settable('email_code', emailIn),
    settable(
      'email',
      z.object({
        email: emailIn,
        code: emailCodeIn,
        /** To replace an address: the code sent to the old one, or the payment password. */
        old_code: emailCodeIn.optional(),
        payment: paymentIfAny,
      }),
    ),
    settable(
      'mobile',
      z
        .string()
        .trim()
        .regex(/^\+[1-9]\d{6,14}$/),
    ),
    /** A wallet user's account, once; with a password where none is set. */
    settable(
      'account',
      z.object({
        account: accountNameIn,
        password: newPassword.optional(),
        confirm: z.string(answersWith(codes.password_mismatch)).optional(),
      }),
    ),
    /** The referrer's sn, or a partner's alias. */
    settable(
      'referral',
      z.string().trim().min(3, answersWith(codes.referrer_short)).max(32, answersWith(codes.referrer_not_found)),
    ),
    settable('fuel_notice', moneyIn.refine(isFuelNotice, { params: fuelNoticeRange })),
    settable('rank_public', flag),
    settable('lang', z.enum(['zh', 'en'])),
  ],
  // A field that is not named at all is a missing field, not a locked one.
  {
    error: ({ input }) =>
      (input as { field?: unknown } | null)?.field ? answersWith(codes.field_not_editable) : undefined,
  },
);

export const userSetInfo = defineCall({
  name: 'userSetInfo',
  method: 'POST',
  path: '/api/user/setInfo',
  summary: 'Set one field of the own profile; e-mail address and account also take a proof of who asks',
  access: 'user',
  body: settableFields,
  data: profile,
  errors: [
    ...proofCodes,
    codes.account_exists,
    codes.account_required,
    codes.account_format,
    codes.password_required,
    codes.password_format,
    codes.password_mismatch,
    codes.field_not_editable,
    codes.email_invalid,
    codes.email_used,
    codes.email_code_often,
    codes.referrer_not_found,
    codes.referrer_locked,
    codes.referrer_self,
    codes.referrer_cycle,
    codes.referrer_short,
  ],
  acts: true,
  success: 'settings_saved',
  rateClass: 'write',
  idempotency: 'none',
  autoToast: true,
});

/** A device that is signed in. */
export const device = z.object({
  id: z.int(),
  /** 1 web, 2 iOS, 3 Android, 4 wallet. */
  terminal: z.int(),
  /** Browser and system in words, as far as they can be told. */
  device_label: z.string(),
  ip: z.string(),
  created_at: timeMs,
  last_seen_at: timeMs,
  expires_at: timeMs,
  /** The one that asks. */
  current: flag,
});
export type Device = z.output<typeof device>;

export const userSessions = defineCall({
  name: 'userSessions',
  method: 'GET',
  path: '/api/user/sessions',
  summary: 'Devices that are signed in, last used first',
  access: 'user',
  data: z.object({ list: z.array(device) }),
  errors: [],
  acts: false,
  rateClass: 'read',
  idempotency: 'none',
  autoToast: true,
  extension: true,
});

export const userSessionRevoke = defineCall({
  name: 'userSessionRevoke',
  method: 'DELETE',
  path: '/api/user/sessions',
  summary: 'Sign out one device, or with `others` every device but this one',
  access: 'user',
  query: z.object({ id: idIn.optional(), others: flagIn.optional() }),
  data: z.object({ ended: z.int() }),
  errors: [codes.not_found],
  acts: true,
  judgesMaintenance: true,
  rateClass: 'write',
  idempotency: 'none',
  owner: { in: 'query', field: 'id', missing: codes.not_found },
  autoToast: true,
  extension: true,
});
