// The last that was read of what a user's accounts at exchanges hold. It outlives the process, for the hours in which an
// exchange does not answer.

export interface AskedAsset {
  readonly userId: number;
  readonly exchange: string;
  /** As the venue is asked: figures of one account are never shown for another. */
  readonly account: string;
  readonly wallet: 'all' | 'spot' | 'futures';
}

export interface AssetSnapshots {
  /** One that is older than what is kept changes nothing. `asset` is what can be written as JSON. */
  keep(asked: AskedAsset, asset: object, readAtMs: number): Promise<void>;
  /** As it was written, by whichever version; null = none. */
  last(asked: AskedAsset): Promise<unknown>;
}
