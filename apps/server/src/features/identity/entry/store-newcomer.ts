// A new user's row, whichever way the person came: by password, by wallet or as the demo login. The database says what
// is taken; an sn that is taken is drawn again.
import * as codes from '@cormorant/contract/codes.ts';
import { avatarCodes } from '@cormorant/contract/credential-forms.ts';
import type { Random } from '../../../ports/random.ts';
import { Refusal } from '../../../ports/refusal.ts';
import type { UserRow, UserStore } from '../../../ports/user-store.ts';

const ROOT_SN = '88888888'; // the operator's root user, never drawn
const DRAWS = 20;

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
    const avatar = avatarCodes[random.integer(0, avatarCodes.length)] as string;
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
