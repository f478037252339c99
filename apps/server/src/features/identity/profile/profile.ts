// A user as sent to that user. Secrets leave only as flags that say they exist.
import type { Profile } from '@cormorant/contract/entities/profile.ts';
import type { Chain } from '../../../ports/chain.ts';
import type { Settings } from '../../../ports/settings.ts';
import type { UserRow } from '../../../ports/user-store.ts';
import { youngUntil } from '../security/factors.ts';

export interface ProfileDeps {
  /** Where people reach us; known once we listen. */
  readonly publicUrl: () => string;
  readonly chain: Pick<Chain, 'checksumAddress'>;
  readonly settings: Settings;
}

export function toProfile(user: UserRow, { publicUrl, chain, settings }: ProfileDeps, nowMs: number): Profile {
  const young = youngUntil(user, settings, nowMs);
  return {
    sn: user.sn,
    nickname: user.nickname,
    account: user.account ?? '',
    mobile: user.mobile ?? '',
    address: user.address === null ? '' : chain.checksumAddress(user.address),
    avatar: user.avatar,
    referral: user.referrerSn ?? '',
    password: user.passwordHash === null ? 0 : 1,
    payment: user.paymentHash === null ? 0 : 1,
    is_partner: user.isPartner ? 1 : 0,
    rate: user.rateBp / 100,
    email: user.email ?? '',
    uid: user.sn,
    invite_code: user.sn,
    invite_link: `${publicUrl()}/register/${user.sn}`,
    referrer_id: user.referrerSn ?? '',
    referral_locked: user.referralChangedAtMs === null ? 0 : 1,
    share_from: '',
    kind: user.account === null ? 'wallet' : 'account',
    fuel_notice: user.fuelNotice,
    rank_public: user.rankPublic ? 1 : 0,
    lang: user.lang,
    created_at: user.createdAtMs,
    ...(user.securityHoldUntilMs === null ? {} : { security_hold_until: user.securityHoldUntilMs }),
    ...(Object.keys(young).length === 0 ? {} : { young }),
  };
}
