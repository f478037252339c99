// Judges the login password of somebody who is signed in. Its guesses count together with those at the login's door.
import * as codes from '@cormorant/contract/codes.ts';
import type { LoginGuard } from '../../../ports/login-guard.ts';
import type { PasswordHasher } from '../../../ports/password-hasher.ts';
import { Refusal } from '../../../ports/refusal.ts';
import type { CallContext } from '../../handler.ts';
import { orUnavailable } from './or-unavailable.ts';
import { refuseLoginLocked } from './refuse-locked.ts';

export interface CheckPasswordDeps {
  readonly guard: LoginGuard;
  readonly hasher: PasswordHasher;
}

export function checkPassword({ guard, hasher }: CheckPasswordDeps) {
  return async (userId: number, hash: string, password: string, context: CallContext): Promise<void> => {
    const subject = `user:${userId}`;
    const attempt = await guard.take(subject, context.nowMs);
    if (attempt.lockedUntilMs !== null) refuseLoginLocked(attempt.lockedUntilMs, context);
    if (!(await orUnavailable(hasher.verify(hash, password)))) throw new Refusal(codes.old_password_wrong);
    await guard.clear(subject);
  };
}
