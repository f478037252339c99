// What a card is called: where a bot has two sides, each has such a card, and its name says whose it is.
import type { BotDetail } from '@cormorant/contract/entities/bot.ts';
import { useTranslation } from 'react-i18next';
import type { SideBot } from './side-bots.ts';

export function useSideName(bot: BotDetail | SideBot, name: string): string {
  const { t } = useTranslation();
  return 'side' in bot ? t('legs.sides.line', { side: t(`round.side.${bot.side}`), name }) : name;
}
