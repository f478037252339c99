// What one call of the wire is, whether it comes by REST or by the WebSocket API: its weight, who may make it, what it does.
import type { Account } from '../../exchange/account.ts';
import type { ApiKeys } from '../../exchange/api-keys.ts';
import { type ApiKey, isUsableFrom, type KeyPermission } from '../../store/api-key.ts';
import { words } from './errors.ts';
import type { Params } from './params.ts';

/** `key`: a known key is enough. Else the request is signed, and its key has the permission. */
export type Guard = 'none' | 'key' | KeyPermission;

export interface Caller {
  readonly account: Account;
  readonly key: ApiKey;
}

interface Terms {
  readonly weight: number | ((params: Params) => number);
  /** How many orders it counts for against those of the account; none when absent. */
  readonly orders?: number | ((params: Params) => number);
}
export interface OpenCall extends Terms {
  readonly guard: 'none';
  run(params: Params): unknown;
}
export interface GuardedCall extends Terms {
  readonly guard: Exclude<Guard, 'none'>;
  run(params: Params, caller: Caller): unknown;
}
export type Call = OpenCall | GuardedCall;

/** By 'GET /api/v3/time'. */
export type Calls = Readonly<Record<string, Call>>;

/** `keyText` as sent. Throws in the order in which Binance looks: form, key, address, right. */
export function callerOf(
  exchange: { keys: ApiKeys; accountOfKey(key: string): Account | undefined },
  keyText: string | undefined,
  ip: string,
  guard: Exclude<Guard, 'none'>,
): Caller {
  if (keyText === undefined || !/^[A-Za-z0-9]{64}$/.test(keyText)) throw words.keyFormat();
  const key = exchange.keys.get(keyText);
  const account = exchange.accountOfKey(keyText);
  if (key === undefined || account === undefined) throw words.keyUnknown();
  if (!isUsableFrom(key, ip)) throw words.keyMayNot();
  if (guard !== 'key' && !key.permissions.includes(guard)) throw words.keyMayNot();
  return { account, key };
}
