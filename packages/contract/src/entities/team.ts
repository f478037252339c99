// Who came by whom and what it brings, as the one above sees it: masked names, fuel that was used, never balances; and a
// charge of fuel as it was counted.
import * as z from 'zod';
import { decimal, flag, id, timeMs } from '../wire.ts';

/** Percent, at most two decimals. */
const percent = z.number().min(0).max(100);

export const referral = z.object({
  /** Of a direct member in full, so that a partner can name them; of others masked. */
  sn: z.string(),
  nickname_mask: z.string(),
  avatar: z.string(),
  level: z.int().min(1),
  registered_at: timeMs,
  /** Used fuel in the last 30 days. */
  active: flag,
  /** Has keys of an exchange bound. */
  bound: flag,
  /** Paid fuel, ever. */
  fuel_used: decimal,
  /** What their charges brought the caller. */
  my_share: decimal,
  team_count: z.int().min(0),
});
export type Referral = z.output<typeof referral>;

export const teamMember = referral.extend({
  rate: percent,
  is_partner: flag,
  can_set: flag,
  max_rate: percent,
  /** What the member has given away (extension). */
  min_rate: percent,
  /** A lower rate that waits for its day (extension). */
  next_rate: percent.optional(),
  next_at: timeMs.optional(),
});
export type TeamMember = z.output<typeof teamMember>;

export const teamSummary = z.object({
  direct: z.int(),
  total: z.int(),
  active_30d: z.int(),
  new_today: z.int(),
  /** Paid fuel of the team. */
  fuel_today: decimal,
  fuel_total: decimal,
  share_today: decimal,
  share_month: decimal,
  share_total: decimal,
  rate: percent,
  is_partner: flag,
  referrer: z.object({ sn: z.string(), nickname_mask: z.string() }).nullable(),
  /** No share of a charge goes beyond it (extension). */
  rate_cap: percent,
});
export type TeamSummary = z.output<typeof teamSummary>;

export const rateChange = z.object({
  id,
  /** The caller's own rate, or one the caller gave. */
  mine: flag,
  sn_mask: z.string(),
  nickname_mask: z.string(),
  from: percent,
  to: percent,
  /** waiting: it takes effect later · replaced: a later word took its place. */
  state: z.enum(['done', 'waiting', 'replaced']),
  effective_at: timeMs,
  created_at: timeMs,
});
export type RateChange = z.output<typeof rateChange>;

/** One charge of fuel opened into its calculation. */
export const fuelCharge = z.object({
  id,
  bot_id: id,
  bot_name: z.string(),
  /** The results it is made of, summed. */
  results: z.object({ count: z.int(), gross: decimal, fee: decimal, funding: decimal, profit: decimal }),
  /** What the bot had earned in all before and after them, and the highest that ever was. */
  total_before: decimal,
  high_before: decimal,
  total_after: decimal,
  /** The new profit above the highest. */
  base: decimal,
  rate: percent,
  amount: decimal,
  from_bonus: decimal,
  from_paid: decimal,
  owed: decimal,
  owed_left: decimal,
  waived: decimal,
  shares: z.array(
    z.object({
      /** How many steps above the payer; 0 = the payer's own. */
      level: z.int(),
      rate: percent,
      diff: percent,
      base: decimal,
      amount: decimal,
      kind: z.enum(['share', 'self']),
    }),
  ),
  created_at: timeMs,
  /** When it was taken back: what it took came back, and what came of it was taken. */
  reversed_at: timeMs.optional(),
});
export type FuelCharge = z.output<typeof fuelCharge>;
