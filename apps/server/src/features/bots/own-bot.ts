// A bot of the caller with its legs, and whether it holds anything: of a bot of several legs, whether one of them does.

import type { BotRecord } from '../../ports/bot-record.ts';
import type { LegRecord } from '../../ports/bot-store.ts';
import { hasPosition } from './bot-figures.ts';

export interface OwnBot extends BotRecord {
  /** From the first; empty where it trades by itself. */
  readonly ownLegs: readonly LegRecord[];
}

export function holdsAnything(bot: OwnBot): boolean {
  return bot.ownLegs.length === 0 ? hasPosition(bot) : bot.ownLegs.some(hasPosition);
}

/** Who traded a round, under the bot's own name: one of its legs, or itself. */
export function traderOf(bot: OwnBot, { botId }: { readonly botId: number }): BotRecord {
  const leg = bot.ownLegs.find(({ id }) => id === botId);
  return leg === undefined ? bot : { ...leg, name: bot.name };
}

/** Whose trades are those of the market the bot's chart draws: of a bot of two sides both. */
export function tradedBy(bot: OwnBot): readonly BotRecord[] {
  const legs = bot.ownLegs.filter(({ market, symbol }) => market === bot.market && symbol === bot.symbol);
  return legs.length > 0 ? legs : [bot];
}
