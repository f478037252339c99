// What a person is told by mail about money on the chain, in both languages. No link is in it, and of an address only its
// ends are.
import { format18 } from '@cormorant/core/money/amount-e18.ts';
import type { NoticeText } from '../../ports/credential-store.ts';

type Notice = Readonly<Record<'zh' | 'en', NoticeText>>;

const ends = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`;

export function depositNotice(creditE18: bigint): Notice {
  const amount = format18(creditE18, 8);
  return {
    zh: { subject: `充值 ${amount} USDT 已到账`, text: `您充值的 ${amount} USDT 已到账,可以使用了。` },
    en: {
      subject: `Deposit of ${amount} USDT credited`,
      text: `Your deposit of ${amount} USDT has been credited and can be used.`,
    },
  };
}

export interface WithdrawalWords {
  readonly sn: string;
  readonly amountE18: bigint;
  readonly feeE18: bigint;
  readonly address: string;
}

export function withdrawalPaidNotice({ sn, amountE18, feeE18, address }: WithdrawalWords): Notice {
  const received = format18(amountE18 - feeE18, 8);
  return {
    zh: { subject: `提现 ${sn} 已完成`, text: `${received} USDT 已到账 ${ends(address)}。` },
    en: { subject: `Withdrawal ${sn} completed`, text: `${received} USDT has arrived at ${ends(address)}.` },
  };
}

export function withdrawalBackNotice({ sn, amountE18 }: WithdrawalWords, reason: string): Notice {
  const amount = format18(amountE18, 8);
  const because = { zh: reason === '' ? '' : `原因:${reason}\n`, en: reason === '' ? '' : `Reason: ${reason}\n` };
  return {
    zh: { subject: `提现 ${sn} 未成功,已退回`, text: `${because.zh}${amount} USDT 已全额退回您的可用余额。` },
    en: {
      subject: `Withdrawal ${sn} was returned`,
      text: `${because.en}All ${amount} USDT is back in your available balance.`,
    },
  };
}
