// New filters of an exchange's markets come to the bots that run there: what the exchange tells is looked at every minute
// (its list is read anew by the hour, or as soon as it has refused an order for a rule). Bots that are stopped read them when
// they start.
import type { VenueSymbol } from '../../ports/venue.ts';
import { rulesOfMarket } from '../../ports/venue-market.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import type { ExchangeConnection } from '../market-data/exchange-connection.ts';
import type { UserActors } from './user-actors.ts';

/** To be called now and then; rejects when the exchange cannot be read. */
export function createFilterWatch(
  connection: ExchangeConnection,
  actors: Pick<UserActors, 'all'>,
): () => Promise<void> {
  /** By symbol: the rules of the last look, the same object for as long as nothing in them changes. */
  const told = new Map<string, { text: string; rules: VenueSymbol }>();
  const seen = new WeakMap<LiveBot, VenueSymbol>();

  async function look(): Promise<void> {
    if (!connection.isUp) return;
    for (const symbol of marketsOf(connection, actors)) {
      const rules = await rulesOfMarket(connection.spec.venue, symbol);
      if (rules === null) connection.halted.suspect(symbol);
      const text = JSON.stringify(rules);
      if (rules !== null && told.get(symbol)?.text !== text) told.set(symbol, { text, rules });
    }
    for (const { actor } of actors.all()) {
      const late = [...actor.bots.values()].flatMap((live) => {
        const rules =
          actor.tradingAccountOf(live).connection === connection ? told.get(live.botMarket.symbol)?.rules : undefined;
        return rules === undefined || seen.get(live) === rules ? [] : [{ live, rules }];
      });
      if (late.length === 0) continue;
      await actor.act((turn) => {
        for (const { live, rules } of late) {
          actor.takeRules(turn, live, rules);
          seen.set(live, rules);
        }
      });
    }
  }
  return look;
}

/** Of the bots that live at this exchange. */
function marketsOf(connection: ExchangeConnection, actors: Pick<UserActors, 'all'>): ReadonlySet<string> {
  const markets = [...actors.all()].flatMap(({ actor }) =>
    [...actor.bots.values()].flatMap((live) =>
      live.status !== 'stopped' && actor.tradingAccountOf(live).connection === connection
        ? [live.botMarket.symbol]
        : [],
    ),
  );
  return new Set(markets);
}
