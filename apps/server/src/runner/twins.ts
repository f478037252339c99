// Which live bot stands in the way of another one in a market. Spot: one bot a side. Contracts: one bot an account and
// symbol, except a long and a short of equal leverage side by side where the account keeps both (hedge mode). A bot of several legs
// is alone in all its markets.
import type { MarketSide } from '../ports/bot-runner.ts';
import type { LiveBot } from './live-bot.ts';
import type { DoorOfActor } from './user-actor.ts';

type Side = Pick<MarketSide, 'market' | 'symbol' | 'direction' | 'leverage'>;

const opposite: Readonly<Record<string, string>> = { long: 'short', short: 'long' };

function mayStandBeside(side: Side, other: LiveBot): boolean {
  if (side.market === 'spot') return other.record.direction !== side.direction;
  const { direction, positionSide } = other.record;
  return positionSide !== 'net' && opposite[side.direction] === direction && other.leverage() === side.leverage;
}

/** On one account. */
export function twinOf({ bots }: Pick<DoorOfActor, 'bots'>, side: Side, except: LiveBot | null): LiveBot | null {
  for (const other of bots.values()) {
    const { market, simulate, symbol } = other.record;
    if (other === except || other.head.status === 'stopped' || simulate) continue;
    if (symbol !== side.symbol || market !== side.market) continue;
    if (other.convoy !== null || !mayStandBeside(side, other)) return other;
  }
  return null;
}

/** Somebody else's live bot in a market of one of these legs. */
export function strangerOn(bots: Iterable<LiveBot>, legs: readonly LiveBot[]): LiveBot | null {
  for (const other of bots) {
    if (legs.includes(other) || other.head.status === 'stopped' || other.record.simulate) continue;
    if (legs.some(({ cell }) => cell.symbol === other.cell.symbol)) return other;
  }
  return null;
}
