// The turn of a machine: it hears an event, then what risk refused of what it wished, and says what wakes it next.

import type { BotEvent } from '../strategy/strategy.ts';
import { NEVER_ABOVE, NEVER_AT, NEVER_BELOW } from './bot.ts';
import { Desk } from './desk.ts';
import { isHalted } from './halt.ts';

export const TIMER: BotEvent = { type: 'timer' };

/** A machine that answers each refusal by placing the same thing again is broken; this many in one step proves it. */
const MAX_REFUSALS_A_STEP = 1_000;

export class Turn<Params, State> extends Desk<Params, State> {
  protected deliver(event: BotEvent): void {
    const { bot, strategy } = this;
    const { params } = bot;
    const state = bot.state as State;
    strategy.on(event, params, state, this, this);
    if (this.refusals.length > 0) this.deliverRefusals(state);
    this.sleep();
    if (!isHalted(bot)) strategy.wake(params, state, this);
    if (bot.guard !== undefined) this.tendGuard();
  }

  protected sleep(): void {
    const { wake } = this.bot;
    wake.aboveTicks = NEVER_ABOVE;
    wake.belowTicks = NEVER_BELOW;
    wake.atMs = NEVER_AT;
  }

  /** What risk refused comes back as an event of its own, after the machine's turn has ended. */
  private deliverRefusals(state: State): void {
    const { refusals, strategy, bot } = this;
    for (let at = 0; at < refusals.length; at++) {
      if (at > MAX_REFUSALS_A_STEP) throw new Error(`bot ${bot.id} places again whatever risk refuses`);
      const { slot, cycle, reason } = refusals[at]!;
      strategy.on({ type: 'refused', slot, cycle, reason }, bot.params, state, this, this);
    }
    refusals.length = 0;
  }
}
