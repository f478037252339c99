// The icon of each kind of bot.
import type { BotType } from '@cormorant/contract/entities/bot-type.ts';
import type { IconName } from '../../../ui/icon.tsx';

export const iconOfType: Readonly<Record<BotType['type'], IconName>> = {
  grid: 'grid',
  martin: 'ladder',
  dca: 'dca',
  arbitrage: 'arb',
  custom: 'code',
  ai: 'ai',
};
