// Sets or changes the login password. Who has one gives it; who has none yet, or only a fresh one, proves by e-mail or
// wallet who asks. All other devices are signed out; the one that asks goes on.
import type { userChangePassword } from '@cormorant/contract/calls/security.ts';
import * as codes from '@cormorant/contract/codes.ts';
import { Refusal } from '../../../ports/refusal.ts';
import type { Handler } from '../../handler.ts';
import { assertUncommon } from '../entry/common-passwords.ts';
import { assertDone, changeOf } from './credential-change.ts';
import { readFactors, youngFactors } from './factors.ts';
import { orUnavailable } from './or-unavailable.ts';
import { createProver, type ProverDeps } from './prove.ts';

export function changePassword(deps: ProverDeps): Handler<typeof userChangePassword> {
  const { credentials, hasher, settings } = deps;
  const prove = createProver(deps);

  return async ({ body }, context) => {
    const { old_password, password, code, signature } = body;
    assertUncommon(password);
    const factors = await readFactors(credentials, context.userId);
    const from = factors.passwordHash;
    const judgesOld = from !== null && !youngFactors(factors, settings, context.nowMs).includes('password');
    if (judgesOld && old_password === undefined) throw new Refusal(codes.old_password_wrong);
    await prove(context.userId, judgesOld ? { password: old_password } : { code, signature }, context);
    const same = from !== null && (await orUnavailable(hasher.verify(from, password)));
    if (same) throw new Refusal(codes.password_same);
    const passwordHash = await orUnavailable(hasher.hash(password));
    const change = changeOf(settings, context, 'password');
    assertDone(await credentials.setPassword(change, from, passwordHash), { stale: codes.identity_required });
    return null;
  };
}
