// The rounds of a bot: open ones first, then closed, newest first.
import type { botPositions } from '@cormorant/contract/calls/bots.ts';
import type { Handler } from '../handler.ts';
import type { BotDeps } from './bot-deps.ts';
import { traderOf } from './own-bot.ts';
import { pageOf } from './page-of.ts';
import { positionView } from './position-view.ts';
import { readBot } from './read-bot.ts';

export function listPositions(deps: BotDeps): Handler<typeof botPositions> {
  const { markets, store } = deps;
  const read = readBot(deps);
  return async ({ query }, { userId, lang }) => {
    const bot = await read.record(userId, query.id);
    const page = await store.positions(bot.id, query.page, query.page_size);
    return pageOf(page, query, (row) => {
      const trader = traderOf(bot, row);
      const quote = markets.quote(trader.exchange, trader.symbolRules.symbol);
      return positionView(row, trader, markets.nowMs(trader.exchange), quote, lang);
    });
  };
}
