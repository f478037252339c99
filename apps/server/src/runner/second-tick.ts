// What the runner looks at once a second for every live bot: whether an equity sample is due, whether quiet changes are
// worth saving, and the price on the owner's screen.
import type { BotChanged } from '../ports/bot-events.ts';
import type { PrivateEvent } from '../ports/bus.ts';
import type { Clock } from '../ports/clock.ts';
import type { LiveBot } from './live-bot.ts';
import type { MarketBoard } from './market-board.ts';
import type { UserActor } from './user-actor.ts';

const SAVE_QUIET_CHANGES_MS = 60_000;

export interface TickDeps {
  readonly board: MarketBoard;
  readonly clock: Clock;
  readonly announce: (event: PrivateEvent) => void;
}

export function createSecondTick({ announce, board, clock }: TickDeps): (actor: UserActor) => void {
  const priceTold = new WeakMap<LiveBot, string>();

  function tellPrice(userId: number, live: LiveBot, price: string, marketMs: number): void {
    if (priceTold.get(live) === price) return;
    priceTold.set(live, price);
    const { engine: _engine, ...bot } = live.record;
    const data: BotChanged = { whole: false, bot, price, marketMs };
    announce({ channel: 'bot', userId, data });
  }

  return (actor) => {
    const due: LiveBot[] = [];
    for (const live of actor.bots.values()) {
      const quote = board.price(live.cell.symbol);
      if (quote === null || live.bot.status === 'stopped' || live.broken) continue;
      const stale = live.dirty && clock.nowMs() - live.savedAtMs > SAVE_QUIET_CHANGES_MS;
      if (live.bot.state !== null && (stale || live.curve.isDue(quote.atMs))) due.push(live);
      else tellPrice(actor.userId, live, quote.price, quote.atMs);
    }
    if (due.length === 0 || actor.isBusy()) return;
    actor
      .act((turn) => {
        for (const live of due) turn.touched.add(live);
      })
      // An actor that fails reads everything back: nothing of a sample is worth more.
      .catch(() => {});
  };
}
