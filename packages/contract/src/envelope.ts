// The envelope around every answer and the rule for `show`: the client toasts an answer whose `show` is absent or 1, so
// reads and polls must say 0 and only actions and errors of non-polls say 1.

import * as z from 'zod';
import type { Call } from './call.ts';
import * as codes from './codes.ts';
import { type Flag, flag } from './wire.ts';

export type Lang = 'zh' | 'en';
export const defaultLang: Lang = 'zh';

/** The caller's language from the header `X-lang`; whatever is not `en` is Chinese. */
export function langOf(header: string | readonly string[] | undefined): Lang {
  return header === 'en' ? 'en' : defaultLang;
}

export interface Envelope<Data = unknown> {
  readonly code: number;
  readonly show?: Flag;
  /** Already in the caller's language. */
  readonly msg: string;
  readonly data: Data | null;
  /** An in-app path that the client follows after one second. */
  readonly redirect?: string;
}

export const successCode = 1;
/** These codes, and no others, end a session: message, storage cleared, 1.5 s later the login page. */
export const sessionCodes: readonly number[] = [codes.token_missing, codes.token_expired, codes.token_invalid];
/** A request header by which a screen says that it shows errors itself; the client then displays nothing by itself. */
export const screenHandledHeader = 'x-screen-handled';

type Shown = Pick<Call, 'acts' | 'poll'>;

/** `show` of an answer to this call. */
export function showOf(call: Shown, code: number): Flag {
  if (code === successCode) return call.acts ? 1 : 0;
  return call.poll ? 0 : 1;
}

/** A redirect stays inside the app: one leading slash, never two (which would name another host). */
export function isInAppPath(path: string): boolean {
  return /^\/(?![/\\])/.test(path);
}

/** The schema of a call's whole answer: its data on success, an object or null on an error. */
export function envelopeSchema<Data extends z.ZodType>(data: Data) {
  return z.object({
    code: z.int(),
    show: flag.optional(),
    msg: z.string(),
    data: z.union([data, z.record(z.string(), z.unknown()), z.null()]),
    redirect: z.string().optional(),
  });
}
