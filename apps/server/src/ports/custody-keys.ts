// The keys of the money: an extended public key that names deposit addresses and can spend nothing, and signers in the
// jobs role alone. Invariant: what leaves a signer is a signed transaction, never a key.

/** Names the deposit address of an index, in the mixed case of EIP-55; the same for ever. */
export interface DepositAddresses {
  /** Which extended key names them, for the check that it stays the same one. */
  readonly mark: string;
  addressOf(index: number): string;
}

/** A transaction of chain 56 as it is signed; equal ones give equal signatures. */
export interface UnsignedTransaction {
  readonly nonce: number;
  readonly to: string;
  readonly data: string;
  readonly valueWei: bigint;
  readonly gas: bigint;
  readonly maxFeeWei: bigint;
  readonly tipWei: bigint;
}

export interface SignedTransaction {
  readonly raw: string;
  readonly txid: string;
}

export interface WalletSigner {
  /** Lower case. */
  readonly address: string;
  sign(transaction: UnsignedTransaction): Promise<SignedTransaction>;
}

export interface CustodyKeys {
  /** Pays withdrawals and gas. */
  readonly hot: WalletSigner;
  /** The key of a deposit address, for sweeps; null where this process does not have them. */
  readonly depositSigner: ((index: number) => WalletSigner) | null;
}
