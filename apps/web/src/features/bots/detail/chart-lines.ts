// The prices of a bot as its chart draws them: resting orders, its average, its exits, the trigger while it waits.
import type { BotDetail } from '@cormorant/contract/entities/bot.ts';
import type { PriceLine } from '../chart/price-lines.ts';
import { paramOf } from '../grid-params.ts';

type Priced = Pick<BotDetail, 'grid' | 'position' | 'stop_loss' | 'take_profit' | 'params' | 'phase' | 'status'>;

export function chartLines(bot: Priced, words: (kind: 'average' | 'take_profit' | 'stop_loss' | 'trigger') => string) {
  const lines: PriceLine[] = [];
  for (const { price, side, state } of bot.grid ?? []) {
    if (side !== '' && (state === 'live' || state === 'pending')) lines.push({ price, kind: side });
  }
  const add = (kind: 'average' | 'take_profit' | 'stop_loss' | 'trigger', price: string | null | undefined) => {
    if (price) lines.push({ price, kind, label: words(kind) });
  };
  add('average', bot.position?.avg_price);
  if (bot.status === 'stopped') return lines;
  add('take_profit', bot.take_profit);
  add('stop_loss', bot.stop_loss);
  if (bot.phase === 'waiting') add('trigger', paramOf(bot, 'trigger_price'));
  return lines;
}
