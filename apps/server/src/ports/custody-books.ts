// What the books say custody holds, read at once, and what a comparison with the chain found.
import type { Custody, CustodyBooks, CustodyProof, Done } from '@cormorant/core/custody/custody-proof.ts';
import type { ChainSend } from './chain-outbox.ts';
import type { ChainBlock } from './money-chain.ts';

/** A send that the books and the block may see differently. */
export interface BookedSend extends Omit<ChainSend, 'booked'> {
  readonly booked: Done | null;
  /** It has not ended, or the chain took it back: whether it is in a block is to be asked. */
  readonly open: boolean;
  /** How it ended on the chain, and where, when the books have it otherwise. */
  readonly turned: (Done & { readonly block: number }) | null;
}

export interface BooksNow extends Omit<CustodyBooks, 'sends'> {
  readonly sends: readonly BookedSend[];
  /** Null until a process with its key has started. */
  readonly hotWallet: string | null;
  /** Null until a process that was told it has started. */
  readonly coldWallet: string | null;
  /** Deposit addresses with what their rows say they held in that block, less what is in `sends`. */
  readonly addresses: readonly { readonly address: string; readonly saidE18: bigint }[];
  /** How far deposits and moves have been read. */
  readonly scanned: ChainBlock;
  /** Of lately, where what is not credited or moved without the outbox was seen. */
  readonly seenIn: readonly ChainBlock[];
  /** How many things people have settled. */
  readonly settled: number;
}

/** A comparison that is older says nothing of now. */
export const FRESH_MS = 600_000;

/** An open send whose nonce a transaction that is not known here has used. */
export interface UsedNonce {
  readonly sendId: number;
  /** How many nonces its wallet has used up to the block. */
  readonly nextNonce: number;
}

/** What a comparison found beside its figures. */
export interface Found extends Pick<BooksNow, 'settled'> {
  readonly used: readonly UsedNonce[];
  /** Of its block. */
  readonly hash: string;
}

export interface CustodyReport extends Pick<CustodyProof, 'held' | 'books' | 'faults'> {
  readonly block: number;
  readonly provenAtMs: number;
  readonly liabilitiesE18: bigint;
}

export interface CustodyBooksStore {
  /** All of it at one moment. */
  read(block: number): Promise<BooksNow>;
  /** Books what our wallets hold above the books as their owner's; false when the ledger has moved since it was read. */
  fund(ledger: Custody, funded: CustodyProof['funded'], block: ChainBlock, nowMs: number): Promise<boolean>;
  /** False when people have settled something since it was read: what they settled is settled once. */
  save(report: CustodyReport, found: Found): Promise<boolean>;
  /** Why the chain cannot be compared, until the next report is saved. */
  setUncompared(reason: string): Promise<void>;
  uncompared(): Promise<string>;
  newest(): Promise<CustodyReport | null>;
}
