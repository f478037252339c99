// What can be done with a bot now. One that is set aside is in nobody's hands: whatever else is asked of it is refused (4026)
// until it can be saved and read again, which its owner may have tried.
import { textOf } from '@cormorant/contract/catalogue.ts';
import * as codes from '@cormorant/contract/codes.ts';
import type { BotDetail } from '@cormorant/contract/entities/bot.ts';
import type { Lang } from '@cormorant/contract/envelope.ts';
import type { BotRow } from '../../ports/bot-store.ts';
import { holdsAnything, type OwnBot } from './own-bot.ts';

export function isAside({ lastError, phase }: Pick<BotRow, 'lastError' | 'phase'>): boolean {
  return phase === 'error' && lastError?.code === codes.bot_set_aside;
}

export interface CanDo {
  /** Its ladder has room for one more order. */
  readonly takesAdd: boolean;
  /** One of its markets is not traded here. */
  readonly isElsewhere: boolean;
}

/** `resume` of one that is set aside has it tried again. */
export function canDo(bot: OwnBot, { isElsewhere, takesAdd }: CanDo, lang: Lang): BotDetail['can'] {
  const { status } = bot;
  if (isAside(bot)) return { ...nothing, resume: 1, reason: textOf(codes.bot_set_aside, lang) };
  const holds = holdsAnything(bot);
  const flag = (allowed: boolean) => (allowed ? 1 : 0);
  const reasonCode = status === 'running' ? 4011 : status === 'stopped' && holds ? 4018 : isElsewhere ? 2005 : null;
  return {
    start: flag(status === 'stopped' && !isElsewhere),
    stop: flag(status !== 'stopped'),
    pause: flag(status === 'running'),
    resume: flag(status === 'paused'),
    add: flag(takesAdd && bot.halted === ''),
    close: flag(status !== 'stopped' && holds),
    edit: flag(status !== 'running'),
    delete: flag(status === 'stopped' && !holds),
    reason: reasonCode === null ? '' : textOf(reasonCode, lang),
  };
}

const nothing = { start: 0, stop: 0, pause: 0, resume: 0, add: 0, close: 0, edit: 0, delete: 0 } as const;
