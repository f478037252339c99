// Opens an account with a password and signs in. Form is the contract's; here are the rules that need the list of common
// passwords, the referrer or the database. The funded account at the local exchange follows and never holds this up.

import type { loginRegister } from '@cormorant/contract/calls/identity.ts';
import { codes } from '@cormorant/contract/catalogue.ts';
import type { PasswordHasher } from '../../../ports/password-hasher.ts';
import type { Random } from '../../../ports/random.ts';
import type { Settings } from '../../../ports/settings.ts';
import type { UserRow, UserStore } from '../../../ports/user-store.ts';
import { type Handler, Refusal } from '../../handler.ts';
import { type OpenSessionDeps, openSession } from '../sessions/open-session.ts';
import { isCommonPassword } from './common-passwords.ts';
import { orUnavailable } from './log-in.ts';
import { isReserved } from './reserved-accounts.ts';

const ROOT_SN = '88888888'; // the operator's root user, never drawn
const AVATARS = 24;
const DRAWS = 20;

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

/** Eight decimal digits, the first 1-9. */
function drawSn(random: Random): string {
  const sn = String(random.integer(10_000_000, 100_000_000));
  return sn === ROOT_SN ? drawSn(random) : sn;
}

const nicknames = { zh: (sn: string) => `用户${sn.slice(-4)}`, en: (sn: string) => `User ${sn.slice(-4)}` };

/** Begins with an account and its password, or with a wallet. */
export type Newcomer = (
  | { readonly account: string; readonly passwordHash: string; readonly address: null }
  | { readonly account: null; readonly passwordHash: null; readonly address: string }
) & {
  readonly referrerId: number | null;
  readonly lang: 'zh' | 'en';
  readonly termsVersion: number;
  readonly nowMs: number;
};

/** Stores a new user under a fresh sn; null when the account or the address is taken. */
export async function storeNewcomer(users: UserStore, random: Random, newcomer: Newcomer): Promise<UserRow | null> {
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const sn = drawSn(random);
    const avatar = `a${String(random.integer(1, AVATARS + 1)).padStart(2, '0')}`;
    const accounts = [{ exchange: 'local', ref: `user-${sn}` }];
    const nickname = nicknames[newcomer.lang](sn);
    const result = await users.insert({ ...newcomer, sn, avatar, nickname, accounts });
    if ('created' in result) return result.created;
    if (result.taken !== 'sn') return null;
  }
  throw new Error(`no free sn in ${DRAWS} draws`);
}

/** Who has this invite code or alias, as long as they are active. */
export async function referrerOf(users: UserStore, code: string): Promise<number> {
  const referrer = await users.byReferralCode(code);
  if (referrer === null || referrer.status !== 'active') throw new Refusal(codes.referral_invalid);
  return referrer.id;
}

export function register(deps: RegisterDeps): Handler<typeof loginRegister> {
  const { users, hasher, settings, random, termsVersion, openAccounts } = deps;
  const open = openSession(deps);

  return async ({ body }, context) => {
    if (settings.get('maintenance') === 1) throw new Refusal(codes.login_maintenance);
    if (settings.get('register_open') === 0) throw new Refusal(codes.register_closed);
    if (isCommonPassword(body.password)) throw new Refusal(codes.password_format, { data: { field: 'password' } });
    const referrerId = body.referrer ? await referrerOf(users, body.referrer) : null;
    const taken = isReserved(body.account) || (await users.byLogin(body.account)) !== null;
    if (taken) throw new Refusal(codes.account_exists);
    const passwordHash = await orUnavailable(hasher.hash(body.password));
    const { lang, nowMs } = context;
    const newcomer = { account: body.account, passwordHash, address: null, referrerId, lang, termsVersion, nowMs };
    const user = await storeNewcomer(users, random, newcomer);
    if (user === null) throw new Refusal(codes.account_exists);
    await openAccounts(user.id);
    return open(user, body.terminal, context);
  };
}
