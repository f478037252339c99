// What a wallet has, for whoever promises something of it. Invariant: coin and gas are what both nodes told of one block, and
// a price that a node tells counts up to the most that is ever offered; what is promised already is the outbox's to count.
import type { WalletFunds } from '../ports/chain-outbox.ts';
import type { MoneyChain } from '../ports/money-chain.ts';

/** Of the token's transfer, with room. */
export const TOKEN_GAS = 120_000n;
export const PLAIN_GAS = 21_000n;
/** Prices may rise before gas is spent. */
export const GAS_ROOM = 3n;

/** Each node may ask for anything; above `mostFeeWei` nothing is ever signed. */
export async function feeToday(chain: MoneyChain, mostFeeWei: bigint): Promise<bigint> {
  const { maxFeeWei } = await chain.fees();
  return maxFeeWei < mostFeeWei ? maxFeeWei : mostFeeWei;
}

export async function fundsOf(chain: MoneyChain, wallet: string, mostFeeWei: bigint): Promise<WalletFunds> {
  const { latest: block } = await chain.heads();
  return {
    block,
    tokenE18: await chain.tokenBalance(wallet, block),
    gasWei: await chain.gasBalance(wallet, block),
    gasPriceWei: (await feeToday(chain, mostFeeWei)) * GAS_ROOM,
  };
}
