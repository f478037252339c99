// The log of one bot, or of all bots of the caller, newest first.
import type { botActions } from '@cormorant/contract/calls/bots.ts';
import type { Handler } from '../handler.ts';
import { actionView } from './action-view.ts';
import type { BotDeps } from './bot-deps.ts';
import { pageOf } from './page-of.ts';
import { readBot } from './read-bot.ts';

export function listActions(deps: BotDeps): Handler<typeof botActions> {
  const read = readBot(deps);
  return async ({ query }, { userId, lang }) => {
    const botId = query.id > 0 ? (await read.record(userId, query.id)).id : null;
    const filter = { botId, action: query.action ?? null, exchange: query.exchange || null };
    const page = await deps.store.actions(userId, filter, query.page, query.page_size);
    return pageOf(page, query, (row) => actionView(row, lang));
  };
}
