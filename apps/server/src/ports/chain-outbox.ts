// What is sent to the chain: a nonce reserved for one purpose, the signed transactions of that nonce, and how it ended.
// Invariant: nonce, signature and ending are each durable before the next step is taken; a purpose has one nonce for ever,
// and a nonce is never given out twice or left out.
import type { Ending } from '@cormorant/core/custody/withdrawal.ts';
import type { NoticeText } from './credential-store.ts';
import type { ChainBlock, ChainFees } from './money-chain.ts';
import type { Deed } from './operator-store.ts';
import type { WithdrawalRow } from './withdrawal-store.ts';

export type SendPurpose = 'withdraw' | 'gas' | 'sweep' | 'cold';

export interface NewSend {
  readonly purpose: SendPurpose;
  /** The withdrawal, the sweep, or the move to cold storage. */
  readonly refId: number;
  /** Who pays, lower case. */
  readonly wallet: string;
  /** Who is paid. */
  readonly target: string;
  readonly tokenE18: bigint;
  readonly valueWei: bigint;
  readonly gas: bigint;
}

/** What a wallet has at a block. */
export interface WalletFunds {
  readonly block: number;
  readonly tokenE18: bigint;
  readonly gasWei: bigint;
  /** For one unit of gas, with room. */
  readonly gasPriceWei: bigint;
}

export interface PayingWallet {
  /** Where its nonces begin; those of a sweep go on behind it. */
  readonly firstNonce: number;
  /** What it may promise of: null = it pays only what is its own, once. */
  readonly funds: WalletFunds | null;
}

/**
 * coin, gas: more was promised already than leaves room for it; most_gifts: its target had as much gas as it gets in a day;
 * refused: the purpose has a nonce already, or its withdrawal is not approved any more or not to be paid now, or a move to cold
 * storage was called off or goes elsewhere than to the pinned address.
 */
export type Reservation =
  | { readonly state: 'done'; readonly nonce: number }
  | { readonly state: 'coin' | 'gas' | 'most_gifts' | 'refused' };

export interface StoredRaw {
  readonly txid: string;
  readonly attempt: number;
  /** `cancel`: pays nobody, and uses the nonce up. */
  readonly kind: 'pay' | 'cancel';
  readonly raw: string;
  readonly fees: ChainFees;
  readonly storedAtMs: number;
  readonly sentAtMs: number | null;
}

export interface ChainSend extends NewSend {
  readonly id: number;
  readonly nonce: number;
  /** It is to be replaced by nothing. */
  readonly withdrawn: boolean;
  /** What the books have of it, when the chain has taken that back; null = nothing yet. */
  readonly booked: Ending | null;
  readonly fault: string;
  /** The oldest first. */
  readonly raws: readonly StoredRaw[];
}

export interface SweepRow {
  readonly id: number;
  readonly userId: number;
  readonly index: number;
  readonly address: string;
  readonly amountE18: bigint;
  readonly status: 'fuelling' | 'moving' | 'done' | 'failed';
}

export interface SendEnd {
  readonly ending: Ending;
  /** Null: none of ours did, and none of ours can any more. */
  readonly txid: string | null;
  readonly block: ChainBlock;
  /** What it took from its wallet in coin of the chain. */
  readonly costWei: bigint;
  readonly notice: Readonly<Record<'zh' | 'en', NoticeText>> | null;
}

export interface EndedSend {
  readonly id: number;
  readonly purpose: SendPurpose;
  readonly refId: number;
  readonly nonce: number;
  readonly ending: Ending;
  readonly block: ChainBlock;
}

export interface ChainOutbox {
  /**
   * Reserves the next nonce of the wallet. Judged while the wallet is held: what has a nonce and is not in a block up to that
   * of its funds counts as gone, so whoever reserves at the same time promises nothing twice.
   */
  reserve(send: NewSend, from: PayingWallet, nowMs: number): Promise<Reservation>;
  /**
   * False when that attempt is stored already or the send has ended, and when the owner of a withdrawal may not be paid: then it is
   * withdrawn.
   */
  storeRaw(send: ChainSend, raw: Omit<StoredRaw, 'storedAtMs' | 'sentAtMs'>, nowMs: number): Promise<boolean>;
  /** The row of its withdrawal when that has changed. */
  markSent(send: ChainSend, txid: string, nowMs: number): Promise<WithdrawalRow | null>;
  /** By wallet and nonce: what has not ended, and what the chain has taken back. */
  open(): Promise<ChainSend[]>;
  /** Ended ones in blocks from this one on. */
  endedFrom(block: number): Promise<EndedSend[]>;
  /** Its block is gone: it is followed again, and the books stay as they are. */
  takeBack(send: EndedSend): Promise<void>;
  setFault(send: ChainSend, fault: string): Promise<void>;
  /**
   * Books what it did, once; the row of its withdrawal where it was one. Of one that is booked already only the block is
   * noted; should it have ended otherwise this time, nothing is paid or given back and its owner's withdrawals stop.
   */
  finish(send: ChainSend, end: SendEnd, nowMs: number): Promise<WithdrawalRow | null>;
  /** Asks for a withdrawal with a nonce to be replaced by nothing; false when it cannot be any more, or was asked before. */
  withdraw(withdrawalId: number, deed: Deed, nowMs: number): Promise<boolean>;

  /** Addresses that hold at least this much of what was credited, and are not being swept. */
  sweepable(leastE18: bigint): Promise<Omit<SweepRow, 'id' | 'status'>[]>;
  openSweep(sweep: Omit<SweepRow, 'id' | 'status'>, nowMs: number): Promise<void>;
  sweepsUnderWay(): Promise<SweepRow[]>;
}
