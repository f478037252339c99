// Another referrer, once. Both referrers concerned are told who came or left, and the user who the new one is, by masked
// names.
import * as codes from '@cormorant/contract/codes.ts';
import type { NoticeText } from '../../../ports/credential-store.ts';
import type { ReferralStore, ReferrerOutcome } from '../../../ports/referral-store.ts';
import { Refusal } from '../../../ports/refusal.ts';
import type { UserStore } from '../../../ports/user-store.ts';
import type { CallContext } from '../../handler.ts';
import { maskName } from '../../mask-name.ts';
import { utcMinute } from '../../utc-minute.ts';
import { ifNotYou } from '../security/notices.ts';

export interface ChangeReferrerDeps {
  readonly users: UserStore;
  readonly referrals: ReferralStore;
}

const refusals: Readonly<Record<Exclude<ReferrerOutcome, 'changed'>, number>> = {
  unknown: codes.referrer_not_found,
  self: codes.referrer_self,
  descendant: codes.referrer_cycle,
  locked: codes.referrer_locked,
};

function leftNotice(name: string): Record<'zh' | 'en', NoticeText> {
  return {
    zh: {
      subject: '一位成员离开了您的团队',
      text: `${name} 更换了推荐人,连同其团队已不在您的团队中。此前的记录不变。`,
    },
    en: {
      subject: 'A member left your team',
      text: `${name} chose another referrer and has left your team, together with the people they invited. Earlier records stay as they are.`,
    },
  };
}

function joinedNotice(name: string): Record<'zh' | 'en', NoticeText> {
  return {
    zh: { subject: '一位成员加入了您的团队', text: `${name} 将您设为推荐人,连同其团队已加入您的团队。` },
    en: {
      subject: 'A member joined your team',
      text: `${name} chose you as referrer and has joined your team, together with the people they invited.`,
    },
  };
}

function movedNotice(name: string, nowMs: number): Record<'zh' | 'en', NoticeText> {
  const minute = utcMinute(nowMs);
  return {
    zh: {
      subject: '您的推荐人已变更',
      text: `您的推荐人于 ${minute} 变更为 ${name}。推荐人只能变更一次。\n${ifNotYou.zh}`,
    },
    en: {
      subject: 'Your referrer was changed',
      text: `Your referrer was changed to ${name} at ${minute}. It can be changed only once.\n${ifNotYou.en}`,
    },
  };
}

export function changeReferrer({ users, referrals }: ChangeReferrerDeps) {
  return async (userId: number, code: string, { nowMs }: CallContext): Promise<void> => {
    const name = maskName((await users.byId(userId))?.nickname ?? '');
    const referrer = maskName((await users.byReferralCode(code))?.nickname ?? '');
    const notices = { left: leftNotice(name), joined: joinedNotice(name), moved: movedNotice(referrer, nowMs) };
    const outcome = await referrals.change({ userId, code, nowMs, ...notices });
    if (outcome !== 'changed') throw new Refusal(refusals[outcome], { data: { field: 'referral' } });
  };
}
