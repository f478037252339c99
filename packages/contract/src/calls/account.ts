// Calls about the platform account: what it holds, its log, conversions among its parts and transfers to other users.

import * as z from 'zod';
import { defineCall } from '../call.ts';
import * as codes from '../codes.ts';
import { account, accountLog, change, changeInfo, logKind, logNames, recipient } from '../entities/account.ts';
import { answersWith, decimalTextIn, flag, pageOf, pageQuery, requestId } from '../wire.ts';
import { paymentIfAny } from './security.ts';

export const userAccount = defineCall({
  name: 'userAccount',
  method: 'GET',
  path: '/api/user/account',
  summary: 'The platform account: balance, fuel and points',
  access: 'user',
  data: account,
  errors: [],
  acts: false,
  rateClass: 'read',
  idempotency: 'none',
  autoToast: true,
});

export const userAccountLogs = defineCall({
  name: 'userAccountLogs',
  method: 'GET',
  path: '/api/user/accountLogs',
  summary: 'What changed balance, fuel or points, newest first; `kind` = rows of one kind alone (extension)',
  access: 'user',
  query: z.object({
    type: z.enum(logNames).default('balance'),
    ...pageQuery(20),
    kind: logKind.optional(),
  }),
  data: pageOf(accountLog),
  errors: [],
  acts: false,
  rateClass: 'read',
  idempotency: 'none',
  autoToast: true,
});

export const userChangeInfo = defineCall({
  name: 'userChangeInfo',
  method: 'GET',
  path: '/api/user/changeInfo',
  summary: 'What can be converted and transferred, with limits and what is used of them today (UTC+8)',
  access: 'user',
  data: changeInfo,
  errors: [],
  acts: false,
  rateClass: 'read',
  idempotency: 'none',
  autoToast: true,
});

/** Its form is judged in the order of the other checks, so any text may come. */
const amountIn = decimalTextIn(answersWith(codes.amount_invalid)).pipe(
  z.string().max(100, answersWith(codes.amount_invalid)),
);
const changeAccountIn = z.enum(['balance', 'fuel', 'points']);

export const userChange = defineCall({
  name: 'userChange',
  method: 'POST',
  path: '/api/user/change',
  summary: 'Convert balance, fuel and points, or transfer balance or paid fuel to another user',
  access: 'user',
  body: z.discriminatedUnion(
    'kind',
    [
      z.object({
        kind: z.literal('convert'),
        from: changeAccountIn,
        to: changeAccountIn,
        amount: amountIn,
        payment: paymentIfAny,
        request_id: requestId,
      }),
      z.object({
        kind: z.literal('transfer'),
        from: z.enum(['balance', 'fuel']),
        to_uid: z.string(answersWith(codes.transfer_user)).trim().max(40, answersWith(codes.transfer_user)),
        amount: amountIn.default(''),
        remark: z.string().trim().max(50).default(''),
        payment: paymentIfAny,
        /** 1 = only say who the recipient is (extension). */
        dry: flag.default(0),
        request_id: requestId,
      }),
    ],
    answersWith(codes.validation),
  ),
  data: z.union([change, recipient]),
  errors: [
    codes.payment_format,
    codes.payment_not_set,
    codes.payment_wrong,
    codes.payment_locked,
    codes.security_hold,
    codes.amount_invalid,
    codes.balance_insufficient,
    codes.transfer_failed,
    codes.transfer_user,
    codes.transfer_self,
    codes.transfer_limit,
    codes.change_pair,
    codes.fuel_not_enough,
    codes.points_not_enough,
    codes.fuel_bonus_locked,
    codes.fuel_in_use,
    codes.feature_disabled,
  ],
  acts: true,
  rateClass: 'money',
  idempotency: 'request_id',
  autoToast: false,
});
