// What one call of the OKX wire is: who may make it, how often within two seconds, what it does. The same calls are made by
// REST and over the private socket.
import type { Account } from '../../exchange/account.ts';
import type { ApiKey } from '../../store/api-key.ts';
import type { JsonFields } from '../json-fields.ts';

export interface Caller {
  readonly account: Account;
  readonly key: ApiKey;
}

export interface OpenCall {
  readonly guard: 'none';
  /** Requests of one address within two seconds. */
  readonly limit: number;
  /** The rows of its answer. */
  run(fields: JsonFields): readonly unknown[];
}

export interface GuardedCall {
  readonly guard: 'read' | 'trade';
  /** Requests of one account within two seconds; orders, where it counts them. */
  readonly limit: number;
  readonly orders?: (fields: JsonFields) => number;
  run(fields: JsonFields, caller: Caller): readonly unknown[] | Promise<readonly unknown[]>;
}

export type OkxCall = OpenCall | GuardedCall;

/** By 'GET /api/v5/public/time'. */
export type OkxCalls = Readonly<Record<string, OkxCall>>;

/** Of a row that tells how an order fared. */
export interface OrderReceipt {
  readonly sCode: string;
}

/** All rows went well, none did, or some. */
export function envelope(data: readonly unknown[]) {
  const failed = data.filter((row) => ((row as Partial<OrderReceipt>).sCode ?? '0') !== '0').length;
  if (failed === 0) return { code: '0', data, msg: '' };
  if (failed === data.length) return { code: '1', data, msg: 'All operations failed' };
  return { code: '2', data, msg: 'Bulk operation partially successful' };
}
