// Who asks: the bearer token of a request, judged by what the call demands. A header that is present must be well
// formed even where nobody asks for it.

import type { Access } from '@cormorant/contract/call.ts';
import * as codes from '@cormorant/contract/codes.ts';
import type { SessionCheck } from '../features/identity/sessions/check-session.ts';
import type { SessionEnd } from '../ports/session-store.ts';

export interface Caller {
  readonly userId: number;
  readonly sessionId: number;
}

export type Judged = { caller: Caller } | { malformed: true } | { code: typeof codes.token_missing | SessionEnd };

const nobody: Caller = { userId: 0, sessionId: 0 };
const shape = /^Bearer ([\x21-\x7e]{1,512})$/i;

export type CheckToken = (token: string, nowMs: number) => Promise<SessionCheck>;

/** A public call looks at the token only to count its caller as a user; a dead one is not refused there. */
export async function judge(
  header: string | undefined,
  access: Access,
  check: CheckToken,
  nowMs: number,
): Promise<Judged> {
  if (header === undefined) return access === 'user' ? { code: codes.token_missing } : { caller: nobody };
  const token = shape.exec(header)?.[1];
  if (token === undefined) return { malformed: true };
  const session = await check(token, nowMs);
  if (!('code' in session)) return { caller: { userId: session.userId, sessionId: session.sessionId } };
  return access === 'public' ? { caller: nobody } : { code: session.code };
}
