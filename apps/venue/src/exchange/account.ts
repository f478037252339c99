// A client of the exchange and its open orders by client id; the balances live in the core's Accounts under its number.
import type { VenueLaw } from '@cormorant/core/venue/sim-venue.ts';
import type { OrderRecord } from '../store/records.ts';

export interface Account {
  readonly id: number;
  readonly name: string;
  /** The client's own word for it. */
  readonly ref: string;
  /** How its spot orders trade (decision 35): 'book' for the accounts that can have API keys. */
  readonly law: VenueLaw;
  /** Wall time of its making; 0 for the accounts of the server's own wire. */
  readonly madeAtMs: number;
  readonly openByCid: Map<string, OrderRecord>;
}
