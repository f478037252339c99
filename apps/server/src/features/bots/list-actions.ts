// The log of one bot, or of all bots of the caller, newest first.
import type { botActions } from '@cormorant/contract/calls/bots.ts';
import { actionGroups } from '@cormorant/contract/entities/action.ts';
import type { LogAction } from '@cormorant/core/strategy/strategy.ts';
import type { Handler } from '../handler.ts';
import { actionView } from './action-view.ts';
import type { BotDeps } from './bot-deps.ts';
import { pageOf } from './page-of.ts';
import { readBot } from './read-bot.ts';

/** An action and a group ask for what is in both. */
function actionsAsked({ action, group }: Parameters<Handler<typeof botActions>>[0]['query']): LogAction[] | null {
  const grouped: readonly LogAction[] | null = group === undefined ? null : actionGroups[group];
  if (action === undefined) return grouped === null ? null : [...grouped];
  return grouped === null || grouped.includes(action) ? [action] : [];
}

export function listActions(deps: BotDeps): Handler<typeof botActions> {
  const read = readBot(deps);
  return async ({ query }, { userId, lang }) => {
    const botId = query.id > 0 ? (await read.record(userId, query.id)).id : null;
    const filter = { botId, actions: actionsAsked(query), exchange: query.exchange || null };
    const page = await deps.store.actions(userId, filter, query.page, query.page_size);
    return pageOf(page, query, (row) => actionView(row, lang));
  };
}
