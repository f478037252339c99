// Finds transactions that are booked and whose block the chain has taken back: deeper than what both nodes called final.
// They are followed again, with the signatures that are stored. Invariant: while the block up to which everything stood is
// the same, so are all below it, and only what has ended above it is looked at; where it is another one, every ended
// transaction of lately is.
import type { ChainOutbox } from '../ports/chain-outbox.ts';
import type { ChainBlock, ChainHeads, MoneyChain } from '../ports/money-chain.ts';

/** Further than any reorganisation that is not an attack. */
export const REWIND_BLOCKS = 512;

export interface FindTakenBackDeps {
  readonly chain: Pick<MoneyChain, 'hashOf'>;
  readonly outbox: Pick<ChainOutbox, 'endedFrom' | 'takeBack'>;
  readonly log: (level: 'error', message: string) => void;
}

export function findTakenBack({ chain, outbox, log }: FindTakenBackDeps) {
  let stood: ChainBlock | null = null;

  /** True when all could be judged: of a block that a node does not have yet nothing is known. */
  async function look({ latest }: ChainHeads, from: number): Promise<boolean> {
    const hashes = new Map<number, string | null>();
    let isWhole = true;
    for (const send of await outbox.endedFrom(from)) {
      const { block, ending, nonce, purpose, refId } = send;
      const hash = block.number > latest ? null : (hashes.get(block.number) ?? (await chain.hashOf(block.number)));
      hashes.set(block.number, hash);
      if (hash === block.hash) continue;
      if (hash === null) {
        isWhole = false;
        continue;
      }
      await outbox.takeBack(send);
      log(
        'error',
        `${purpose} ${refId}, nonce ${nonce}: ${ending} in block ${block.number}, which the chain took back`,
      );
    }
    return isWhole;
  }

  return async (heads: ChainHeads): Promise<void> => {
    const hash = await chain.hashOf(heads.latest);
    const stands = stood !== null && (await chain.hashOf(stood.number)) === stood.hash;
    const isWhole = await look(heads, stands && stood !== null ? stood.number + 1 : heads.latest - REWIND_BLOCKS);
    stood = hash === null || !isWhole ? null : { number: heads.latest, hash };
  };
}
