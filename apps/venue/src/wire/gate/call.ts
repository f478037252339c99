// What one call of the Gate wire is: who may make it, how often within ten seconds or one, what it does. Its path tells the market.
import type { Account } from '../../exchange/account.ts';
import type { ApiKey } from '../../store/api-key.ts';
import type { JsonFields } from '../json-fields.ts';

export interface Caller {
  readonly account: Account;
  readonly key: ApiKey;
}

export interface Allowance {
  readonly requests: number;
  readonly withinMs: number;
}

export interface OpenCall {
  readonly guard: 'none';
  /** Of one address. */
  readonly allowance: Allowance;
  /** `isDecimal`: whoever asks reads sizes of contracts as texts with decimals. */
  run(fields: JsonFields, isDecimal: boolean): unknown;
}

export interface GuardedCall {
  readonly guard: 'read' | 'spot' | 'futures';
  /** Of one account. */
  readonly allowance: Allowance;
  /** Of its answer; 200 where it is absent. */
  readonly status?: number;
  run(fields: JsonFields, caller: Caller, isDecimal: boolean): unknown;
}

export type GateCall = OpenCall | GuardedCall;

/** By 'GET /api/v4/spot/time'. */
export type GateCalls = Readonly<Record<string, GateCall>>;

/** Says which of the two a call is, so that its parameters are known. */
export function guarded(call: GuardedCall): GuardedCall {
  return call;
}

const SECOND_MS = 1_000;

export const READS: Allowance = { requests: 200, withinMs: 10 * SECOND_MS };
export const CANCELS: Allowance = { requests: 200, withinMs: SECOND_MS };
export const SPOT_ORDERS: Allowance = { requests: 10, withinMs: SECOND_MS };
export const CONTRACT_ORDERS: Allowance = { requests: 100, withinMs: SECOND_MS };
export const CREATED = 201;
