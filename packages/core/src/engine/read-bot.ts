// A bot read back from its snapshot. Snapshots written before a field existed get its default here, and nowhere else.
import type { Strategy } from '../strategy/strategy.ts';
import type { Bot, BotOrder } from './bot.ts';

type Stored = Bot & { orders: (BotOrder | null)[] };

/**
 * Takes the parsed JSON of a snapshot as its own, and completes it. Before contracts every bot was a spot bot; what its
 * machine has learnt since is for the machine to say.
 */
export function readBot<Params = unknown, State = unknown>(
  snapshot: unknown,
  strategy?: Pick<Strategy<Params, State>, 'complete'>,
): Bot<Params, State> {
  const bot = snapshot as Stored;
  bot.margin ??= null;
  bot.entryAtoms ??= 0;
  bot.lockedShortAtoms ??= 0;
  bot.books.fundingAtoms ??= 0;
  bot.books.pendingFundingAtoms ??= 0;
  for (const order of bot.orders) if (order !== null) order.reduceOnly ??= false;
  const known = bot as Bot<Params, State>;
  strategy?.complete?.(known.params, known.state);
  return known;
}
