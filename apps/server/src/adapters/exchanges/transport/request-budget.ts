// How much one exchange may be asked from this address in a minute, shared by all accounts (reliability rule 7, C1), and how
// many orders one account may place in a while (C2). Part of the minute is kept for cancels and look-ups, and reads have
// shares of their own, so that a part is always left to placements; what the exchange says of its own count is believed when
// it is more; told to stay away, nobody asks until the time is over. What finds no room in time is not sent, which is proof
// that nothing was done. Minutes are the exchange's; that one has passed is told by a clock that never steps.

/**
 * `public`: what everybody may read. `reads`: what accounts hold, did and have open. `open`: placements and other changes.
 * These three share what is not kept. `kept`: cancels and look-ups, up to the ceiling.
 */
export type Share = 'public' | 'reads' | 'open' | 'kept';

const MINUTE_MS = 60_000;
/** Between our count and the exchange's lie requests under way and other processes of this address. */
const CEILING = 0.95;
const KEPT = 0.3;
/** The most that reads of a kind may have of a minute; a tenth is left to placements whatever is read. */
const OWN: Readonly<Partial<Record<Share, number>>> = { public: 0.15, reads: 0.45 };
/** A count told so soon after a minute began may be that of the minute before. */
const UNSURE_MS = 1_500;

export interface BudgetTime {
  /** The exchange's clock as far as it is known: its minutes are the ones that count. */
  nowMs(): number;
  /** Goes on evenly, whatever becomes of the other one. */
  steadyMs(): number;
  sleep(ms: number): Promise<void>;
}

/** One request under way. */
export interface Ticket {
  /** It has been answered or given up; `usedWeight` is what the exchange says of this minute. */
  done(usedWeight: number | null): void;
  /** It never left: others may ask for as much. */
  unsent(): void;
}

export class RequestBudget {
  readonly #time: BudgetTime;
  #perMinute: number;
  #minute = -1;
  #endsSteadyMs = Number.NEGATIVE_INFINITY;
  #used = 0;
  /** Of it, what this process itself has asked for. */
  #own = 0;
  #usedBy: Partial<Record<Share, number>> = {};
  #underWay = 0;
  #part = 1;
  #awayUntilMs = 0;

  constructor(perMinute: number, time: BudgetTime) {
    this.#perMinute = perMinute;
    this.#time = time;
  }

  /** What the exchange says its limit is. */
  limit(perMinute: number): void {
    if (perMinute > 0) this.#perMinute = perMinute;
  }

  /** This process' part of what the address may ask: the others have theirs. */
  share(part: number): void {
    this.#part = part;
  }

  /** It said so itself (429, 418): until then nothing is asked. */
  stayAway(ms: number): void {
    this.#awayUntilMs = Math.max(this.#awayUntilMs, this.#time.steadyMs() + ms);
  }

  /** How much longer; 0 = it may be asked. */
  get awayMs(): number {
    return Math.max(0, this.#awayUntilMs - this.#time.steadyMs());
  }

  /** How many ms until a request of this weight may go; 0 = now. */
  waitMs(weight: number, share: Share): number {
    const nowMs = this.#time.nowMs();
    if (this.awayMs > 0) return this.awayMs;
    this.#roll(nowMs);
    if (this.#used === 0 || weight <= this.#left(share)) return 0;
    return Math.max(1, this.#endsSteadyMs - this.#time.steadyMs());
  }

  #left(share: Share): number {
    const own = OWN[share];
    const most = this.#most(share);
    const left = Math.min(most - this.#used, Math.floor(most * this.#part) - this.#own);
    if (own === undefined) return left;
    return Math.min(left, Math.floor(this.#perMinute * CEILING * own * this.#part) - (this.#usedBy[share] ?? 0));
  }

  /** How many requests of this weight fit now. */
  room(weight: number, share: Share): number {
    if (this.waitMs(weight, share) > 0) return 0;
    return Math.max(1, Math.floor(this.#left(share) / weight));
  }

  /** Null = there was no room within this time, and nothing may be sent. */
  async take(weight: number, share: Share, withinMs: number): Promise<Ticket | null> {
    let leftMs = withinMs;
    for (;;) {
      const waitMs = this.waitMs(weight, share);
      if (waitMs === 0) return this.#ticket(weight, share);
      if (waitMs > leftMs) return null;
      leftMs -= waitMs;
      await this.#time.sleep(waitMs);
    }
  }

  #ticket(weight: number, share: Share): Ticket {
    this.#used += weight;
    this.#own += weight;
    this.#usedBy[share] = (this.#usedBy[share] ?? 0) + weight;
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
      unsent: () => {
        if (!isOpen) return;
        isOpen = false;
        // A minute that begins by now counts it, because it is under way.
        this.#roll(this.#time.nowMs());
        this.#underWay -= weight;
        this.#used -= weight;
        this.#own -= weight;
        if (minute === this.#minute) this.#usedBy[share] = (this.#usedBy[share] ?? 0) - weight;
      },
    };
  }

  #most(share: Share): number {
    return Math.floor(this.#perMinute * CEILING * (share === 'kept' ? 1 : 1 - KEPT));
  }

  /** What is under way when a minute begins may be counted there. What came by a step of the clock is no new minute. */
  #roll(nowMs: number): void {
    const minute = Math.floor(nowMs / MINUTE_MS);
    const steadyMs = this.#time.steadyMs();
    const isOver = steadyMs >= this.#endsSteadyMs - UNSURE_MS;
    if (minute === this.#minute && !(isOver && steadyMs > this.#endsSteadyMs + UNSURE_MS)) return;
    this.#minute = minute;
    this.#endsSteadyMs = steadyMs + (minute + 1) * MINUTE_MS - nowMs;
    if (!isOver) return;
    this.#used = this.#underWay;
    this.#own = this.#underWay;
    this.#usedBy = {};
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
  readonly #placed = new Map<number, { window: number; orders: number; endsSteadyMs: number }>();
  #awayUntilMs = 0;

  constructor(limits: readonly OrderLimitRow[], time: BudgetTime) {
    this.#limits = limits;
    this.#time = time;
  }

  limit(limits: readonly OrderLimitRow[]): void {
    this.#limits = limits;
  }

  stayAway(ms: number): void {
    this.#awayUntilMs = Math.max(this.#awayUntilMs, this.#time.steadyMs() + ms);
  }

  /** How many orders may be placed now, and in how many ms more. */
  room(): { orders: number; waitMs: number } {
    const nowMs = this.#time.nowMs();
    const awayMs = this.#awayUntilMs - this.#time.steadyMs();
    if (awayMs > 0) return { orders: 0, waitMs: awayMs };
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
      const endsSteadyMs = this.#time.steadyMs() + (window + 1) * withinMs - nowMs;
      this.#placed.set(withinMs, { window, orders: Math.max(0, placed, told.get(withinMs) ?? 0), endsSteadyMs });
    }
  }

  #inWindow(withinMs: number, nowMs: number): number {
    const placed = this.#placed.get(withinMs);
    if (placed === undefined) return 0;
    const isStep = this.#time.steadyMs() < placed.endsSteadyMs - UNSURE_MS;
    return isStep || placed.window === Math.floor(nowMs / withinMs) ? placed.orders : 0;
  }
}
