// How one call of the API is declared: once, as data. Routes, validation, OpenAPI, the client's types, the authorisation
// matrix and the fuzz tests all read this declaration, so nothing about a call is written anywhere else.

import type * as z from 'zod';
import * as codes from './codes.ts';
import type { SuccessKey } from './texts.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
/** `public-user`: anybody; a valid session adds the caller's own fields, a dead one is refused. */
export type Access = 'public' | 'user' | 'public-user';
export type RateClass =
  | 'anonymous'
  | 'probe'
  | 'login'
  | 'register'
  | 'read'
  | 'write'
  | 'safety'
  | 'money'
  | 'market'
  | 'export'
  | 'hook';
/**
 * `request_id`: a repeat with the same id returns the stored answer; without an id an identical repeat within 3 s is 7009.
 * `state`: the same with an id; without one a repeat finds the target state and says so with its own code.
 */
export type Idempotency = 'none' | 'request_id' | 'state';

/** The field that names a resource owned by one user; somebody else's answers exactly as if it did not exist. */
export interface Owner {
  readonly in: 'query' | 'body';
  readonly field: string;
  readonly missing: number;
}

export interface Call<
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Data extends z.ZodType = z.ZodType,
> {
  /** Unique; also the operation id in OpenAPI. */
  readonly name: string;
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
  readonly access: Access;
  readonly query?: Query;
  /** A field of the query that travels in the path, where `path` has `:field`. */
  readonly inPath?: string;
  readonly body?: Body;
  readonly data: Data;
  /** The type of the file a success answers in place of an envelope; `data` is its text. Refusals stay envelopes. */
  readonly produces?: 'text/csv';
  /** Codes of its own; `codesOf` adds those that every call can give. */
  readonly errors: readonly number[];
  /** True when it changes something, whatever the method. */
  readonly acts: boolean;
  /** Asked again and again by a timer: its errors are not shown. */
  readonly poll?: boolean;
  /** The text of a success; `ok` when absent. */
  readonly success?: SuccessKey;
  readonly rateClass: RateClass;
  /** Values of its query's `action` that only lessen risk: asked for these it counts as `safety`, not by its own class. */
  readonly safeActions?: readonly string[];
  readonly idempotency: Idempotency;
  /** False when the screen shows the errors itself (specification part 8). */
  readonly autoToast: boolean;
  readonly owner?: Owner;
  /** It says itself what it does under maintenance; every other call that acts is refused with 9001 then. */
  readonly judgesMaintenance?: true;
  /** The token in its path says who asks; its handler sees the body as it came. Longer bodies are refused unread. */
  readonly byToken?: { readonly bodyBytes: number };
  /** Not in the specification's table: a client must live without it. */
  readonly extension?: true;
}

/** Declares a call; the shapes of its schemas are kept in its type. */
export function defineCall<
  Data extends z.ZodType,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
>(call: Call<Query, Body, Data>): Call<Query, Body, Data> {
  return call;
}

type QueryOf<C> = C extends Call<infer Query, infer _Body, infer _Data> ? Query : never;
type BodyOf<C> = C extends Call<infer _Query, infer Body, infer _Data> ? Body : never;
type DataOf<C> = C extends Call<infer _Query, infer _Body, infer Data> ? Data : never;
type Sent<Schema> = Schema extends z.ZodUndefined ? undefined : Schema extends z.ZodType ? z.input<Schema> : never;
type Parsed<Schema> = Schema extends z.ZodUndefined ? undefined : Schema extends z.ZodType ? z.output<Schema> : never;

/** What a caller sends. */
export type CallInput<C> = { query: Sent<QueryOf<C>>; body: Sent<BodyOf<C>> };
/** What a handler receives: coerced, defaults filled, unknown fields gone. */
export type CallRequest<C> = { query: Parsed<QueryOf<C>>; body: Parsed<BodyOf<C>> };
/** What a handler returns and a caller gets in `data`. */
export type CallData<C> = DataOf<C> extends z.ZodType ? z.output<DataOf<C>> : never;

const everyCallCodes = [
  codes.failed,
  codes.too_many_requests,
  codes.param_error,
  codes.parse_error,
  codes.maintenance,
  codes.unavailable,
  codes.database,
  codes.cache,
  codes.third_party,
  codes.timeout,
  codes.server,
  codes.config,
];
const inputCodes = [codes.validation, codes.field_required, codes.field_format, codes.field_length, codes.field_range];
const sessionCodesOfUsers = [codes.token_missing, codes.token_expired, codes.token_invalid];
const repeatCodes = [codes.duplicate_submit, codes.request_id_conflict];

/** Every code that this call can answer with, success included, ascending. */
export function codesOf(call: Call): number[] {
  const codes = new Set([1, ...everyCallCodes, ...call.errors]);
  if (call.query !== undefined || call.body !== undefined) for (const code of inputCodes) codes.add(code);
  if (call.access !== 'public') for (const code of sessionCodesOfUsers) codes.add(code);
  if (call.idempotency !== 'none') for (const code of repeatCodes) codes.add(code);
  if (call.owner !== undefined) codes.add(call.owner.missing);
  return [...codes].sort((a, b) => a - b);
}

export interface RateLimit {
  readonly by: 'ip' | 'user';
  readonly perMinute: number;
  readonly perHour?: number;
}

/** Above these a call answers 104 with HTTP 429. A signed-out caller of a `read` or `market` call counts by address. */
export const rateLimits: Readonly<Record<RateClass, RateLimit>> = {
  anonymous: { by: 'ip', perMinute: 60 },
  probe: { by: 'ip', perMinute: 20 },
  login: { by: 'ip', perMinute: 10, perHour: 60 },
  register: { by: 'ip', perMinute: 10, perHour: 60 },
  read: { by: 'user', perMinute: 300 },
  write: { by: 'user', perMinute: 60 },
  safety: { by: 'user', perMinute: 60 },
  money: { by: 'user', perMinute: 10 },
  market: { by: 'user', perMinute: 120 },
  export: { by: 'user', perMinute: 10 },
  hook: { by: 'ip', perMinute: 60 },
};

/** What a request counts as. Its query is looked at as it came: one that is refused later has counted too. */
export function rateClassOf(call: Call, query: unknown): RateClass {
  const action = typeof query === 'object' && query !== null && 'action' in query ? query.action : undefined;
  return typeof action === 'string' && call.safeActions?.includes(action) ? 'safety' : call.rateClass;
}

/** Signals to one bot, from whatever addresses; then the same answer. */
export const signalsPerMinute = 10;

/** How many users may come from one address in a day, by password and by wallet together; then the same answer. */
export const newUsersPerDay = 5;
