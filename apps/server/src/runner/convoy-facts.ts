// What a convoy's engine says of one step, written into a turn: each leg's orders, trades and results by that leg's facts,
// the convoy's own words as rows of the bot. One step at a time; effects outside a step are a fault.
import type { Bot, Effects } from '@cormorant/core/engine/bot.ts';
import type { ConvoyEffects } from '@cormorant/core/engine/convoy.ts';
import type { Actor } from '../ports/runner-store.ts';
import type { VenueFill } from '../ports/venue.ts';
import { logOfEngine } from './engine-log.ts';
import type { LiveBot } from './live-bot.ts';
import type { LiveConvoy } from './live-convoy.ts';
import { StepFacts } from './step-facts.ts';
import type { Turn } from './turn.ts';

interface Step {
  readonly turn: Turn;
  readonly actor: Actor;
  readonly byLeg: ReadonlyMap<number, StepFacts>;
}

export class ConvoyFacts implements ConvoyEffects {
  readonly legs: Effects;
  private readonly live: LiveConvoy;
  private now: Step | null = null;

  constructor(live: LiveConvoy) {
    this.live = live;
    const of = ({ id }: Pick<Bot, 'id'>): StepFacts => {
      const facts = this.step.byLeg.get(id);
      if (facts === undefined) throw new Error(`bot ${live.id} has no leg ${id}`);
      return facts;
    };
    this.legs = {
      order: (bot, order) => of(bot).order(bot, order),
      cancel: (bot, order) => of(bot).cancel(bot, order),
      fill: (bot, ...rest) => of(bot).fill(bot, ...rest),
      settlement: (bot, ...rest) => of(bot).settlement(bot, ...rest),
      liquidated: (bot, ...rest) => of(bot).liquidated(bot, ...rest),
      refused: (bot, ...rest) => of(bot).refused(bot, ...rest),
      changed: (bot) => of(bot).changed(),
      // That a leg starts and stops is its convoy's to tell.
      log: () => {},
    };
  }

  /** Runs a step with `actor` as whoever caused it; `trades` are the venue's trades of `of` that it was made for. */
  during<T>(turn: Turn, salt: number, actor: Actor, of: LiveBot | null, trades: readonly VenueFill[], run: () => T): T {
    const byLeg = new Map(
      this.live.legs.map((leg) => [leg.id, new StepFacts(turn, leg, salt, actor, leg === of ? trades : [])]),
    );
    this.now = { turn, actor, byLeg };
    try {
      return run();
    } finally {
      for (const leg of this.live.legs) leg.lastTrade = byLeg.get(leg.id)?.trade ?? leg.lastTrade;
      this.now = null;
    }
  }

  changed(): void {
    this.step.turn.convoys.add(this.live);
  }

  log(...[, action, why, data]: Parameters<ConvoyEffects['log']>): void {
    const { turn, actor } = this.step;
    logOfEngine(turn, this.live, actor, action, why, data);
  }

  private get step(): Step {
    if (this.now === null) throw new Error(`bot ${this.live.id} says something outside of a step`);
    return this.now;
  }
}
