// Signs in with account and password. Accounts that do not exist cost, count and lock exactly as those that do, and the
// attempt is counted before the password is looked at.

import type { loginAccount } from '@cormorant/contract/calls/identity.ts';
import { codes } from '@cormorant/contract/catalogue.ts';
import type { LoginGuard } from '../../../ports/login-guard.ts';
import { HasherBusy, type PasswordHasher } from '../../../ports/password-hasher.ts';
import type { Settings } from '../../../ports/settings.ts';
import type { UserRow, UserStore } from '../../../ports/user-store.ts';
import { type CallContext, type Handler, Refusal } from '../../handler.ts';
import { type OpenSessionDeps, openSession } from '../sessions/open-session.ts';

export interface LogInDeps extends OpenSessionDeps {
  readonly users: UserStore;
  readonly guard: LoginGuard;
  readonly hasher: PasswordHasher;
  readonly settings: Settings;
  /** Of the legal texts now in force. */
  readonly termsVersion: number;
}

const minuteText = { zh: (minutes: number) => `${minutes}分钟`, en: (minutes: number) => `${minutes} minutes` };

export function refuseLocked(lockedUntilMs: number, context: CallContext): never {
  const minutes = Math.max(1, Math.ceil((lockedUntilMs - context.nowMs) / 60_000));
  throw new Refusal(codes.account_locked, {
    params: { time: minuteText[context.lang](minutes) },
    data: { until: lockedUntilMs },
  });
}

/** A full queue of hashes is a busy server, not a wrong password. */
export async function orUnavailable<T>(hashing: Promise<T>): Promise<T> {
  try {
    return await hashing;
  } catch (error) {
    if (error instanceof HasherBusy) throw new Refusal(codes.unavailable);
    throw error;
  }
}

/** Somebody who has proven who they are may still be disabled, or have terms to agree to that grew. */
export function assertMayEnter(
  user: UserRow,
  agreed: boolean,
  { settings, termsVersion }: Pick<LogInDeps, 'settings' | 'termsVersion'>,
): void {
  if (user.status !== 'active') throw new Refusal(codes.account_disabled);
  if (settings.get('enforce_terms') === 1 && user.termsVersion < termsVersion && !agreed) {
    throw new Refusal(codes.terms_required);
  }
}

export function logIn(deps: LogInDeps): Handler<typeof loginAccount> {
  const { users, guard, hasher, settings, termsVersion } = deps;
  const open = openSession(deps);

  function refuseWrong(user: UserRow | null, attemptsLeft: number): never {
    if (settings.get('login_detail') === 0) throw new Refusal(codes.credentials_invalid);
    if (user === null) throw new Refusal(codes.account_not_found);
    throw new Refusal(codes.password_wrong, { params: { n: attemptsLeft } });
  }

  return async ({ body }, context) => {
    if (settings.get('maintenance') === 1) throw new Refusal(codes.login_maintenance);
    const user = await users.byLogin(body.account);
    const subject = user === null ? `name:${body.account}` : `user:${user.id}`;
    const attempt = await guard.take(subject, context.nowMs);
    if (attempt.lockedUntilMs !== null) refuseLocked(attempt.lockedUntilMs, context);
    const hash = user?.passwordHash ?? null;
    const right = await orUnavailable(
      hash === null ? hasher.verifyNothing(body.password) : hasher.verify(hash, body.password),
    );
    if (user === null || !right) refuseWrong(user, attempt.attemptsLeft);
    await guard.clear(subject);
    const agreed = body.agree === 1;
    assertMayEnter(user, agreed, deps);
    await users.recordLogin(user.id, agreed ? termsVersion : 0, context.nowMs);
    return open(user, body.terminal, context);
  };
}
