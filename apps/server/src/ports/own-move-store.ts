// Coin of ours that moved by no transaction of the outbox: sweeps by hand, what comes back from cold storage, and what was
// taken. Invariant: a transfer is one row by (chain, transaction, place of its log), and stands once in the books while the
// chain has it; who pays nobody of ours is never booked before two persons have settled it.
import type { ChainBlock, TokenTransfer } from './money-chain.ts';

export interface OwnMove extends TokenTransfer {
  readonly id: number;
  readonly required: number;
  readonly status: 'seen' | 'booked' | 'settled';
  readonly comesFrom: 'deposit' | 'hot' | 'cold';
  /** `out`: settled as lost. Null: to nobody of ours. */
  readonly goesTo: 'hot' | 'cold' | 'out' | null;
}

export interface OwnMoveStore {
  /** The hot wallet and cold storage, as far as they are known. */
  wallets(): Promise<string[]>;
  /** Those that are new; what the outbox has signed is left out. */
  note(transfers: readonly (TokenTransfer & { readonly required: number })[], nowMs: number): Promise<OwnMove[]>;
  /** In their order: what waits, and everything in blocks from this one on. */
  since(block: number): Promise<OwnMove[]>;
  /** The chain has it in another block now. Nothing happens where the move is in another one than this already. */
  relocate(move: OwnMove, block: ChainBlock): Promise<void>;
  /** False while it has to wait: the books of its deposit address are not that far yet. */
  book(move: OwnMove, nowMs: number): Promise<boolean>;
  /** The chain does not have it in that block any more; so nor do the books. True when they had it. */
  takeBack(move: OwnMove, nowMs: number): Promise<boolean>;
}
