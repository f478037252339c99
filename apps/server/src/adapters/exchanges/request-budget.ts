// How much one exchange may be asked from this address in a minute, shared by all accounts (reliability rule 7, C1), and how
// many orders one account may place in a while (C2). Part of the minute is kept for cancels and look-ups; what the exchange
// says of its own count is believed when it is more; told to stay away, nobody asks until the time is over. What finds no
// room in time is not sent, which is proof that nothing was done.

/** `open` goes up to the share that is not kept; `kept` is for cancels and look-ups and goes up to the ceiling. */
export type Share = 'open' | 'kept';

const MINUTE_MS = 60_000;
/** Between our count and the exchange's lie requests under way and other processes of this address. */
const CEILING = 0.95;
const KEPT = 0.3;
/** A count told so soon after a minute began may be that of the minute before. */
const UNSURE_MS = 1_500;

export interface BudgetTime {
  /** The exchange's clock as far as it is known: its minutes are the ones that count. */
  nowMs(): number;
  sleep(ms: number): Promise<void>;
}

/** One request under way. */
export interface Ticket {
  /** It has been answered or given up; `usedWeight` is what the exchange says of this minute. */
  done(usedWeight: number | null): void;
}

export class RequestBudget {
  readonly #time: BudgetTime;
  #perMinute: number;
  #minute = -1;
  #used = 0;
  #underWay = 0;
  #away = { sinceMs: 0, forMs: 0 };

  constructor(perMinute: number, time: BudgetTime) {
    this.#perMinute = perMinute;
    this.#time = time;
  }

  /** What the exchange says its limit is. */
  limit(perMinute: number): void {
    if (perMinute > 0) this.#perMinute = perMinute;
  }

  /** It said so itself (429, 418): until then nothing is asked. */
  stayAway(ms: number): void {
    const nowMs = this.#time.nowMs();
    if (ms > this.#awayMs(nowMs)) this.#away = { sinceMs: nowMs, forMs: ms };
  }

  /** How much of it is left. A clock that was set back meanwhile waits the time once more, and not the step besides. */
  #awayMs(nowMs: number): number {
    if (nowMs < this.#away.sinceMs) this.#away.sinceMs = nowMs;
    return Math.max(0, this.#away.sinceMs + this.#away.forMs - nowMs);
  }

  /** How many ms until a request of this weight may go; 0 = now. */
  waitMs(weight: number, share: Share): number {
    const nowMs = this.#time.nowMs();
    const awayMs = this.#awayMs(nowMs);
    if (awayMs > 0) return awayMs;
    this.#roll(nowMs);
    if (this.#used === 0 || this.#used + weight <= this.#most(share)) return 0;
    return (this.#minute + 1) * MINUTE_MS - nowMs;
  }

  /** How many requests of this weight fit now. */
  room(weight: number, share: Share): number {
    if (this.waitMs(weight, share) > 0) return 0;
    return Math.max(1, Math.floor((this.#most(share) - this.#used) / weight));
  }

  /** Null = there was no room within this time, and nothing may be sent. */
  async take(weight: number, share: Share, withinMs: number): Promise<Ticket | null> {
    let leftMs = withinMs;
    for (;;) {
      const waitMs = this.waitMs(weight, share);
      if (waitMs === 0) return this.#ticket(weight);
      if (waitMs > leftMs) return null;
      leftMs -= waitMs;
      await this.#time.sleep(waitMs);
    }
  }

  #ticket(weight: number): Ticket {
    this.#used += weight;
    this.#underWay += weight;
    const minute = this.#minute;
    let isOpen = true;
    return {
      done: (usedWeight) => {
        if (!isOpen) return;
        isOpen = false;
        this.#underWay -= weight;
        const nowMs = this.#time.nowMs();
        this.#roll(nowMs);
        const isOfThisMinute = minute === this.#minute && nowMs - minute * MINUTE_MS > UNSURE_MS;
        if (usedWeight !== null && isOfThisMinute) this.#used = Math.max(this.#used, usedWeight + this.#underWay);
      },
    };
  }

  #most(share: Share): number {
    return Math.floor(this.#perMinute * CEILING * (share === 'kept' ? 1 : 1 - KEPT));
  }

  /** What is under way when a minute begins may be counted there. */
  #roll(nowMs: number): void {
    const minute = Math.floor(nowMs / MINUTE_MS);
    if (minute === this.#minute) return;
    this.#minute = minute;
    this.#used = this.#underWay;
  }
}

export interface OrderLimitRow {
  readonly orders: number;
  readonly withinMs: number;
}

/** Of one account on one market kind. Windows are the exchange's: whole multiples of their length. */
export class OrderCount {
  readonly #time: BudgetTime;
  #limits: readonly OrderLimitRow[];
  readonly #placed = new Map<number, { window: number; orders: number }>();
  #awayUntilMs = 0;

  constructor(limits: readonly OrderLimitRow[], time: BudgetTime) {
    this.#limits = limits;
    this.#time = time;
  }

  limit(limits: readonly OrderLimitRow[]): void {
    this.#limits = limits;
  }

  stayAway(ms: number): void {
    this.#awayUntilMs = Math.max(this.#awayUntilMs, this.#time.nowMs() + ms);
  }

  /** How many orders may be placed now, and in how many ms more. */
  room(): { orders: number; waitMs: number } {
    const nowMs = this.#time.nowMs();
    if (nowMs < this.#awayUntilMs) return { orders: 0, waitMs: this.#awayUntilMs - nowMs };
    let orders = Number.POSITIVE_INFINITY;
    let waitMs = 0;
    for (const { orders: most, withinMs } of this.#limits) {
      const left = Math.floor(most * CEILING) - this.#inWindow(withinMs, nowMs);
      orders = Math.min(orders, Math.max(0, left));
      if (left <= 0) waitMs = Math.max(waitMs, (Math.floor(nowMs / withinMs) + 1) * withinMs - nowMs);
    }
    return { orders, waitMs };
  }

  /** When the narrowest window begins anew. */
  nextMs(): number {
    const nowMs = this.#time.nowMs();
    const shortest = Math.min(...this.#limits.map(({ withinMs }) => withinMs));
    return Number.isFinite(shortest) ? (Math.floor(nowMs / shortest) + 1) * shortest - nowMs : 0;
  }

  /** `told`: the exchange's own count of each window after this, by its length. */
  count(orders: number, told: ReadonlyMap<number, number> = new Map()): void {
    const nowMs = this.#time.nowMs();
    for (const { withinMs } of this.#limits) {
      const window = Math.floor(nowMs / withinMs);
      const placed = this.#inWindow(withinMs, nowMs) + orders;
      this.#placed.set(withinMs, { window, orders: Math.max(placed, told.get(withinMs) ?? 0) });
    }
  }

  #inWindow(withinMs: number, nowMs: number): number {
    const placed = this.#placed.get(withinMs);
    return placed?.window === Math.floor(nowMs / withinMs) ? placed.orders : 0;
  }
}
