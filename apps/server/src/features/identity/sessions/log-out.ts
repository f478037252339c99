// Revokes the session that asks; other sessions of the user go on.
import type { loginLogout } from '@cormorant/contract/calls/identity.ts';
import type { SessionStore } from '../../../ports/session-store.ts';
import type { Handler } from '../../handler.ts';

export function logOut({ sessions }: { readonly sessions: SessionStore }): Handler<typeof loginLogout> {
  return async (_request, context) => {
    await sessions.revoke(context.sessionId, 'logout', context.nowMs);
    return null;
  };
}
