// What the hot wallet can still promise. Invariant: what is promised to transactions that may not have left it yet counts as
// gone, gas for each of them at today's price with room; so nothing gets a nonce that the wallet could not pay, and no nonce
// of a payment holds up those behind it for want of gas.
import type { ChainOutbox, ChainSend } from '../ports/chain-outbox.ts';
import type { MoneyChain } from '../ports/money-chain.ts';

/** Of the token's transfer, with room. */
export const TOKEN_GAS = 120_000n;
export const PLAIN_GAS = 21_000n;
/** Prices may rise before gas is spent. */
export const GAS_ROOM = 3n;

export interface HotWallet {
  readonly tokenE18: bigint;
  readonly gasWei: bigint;
  /** For one unit of gas, with room. */
  readonly gasPriceWei: bigint;
}

export async function lookAtHotWallet(
  chain: MoneyChain,
  outbox: Pick<ChainOutbox, 'open'>,
  hotWallet: string,
): Promise<HotWallet> {
  const { latest } = await chain.heads();
  const gasPriceWei = (await chain.fees()).maxFeeWei * GAS_ROOM;
  const open = (await outbox.open()).filter(({ wallet }) => wallet === hotWallet);
  const sumOf = (figure: (send: ChainSend) => bigint) => open.reduce((sum, send) => sum + figure(send), 0n);
  return {
    tokenE18: (await chain.tokenBalance(hotWallet, latest)) - sumOf(({ tokenE18 }) => tokenE18),
    gasWei: (await chain.gasBalance(hotWallet)) - sumOf(({ gas, valueWei }) => gas * gasPriceWei + valueWei),
    gasPriceWei,
  };
}
