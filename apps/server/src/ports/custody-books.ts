// What the books say custody holds, read at once, and what a comparison with the chain found.
import type { Custody, CustodyProof, Done } from '@cormorant/core/custody/custody-proof.ts';
import type { ChainSend } from './chain-outbox.ts';
import type { ChainBlock } from './money-chain.ts';

/** A send that the books and the block may see differently. */
export interface BookedSend extends Omit<ChainSend, 'booked'> {
  readonly booked: Done | null;
  /** It has not ended, or the chain took it back: whether it is in a block is to be asked. */
  readonly open: boolean;
}

export interface BooksNow {
  readonly ledger: Custody;
  readonly sends: readonly BookedSend[];
  readonly laterDepositsE18: bigint;
  readonly liabilitiesE18: bigint;
  /** Null until a process with its key has started. */
  readonly hotWallet: string | null;
  /** Deposit addresses that may hold coin. */
  readonly addresses: readonly string[];
}

export interface CustodyReport extends Pick<CustodyProof, 'held' | 'books' | 'faults'> {
  readonly block: number;
  readonly provenAtMs: number;
  readonly liabilitiesE18: bigint;
}

export interface CustodyBooksStore {
  /** All of it at one moment. */
  read(block: number): Promise<BooksNow>;
  /** Books what the hot wallet holds above the books as its owner's; false when the ledger has moved since it was read. */
  fund(ledger: Custody, funded: CustodyProof['funded'], block: ChainBlock, nowMs: number): Promise<boolean>;
  save(report: CustodyReport): Promise<void>;
  newest(): Promise<CustodyReport | null>;
}
