// Money as its owner sees it: the platform account with its log and what was changed in it, balances at an exchange, the
// profit bill.
import { type LogName, type LogType, logTypes } from '@cormorant/core/ledger/log-types.ts';
import * as z from 'zod';
import { decimal, decimalOrNull, exchangeCode, flag, id, timeMs } from '../wire.ts';

export const assetRow = z.object({
  coin: z.string(),
  balance: decimal,
  available: decimal,
  frozen: decimal,
  /** In USDT. */
  value: decimal,
});

/** One of the person's accounts at an exchange (extension). */
export const assetAccount = z.object({
  /** house = opened by us, without a key · key = reached by the person's key. */
  wire: z.enum(['house', 'key']),
  market_split: z.object({ spot: decimal, futures: decimal }),
  /** In USDT; null = it cannot be read, and is not in the total. */
  value: decimalOrNull,
  /** Why it cannot be read: a code of the catalogue; 0 = it is counted. */
  code: z.int(),
});
export type AssetAccount = z.output<typeof assetAccount>;

export const asset = z.object({
  exchange: exchangeCode,
  market_split: z.object({ spot: decimal, futures: decimal }),
  total_value: decimal,
  today_change: decimal.optional(),
  /** By value, dust below 1 USDT last. */
  list: z.array(assetRow),
  /** Every account of the person there, where all wallets are asked for (extension). */
  accounts: z.array(assetAccount).optional(),
  points: decimal.optional(),
  fuel: decimal.optional(),
  updated_at: timeMs,
  /** The exchange could not be asked: these are the last known figures. */
  stale: flag,
});
export type Asset = z.output<typeof asset>;

/** JSON numbers by the specification, 0 if invalid; nothing is computed from them. */
export const bill = z.object({
  today: z.number(),
  total: z.number(),
  yesterday: z.number(),
  week: z.number(),
  month: z.number(),
  fuel_today: z.number(),
  fuel_total: z.number(),
  count: z.int(),
});

export const accountHead = z.object({
  available: decimal,
  frozen: decimal,
  points: decimal,
  fuel: decimal,
  value: decimal,
});

export const botCounts = z.object({
  total: z.int(),
  running: z.int(),
  paused: z.int(),
  stopped: z.int(),
  simulate: z.int(),
});
export type BotCounts = z.output<typeof botCounts>;

/** The platform account, in USDT; points count by themselves. */
export const account = z.object({
  coin: z.literal('USDT'),
  /** available + frozen */
  balance: decimal,
  available: decimal,
  frozen: decimal,
  value: decimal,
  points: decimal,
  /** fuel_paid + fuel_bonus - fuel_owed: below zero when more is owed than there is. */
  fuel: decimal,
  fuel_paid: decimal,
  fuel_bonus: decimal,
  fuel_owed: decimal,
  /** Below this its owner is warned. */
  fuel_notice: decimal,
  /** What profit share has brought. */
  income_total: decimal,
  updated_at: timeMs,
});
export type Account = z.output<typeof account>;

export const logNames = ['balance', 'fuel', 'points'] as const satisfies readonly LogName[];
export const logKind = z.enum(Object.keys(logTypes) as [LogType, ...LogType[]]);

export const accountLog = z.object({
  id,
  account: z.enum(logNames),
  /** Which part of that account it is a row of (extension). Owed fuel counts below zero. */
  part: z.enum(['available', 'frozen', 'fuel_paid', 'fuel_bonus', 'points', 'fuel_owed']),
  type: logKind,
  type_name: z.string(),
  amount: decimal,
  before: decimal,
  after: decimal,
  ref_type: z.string(),
  ref_id: z.string(),
  remark: z.string(),
  created_at: timeMs,
  /** Of a withdrawal: what was paid and what it cost, as far as it has left (extension). */
  parts: z.array(z.object({ type: logKind, type_name: z.string(), amount: decimal, created_at: timeMs })).optional(),
});
export type AccountLog = z.output<typeof accountLog>;

const changeAccount = z.enum(['balance', 'fuel', 'points']);

/** A conversion or a transfer that was done. */
export const change = z.object({
  id,
  kind: z.enum(['convert', 'transfer']),
  from: changeAccount,
  to: changeAccount,
  amount: decimal,
  rate: decimal,
  receive: decimal,
  to_user_sn: z.string().optional(),
  to_nickname_mask: z.string().optional(),
  remark: z.string(),
  status: z.literal('done'),
  created_at: timeMs,
});
export type Change = z.output<typeof change>;

/** Who a transfer would go to, for the confirmation. */
export const recipient = z.object({ to_user_sn: z.string(), to_nickname_mask: z.string() });

export const changeInfo = z.object({
  pairs: z.array(
    z.object({
      from: changeAccount,
      to: changeAccount,
      rate: decimal,
      min: decimal,
      /** What can be converted now. */
      max: decimal,
      fee: decimal,
      bonus_only: flag.optional(),
    }),
  ),
  transfer: z.object({
    enabled: flag,
    assets: z.array(z.enum(['balance', 'fuel'])),
    min: decimal,
    daily_limit: decimal,
    daily_used: decimal,
    fee: decimal,
  }),
  account,
  payment: flag,
  /** A conversion of balance into fuel up to this needs no payment password (extension). */
  change_free: decimal,
  /** Transfers are held until then after a security change (extension). */
  hold_until: timeMs.optional(),
});
export type ChangeInfo = z.output<typeof changeInfo>;
