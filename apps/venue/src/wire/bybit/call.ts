// What one call of the Bybit wire is: who may make it, how often within a second, what it does.
import type { MarketKind } from '@cormorant/core/market/instrument.ts';
import type { Account } from '../../exchange/account.ts';
import type { ApiKey } from '../../store/api-key.ts';
import type { JsonFields } from '../json-fields.ts';

export interface Caller {
  readonly account: Account;
  readonly key: ApiKey;
}

export interface OpenCall {
  readonly guard: 'none';
  /** `result` of its answer. */
  run(fields: JsonFields): object;
}

export interface GuardedCall {
  readonly guard: 'read' | 'trade';
  /** Requests of one account within a second; orders of spot may be more. */
  readonly limit: number;
  readonly spotLimit?: number;
  run(fields: JsonFields, caller: Caller): object | Promise<object>;
}

export type BybitCall = OpenCall | GuardedCall;

/** By 'GET /v5/market/time'. */
export type BybitCalls = Readonly<Record<string, BybitCall>>;

/** Only spot and linear contracts are there. */
export function kindOf(fields: JsonFields): MarketKind {
  return fields.oneOf('category', ['spot', 'linear']) === 'spot' ? 'spot' : 'futures';
}

/** What a request whose kind it does not name is about: the account's settings are those of contracts. */
export function kindOrContracts(fields: JsonFields): MarketKind {
  return fields.text('category') === 'spot' ? 'spot' : 'futures';
}
