// Signs out one of the own devices, or every other one. To end the session that asks is to log out.
import type { userSessionRevoke } from '@cormorant/contract/calls/profile.ts';
import * as codes from '@cormorant/contract/codes.ts';
import { Refusal } from '../../../ports/refusal.ts';
import type { SessionStore } from '../../../ports/session-store.ts';
import type { Handler } from '../../handler.ts';

const BY_OWNER = 'ended_by_owner';

export function endDevices({ sessions }: { readonly sessions: SessionStore }): Handler<typeof userSessionRevoke> {
  return async ({ query }, { userId, sessionId, nowMs, say }) => {
    if (query.others === 1) return { ended: await sessions.revokeOthers(userId, sessionId, BY_OWNER, nowMs) };
    if (query.id === undefined) throw new Refusal(codes.field_required, { data: { field: 'id' } });
    const isCurrent = query.id === sessionId;
    if (!(await sessions.revokeOwn(userId, query.id, isCurrent ? 'logout' : BY_OWNER, nowMs))) {
      throw new Refusal(codes.not_found);
    }
    if (isCurrent) say('logged_out');
    return { ended: 1 };
  };
}
