// The signed-in person as sent to that person alone; other users see masked names only.
import * as z from 'zod';
import { decimal, flag, timeMs } from '../wire.ts';

export const profile = z.object({
  /** Eight digits; UID and invite code are the same value. */
  sn: z.string(),
  nickname: z.string(),
  account: z.string(),
  mobile: z.string(),
  /** EIP-55 checksummed wallet address, or empty. */
  address: z.string(),
  avatar: z.string(),
  /** The referrer's sn, or empty. */
  referral: z.string(),
  password: flag,
  payment: flag,
  is_partner: flag,
  /** Percent, 0-100, at most two decimals. */
  rate: z.number().min(0).max(100),
  email: z.string(),
  uid: z.string(),
  invite_code: z.string(),
  invite_link: z.string(),
  referrer_id: z.string(),
  referral_locked: flag,
  /** From whom the share rate comes, in words. */
  share_from: z.string(),
  kind: z.enum(['account', 'wallet']),
  fuel_notice: decimal,
  rank_public: flag,
  lang: z.enum(['zh', 'en']),
  created_at: timeMs,
  security_hold_until: timeMs.optional(),
  /**
   * The factors that were added or changed too lately to prove anything, each with the time from which it does. Absent
   * where there are none; a factor that is not named proves at once.
   */
  young: z
    .object({
      password: timeMs.optional(),
      payment: timeMs.optional(),
      code: timeMs.optional(),
      signature: timeMs.optional(),
    })
    .optional(),
});

export type Profile = z.output<typeof profile>;
