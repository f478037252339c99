// Calls that bring money in by the chain and take it out. What is written wrongly in a withdrawal is judged by its use case
// and not by the form, because the order of its checks is fixed (product.md 2.3).

import * as z from 'zod';
import { defineCall } from '../call.ts';
import * as codes from '../codes.ts';
import { deposit, depositAddress, depositInfo, NETWORK, withdrawal, withdrawInfo } from '../entities/custody.ts';
import { decimalTextIn, flag, requestId } from '../wire.ts';
import { paymentIn } from './security.ts';

/** Judged by the use case. */
const written = z.string().max(200);
const amountIn = decimalTextIn().pipe(written);

export const userDepositInfo = defineCall({
  name: 'userDepositInfo',
  method: 'GET',
  path: '/api/user/depositInfo',
  summary: 'How coin is paid in, and the last deposits',
  access: 'user',
  data: depositInfo,
  errors: [],
  acts: false,
  rateClass: 'read',
  idempotency: 'none',
  autoToast: true,
});

export const userDepositAddress = defineCall({
  name: 'userDepositAddress',
  method: 'GET',
  path: '/api/user/depositAddress',
  summary: 'Where this user pays in; the same address for ever',
  access: 'user',
  query: z.object({ network: written.default(NETWORK) }),
  data: depositAddress,
  errors: [codes.network_invalid, codes.feature_disabled],
  acts: false,
  rateClass: 'read',
  idempotency: 'none',
  autoToast: true,
});

export const userDeposit = defineCall({
  name: 'userDeposit',
  method: 'POST',
  path: '/api/user/deposit',
  summary: 'Tells of a transaction that pays in; what is credited never depends on it',
  access: 'user',
  body: z.object({ network: written, txid: written, amount: amountIn.optional() }),
  data: deposit,
  errors: [
    codes.deposit_failed,
    codes.network_invalid,
    codes.tx_invalid,
    codes.tx_not_ours,
    codes.tx_pending,
    codes.feature_disabled,
  ],
  acts: true,
  rateClass: 'write',
  idempotency: 'none',
  autoToast: false,
});

export const userWithdrawInfo = defineCall({
  name: 'userWithdrawInfo',
  method: 'GET',
  path: '/api/user/withdrawInfo',
  summary: 'What can be withdrawn and how, known addresses, and the last withdrawals',
  access: 'user',
  data: withdrawInfo,
  errors: [],
  acts: false,
  rateClass: 'read',
  idempotency: 'none',
  autoToast: true,
});

export const userWithdraw = defineCall({
  name: 'userWithdraw',
  method: 'POST',
  path: '/api/user/withdraw',
  summary: 'Asks for coin to be sent; the amount includes the fee and is frozen at once',
  access: 'user',
  body: z.object({
    network: written,
    address: written,
    amount: amountIn,
    payment: paymentIn,
    request_id: requestId,
    label: z.string().trim().max(20).optional(),
    /** 1 = the addresses of 5208 were compared in full (extension). */
    similar_ack: flag.default(0),
  }),
  data: withdrawal,
  errors: [
    codes.payment_format,
    codes.payment_not_set,
    codes.payment_wrong,
    codes.payment_locked,
    codes.security_hold,
    codes.amount_invalid,
    codes.address_invalid,
    codes.balance_insufficient,
    codes.network_invalid,
    codes.withdraw_failed,
    codes.withdraw_min,
    codes.withdraw_max,
    codes.withdraw_daily,
    codes.withdraw_pending,
    codes.withdraw_closed,
    codes.address_self,
    codes.address_similar,
  ],
  acts: true,
  success: 'withdraw_submitted',
  rateClass: 'money',
  idempotency: 'request_id',
  autoToast: false,
});
