// Opens a session for a proven user and answers what every way of signing in answers. A sixth session ends the oldest.
import type { SessionData } from '@cormorant/contract/calls/identity.ts';
import * as codes from '@cormorant/contract/codes.ts';
import type { Random } from '../../../ports/random.ts';
import { Refusal } from '../../../ports/refusal.ts';
import type { SessionStore } from '../../../ports/session-store.ts';
import type { Settings } from '../../../ports/settings.ts';
import type { UserRow } from '../../../ports/user-store.ts';
import type { CallContext } from '../../handler.ts';
import { type ProfileDeps, toProfile } from '../profile/profile.ts';
import { DAY_MS } from './check-session.ts';
import { hashToken, newToken } from './session-token.ts';

const MOST_SESSIONS = 5;
const LONGEST_USER_AGENT = 300;

export interface OpenSessionDeps extends ProfileDeps {
  readonly sessions: SessionStore;
  readonly settings: Settings;
  readonly random: Random;
}

export function openSession(deps: OpenSessionDeps) {
  const { sessions, settings, random } = deps;
  /** `judgedBy` is the hash that the password was right for; null when something else let the person in. */
  return async (
    user: UserRow,
    terminal: number,
    context: CallContext,
    judgedBy: string | null = null,
  ): Promise<SessionData> => {
    const token = newToken(random);
    const expiresAtMs = context.nowMs + settings.get('session_days') * DAY_MS;
    const opened = await sessions.open(
      {
        userId: user.id,
        judgedBy,
        tokenHash: hashToken(token),
        terminal,
        ip: context.ip,
        userAgent: context.userAgent.slice(0, LONGEST_USER_AGENT),
        expiresAtMs,
        nowMs: context.nowMs,
      },
      MOST_SESSIONS,
    );
    if (opened === null) throw new Refusal(judgedBy === null ? codes.account_disabled : codes.credentials_invalid);
    return { token, expires_at: expiresAtMs, user: toProfile(user, deps, context.nowMs) };
  };
}
