// The caller's bots: running, paused, stopped; then newest first.
import type { botList } from '@cormorant/contract/calls/bots.ts';
import type { Handler } from '../handler.ts';
import type { BotDeps } from './bot-deps.ts';
import { readBot } from './read-bot.ts';

export function listBots(deps: BotDeps): Handler<typeof botList> {
  const read = readBot(deps);
  return async ({ query }, { userId, lang }) => {
    const wanted = (await deps.store.bots(userId)).filter(
      (bot) =>
        (!query.exchange || bot.exchange === query.exchange) &&
        (query.type === undefined || bot.kind === query.type) &&
        (query.status === undefined || bot.status === query.status) &&
        (query.simulate === undefined || bot.simulate === (query.simulate === 1)),
    );
    return { list: await read.views(wanted, lang), count: wanted.length };
  };
}
