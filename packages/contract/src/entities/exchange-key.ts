// A key set of an exchange as its owner sees it: masked, with what it may do and how its last check ended. Never a secret.
import * as z from 'zod';
import { exchangeCode, flag, id, timeMs } from '../wire.ts';

export const keyStatuses = ['valid', 'invalid', 'expired', 'checking'] as const;

export const keyRights = z.object({
  read: flag,
  spot: flag,
  futures: flag,
  /** Always 0, or null where the exchange does not tell. */
  withdraw: flag.nullable(),
  /** It can move coin to other wallets or accounts of the exchange; null where the exchange does not tell (extension). */
  transfer: flag.nullable(),
});
export type KeyRights = z.output<typeof keyRights>;

export const exchangeKey = z.object({
  id,
  exchange: exchangeCode,
  label: z.string(),
  /** AbCd****wxYz */
  key_mask: z.string(),
  perm: keyRights,
  /** The exchange takes it from listed addresses only. */
  ip_bound: flag,
  status: z.enum(keyStatuses),
  checked_at: timeMs,
  /** Why the last check did not end well; null when it did. */
  last_error_code: z.int().nullable(),
  /** The same in the caller's language; '' when it did (extension). */
  last_error: z.string(),
  expires_at: timeMs.nullable(),
  created_at: timeMs,
  /** The last checks came to nothing: what is said here is old (extension). */
  stale: flag,
});
export type ExchangeKey = z.output<typeof exchangeKey>;
