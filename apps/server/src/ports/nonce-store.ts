// The nonces that wallets sign. Each is for one address, one purpose and, when it is not for signing in, one user; it
// is used once, and the database says by whom first.
export interface LoginNonce {
  readonly id: number;
  readonly nonce: string;
  readonly message: string;
}

/** Whose nonces: a signed-in user's own, or with null those of whoever signs in with the address. */
export interface NonceOwner {
  /** Lower case. */
  readonly address: string;
  readonly purpose: 'login' | 'bind' | 'prove';
  readonly userId: number | null;
}

export interface NewNonce extends NonceOwner {
  readonly nonce: string;
  readonly message: string;
  readonly ip: string;
  readonly nowMs: number;
  readonly expiresAtMs: number;
}

export interface NonceStore {
  /** One more than `mostLive` of the same owner drops the oldest. */
  insert(nonce: NewNonce, mostLive: number): Promise<void>;
  /** Neither used nor expired, newest first. */
  live(owner: NonceOwner, nowMs: number): Promise<LoginNonce[]>;
  /** Uses them up; true when at least one had not been used before. */
  spend(ids: readonly number[], nowMs: number): Promise<boolean>;
  removeExpiredBefore(timeMs: number): Promise<void>;
}
