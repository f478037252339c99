// A bot read back from its snapshot. One of an older version is brought up to the present one here, step by step, and
// nowhere else; one of a newer version is refused.
import type { Strategy } from '../strategy/strategy.ts';
import type { Bot, BotOrder } from './bot.ts';
import { SNAPSHOT_VERSION, versionOf } from './snapshot-version.ts';

type Stored = Bot & { orders: (BotOrder | null)[] };

/**
 * Takes the parsed JSON of a snapshot as its own. What its machine has learnt since is for the machine to say. Throws
 * NewerSnapshot for one that a later program wrote.
 */
export function readBot<Params = unknown, State = unknown>(
  snapshot: unknown,
  strategy?: Pick<Strategy<Params, State>, 'complete'>,
): Bot<Params, State> {
  const from = versionOf(snapshot);
  const bot = snapshot as Stored;
  const known = bot as Bot<Params, State>;
  if (from === SNAPSHOT_VERSION) return known;
  if (from < 1) knowContracts(bot);
  if (from < 2) bot.halted ??= '';
  bot.version = SNAPSHOT_VERSION;
  // A bot that was saved before its first start has read no params yet.
  if (known.params !== null) strategy?.complete?.(known.params, known.state, from);
  return known;
}

/** Before version 1 a bot may be of the time when every bot was a spot bot. */
function knowContracts(bot: Stored): void {
  bot.margin ??= null;
  bot.entryAtoms ??= 0;
  bot.lockedShortAtoms ??= 0;
  bot.books.fundingAtoms ??= 0;
  bot.books.pendingFundingAtoms ??= 0;
  for (const order of bot.orders) if (order !== null) order.reduceOnly ??= false;
}
