// What a bot is called that nobody gave a name: its coin and its category, in the reader's own language.
import type { Lang } from '@cormorant/contract/envelope.ts';
import { typeName } from '@cormorant/contract/labels/bot-types.ts';
import type { BotRow } from '../../ports/bot-store.ts';

const NAME_MOST = 32;
const langs: readonly Lang[] = ['zh', 'en'];

export function defaultName(symbol: string, typeId: number, lang: Lang): string {
  return `${symbol.split('/')[0] ?? symbol} ${typeName(typeId, lang)}`.slice(0, NAME_MOST);
}

type Named = Pick<BotRow, 'name' | 'symbol' | 'typeId'>;

function isDefault({ name, symbol, typeId }: Named): boolean {
  return langs.some((lang) => name === defaultName(symbol, typeId, lang));
}

/** A name that was made for it is made anew for who reads it. */
export function shownName(bot: Named, lang: Lang): string {
  return isDefault(bot) ? defaultName(bot.symbol, bot.typeId, lang) : bot.name;
}

/** What it is called after a change: a name that was made for it, sent back in another language, is no new one. */
export function nameAfter(bot: Named, sent: string | null | undefined): string {
  if (sent === undefined || sent === null) return bot.name;
  return isDefault(bot) && isDefault({ ...bot, name: sent }) ? bot.name : sent;
}
