// Binds a wallet to the signed-in user: its signature over a nonce made for this user, and one factor the user had
// before. The nonce is used last, so a proof that was refused does not cost a second signature.
import type { userBind } from '@cormorant/contract/calls/security.ts';
import * as codes from '@cormorant/contract/codes.ts';
import type { CredentialStore } from '../../../ports/credential-store.ts';
import { Refusal } from '../../../ports/refusal.ts';
import type { Settings } from '../../../ports/settings.ts';
import type { UserStore } from '../../../ports/user-store.ts';
import type { Handler } from '../../handler.ts';
import { readProfile, type ShowProfileDeps } from '../profile/show-profile.ts';
import { assertDone, changeOf } from '../security/credential-change.ts';
import type { Prove } from '../security/prove.ts';
import { judgeSignature, type SignatureDeps, spendNonce } from './judge-signature.ts';

export interface BindWalletDeps extends Omit<ShowProfileDeps, 'chain'>, SignatureDeps {
  readonly users: UserStore;
  readonly credentials: CredentialStore;
  readonly settings: Settings;
  readonly prove: Prove;
}

export function bindWallet(deps: BindWalletDeps): Handler<typeof userBind> {
  const { users, nonces, credentials, settings, prove } = deps;
  const judge = judgeSignature(deps);
  const read = readProfile(deps);
  return async ({ body }, context) => {
    const { userId, nowMs } = context;
    const address = body.address.toLowerCase();
    if ((await users.byId(userId))?.address !== null) throw new Refusal(codes.address_exists);
    const { nonce } = await judge({ address, purpose: 'bind', userId }, body.signature, nowMs);
    // Told to the wallet's own holder only.
    if ((await users.byAddress(address)) !== null) throw new Refusal(codes.address_bound);
    await prove(userId, body.proof ?? {}, context);
    await spendNonce(nonces, nonce, nowMs);
    const bound = await credentials.bindAddress(changeOf(settings, context, 'wallet'), address);
    assertDone(bound, { stale: codes.address_exists, taken: codes.address_bound });
    return read(userId, nowMs);
  };
}
