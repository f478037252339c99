// The budgets of every exchange this process asks, by exchange and family of calls: one of these a process, shared by whoever
// asks (trading, public data, key checks), because the exchange counts the address and not the asker. Each exchange's clock is
// kept here too, since its minutes are the ones that count.
import { setTimeout as sleepFor } from 'node:timers/promises';
import type { Clock } from '../../../ports/clock.ts';
import { cardOf } from '../exchange-profiles.ts';
import type { Family } from '../shared/exchange-profile.ts';
import { CallPace } from './call-pace.ts';
import { type BudgetTime, OrderCount, type OrderLimitRow, RequestBudget } from './request-budget.ts';

/** Of an exchange that tells no weights: requests. */
const STANDARD_PER_MINUTE = 600;

/** An exchange has sent this address away from a family of its calls. */
export interface Away {
  readonly exchange: string;
  readonly family: Family;
  readonly ms: number;
}

export class ExchangeBudget {
  readonly #told: (away: Away) => void;
  readonly #clock: Clock;
  readonly #exchange: string;
  readonly #weights = new Map<Family, RequestBudget>();
  readonly #orders = new Map<string, OrderCount>();
  readonly #paces = new Map<string, CallPace>();
  readonly #orderLimits = new Map<Family, readonly OrderLimitRow[]>();
  readonly #time: BudgetTime;
  #part = 1;
  /** The exchange's clock less ours; null = not measured yet. */
  offsetMs: number | null = null;

  constructor(
    exchange: string,
    clock: Clock,
    sleep: (ms: number) => Promise<unknown>,
    told: (away: Away) => void = () => {},
  ) {
    this.#told = told;
    this.#exchange = exchange;
    this.#clock = clock;
    this.#time = {
      nowMs: () => clock.nowMs() + (this.offsetMs ?? 0),
      steadyMs: () => clock.nowMs(),
      sleep: async (ms) => {
        await sleep(ms);
      },
    };
  }

  nowMs(): number {
    return this.#clock.nowMs();
  }

  of(family: Family): RequestBudget {
    let budget = this.#weights.get(family);
    if (budget === undefined) {
      const perMinute = cardOf(this.#exchange)?.weights[family]?.perMinute ?? STANDARD_PER_MINUTE;
      budget = new RequestBudget(perMinute, this.#time);
      budget.share(this.#part);
      this.#weights.set(family, budget);
    }
    return budget;
  }

  /** It was told to this process: whoever else asks from this address hears of it. */
  stayAway(family: Family, ms: number): void {
    if (ms <= 0) return;
    this.of(family).stayAway(ms);
    this.#told({ exchange: this.#exchange, family, ms });
  }

  /** From what this address is still kept away. */
  away(): Away[] {
    return [...this.#weights].flatMap(([family, { awayMs: ms }]) =>
      ms > 0 ? [{ exchange: this.#exchange, family, ms }] : [],
    );
  }

  /** Null where the exchange does not count this call for itself. */
  paceOf(call: string, account: string): CallPace | null {
    const limit = cardOf(this.#exchange)?.callLimits?.[call];
    if (limit === undefined) return null;
    const key = `${call} ${account}`;
    let pace = this.#paces.get(key);
    if (pace === undefined) {
      pace = new CallPace(limit, this.#time);
      if (account === '') pace.share(this.#part);
      this.#paces.set(key, pace);
    }
    return pace;
  }

  /** What an address may ask is shared by its processes; what an account may, is asked by the one that holds its user. */
  share(part: number): void {
    this.#part = part;
    for (const budget of this.#weights.values()) budget.share(part);
    for (const [key, pace] of this.#paces) if (key.endsWith(' ')) pace.share(part);
  }

  ordersOf(account: string, family: Family): OrderCount {
    const key = `${family} ${account}`;
    let count = this.#orders.get(key);
    if (count === undefined) {
      const limits = this.#orderLimits.get(family) ?? cardOf(this.#exchange)?.orderLimits[family] ?? [];
      count = new OrderCount(limits, this.#time);
      this.#orders.set(key, count);
    }
    return count;
  }

  /** What the exchange says an account may place. */
  limitOrders(family: Family, limits: readonly OrderLimitRow[]): void {
    this.#orderLimits.set(family, limits);
    for (const [key, count] of this.#orders) if (key.startsWith(`${family} `)) count.limit(limits);
  }
}

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
      budget = new ExchangeBudget(exchange, this.#clock, this.#sleep, (away) => this.onAway(away));
      budget.share(this.#part);
      this.#budgets.set(exchange, budget);
    }
    return budget;
  }
}
