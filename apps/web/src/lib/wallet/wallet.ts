// What a wallet is to us: a provider by EIP-1193 with the name and picture under which it announced itself (EIP-6963).
// Nothing but `request` is taken for granted.
export interface Eip1193Provider {
  request(call: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown>;
  on?(event: string, listener: (value: never) => void): unknown;
  removeListener?(event: string, listener: (value: never) => void): unknown;
}

export interface Wallet {
  /** Reverse domain name of the wallet, `injected` for the nameless provider of `window.ethereum`. */
  readonly id: string;
  readonly name: string;
  /** A `data:` URI of an image, or nothing. */
  readonly icon: string | null;
  readonly provider: Eip1193Provider;
}

/** 0x1a2B…c3D4, for a place where the whole address has no room. */
export function shortAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`;
}

export function sameAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
