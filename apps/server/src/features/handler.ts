// The shape every use case is served through: a call of the contract bound to the function that answers it. A handler
// sees parsed input and who asks; it answers data or throws a Refusal, and never touches HTTP.
import type { Call, CallData, CallRequest } from '@cormorant/contract/call.ts';
import type { Lang } from '@cormorant/contract/envelope.ts';
import type { SuccessKey } from '@cormorant/contract/texts.ts';

export interface CallContext {
  /** 0 for a caller who is not signed in (only possible on calls whose access is public). */
  readonly userId: number;
  readonly sessionId: number;
  readonly lang: Lang;
  readonly ip: string;
  readonly userAgent: string;
  readonly requestId: string | null;
  /** Wall time at which the request was taken. */
  readonly nowMs: number;
  /** Replaces the call's success text, where the text depends on what was asked (start, stop, delete). */
  readonly say: (key: SuccessKey) => void;
  /**
   * Makes a user: takes one of the day's places for new users of the caller's address first, refuses where none is left,
   * and gives it back when no user came of it, by a refusal or by null.
   */
  readonly newUser: <User>(make: () => Promise<User | null>) => Promise<User | null>;
  /** Of a call that a token in its path proves: that token, the signature that came along ('' = none), and the body as it came. */
  readonly door?: { readonly token: string; readonly signature: string; readonly body: string };
  readonly log: (level: 'warn' | 'error', message: string, detail?: unknown) => void;
}

/** `request.query` and `request.body` are parsed: coerced, defaults filled, unknown fields gone. */
export type Handler<C extends Call> = (request: CallRequest<C>, context: CallContext) => Promise<CallData<C>>;

/** The answer of a call that produces a file. */
export interface FileAnswer {
  readonly name: string;
  readonly chunks: AsyncIterable<string>;
}
export type FileHandler<C extends Call> = (request: CallRequest<C>, context: CallContext) => Promise<FileAnswer>;

/** A request that has not the form of its call. */
export interface Malformed {
  readonly code: number;
  /** Null = it could not be read at all. */
  readonly field: string | null;
  readonly door: NonNullable<CallContext['door']>;
  readonly ip: string;
  readonly nowMs: number;
}

export interface BoundCall {
  readonly call: Call;
  readonly handle: (request: { query: unknown; body: unknown }, context: CallContext) => Promise<unknown>;
  /** Of a call that is let in by a token: who owns it may be told what came in vain. */
  readonly onMalformed?: (malformed: Malformed) => Promise<void>;
}

/** Ties a call to its handler; the pair is checked by the compiler here and stored untyped. */
export function bindCall<C extends Call>(
  call: C,
  handler: Handler<C>,
  onMalformed?: NonNullable<BoundCall['onMalformed']>,
): BoundCall {
  return { call, handle: handler as BoundCall['handle'], ...(onMalformed && { onMalformed }) };
}

/** The same for a call that produces a file. */
export function bindFileCall<C extends Call>(call: C, handler: FileHandler<C>): BoundCall {
  if (call.produces === undefined) throw new Error(`${call.name} produces no file`);
  return { call, handle: handler as BoundCall['handle'] };
}
