// What this process may ask of one exchange: its budget by family of calls, its counts of orders and its paces, shared by whoever
// asks (trading, public data, key checks), because the exchange counts the address and not the asker. The exchange's clock is
// kept here too, since its minutes are the ones that count.
import type { Clock } from '../../../ports/clock.ts';
import type { Family, TradingCard } from '../shared/exchange-profile.ts';
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
  readonly #card: TradingCard | undefined;
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
    card: TradingCard | undefined,
    clock: Clock,
    sleep: (ms: number) => Promise<unknown>,
    told: (away: Away) => void = () => {},
  ) {
    this.#told = told;
    this.#exchange = exchange;
    this.#card = card;
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
      const perMinute = this.#card?.weights[family]?.perMinute ?? STANDARD_PER_MINUTE;
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
    const limit = this.#card?.callLimits?.[call];
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
      const limits = this.#orderLimits.get(family) ?? this.#card?.orderLimits[family] ?? [];
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
