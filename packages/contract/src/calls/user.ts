// Calls about the signed-in person: profile, the home screen's sums, balances, the profit bill.

import * as z from 'zod';
import { defineCall } from '../call.ts';
import * as codes from '../codes.ts';
import { accountHead, asset, bill, botCounts } from '../entities/account.ts';
import { profile } from '../entities/profile.ts';
import { exchangeCode, flag, marketKind } from '../wire.ts';

/** An exchange's code, or empty. */
const exchangeOrAll = z.string().max(20).default('');

export const authProfile = defineCall({
  name: 'authProfile',
  method: 'GET',
  path: '/api/auth/profile',
  summary: 'The signed-in person',
  access: 'user',
  data: profile,
  errors: [],
  acts: false,
  rateClass: 'read',
  idempotency: 'none',
  autoToast: true,
});

export const userIndex = defineCall({
  name: 'userIndex',
  method: 'GET',
  path: '/api/user/index',
  summary: 'Sums of the home screen; polled at most every 30 s',
  access: 'user',
  data: z.object({
    profile,
    account: accountHead,
    bill: z.object({ today: z.number(), total: z.number() }),
    bots: botCounts,
    exchanges: z.array(
      z.object({
        code: exchangeCode,
        name: z.string(),
        bound: flag,
        status: z.enum(['on', 'maintenance', 'off', 'keys']),
      }),
    ),
    unread: z.object({ general: z.int(), system: z.int(), warn: z.int() }),
    maintenance: flag,
    risk_tip: z.string(),
  }),
  errors: [],
  acts: false,
  poll: true,
  rateClass: 'read',
  idempotency: 'none',
  autoToast: true,
});

export const userAsset = defineCall({
  name: 'userAsset',
  method: 'GET',
  path: '/api/user/asset',
  summary: 'Balances at an exchange; empty or `platform` = the platform account',
  access: 'user',
  /**
   * all = the whole of every account of the person there · one wallet = what is in it of the account that new bots trade on
   * (extension).
   */
  query: z.object({ exchange: exchangeOrAll, wallet: z.enum(['all', ...marketKind.options]).default('all') }),
  data: asset,
  errors: [
    codes.api_invalid,
    codes.api_not_bound,
    codes.exchange_unsupported,
    codes.api_rate_limited,
    codes.exchange_busy,
  ],
  acts: false,
  rateClass: 'read',
  idempotency: 'none',
  autoToast: true,
});

export const userBill = defineCall({
  name: 'userBill',
  method: 'GET',
  path: '/api/user/bill',
  summary: 'Realised profit by period; an empty exchange = all, an unbound one = zeros',
  access: 'user',
  query: z.object({ exchange: exchangeOrAll }),
  data: bill,
  errors: [],
  acts: false,
  rateClass: 'read',
  idempotency: 'none',
  autoToast: true,
});
