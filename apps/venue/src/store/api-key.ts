// An API key of the exchange: whom it speaks for, what it may do, and from where.
export const KEY_PERMISSIONS = ['read', 'spot', 'futures', 'withdraw'] as const;
export type KeyPermission = (typeof KEY_PERMISSIONS)[number];

export interface ApiKey {
  readonly key: string;
  readonly secret: string;
  /** Of a key as OKX and Bitget make them; '' = one as Binance and Bybit make them. */
  readonly passphrase: string;
  /** PEM of the Ed25519 key that its requests are signed for, on the Binance wires only; '' = they are signed by its secret. */
  readonly publicKey: string;
  readonly accountId: number;
  readonly label: string;
  readonly permissions: readonly KeyPermission[];
  /** Where requests may come from; empty = from anywhere. */
  readonly ips: readonly string[];
  readonly madeAtMs: number;
}

export function isUsableFrom({ ips }: Pick<ApiKey, 'ips'>, ip: string): boolean {
  return ips.length === 0 || ips.includes(ip);
}

export type KeyTerms = Pick<ApiKey, 'label' | 'permissions' | 'ips'>;
