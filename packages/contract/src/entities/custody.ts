// Money on the chain as its owner sees it: where to pay in, what has come and what has left. Amounts are decimal strings;
// what stands on the chain is given whole, what is credited down to 8 decimals.
import * as z from 'zod';
import { decimal, flag, id, timeMs } from '../wire.ts';

/** The one network that coin comes and goes by. */
export const NETWORK = 'BEP20';
const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/);
const txid = z.string().regex(/^0x[0-9a-f]{64}$/);

export const depositNetwork = z.object({
  network: z.string(),
  chain_id: z.int(),
  coin: z.literal('USDT'),
  /** EIP-55. */
  contract: address,
  decimals: z.int(),
  min: decimal,
  confirmations: z.int(),
  eta_seconds: z.int(),
  status: z.enum(['on', 'off']),
  /** Where a transaction can be looked at, its hash at the end; empty where nowhere (extension). */
  explorer: z.string(),
});
export type DepositNetwork = z.output<typeof depositNetwork>;

export const depositAddress = z.object({
  network: z.string(),
  chain_id: z.int(),
  /** EIP-55. */
  address,
  contract: address,
  decimals: z.int(),
  memo: z.string(),
  /** What the QR code says. */
  qr_text: z.string(),
});
export type DepositAddress = z.output<typeof depositAddress>;

export const deposit = z.object({
  id,
  network: z.string(),
  chain_id: z.int(),
  txid,
  /** -1 while it is in no block. */
  log_index: z.int().min(-1),
  from: address,
  to: address,
  /** In the token's smallest unit. */
  raw: z.string().regex(/^\d+$/),
  /** What is credited. */
  amount: decimal,
  confirmations: z.int().min(0),
  required: z.int().min(1),
  status: z.enum(['seen', 'confirming', 'credited', 'below_min', 'orphaned']),
  credited_at: timeMs.optional(),
  reason: z.string().optional(),
  /** Addresses that this user knows and that the sender may be taken for: it is to be paid nothing (extension). */
  similar: z.array(address).optional(),
  created_at: timeMs,
});
export type Deposit = z.output<typeof deposit>;

export const withdrawal = z.object({
  id,
  sn: z.string(),
  network: z.string(),
  /** EIP-55. */
  address,
  /** As asked for, the fee included. */
  amount: decimal,
  fee: decimal,
  receive: decimal,
  status: z.enum([
    ...['submitted', 'reviewing', 'approved', 'signed', 'broadcast', 'confirmed', 'cancelled', 'rejected', 'failed'],
  ] as const),
  txid: txid.optional(),
  nonce: z.int().min(0).optional(),
  reason: z.string().optional(),
  /** Where the transaction can be looked at (extension). */
  explorer: z.string(),
  created_at: timeMs,
  reviewed_at: timeMs.optional(),
  broadcast_at: timeMs.optional(),
  confirmed_at: timeMs.optional(),
});
export type Withdrawal = z.output<typeof withdrawal>;

export const knownAddress = z.object({
  address,
  label: z.string(),
  last_used_at: timeMs,
  /** Others that this user knows and that it may be taken for (extension). */
  similar: z.array(address).optional(),
});
export type KnownAddress = z.output<typeof knownAddress>;

/** Of 5208: what an address may be taken for (extension). */
export const similarAddress = z.object({
  address,
  label: z.string(),
  source: z.enum(['paid', 'saved', 'wallet', 'deposit', 'sender']),
  last_used_at: timeMs.optional(),
});
export type SimilarAddress = z.output<typeof similarAddress>;

export const depositInfo = z.object({
  networks: z.array(depositNetwork),
  enabled: flag,
  notice: z.string(),
  /** The page that gives test coin away on a chain of one's own machine; empty elsewhere (extension). */
  faucet: z.string(),
  records: z.array(deposit),
});
export type DepositInfo = z.output<typeof depositInfo>;

export const withdrawInfo = z.object({
  available: decimal,
  min: decimal,
  max: decimal,
  fee: decimal,
  daily_limit: decimal,
  daily_used: decimal,
  networks: z.array(depositNetwork),
  need_payment: z.literal(1),
  payment: flag,
  hold_until: timeMs.optional(),
  addresses: z.array(knownAddress),
  eta_text: z.string(),
  enabled: flag,
  records: z.array(withdrawal),
});
export type WithdrawInfo = z.output<typeof withdrawInfo>;
