// The stop of a bot as one of its brakes: how far off and from where, or that there is none. A martingale on a contract has
// one by itself (stop_loss says what is in force); the ladder of a DCA stops from its first order, all others from the average.
import type { BotDetail } from '@cormorant/contract/entities/bot.ts';
import { paramOf } from '../grid-params.ts';
import { hasOwnStop } from '../own-stop.ts';
import { stopPercent } from './stop-percent.ts';

export type StopGuard =
  | { readonly key: 'off'; readonly percent: null }
  /** By itself, as the machine draws it once something is held. */
  | { readonly key: 'computed'; readonly percent: null }
  | { readonly key: 'below' | 'above' | 'belowFirst' | 'aboveFirst'; readonly percent: string };

type Guarded = Pick<BotDetail, 'type' | 'market' | 'direction' | 'stop_loss' | 'watch' | 'params'>;

export function stopGuardOf(bot: Guarded): StopGuard {
  const percent = stopPercent(bot);
  if (percent === null) return { key: hasOwnStop(bot) ? 'computed' : 'off', percent };
  const isLadder = bot.type === 'dca' && paramOf(bot, 'mode') === 'ladder';
  if (bot.watch?.side === 'short' || bot.direction === 'short')
    return { key: isLadder ? 'aboveFirst' : 'above', percent };
  return { key: isLadder ? 'belowFirst' : 'below', percent };
}
