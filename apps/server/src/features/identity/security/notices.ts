// What a person is told by mail when something that proves who they are was changed, in both languages.
import type { NoticeText } from '../../../ports/credential-store.ts';
import { utcMinute } from './utc-minute.ts';

export type ChangeKind = 'password' | 'payment' | 'email' | 'wallet' | 'account';

const changed: Readonly<Record<ChangeKind, { readonly zh: string; readonly en: string }>> = {
  password: { zh: '登录密码', en: 'login password' },
  payment: { zh: '支付密码', en: 'payment password' },
  email: { zh: '邮箱', en: 'e-mail address' },
  wallet: { zh: '钱包', en: 'wallet' },
  account: { zh: '登录账号', en: 'login account' },
};

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
