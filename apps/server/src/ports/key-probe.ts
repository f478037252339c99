// Tries a key set at its exchange, reading only: whose account it is, what it may do, from where, until when. It ends within
// its time whatever the exchange does, and never tries again and again.
import type { PlainKeys } from './key-vault.ts';

/** Not longer than a person waits for an answer. */
export const PROBE_WITHIN_MS = 8_000;

export interface KeyRights {
  readonly read: boolean;
  readonly spot: boolean;
  readonly futures: boolean;
  /** Null where the exchange does not tell. */
  readonly withdraw: boolean | null;
  /** It can move coin to other wallets or accounts of the exchange. Null where the exchange does not tell. */
  readonly transfer: boolean | null;
}

/** Which part of a key set the exchange has something against, or what it is used without. */
export type RefusedPart = 'key' | 'secret' | 'passphrase' | 'address' | 'rights';
/** Why nothing is known: too many requests, the exchange is away, our clocks differ, or it said what we do not understand. */
export type UnknownReason = 'limited' | 'away' | 'clock' | 'strange';

export type ProbeOutcome =
  | {
      readonly outcome: 'good';
      /** The exchange's own name of the account. */
      readonly accountUid: string;
      readonly rights: KeyRights;
      readonly ipBound: boolean;
      readonly expiresAtMs: number | null;
    }
  /** The exchange itself refuses these keys. `detail` is for the log and holds no secret. */
  | { readonly outcome: 'refused'; readonly part: RefusedPart; readonly detail: string }
  | { readonly outcome: 'unknown'; readonly reason: UnknownReason; readonly detail: string };

export interface KeyProbe {
  /** Never throws. */
  probe(exchange: string, keys: PlainKeys): Promise<ProbeOutcome>;
}
