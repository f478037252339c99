// One look at the chain: how far both nodes are, and which block stands where. What is deep enough to be money is said here.
import { LARGE_CONFIRMATIONS } from '@cormorant/core/custody/chain-figures.ts';
import type { ChainBlock, ChainHeads, MoneyChain } from '../ports/money-chain.ts';

/** A finalized block that is this far behind is believed no more. */
const FINALITY_LAG_BLOCKS = 30;

export interface ScanRound {
  readonly heads: ChainHeads;
  readonly hashOf: (block: number) => Promise<string | null>;
}

/** Asks for each block once. */
export async function openRound(chain: Pick<MoneyChain, 'heads' | 'hashOf'>): Promise<ScanRound> {
  const known = new Map<number, Promise<string | null>>();
  const hashOf = (block: number): Promise<string | null> => {
    const asked = known.get(block) ?? chain.hashOf(block);
    known.set(block, asked);
    return asked;
  };
  return { heads: await chain.heads(), hashOf };
}

export interface Waiting {
  readonly block: ChainBlock | null;
  /** Confirmations that it needs. */
  readonly required: number;
}

export function isDeep({ block, required }: Waiting, { latest, finalized }: ChainHeads): boolean {
  if (block === null) return false;
  const depth = latest - block.number + 1;
  if (latest - finalized > FINALITY_LAG_BLOCKS) return depth >= Math.max(required, LARGE_CONFIRMATIONS);
  return depth >= required && block.number <= finalized;
}
