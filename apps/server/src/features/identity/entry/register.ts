// Opens an account with a password and signs in. Form is the contract's; here are the rules that need the list of common
// passwords, the referrer or the database. The funded account at the local exchange follows and never holds this up.

import type { CallRequest } from '@cormorant/contract/call.ts';
import type { loginRegister } from '@cormorant/contract/calls/identity.ts';
import * as codes from '@cormorant/contract/codes.ts';
import type { PasswordHasher } from '../../../ports/password-hasher.ts';
import type { Random } from '../../../ports/random.ts';
import { Refusal } from '../../../ports/refusal.ts';
import type { Settings } from '../../../ports/settings.ts';
import type { UserRow, UserStore } from '../../../ports/user-store.ts';
import type { CallContext, Handler } from '../../handler.ts';
import { orUnavailable } from '../security/or-unavailable.ts';
import { type OpenSessionDeps, openSession } from '../sessions/open-session.ts';
import { assertAccountFree } from './assert-account-free.ts';
import { assertNoMaintenance } from './assert-no-maintenance.ts';
import { assertUncommon } from './common-passwords.ts';
import { referrerOf, storeNewcomer } from './store-newcomer.ts';

export interface RegisterDeps extends OpenSessionDeps {
  readonly users: UserStore;
  readonly hasher: PasswordHasher;
  readonly settings: Settings;
  readonly random: Random;
  /** Of the legal texts now in force; whoever registers has agreed to them. */
  readonly termsVersion: number;
  /** Opens the new user's exchange account; resolves soon, opened or not. */
  readonly openAccounts: (userId: number) => Promise<void>;
}

type Body = CallRequest<typeof loginRegister>['body'];

export function register(deps: RegisterDeps): Handler<typeof loginRegister> {
  const { users, hasher, settings, random, termsVersion, openAccounts } = deps;
  const open = openSession(deps);

  /** Null when another request took the account meanwhile. */
  async function newcomer(body: Body, { lang, nowMs }: CallContext): Promise<UserRow | null> {
    const referrerId = body.referrer ? await referrerOf(users, body.referrer) : null;
    await assertAccountFree(users, body.account);
    const passwordHash = await orUnavailable(hasher.hash(body.password));
    const identity = { account: body.account, passwordHash, address: null };
    return storeNewcomer(users, random, { ...identity, referrerId, lang, termsVersion, nowMs });
  }

  return async ({ body }, context) => {
    assertNoMaintenance(settings);
    if (settings.get('register_open') === 0) throw new Refusal(codes.register_closed);
    assertUncommon(body.password);
    const user = await context.newUser(() => newcomer(body, context));
    if (user === null) throw new Refusal(codes.account_exists);
    await openAccounts(user.id);
    return open(user, body.terminal, context);
  };
}
