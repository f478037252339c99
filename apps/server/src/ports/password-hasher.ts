// Slow hashing of secrets people choose. The number of hashes in flight is bounded; past the queue it throws
// HasherBusy rather than let memory grow.
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  verify(hash: string, password: string): Promise<boolean>;
  /** Costs what a real verification costs and is never true: what unknown accounts are answered with. */
  verifyNothing(password: string): Promise<false>;
}

export class HasherBusy extends Error {
  override name = 'HasherBusy';
}
