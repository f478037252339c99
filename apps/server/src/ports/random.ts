// Chance from the operating system's generator, injected so that what depends on it can be tested.
export interface Random {
  bytes(count: number): Uint8Array;
  /** Uniform in [fromInclusive, toExclusive). */
  integer(fromInclusive: number, toExclusive: number): number;
}
