// Which buttons a bot offers in which state; the icon and tone of each.
import type { Bot, BotDetail } from '@cormorant/contract/entities/bot.ts';
import type { ButtonProps } from '../../../ui/button.tsx';
import type { IconName } from '../../../ui/icon.tsx';
import { isAside } from '../bot-reason.ts';
import type { BotAction } from './use-operations.ts';

type Status = BotDetail['status'];

export const actionIcons: Readonly<Record<BotAction, IconName>> = {
  start: 'play',
  pause: 'pause',
  resume: 'play',
  stop: 'stop',
  edit: 'edit',
  delete: 'trash',
  close: 'withdraw',
  add: 'plus',
  log: 'log',
};

const quick: Readonly<Record<Status, readonly BotAction[]>> = {
  running: ['pause', 'stop', 'log'],
  paused: ['resume', 'stop', 'edit'],
  stopped: ['start', 'edit', 'delete'],
};

/** The three of a list row; a bot that holds something may be added to. One that is set aside is tried again by its note. */
export function quickActions(
  bot: Pick<Bot, 'status' | 'type' | 'position_count' | 'phase' | 'last_error'>,
): readonly BotAction[] {
  if (isAside(bot)) return ['log'];
  const mayAdd = bot.type !== 'grid' && bot.type !== 'arbitrage' && bot.position_count > 0;
  return bot.status === 'running' && mayAdd ? ['pause', 'add', 'log'] : quick[bot.status];
}

const barActions: Readonly<Record<Status, readonly BotAction[]>> = {
  running: ['pause', 'edit', 'stop'],
  paused: ['edit', 'stop', 'resume'],
  stopped: ['delete', 'edit', 'start'],
};

/** Those of the action bar. Editing is offered while the bot runs too: the dialog then says how. */
export function offeredActions(bot: Pick<BotDetail, 'status' | 'can' | 'phase' | 'last_error'>): readonly BotAction[] {
  if (isAside(bot)) return bot.can.resume === 1 ? ['resume'] : [];
  return barActions[bot.status].filter((action) => action === 'edit' || action === 'log' || bot.can[action] === 1);
}

export function toneOf(action: BotAction): ButtonProps['tone'] {
  if (action === 'start' || action === 'resume') return 'primary';
  return action === 'stop' || action === 'delete' ? 'danger-soft' : 'plain';
}
