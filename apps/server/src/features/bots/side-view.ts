// One side of a bot whose legs decide for themselves, as its screen draws it: the ladder, what its round waits for, its
// margin, and whether one more order may be asked for.
import type { BotDetail, BotLeg } from '@cormorant/contract/entities/bot.ts';
import type { Lang } from '@cormorant/contract/envelope.ts';
import type { LegRecord } from '../../ports/bot-store.ts';
import { isAside } from './bot-actions.ts';
import { figuresOf, hasPosition } from './bot-figures.ts';
import { ladderView, linesView, machineView, marginView, watchView } from './bot-machine-view.ts';
import type { Quote } from './bot-view.ts';
import type { OwnBot } from './own-bot.ts';

/** Manual adds may go this far beyond the ladder. */
export const EXTRA_ADDS = 3;

export interface SideView {
  readonly shown: Pick<BotLeg, 'watch' | 'ladder' | 'margin' | 'phase' | 'can_add'>;
  readonly lines: BotDetail['lines'];
}

export function sideView(bot: OwnBot, leg: LegRecord, quote: Quote | undefined, nowMs: number, lang: Lang): SideView {
  const figures = figuresOf(leg, quote?.last ?? null);
  const machine = machineView(leg, figures, quote, nowMs);
  const margin = marginView(machine, leg, figures);
  const phase = machine.engine?.phase ?? 'idle';
  const watch = watchView(machine, figures, lang);
  const { pauseReason, status } = bot;
  const takesAdds = !isAside(bot) && (status === 'running' || (status === 'paused' && pauseReason === 'user'));
  const hasAdds = watch != null && leg.addsUsed + 1 < watch.max_adds + EXTRA_ADDS;
  const canAdd = takesAdds && hasAdds && hasPosition(leg) && phase !== 'closing';
  return {
    shown: { watch, ladder: ladderView(machine, figures), margin, phase, can_add: canAdd ? 1 : 0 },
    lines: linesView(machine, margin, figures),
  };
}
