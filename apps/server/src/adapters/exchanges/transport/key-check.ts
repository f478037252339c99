// What a probe has to know of one exchange: which calls tell about a key, how their answers read, and what the exchange's own
// codes mean.
import type { KeyRights, RefusedPart, UnknownReason } from '../../../ports/key-probe.ts';
import type { CcxtClient } from './ccxt-client.ts';

export interface KeyFacts {
  readonly accountUid: string;
  readonly rights: KeyRights;
  readonly ipBound: boolean;
  readonly expiresAtMs: number | null;
}

export type CodeMeaning = RefusedPart | UnknownReason;

export interface ProbeCard {
  /** ccxt's name of the exchange. */
  readonly ccxtId: string;
  /** What a try costs of what may be asked there; absent = as much as Binance's. */
  readonly weight?: number;
  /** Throws what the client throws, and a ZodError where an answer is none. `key` is the API key itself. */
  read(client: CcxtClient, key: string): Promise<KeyFacts>;
  /** The exchange's own code in the body of an answer; null where it holds none. */
  codeOf(body: unknown): string | null;
  readonly meanings: Readonly<Record<string, CodeMeaning>>;
}
