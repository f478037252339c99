// What money needs of the chain: facts on which both configured nodes agree, the transfers of one pinned token, and a way
// to send what is already signed. Invariant: where the nodes tell different things nothing is told at all
// (`ChainDisagrees`); amounts are bigints of the token's smallest unit, 1e-18.

/** The nodes told different things, or one of them cannot tell. What rests on the fact waits. */
export class ChainDisagrees extends Error {
  constructor(what: string) {
    super(`the nodes of the chain disagree about ${what}`);
    this.name = 'ChainDisagrees';
  }
}

/** A node keeps no state of that block any more, so it cannot tell what anybody held then. */
export class ChainStateMissing extends Error {
  constructor() {
    super('a node of the chain keeps no state of that block');
    this.name = 'ChainStateMissing';
  }
}

/** The token that is money here, as the chain itself tells it. */
export interface TokenFacts {
  readonly chainId: number;
  readonly decimals: number;
  /** Of block 0: which chain of that number it is. */
  readonly genesis: string;
}

export interface ChainBlock {
  readonly number: number;
  readonly hash: string;
}

/** A Transfer of the pinned token; addresses in lower case. */
export interface TokenTransfer {
  readonly txid: string;
  readonly logIndex: number;
  readonly block: ChainBlock;
  readonly from: string;
  readonly to: string;
  readonly rawE18: bigint;
}

export interface ChainReceipt {
  readonly txid: string;
  readonly block: ChainBlock;
  readonly ok: boolean;
  /** The fee, in coin of the chain. */
  readonly feeWei: bigint;
  readonly transfers: readonly TokenTransfer[];
}

export interface ChainHeads {
  /** The highest block that both nodes have. */
  readonly latest: number;
  /** Up to here both say that nothing changes any more. */
  readonly finalized: number;
}

/** What a node knows of a transaction that is in no block: a plain transfer of the token, or something else. */
export type PendingTransfer =
  | { readonly kind: 'transfer'; readonly from: string; readonly to: string; readonly rawE18: bigint }
  | { readonly kind: 'other' }
  | { readonly kind: 'unknown' };

export interface ChainFees {
  readonly maxFeeWei: bigint;
  readonly tipWei: bigint;
}

export interface MoneyChain {
  /** Of the token, lower case. */
  readonly contract: string;
  facts(): Promise<TokenFacts>;
  heads(): Promise<ChainHeads>;
  /** Null when neither has that block. */
  hashOf(block: number): Promise<string | null>;
  /** To or from any of these addresses, in blocks `from` to `to`. */
  transfersOf(addresses: ReadonlySet<string>, from: number, to: number): Promise<TokenTransfer[]>;
  /** Null while it is in no block of both. */
  receipt(txid: string): Promise<ChainReceipt | null>;
  /** Whether it is in no block of either. */
  isGone(txid: string): Promise<boolean>;
  pending(txid: string): Promise<PendingTransfer>;
  tokenBalance(address: string, atBlock: number): Promise<bigint>;
  /** In the order of the addresses. */
  tokenBalances(addresses: readonly string[], atBlock: number): Promise<readonly bigint[]>;
  /** At the newest block when none is named. */
  gasBalance(address: string, atBlock?: number): Promise<bigint>;
  /** A key that lends its address to a contract (EIP-7702) stays a key. */
  isContract(address: string): Promise<boolean>;
  /** How many transactions of this wallet are in blocks: up to the newest one when none is named. */
  minedNonce(wallet: string, atBlock?: number): Promise<number>;
  fees(): Promise<ChainFees>;
  /** Hands a signed transaction to every node; null, or what they said when none took it. Its receipt alone tells that it left. */
  send(raw: string): Promise<string | null>;
}

/** Gives test coin to an address; null where there is no faucet. */
export type GiveTestCoin = ((address: string) => Promise<string>) | null;
