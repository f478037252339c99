// Who a token speaks for: 101 when it is none of ours, 1006 when it has expired, 2003 when it was revoked. A session in
// use is prolonged once less than half of its time is left.
import type { SessionStore } from '../../../ports/session-store.ts';
import type { Settings } from '../../../ports/settings.ts';
import { hashToken, looksLikeToken } from './session-token.ts';

export const DAY_MS = 86_400_000;
const TOUCH_EVERY_MS = 60_000;

export type SessionCheck =
  | { readonly userId: number; readonly sessionId: number; readonly expiresAtMs: number }
  | { readonly code: 101 | 1006 | 2003 };

export interface CheckSessionDeps {
  readonly sessions: SessionStore;
  readonly settings: Settings;
}

export function checkSession({ sessions, settings }: CheckSessionDeps) {
  return async (token: string, nowMs: number): Promise<SessionCheck> => {
    if (!looksLikeToken(token)) return { code: 101 };
    const session = await sessions.byTokenHash(hashToken(token));
    if (session === null) return { code: 101 };
    if (session.revokedAtMs !== null || session.userStatus !== 'active') return { code: 2003 };
    if (session.expiresAtMs <= nowMs) return { code: 1006 };
    const fullMs = settings.get('session_days') * DAY_MS;
    const prolong = session.expiresAtMs - nowMs < fullMs / 2;
    const expiresAtMs = prolong ? nowMs + fullMs : session.expiresAtMs;
    if (prolong || nowMs - session.lastSeenAtMs >= TOUCH_EVERY_MS) {
      await sessions.touch(session.id, nowMs, expiresAtMs);
    }
    return { userId: session.userId, sessionId: session.id, expiresAtMs };
  };
}
