// The words of mails that carry a code, in both languages. The code stands on a line of its own and not in the subject,
// which locked screens show; nothing that a stranger typed is repeated.
import type { NewMail } from '../../../ports/mail-outbox.ts';
import { CODE_MS, type CodePurpose } from './email-code.ts';

interface Words {
  readonly subject: string;
  readonly before: string;
  readonly after: string;
}

const MINUTES = CODE_MS / 60_000;
const keep = {
  zh: `${MINUTES}分钟内有效,仅可使用一次。请勿告诉任何人,客服也不会向您索要。`,
  en: `It is valid for ${MINUTES} minutes and for one use. Tell nobody; our support never asks for it.`,
} as const;

const words: Readonly<Record<CodePurpose, Readonly<Record<'zh' | 'en', Words>>>> = {
  bind: {
    zh: {
      subject: '鱼鹰:绑定邮箱的验证码',
      before: '您正在将此邮箱绑定到鱼鹰账号,验证码:',
      after: '如果不是您本人操作,请忽略本邮件,此邮箱不会被绑定。',
    },
    en: {
      subject: 'Cormorant: code to bind this e-mail address',
      before: 'To bind this e-mail address to a Cormorant account, enter this code:',
      after: 'If this was not you, ignore this mail; the address will not be bound.',
    },
  },
  prove: {
    zh: {
      subject: '鱼鹰:身份验证码',
      before: '您正在验证身份以修改账号的安全设置,验证码:',
      after: '如果不是您本人操作,有人已登录您的账号:请立即修改登录密码并退出其他设备。',
    },
    en: {
      subject: 'Cormorant: code to verify your identity',
      before: 'To verify your identity for a change of your security settings, enter this code:',
      after:
        'If this was not you, somebody is signed in to your account: change your login password and sign out other devices at once.',
    },
  },
  reset: {
    zh: {
      subject: '鱼鹰:重置登录密码的验证码',
      before: '您正在重置鱼鹰账号的登录密码,验证码:',
      after: '如果不是您本人操作,请忽略本邮件,您的密码不会改变。',
    },
    en: {
      subject: 'Cormorant: code to reset your login password',
      before: 'To reset the login password of your Cormorant account, enter this code:',
      after: 'If this was not you, ignore this mail; your password stays as it is.',
    },
  },
};

export interface CodeMail {
  readonly to: string;
  readonly lang: 'zh' | 'en';
  readonly purpose: CodePurpose;
  readonly code: string;
  readonly nowMs: number;
}

export function codeMail({ to, lang, purpose, code, nowMs }: CodeMail): NewMail {
  const { subject, before, after } = words[purpose][lang];
  return { to, subject, text: [before, code, keep[lang], after].join('\n'), nowMs, expiresAtMs: nowMs + CODE_MS };
}
