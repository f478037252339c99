// The demo login of an installation on loopback: account `demo` with a password that is printed at the start. Anywhere
// else it is disabled, so a database that was shown on a laptop cannot be entered with it later.
import type { PasswordHasher } from '../../../ports/password-hasher.ts';
import type { Random } from '../../../ports/random.ts';
import type { SessionStore } from '../../../ports/session-store.ts';
import type { UserStore } from '../../../ports/user-store.ts';
import { DEMO_ACCOUNT } from './reserved-accounts.ts';
import { storeNewcomer } from './store-newcomer.ts';

export interface DemoUserDeps {
  readonly users: UserStore;
  readonly sessions: SessionStore;
  readonly hasher: PasswordHasher;
  readonly random: Random;
  readonly termsVersion: number;
}

/** `password` null = no demo login here. */
export async function keepDemoUser(deps: DemoUserDeps, password: string | null, nowMs: number): Promise<void> {
  const { users, sessions, hasher, random, termsVersion } = deps;
  const known = await users.byLogin(DEMO_ACCOUNT);
  if (password === null) {
    if (known === null || known.status === 'disabled') return;
    await users.setStatus(known.id, 'disabled');
    await sessions.revokeAllOf(known.id, 'demo_off', nowMs);
    return;
  }
  const passwordHash = await hasher.hash(password);
  if (known !== null) {
    await users.setPassword(known.id, passwordHash);
    await users.setStatus(known.id, 'active');
    return;
  }
  await storeNewcomer(users, random, {
    account: DEMO_ACCOUNT,
    passwordHash,
    address: null,
    referrerId: null,
    lang: 'zh',
    termsVersion,
    nowMs,
  });
}
