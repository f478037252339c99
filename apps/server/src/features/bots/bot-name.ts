// What a bot is called that nobody gave a name: its coin and its category, in the reader's own language.
import type { Lang } from '@cormorant/contract/envelope.ts';
import { typeName } from '@cormorant/contract/labels/bot-types.ts';
import { coinName } from '@cormorant/core/market/coin-name.ts';
import type { BotRow } from '../../ports/bot-store.ts';

const NAME_MOST = 32;
const langs: readonly Lang[] = ['zh', 'en'];

function made(coin: string, typeId: number, lang: Lang): string {
  return `${coin} ${typeName(typeId, lang)}`.slice(0, NAME_MOST);
}

export function defaultName(symbol: string, typeId: number, lang: Lang): string {
  return made(symbol.split('/')[0] ?? symbol, typeId, lang);
}

type Named = Pick<BotRow, 'name' | 'typeId'>;

/** The coin of a name that was made; null for one that somebody gave. */
function coinOf({ name, typeId }: Named): string | null {
  const [coin = ''] = name.split(' ');
  return coinName.test(coin) && langs.some((lang) => name === made(coin, typeId, lang)) ? coin : null;
}

/** A name that was made for it is made anew for who reads it. */
export function shownName(bot: Named, lang: Lang): string {
  const coin = coinOf(bot);
  return coin === null ? bot.name : made(coin, bot.typeId, lang);
}

/** What it is called after a change: a name that was made for it, sent back in another language, is no new one. */
export function nameAfter(bot: Named, sent: string | null | undefined): string {
  if (sent === undefined || sent === null) return bot.name;
  const coin = coinOf(bot);
  return coin !== null && coin === coinOf({ ...bot, name: sent }) ? bot.name : sent;
}
