// What the runner looks at once a second for every live bot: whether an equity sample is due, whether quiet changes are
// worth saving, the price on the owner's screen, and whether it may sleep.
import type { BotChanged } from '../../ports/bot-events.ts';
import type { PrivateEvent } from '../../ports/bus.ts';
import type { Clock } from '../../ports/clock.ts';
import type { UserActor } from '../accounts/user-actor.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import { LiveMultiLegBot } from '../bots/live-multi-leg-bot.ts';

const SAVE_QUIET_CHANGES_MS = 60_000;
const RESTED_A_SECOND = 100;

export interface TickDeps {
  readonly clock: Clock;
  readonly announce: (event: PrivateEvent) => void;
}

/** Bots that nothing happens to sleep; no second waits for many of them. */
function rest(actor: UserActor): void {
  let rested = 0;
  for (const live of actor.bots.values()) {
    if (live.rest()) rested++;
    if (rested >= RESTED_A_SECOND) return;
  }
}

export function createSecondTick({ announce, clock }: TickDeps): (actor: UserActor) => void {
  const told = new WeakMap<LiveBot | LiveMultiLegBot, string>();
  /** Bots that threw when they were last looked at; each is told of once. */
  const failing = new WeakSet<LiveBot | LiveMultiLegBot>();

  function tellPrice(userId: number, live: LiveBot | LiveMultiLegBot, price: string, marketMs: number): void {
    // What a bot of several legs is worth moves with all their prices.
    if (live instanceof LiveMultiLegBot) live.record.quote = live.equityText() ?? live.record.quote;
    const news = `${price} ${live.record.quote}`;
    if (told.get(live) === news) return;
    told.set(live, news);
    const { engine: _engine, ...bot } = live.record;
    const data: BotChanged = { whole: false, bot, price, marketMs };
    announce({ channel: 'bot', userId, data });
  }

  /** Whether something of it is to be written; else its price is told. */
  function look(actor: UserActor, live: LiveBot | LiveMultiLegBot): boolean {
    const home = live instanceof LiveMultiLegBot ? live.home : live;
    const { status } = live instanceof LiveMultiLegBot ? live.convoy : live.head;
    const hasBegun = live instanceof LiveMultiLegBot ? live.convoy.state !== null : live.hasBegun;
    const quote = actor.tradingAccountOf(home).connection.board.price(home.botMarket.symbol);
    if (quote === null || status === 'stopped' || live.broken) return false;
    const stale = live.dirty && clock.nowMs() - live.savedAtMs > SAVE_QUIET_CHANGES_MS;
    if (hasBegun && (stale || live.curve.isDue(quote.atMs))) return true;
    tellPrice(actor.userId, live, quote.price, quote.atMs);
    return false;
  }

  return (actor) => {
    const due: (LiveBot | LiveMultiLegBot)[] = [];
    for (const live of actor.owners()) {
      // One bot that cannot be looked at keeps nobody else from being told.
      try {
        if (look(actor, live)) due.push(live);
        failing.delete(live);
      } catch (error) {
        if (!failing.has(live)) actor.deps.log('error', `bot ${live.id} cannot be looked at`, error);
        failing.add(live);
      }
    }
    if (actor.isBusy()) return;
    rest(actor);
    if (due.length === 0) return;
    actor
      .act((turn) => {
        for (const live of due) turn.touch(live);
      })
      // An actor that fails reads everything back: nothing of a sample is worth more.
      .catch(() => {});
  };
}
