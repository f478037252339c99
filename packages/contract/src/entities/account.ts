// Money as its owner sees it: the platform account's head, balances at an exchange, the profit bill.
import * as z from 'zod';
import { decimal, exchangeCode, flag, timeMs } from '../wire.ts';

export const assetRow = z.object({
  coin: z.string(),
  balance: decimal,
  available: decimal,
  frozen: decimal,
  /** In USDT. */
  value: decimal,
});

export const asset = z.object({
  exchange: exchangeCode,
  market_split: z.object({ spot: decimal, futures: decimal }),
  total_value: decimal,
  today_change: decimal.optional(),
  /** By value, dust below 1 USDT last. */
  list: z.array(assetRow),
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
