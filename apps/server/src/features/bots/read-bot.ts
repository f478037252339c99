// Reads one bot of the caller, or says that it does not exist: a bot of somebody else is not there either.
import * as codes from '@cormorant/contract/codes.ts';
import type { Bot } from '@cormorant/contract/entities/bot.ts';
import type { Lang } from '@cormorant/contract/envelope.ts';
import { fieldsOf, hasLegs } from '@cormorant/core/strategies/registry.ts';
import type { BotKind } from '@cormorant/core/strategy/strategy.ts';
import type { BotRow } from '../../ports/bot-store.ts';
import { Refusal } from '../../ports/refusal.ts';
import type { BotDeps } from './bot-deps.ts';
import { dayOf } from './bot-figures.ts';
import { botView } from './bot-view.ts';
import type { OwnBot } from './own-bot.ts';

/** Values of a row's sparkline. */
const ROW_CURVE = 30;

export function readBot({ clock, store, markets }: BotDeps) {
  async function record(userId: number, botId: number): Promise<OwnBot> {
    const found = await store.bot(userId, botId);
    if (found === null) throw new Refusal(codes.bot_not_found);
    return { ...found, ownLegs: found.legs === 0 ? [] : await store.legs([botId]) };
  }

  /** Views of many bots for the price of four reads. */
  async function views(bots: readonly BotRow[], lang: Lang): Promise<Bot[]> {
    const ids = bots.map(({ id }) => id);
    const [first] = bots;
    const now = first === undefined ? 0 : markets.nowMs(first.exchange);
    const legged = bots.filter(({ kind, direction }) => hasLegs(kind, direction)).map(({ id }) => id);
    const [sums, samples, legs] = await Promise.all([
      store.sums(ids, dayOf(now)),
      store.curves(ids, ROW_CURVE),
      store.legs(legged),
    ]);
    const legsOf = Map.groupBy(legs, ({ parentId }) => parentId);
    const curves = new Map<number, string[]>();
    for (const { botId, equity } of samples) {
      const curve = curves.get(botId);
      if (curve === undefined) curves.set(botId, [equity]);
      else curve.push(equity);
    }
    return bots.map((bot) => {
      const price = markets.quote(bot.exchange, bot.symbolRules.symbol)?.last ?? null;
      const marketMs = markets.nowMs(bot.exchange);
      const context = { price, marketMs, lang, wallMs: clock.nowMs(), legs: legsOf.get(bot.id) ?? [] };
      return botView(bot, context, sums.get(bot.id), (curves.get(bot.id) ?? []).slice(-ROW_CURVE));
    });
  }

  return {
    record,
    views,
    view: async (userId: number, botId: number, lang: Lang): Promise<Bot> => {
      const [view] = await views([await record(userId, botId)], lang);
      if (view === undefined) throw new Refusal(codes.bot_not_found);
      return view;
    },
    /** Keys that must not change while a position is open. */
    lockedFields: (kind: BotKind, market: BotRow['market']): string[] => [
      'investment',
      ...fieldsOf(kind, market)
        .filter(({ lockedWithPosition }) => lockedWithPosition === true)
        .map(({ key }) => key),
    ],
  };
}
