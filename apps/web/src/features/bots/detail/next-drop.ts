// The drop in percent that a martingale's add after the next one waits for; null where there is none, or where the market's
// own restlessness scales it.
import type { BotDetail } from '@cormorant/contract/entities/bot.ts';
import { readRows } from '../editor/components/steps-rows.ts';
import { paramOf } from '../grid-params.ts';

export function dropAfter(bot: Pick<BotDetail, 'params' | 'watch'>): number | null {
  const { watch } = bot;
  if (!watch || paramOf(bot, 'vol_spacing') === '1') return null;
  // `adds` orders have filled; the one asked about is number adds + 1, counted from 0.
  const index = watch.adds + 1;
  if (index >= watch.max_adds) return null;
  const { steps } = bot.params;
  const rows = readRows(typeof steps === 'string' ? steps : JSON.stringify(steps ?? []));
  const own = rows[index - 1]?.['drop'];
  if (own) return Number(own);
  const drop = Number(paramOf(bot, 'add_drop') ?? '3');
  return drop * Number(paramOf(bot, 'drop_scale') ?? '1') ** (index - 1);
}
