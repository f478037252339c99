// What the server asks of the chain and of the wallets on it: addresses as people see them, EIP-4361 texts, and who signed
// one. A chain that cannot be asked is an answer of its own: nobody may be refused for good because of it.

/** BNB Smart Chain, the only one wallets sign for here. */
export const CHAIN_ID = 56;

/** The fields of an EIP-4361 text that ours have; times as ISO 8601. */
export interface SignInFields {
  /** Host and port, as an RFC 3986 authority. */
  readonly domain: string;
  /** EIP-55. */
  readonly address: string;
  readonly statement: string;
  readonly uri: string;
  readonly version: string;
  readonly chainId: number;
  readonly nonce: string;
  readonly issuedAt: string;
  readonly expirationTime: string;
}

export type Signed = { readonly message: string; readonly by: 'key' | 'contract' } | 'none' | 'unreachable';

export interface Chain {
  /** Whatever the case of the given one, in the mixed case of EIP-55. */
  checksumAddress(address: string): string;
  writeMessage(fields: SignInFields): string;
  /** Null when the text is not strictly of the standard's grammar. */
  readMessage(text: string): Partial<SignInFields> | null;
  /**
   * Which of these texts, first one first, the address signed: by its key (EIP-191), or else by the contract that stands
   * there (EIP-1271). `unreachable` when the contract could not be asked.
   */
  findSigned(address: string, messages: readonly string[], signature: string): Promise<Signed>;
}
