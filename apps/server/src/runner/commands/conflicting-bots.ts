// Which live bot stands in the way of another one in a market. Spot: one bot a side. Contracts: one bot an account and
// symbol, except a long and a short of equal leverage side by side where the account keeps both (hedge mode). A bot of several legs
// is alone in all its markets.
import type { MarketSide } from '../../ports/bot-runner.ts';
import type { ActorAccount } from '../accounts/user-actor.ts';
import type { LiveBot } from '../bots/live-bot.ts';

type Side = Pick<MarketSide, 'market' | 'symbol' | 'direction' | 'leverage'>;

/** What keeps both apart: only of the same side does the text of 4010 speak itself. */
type TwinReason = 'same_side' | 'alone' | 'one_way' | 'leverage';

interface Twin {
  readonly bot: LiveBot;
  readonly reason: TwinReason;
}

const sided: ReadonlySet<string> = new Set(['long', 'short']);

/** Null when both may stand side by side. */
function reasonAgainst(side: Side, other: LiveBot): TwinReason | null {
  if (other.convoy !== null) return 'alone';
  const { direction, positionSide } = other.record;
  if (direction === side.direction) return 'same_side';
  if (side.market === 'spot') return null;
  if (!sided.has(direction) || !sided.has(side.direction)) return 'alone';
  if (positionSide === 'net') return 'one_way';
  return other.leverage() === side.leverage ? null : 'leverage';
}

/** What 4010 says of it. */
export function conflictData({ bot, reason }: Twin): Record<string, unknown> {
  return { bot_id: bot.owner.id, reason };
}

/** On one account. */
export function conflictOf({ bots }: Pick<ActorAccount, 'bots'>, side: Side, except: LiveBot | null): Twin | null {
  for (const other of bots.values()) {
    const { market, simulate, symbol } = other.record;
    if (other === except || other.head.status === 'stopped' || simulate) continue;
    if (symbol !== side.symbol || market !== side.market) continue;
    const reason = reasonAgainst(side, other);
    if (reason !== null) return { bot: other, reason };
  }
  return null;
}

/** Somebody else's live bot in a market of one of these legs. */
export function otherTraderOn(bots: Iterable<LiveBot>, legs: readonly LiveBot[]): LiveBot | null {
  for (const other of bots) {
    if (legs.includes(other) || other.head.status === 'stopped' || other.record.simulate) continue;
    if (legs.some(({ botMarket }) => botMarket.symbol === other.botMarket.symbol)) return other;
  }
  return null;
}
