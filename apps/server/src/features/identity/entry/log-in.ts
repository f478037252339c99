// Signs in with account and password. Accounts that do not exist cost, count and lock exactly as those that do, and the
// attempt is counted before the password is looked at.

import type { loginAccount } from '@cormorant/contract/calls/identity.ts';
import * as codes from '@cormorant/contract/codes.ts';
import type { LoginGuard } from '../../../ports/login-guard.ts';
import type { PasswordHasher } from '../../../ports/password-hasher.ts';
import { Refusal } from '../../../ports/refusal.ts';
import type { UserRow, UserStore } from '../../../ports/user-store.ts';
import type { Handler } from '../../handler.ts';
import { orUnavailable } from '../security/or-unavailable.ts';
import { refuseLoginLocked } from '../security/refuse-locked.ts';
import { type OpenSessionDeps, openSession } from '../sessions/open-session.ts';
import { assertMayEnter, type EntryRules } from './assert-may-enter.ts';
import { assertNoMaintenance } from './assert-no-maintenance.ts';

export interface LogInDeps extends OpenSessionDeps, EntryRules {
  readonly users: UserStore;
  readonly guard: LoginGuard;
  readonly hasher: PasswordHasher;
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
    assertNoMaintenance(settings);
    const user = await users.byLogin(body.account);
    const subject = user === null ? `name:${body.account}` : `user:${user.id}`;
    const attempt = await guard.take(subject, context.nowMs);
    if (attempt.lockedUntilMs !== null) refuseLoginLocked(attempt.lockedUntilMs, context);
    const hash = user?.passwordHash ?? null;
    const right = await orUnavailable(
      hash === null ? hasher.verifyNothing(body.password) : hasher.verify(hash, body.password),
    );
    if (user === null || !right) refuseWrong(user, attempt.attemptsLeft);
    await guard.clear(subject);
    const agreed = body.agree === 1;
    assertMayEnter(user, agreed, deps);
    await users.recordLogin(user.id, agreed ? termsVersion : 0, context.nowMs);
    return open(user, body.terminal, context, hash);
  };
}
