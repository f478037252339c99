// A wire of the local exchange as the people of a simulated world trade by it.
import type { ExchangeAccount } from '../../apps/server/src/ports/account-store.ts';
import type { PlainKeys } from '../../apps/server/src/ports/key-vault.ts';
import type { ExchangeSpec } from '../../apps/server/src/runner/market-data/exchange-connection.ts';
import type { FillRecord } from '../../apps/venue/src/store/records.ts';
import type { Chance } from './chance.ts';
import type { Network } from './network.ts';
import type { Process, VirtualTime } from './virtual-time.ts';
import type { WireWords } from './wire-words.ts';

export interface Person {
  readonly row: ExchangeAccount;
  /** The exchange's own name of the account. */
  readonly name: string;
  /** By which the account is traded; null = by the house's wire. */
  readonly keys: PlainKeys | null;
}

/** Where a process stands that begins. */
interface Station {
  readonly runner: Process;
  readonly network: Network;
  readonly time: VirtualTime;
  readonly chance: Chance;
  readonly trace: (line: string) => void;
}

export interface SimWire {
  readonly words: WireWords;
  readonly graceMs: number;
  /** The id under which a trade of the exchange is booked. */
  fillId(fill: FillRecord): string;
  /** Made anew for each process. */
  specFor(station: Station): ExchangeSpec;
}
