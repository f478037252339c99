// The mail that tells an owner that a key set is no good any more, and what became of the bots where some can trade by it.
import { textOf } from '@cormorant/contract/catalogue.ts';
import type { Lang } from '@cormorant/contract/envelope.ts';
import { exchangeCardOf } from '@cormorant/contract/labels/exchanges.ts';
import type { NoticeText } from '../../ports/credential-store.ts';
import type { KeyRecord } from '../../ports/key-store.ts';
import { marketNames } from '../market-names.ts';
import { utcMinute } from '../utc-minute.ts';

const pausedBots = {
  zh: '使用它的策略已暂停(止盈止损单仍保留在交易所)。请在应用的「交易所授权」中更新密钥,然后恢复策略。',
  en: 'The bots that use it are paused; exits that rest at the exchange stay there. Update the key under "Exchanges" in the app, then resume your bots.',
};
const noBots = {
  zh: '请在应用的「交易所授权」中更新密钥。',
  en: 'Update the key under "Exchanges" in the app.',
};

/** `tradesAt`: the exchanges where bots trade. */
export function keyNoticeOf(tradesAt: ReadonlySet<string>) {
  return (key: KeyRecord, code: number, nowMs: number): Readonly<Record<'zh' | 'en', NoticeText>> =>
    wordsOf(key, code, nowMs, tradesAt.has(key.exchange) ? pausedBots : noBots);
}

function wordsOf(key: KeyRecord, code: number, nowMs: number, ofBots: Readonly<Record<Lang, string>>) {
  const name = (lang: Lang) => exchangeCardOf(key.exchange)?.name[lang] ?? key.exchange;
  const why = (lang: Lang) => textOf(code, lang, { market: marketNames.spot[lang] });
  const minute = utcMinute(nowMs);
  return {
    zh: {
      subject: `${name('zh')} 的 API 密钥已失效`,
      text: `${minute} 检查时,${name('zh')} 的密钥 ${key.keyMask} 未通过:${why('zh')}。\n${ofBots.zh}`,
    },
    en: {
      subject: `Your API key of ${name('en')} no longer works`,
      text: `The check at ${minute} of the key ${key.keyMask} of ${name('en')} failed: ${why('en')}.\n${ofBots.en}`,
    },
  };
}
