// What goes from the hot wallet to cold storage: asked for by one operator, approved by another person, then a send of the
// outbox. Invariant: it goes to the pinned address alone.
export interface ColdSend {
  readonly id: number;
  /** Lower case. */
  readonly target: string;
  readonly amountE18: bigint;
  readonly status: 'approved' | 'moving' | 'done' | 'failed' | 'cancelled';
  readonly createdAtMs: number;
}

export interface ColdStore {
  /** The pinned address, lower case; null = none was ever named. */
  address(): Promise<string | null>;
  /** Approved and without a nonce, the oldest first. */
  waiting(): Promise<ColdSend[]>;
  /** The newest first. */
  newest(most: number): Promise<ColdSend[]>;
}
