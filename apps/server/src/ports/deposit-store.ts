// Deposits and how far the chain has been read. Invariant: a transfer is one row by (chain, transaction, place of its log)
// and is credited once, in one transaction with its journal; amounts are USDT of 1e-18.
import type { NoticeText } from './credential-store.ts';
import type { ChainBlock, TokenFacts, TokenTransfer } from './money-chain.ts';

export type DepositStatus = 'seen' | 'confirming' | 'credited' | 'below_min' | 'orphaned';

export interface DepositRow {
  readonly id: number;
  readonly userId: number;
  readonly chainId: number;
  readonly txid: string;
  /** -1 while it is in no block. */
  readonly logIndex: number;
  readonly from: string;
  /** The deposit address. */
  readonly to: string;
  readonly rawE18: bigint;
  /** Null while it is in none. */
  readonly block: ChainBlock | null;
  /** Confirmations that it needs. */
  readonly required: number;
  readonly status: DepositStatus;
  readonly reason: string;
  readonly createdAtMs: number;
  readonly creditedAtMs: number | null;
}

/** What must be the same at every start. */
export interface ChainPin {
  readonly contract: string;
  readonly facts: TokenFacts;
  readonly xpubMark: string;
  /** Null where this process has no key of it. */
  readonly hotWallet: string | null;
  /** Null where this process was not told it. */
  readonly coldWallet: string | null;
}

export interface ColdPin {
  readonly wallet: string;
  /** What came there in blocks up to this one did not come to cold storage. */
  readonly sinceBlock: number;
}

export interface ScanState {
  readonly firstBlock: number;
  readonly scanned: ChainBlock;
  /** The highest block when it was last looked. */
  readonly head: number;
}

export interface OwnTransfer extends TokenTransfer {
  readonly userId: number;
  readonly required: number;
}

export interface DepositStore {
  /** Keeps it at the first start, with the block where reading begins; later names what is different, or null. */
  pin(pin: ChainPin, head: ChainBlock, nowMs: number): Promise<string | null>;
  /** Null while no address is pinned as cold storage. */
  coldPin(): Promise<ColdPin | null>;
  scanState(): Promise<ScanState>;
  setScanned(scanned: ChainBlock, head: number, nowMs: number): Promise<void>;

  /** One a user for ever; made by `derive` from a new index the first time. */
  addressOf(userId: number, derive: (index: number) => string, nowMs: number): Promise<string>;
  /** With indexes above this one. */
  addressesAbove(
    index: number,
  ): Promise<{ readonly index: number; readonly userId: number; readonly address: string }[]>;
  /** Whether a deposit address, the hot wallet or cold storage is at this address. */
  isOurs(address: string): Promise<boolean>;

  /** Rows that are new or stand in another block now. */
  note(transfers: readonly OwnTransfer[], nowMs: number): Promise<DepositRow[]>;
  /** What is told by its owner and in no block yet. */
  noteSeen(transfer: Omit<OwnTransfer, 'logIndex' | 'block'>, nowMs: number): Promise<DepositRow>;
  /** Rows that wait for confirmations. */
  confirming(): Promise<DepositRow[]>;
  /** Credited ones in blocks from this one on. */
  creditedFrom(block: number): Promise<DepositRow[]>;
  /** What has come to an address in blocks up to this one, less what was swept from it. */
  coinDue(address: string, upToBlock: number): Promise<bigint>;
  /** False when it was credited before, or is not in that block any more. */
  credit(row: DepositRow, notice: Readonly<Record<'zh' | 'en', NoticeText>>, nowMs: number): Promise<boolean>;
  end(row: DepositRow, status: 'below_min' | 'orphaned', reason: string): Promise<void>;
  /** A note beside a row that goes on waiting. */
  setReason(row: DepositRow, reason: string): Promise<void>;
  /** No withdrawals for this user until an operator has looked. True when it is new. */
  stopWithdrawals(userId: number, reason: string): Promise<boolean>;

  /** The newest first. */
  listOf(userId: number, most: number): Promise<DepositRow[]>;
  ofTransaction(userId: number, txid: string): Promise<DepositRow[]>;
}
