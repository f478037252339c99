// Pins what must be the same at every start, and says aloud when an address becomes cold storage: who names it decides where
// coin is kept, so more than one person should hear of it.
import type { ChainPin, DepositStore } from '../ports/deposit-store.ts';
import type { ChainBlock } from '../ports/money-chain.ts';

export interface PinChainDeps {
  readonly deposits: Pick<DepositStore, 'coldPin' | 'pin'>;
  readonly log: (level: 'error', message: string) => void;
}

/** What is another one than at the first start; null = nothing. */
export async function pinChain({ deposits, log }: PinChainDeps, pin: ChainPin, head: ChainBlock, nowMs: number) {
  const before = await deposits.coldPin();
  const other = await deposits.pin(pin, head, nowMs);
  const cold = await deposits.coldPin();
  if (before === null && cold !== null) {
    log('error', `COLD STORAGE IS PINNED: ${cold.wallet}, from block ${cold.sinceBlock} on, and cannot be changed`);
  }
  return other;
}
