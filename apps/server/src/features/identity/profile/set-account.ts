// Gives a wallet user an account to sign in with, once, together with a password where none is set.
import type { CallRequest } from '@cormorant/contract/call.ts';
import type { userSetInfo } from '@cormorant/contract/calls/profile.ts';
import type { Proof } from '@cormorant/contract/calls/security.ts';
import * as codes from '@cormorant/contract/codes.ts';
import type { CredentialStore } from '../../../ports/credential-store.ts';
import type { PasswordHasher } from '../../../ports/password-hasher.ts';
import { Refusal } from '../../../ports/refusal.ts';
import type { Settings } from '../../../ports/settings.ts';
import type { UserStore } from '../../../ports/user-store.ts';
import type { CallContext } from '../../handler.ts';
import { assertAccountFree } from '../entry/assert-account-free.ts';
import { assertUncommon } from '../entry/common-passwords.ts';
import { assertDone, changeOf } from '../security/credential-change.ts';
import { readFactors } from '../security/factors.ts';
import { orUnavailable } from '../security/or-unavailable.ts';
import type { Prove } from '../security/prove.ts';

export interface SetAccountDeps {
  readonly users: UserStore;
  readonly credentials: CredentialStore;
  readonly hasher: PasswordHasher;
  readonly settings: Settings;
  readonly prove: Prove;
}

type NewAccount = Extract<CallRequest<typeof userSetInfo>['body'], { field: 'account' }>['value'];

/** The password that comes with the account, or null where one is set already and none may come. */
function newPasswordOf({ password, confirm }: NewAccount, isSet: boolean): string | null {
  if (isSet && password !== undefined) throw new Refusal(codes.field_not_editable, { data: { field: 'password' } });
  if (isSet) return null;
  if (password === undefined) throw new Refusal(codes.password_required, { data: { field: 'password' } });
  assertUncommon(password);
  if (password !== confirm) throw new Refusal(codes.password_mismatch, { data: { field: 'confirm' } });
  return password;
}

export function setAccount({ users, credentials, hasher, settings, prove }: SetAccountDeps) {
  return async (userId: number, value: NewAccount, proof: Proof | undefined, context: CallContext): Promise<void> => {
    const factors = await readFactors(credentials, userId);
    if (factors.account !== null) throw new Refusal(codes.field_not_editable);
    const password = newPasswordOf(value, factors.passwordHash !== null);
    // A session alone is not told which names are taken, and no signature or code is used up for one that is.
    await prove(userId, proof, context, () => assertAccountFree(users, value.account));
    const passwordHash = password === null ? null : await orUnavailable(hasher.hash(password));
    const change = changeOf(settings, context, 'account');
    assertDone(await credentials.setAccount(change, value.account, passwordHash), {
      stale: codes.field_not_editable,
      taken: codes.account_exists,
    });
  };
}
