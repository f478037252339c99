// Signs in by a wallet's signature; a new address becomes a user with the invite code it brings. Everything that can be
// refused is asked before the nonce is used, so a missing or wrong code never costs a second signature.
import type { loginVerify } from '@cormorant/contract/calls/identity.ts';
import * as codes from '@cormorant/contract/codes.ts';
import { Refusal } from '../../../ports/refusal.ts';
import type { UserRow } from '../../../ports/user-store.ts';
import type { CallContext, Handler } from '../../handler.ts';
import { assertMayEnter } from '../entry/assert-may-enter.ts';
import { assertNoMaintenance } from '../entry/assert-no-maintenance.ts';
import type { RegisterDeps } from '../entry/register.ts';
import { referrerOf, storeNewcomer } from '../entry/store-newcomer.ts';
import { openSession } from '../sessions/open-session.ts';
import { type Judged, judgeSignature, type SignatureDeps, spendNonce } from './judge-signature.ts';

const inviteCode = /^\d{8}$/;

export type SignInByWalletDeps = Omit<RegisterDeps, 'hasher' | 'chain'> & SignatureDeps;

export function signInByWallet(deps: SignInByWalletDeps): Handler<typeof loginVerify> {
  const { users, nonces, settings, random, termsVersion, openAccounts } = deps;
  const judge = judgeSignature(deps);
  const open = openSession(deps);

  /** The referrer of a wallet that has no user yet. */
  async function invitedBy(code: string, by: Judged['by']): Promise<number> {
    const closed = settings.get('register_open') === 0;
    // A contract's word changes with its owners: by default it opens no account, it only signs in to one.
    if (closed || (by === 'contract' && settings.get('contract_signup') === 0)) {
      throw new Refusal(codes.register_closed);
    }
    if (code === '') throw new Refusal(codes.invite_required, { data: { need_referrer: 1 } });
    if (!inviteCode.test(code)) throw new Refusal(codes.invite_format);
    return referrerOf(users, code);
  }

  /** Null when another request made the user of this address meanwhile. */
  async function newcomer(address: string, referrerId: number, { lang, nowMs }: CallContext): Promise<UserRow | null> {
    const identity = { account: null, passwordHash: null, address };
    const user = await storeNewcomer(users, random, { ...identity, referrerId, lang, termsVersion, nowMs });
    if (user !== null) await openAccounts(user.id);
    return user;
  }

  return async ({ body }, context) => {
    assertNoMaintenance(settings);
    const address = body.address.toLowerCase();
    const agreed = body.agree === 1;
    const owner = { address, purpose: 'login' as const, userId: null };
    const { nonce, by } = await judge(owner, body.signature, context.nowMs, body.message);
    let known = await users.byAddress(address);
    if (known === null) {
      const referrerId = await invitedBy(body.referrer ?? '', by);
      const made = await context.newUser(async () => {
        await spendNonce(nonces, nonce, context.nowMs);
        return newcomer(address, referrerId, context);
      });
      if (made !== null) return { ...(await open(made, body.terminal, context)), is_new: 1 };
      known = await users.byAddress(address);
      if (known === null) throw new Error('an address is taken by nobody');
      assertMayEnter(known, agreed, deps);
    } else {
      assertMayEnter(known, agreed, deps);
      await spendNonce(nonces, nonce, context.nowMs);
    }
    await users.recordLogin(known.id, agreed ? termsVersion : 0, context.nowMs);
    return { ...(await open(known, body.terminal, context)), is_new: 0 };
  };
}
