// Every open position of the caller's live bots with the sums over them: what was paid, and what it would bring now.
import type { userPositions } from '@cormorant/contract/calls/positions.ts';
import { format18, parse18 } from '@cormorant/core/money/amount-e18.ts';
import type { PositionStore } from '../../ports/position-store.ts';
import type { Handler } from '../handler.ts';
import { simulatedExchanges } from '../trading-exchanges.ts';
import type { BotDeps } from './bot-deps.ts';
import { positionView } from './position-view.ts';

export function listOpenPositions(deps: BotDeps, positions: PositionStore): Handler<typeof userPositions> {
  const { markets, store } = deps;
  return async ({ query }, { userId, lang }) => {
    const [bots, open] = await Promise.all([store.bots(userId), positions.open(userId)]);
    const parents = new Map(bots.filter(({ legs }) => legs > 0).map((bot) => [bot.id, bot]));
    const legs = (await store.legs([...parents.keys()])).map((leg) => ({
      ...leg,
      name: parents.get(leg.parentId)!.name,
    }));
    const byId = new Map([...bots, ...legs].map((bot) => [bot.id, bot]));
    const list = open.flatMap((row) => {
      const bot = byId.get(row.botId);
      if (bot === undefined || (query.exchange !== '' && bot.exchange !== query.exchange)) return [];
      const quote = markets.quote(bot.exchange, bot.symbolRules.symbol);
      const simulated: 0 | 1 = simulatedExchanges.has(bot.exchange) ? 1 : 0;
      return [{ ...positionView(row, bot, markets.nowMs(bot.exchange), quote, lang), simulated_market: simulated }];
    });
    const sum = (of: (position: (typeof list)[number]) => string) =>
      format18(list.reduce((all, position) => all + parse18(of(position)), 0n));
    return { list, sum: { cost: sum(({ cost }) => cost), unrealized: sum(({ unrealized }) => unrealized) } };
  };
}
