// What a person is told by mail when something that proves who they are was changed, in both languages.
import type { NoticeText } from '../../../ports/credential-store.ts';
import { utcMinute } from '../../utc-minute.ts';

export type ChangeKind = 'password' | 'payment' | 'email' | 'wallet' | 'account';

const changed: Readonly<Record<ChangeKind, { readonly zh: string; readonly en: string }>> = {
  password: { zh: '登录密码', en: 'login password' },
  payment: { zh: '支付密码', en: 'payment password' },
  email: { zh: '邮箱', en: 'e-mail address' },
  wallet: { zh: '钱包', en: 'wallet' },
  account: { zh: '登录账号', en: 'login account' },
};

/** What is left to somebody who still is signed in, while somebody else is too. */
export const ifNotYou = {
  zh: '如果不是您本人操作,有人已登录您的账号:请立即修改登录密码并退出其他设备,同时联系客服。',
  en: 'If this was not you, somebody is signed in to your account: change your login password and sign out other devices at once, and contact support.',
} as const;

/** Somebody who is signed in guessed the payment password until it was locked. */
export function paymentLockedNotice(nowMs: number): Readonly<Record<'zh' | 'en', NoticeText>> {
  const minute = utcMinute(nowMs);
  return {
    zh: {
      subject: '您的支付密码已锁定',
      text: `支付密码于 ${minute} 连续输错5次,已锁定2小时。\n${ifNotYou.zh}`,
    },
    en: {
      subject: 'Your payment password is locked',
      text: `The payment password was entered wrong five times in a row by ${minute} and is locked for two hours.\n${ifNotYou.en}`,
    },
  };
}

/** Names what changed and when, and what to do when it was somebody else. No secret and no link is in it. */
export function noticeOf(kind: ChangeKind, nowMs: number): Readonly<Record<'zh' | 'en', NoticeText>> {
  const { zh, en } = changed[kind];
  const minute = utcMinute(nowMs);
  return {
    zh: {
      subject: `您的${zh}已变更`,
      text: `您的${zh}于 ${minute} 设置或变更。\n如果不是您本人操作,请立即用其他方式登录,修改密码并退出所有设备,同时联系客服。`,
    },
    en: {
      subject: `Your ${en} was changed`,
      text: `Your ${en} was set or changed at ${minute}.\nIf this was not you, sign in by another way at once, change your password, sign out all devices, and contact support.`,
    },
  };
}
