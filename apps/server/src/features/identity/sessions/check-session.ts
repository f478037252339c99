// Who a token speaks for: 101 when it is none of ours, 1006 when it has expired, 2003 when it was revoked. A session in
// use is prolonged once less than half of its time is left.
import * as codes from '@cormorant/contract/codes.ts';
import type { SessionEnd, SessionStore } from '../../../ports/session-store.ts';
import type { Settings } from '../../../ports/settings.ts';
import { hashToken, looksLikeToken } from './session-token.ts';

export const DAY_MS = 86_400_000;
const TOUCH_EVERY_MS = 60_000;

export type SessionCheck =
  | { readonly userId: number; readonly sessionId: number; readonly expiresAtMs: number }
  | { readonly code: typeof codes.token_missing | SessionEnd };

export interface CheckSessionDeps {
  readonly sessions: SessionStore;
  readonly settings: Settings;
}

export function checkSession({ sessions, settings }: CheckSessionDeps) {
  return async (token: string, nowMs: number): Promise<SessionCheck> => {
    if (!looksLikeToken(token)) return { code: codes.token_missing };
    const session = await sessions.byTokenHash(hashToken(token));
    if (session === null) return { code: codes.token_missing };
    if (session.revokedAtMs !== null || session.userStatus !== 'active') return { code: codes.token_invalid };
    if (session.expiresAtMs <= nowMs) return { code: codes.token_expired };
    const fullMs = settings.get('session_days') * DAY_MS;
    const prolong = session.expiresAtMs - nowMs < fullMs / 2;
    const expiresAtMs = prolong ? nowMs + fullMs : session.expiresAtMs;
    if (prolong || nowMs - session.lastSeenAtMs >= TOUCH_EVERY_MS) {
      await sessions.touch(session.id, nowMs, expiresAtMs);
    }
    return { userId: session.userId, sessionId: session.id, expiresAtMs };
  };
}
