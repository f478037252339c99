// What a bot holds: one row a round, open or closed.
import * as z from 'zod';
import { decimal, decimalOrNull, exchangeCode, id, marketKind, timeMs } from '../wire.ts';

/** 'a' = leg 0. */
export const legName = z.enum(['a', 'b', 'c']);

export const position = z.object({
  id,
  bot_id: id,
  bot_name: z.string(),
  exchange: exchangeCode,
  market: marketKind,
  symbol: z.string(),
  side: z.enum(['long', 'short']),
  round: z.int(),
  leg: legName.optional(),
  status: z.enum(['open', 'closing', 'closed']),
  qty: decimal,
  avg_price: decimal,
  /** With fees, in quote. */
  cost: decimal,
  margin: decimal.optional(),
  leverage: z.int(),
  liq_price: decimal.optional(),
  mark_price: decimalOrNull,
  unrealized: decimal,
  unrealized_rate: decimal,
  realized: decimal,
  fee: decimal,
  funding: decimal,
  adds: z.int(),
  max_adds: z.int(),
  next_add_price: decimal.optional(),
  tp_price: decimal.optional(),
  sl_price: decimal.optional(),
  opened_at: timeMs,
  closed_at: timeMs.optional(),
  close_reason: z.string().optional(),
  close_price: decimal.optional(),
  /** Hours with one decimal. */
  hold_hours: decimal,
});
export type Position = z.output<typeof position>;
