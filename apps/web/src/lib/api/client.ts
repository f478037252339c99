// The one way to the server: call('botList', { query }). It carries the bearer and the language, waits 15 s at most, and
// applies the envelope rules of the specification, part 8, so that no screen has to know them.

import { type Route, routes } from 'virtual:contract-routes';
import type { CallData, CallInput } from '@cormorant/contract/call.ts';
import { addressOf } from '@cormorant/contract/call-address.ts';
import type { allCalls, CallName } from '@cormorant/contract/calls.ts';
import type { Envelope } from '@cormorant/contract/envelope.ts';
import { useLeaving, useSession } from '../stores/session.ts';
import { useTheme } from '../stores/theme.ts';
import { followEnvelope, followFailure } from './consequences.ts';
import { takeEarly } from './early-answers.ts';
import { type ApiError, refusedError, transportError } from './errors.ts';

export const timeoutMs = 15_000;
/** The name under which a screen says on the wire that it shows errors itself. */
const screenHandledHeader = 'x-screen-handled';

type Calls = typeof allCalls;
type Given<Value, Key extends string> = [Value] extends [undefined] ? unknown : { [key in Key]: Value };
/** What a call may be given: its query and body, as far as it has them. */
export type Input<Name extends CallName> = Partial<Given<CallInput<Calls[Name]>['query'], 'query'>> &
  Given<CallInput<Calls[Name]>['body'], 'body'>;
export type Data<Name extends CallName> = CallData<Calls[Name]>;

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** The screen shows the errors itself: no toast but for the end of a session. */
  readonly screenHandled?: boolean;
  /** A success says nothing: the screen already does. */
  readonly quiet?: boolean;
}

/** The data of the answer. Throws an ApiError for anything but code 1. */
export async function call<Name extends CallName>(
  name: Name,
  input?: Input<Name>,
  options: CallOptions = {},
): Promise<Data<Name>> {
  const route = routes[name];
  const token = useSession.getState().token;
  if (route.access === 'user' && token === '' && useLeaving.getState().leaving) throw transportError('aborted');
  const shown = { route, screenHandled: options.screenHandled ?? false, quiet: options.quiet ?? false, token };
  let envelope: Envelope<Data<Name>>;
  try {
    envelope = await send<Data<Name>>(route, input as Loose | undefined, token, options);
  } catch (error) {
    throw followFailure(error as ApiError, shown);
  }
  followEnvelope(envelope, shown);
  if (envelope.code !== 1) throw refusedError(envelope);
  return envelope.data as Data<Name>;
}

interface Loose {
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

async function send<T>(
  route: Route,
  input: Loose | undefined,
  token: string,
  options: CallOptions,
): Promise<Envelope<T>> {
  const headers: Record<string, string> = { 'X-lang': useTheme.getState().language };
  if (token !== '') headers['Authorization'] = `Bearer ${token}`;
  if (options.screenHandled) headers[screenHandledHeader] = '1';
  if (input?.body !== undefined) headers['Content-Type'] = 'application/json';
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = options.signal ? AbortSignal.any([timeout, options.signal]) : timeout;
  let status: number;
  let text: string;
  try {
    const address = addressText(route, input?.query);
    const early = route.method === 'GET' ? await takeEarly(address, token, headers['X-lang']!) : null;
    signal.throwIfAborted();
    const response =
      early ??
      (await fetch(address, {
        method: route.method,
        headers,
        body: input?.body === undefined ? null : JSON.stringify(input.body),
        signal,
        cache: 'no-store',
        credentials: 'omit',
      }));
    status = response.status;
    text = await response.text();
  } catch (error) {
    if (options.signal?.aborted) throw transportError('aborted');
    throw transportError(timeout.aborted || (error as Error).name === 'TimeoutError' ? 'timeout' : 'offline');
  }
  const envelope = parseEnvelope<T>(text);
  if (status !== 200) throw transportError('http', status, envelope);
  if (envelope === null) throw transportError('malformed', status);
  return envelope;
}

function addressText(route: Route, asked: Loose['query']): string {
  const { path, query } = addressOf(route, asked);
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.set(key, String(value));
  }
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
}

function parseEnvelope<T>(text: string): Envelope<T> | null {
  try {
    const value = JSON.parse(text) as Envelope<T> & { message?: unknown };
    if (typeof value !== 'object' || value === null || typeof value.code !== 'number') return null;
    const msg = typeof value.msg === 'string' ? value.msg : typeof value.message === 'string' ? value.message : '';
    return { ...value, msg };
  } catch {
    return null;
  }
}
