// Seals the keys of exchanges and opens them again. Each row has a data key of its own, which is kept wrapped by a master key
// from outside the database; what was sealed opens only at the place it was sealed for. The runner role alone has a vault.
import type { Secret } from './secret.ts';

/** The row a secret belongs to. A row copied, moved or given another owner opens nowhere. */
export interface KeyPlace {
  readonly rowId: number;
  readonly userId: number;
  readonly exchange: string;
  /** Counts the key sets that the row has held. */
  readonly version: number;
}

/** The parts of a key set. */
export interface PlainKeys {
  readonly apiKey: Secret;
  readonly secretKey: Secret;
  readonly passphrase: Secret | null;
}

export interface WrappedKey {
  /** Which master key wrapped it. */
  readonly masterId: string;
  readonly wrapped: Uint8Array;
}

export interface SealedKeys extends WrappedKey {
  readonly apiKey: Uint8Array;
  readonly secretKey: Uint8Array;
  readonly passphrase: Uint8Array | null;
}

/** Whatever was wrong: one shape for all, so that it tells nothing. */
export class SealBroken extends Error {
  constructor() {
    super('a sealed key could not be opened');
    this.name = 'SealBroken';
  }
}

export interface KeyVault {
  /** The master key that new rows are wrapped by. */
  readonly masterId: string;
  seal(place: KeyPlace, keys: PlainKeys): SealedKeys;
  /** Throws SealBroken. */
  open(place: KeyPlace, sealed: SealedKeys): PlainKeys;
  /** Wraps the data key by the present master key; the secrets stay closed. Throws SealBroken. */
  rewrap(place: KeyPlace, wrapped: WrappedKey): WrappedKey;
}
