// Figures of the chain: how deep a transfer must be before it is money here, and what a transaction that is stuck offers
// next. Invariant: a replacement offers at least a tenth more, or there is none.

/** One of the chain's USDT has 18 decimals; others are refused at the start, not converted. */
export const TOKEN_DECIMALS = 18;

const LARGE_E18 = 10_000n * 10n ** 18n;
/** What one waits when finality cannot be believed, and for large amounts. */
export const LARGE_CONFIRMATIONS = 240;

export function confirmationsFor(receivedE18: bigint, usual: number): number {
  return receivedE18 > LARGE_E18 ? Math.max(usual, LARGE_CONFIRMATIONS) : usual;
}

export interface Fees {
  readonly maxFeeWei: bigint;
  readonly tipWei: bigint;
}

/** Nodes take a replacement from +10 % on; an eighth more is above that after every rounding. */
const raised = (wei: bigint): bigint => wei + wei / 8n + 1n;
const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/** What a replacement at the same nonce offers: an eighth more than before, or today's price; null above the limit. */
export function nextFees(before: Fees, today: Fees, mostWei: bigint): Fees | null {
  const maxFeeWei = larger(raised(before.maxFeeWei), today.maxFeeWei);
  const tipWei = larger(raised(before.tipWei), today.tipWei);
  if (maxFeeWei > mostWei) return null;
  return { maxFeeWei, tipWei: tipWei > maxFeeWei ? maxFeeWei : tipWei };
}
