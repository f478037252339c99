// What one call of the Bitget wire is: who may make it, how often within a second, what it does. Its path tells the market.
import type { Account } from '../../exchange/account.ts';
import type { ApiKey } from '../../store/api-key.ts';
import type { JsonFields } from '../json-fields.ts';

export interface Caller {
  readonly account: Account;
  readonly key: ApiKey;
}

export interface OpenCall {
  readonly guard: 'none';
  /** Requests of one address within a second. */
  readonly limit: number;
  /** `data` of its answer. */
  run(fields: JsonFields): unknown;
}

export interface GuardedCall {
  readonly guard: 'read' | 'spot' | 'futures';
  /** Requests of one account within a second. */
  readonly limit: number;
  run(fields: JsonFields, caller: Caller): unknown;
}

export type BitgetCall = OpenCall | GuardedCall;

/** By 'GET /api/v2/public/time'. */
export type BitgetCalls = Readonly<Record<string, BitgetCall>>;

export const READS = 10;
export const CHANGES = 10;
