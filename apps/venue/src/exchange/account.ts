// A client of the exchange and its open orders by client id; the balances live in the core's Accounts under its number.
import type { OrderRecord } from './records.ts';

export interface Account {
  readonly id: number;
  readonly name: string;
  /** The client's own word for it. */
  readonly ref: string;
  readonly openByCid: Map<string, OrderRecord>;
}
