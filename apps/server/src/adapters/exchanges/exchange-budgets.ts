// The budgets of every exchange this process asks: one of these a process.
import { setTimeout as sleepFor } from 'node:timers/promises';
import type { Clock } from '../../ports/clock.ts';
import { cardOf } from './exchange-profiles.ts';
import { type Away, ExchangeBudget } from './transport/exchange-budget.ts';

/** By a clock that never steps: of one set anew, what was asked before would look as if it had been long ago. */
export class ExchangeBudgets {
  readonly #clock: Clock;
  readonly #sleep: (ms: number) => Promise<unknown>;
  readonly #budgets = new Map<string, ExchangeBudget>();
  #part = 1;
  /** Told when an exchange sends this process away. */
  onAway: (away: Away) => void = () => {};

  constructor(clock: Clock, sleep: (ms: number) => Promise<unknown> = (ms) => sleepFor(ms, undefined, { ref: false })) {
    this.#clock = clock;
    this.#sleep = sleep;
  }

  /** So many processes ask from this address by now, this one among them. */
  shareAmong(processes: number): void {
    this.#part = 1 / processes;
    for (const budget of this.#budgets.values()) budget.share(this.#part);
  }

  /** Another process of this address was sent away. */
  heed({ exchange, family, ms }: Away): void {
    this.of(exchange).of(family).stayAway(ms);
  }

  away(): Away[] {
    return [...this.#budgets.values()].flatMap((budget) => budget.away());
  }

  of(exchange: string): ExchangeBudget {
    let budget = this.#budgets.get(exchange);
    if (budget === undefined) {
      budget = new ExchangeBudget(exchange, cardOf(exchange), this.#clock, this.#sleep, (away) => this.onAway(away));
      budget.share(this.#part);
      this.#budgets.set(exchange, budget);
    }
    return budget;
  }
}
