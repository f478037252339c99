// What the home screen and the bill say about a user's bots without opening any of them.
export interface BotCounts {
  readonly total: number;
  readonly running: number;
  readonly paused: number;
  readonly stopped: number;
  readonly simulate: number;
}

/** Net realised profit in USDT, as decimal strings, of bots that are not marked simulated. Days are UTC+8 days. */
export interface BotBill {
  readonly today: string;
  readonly yesterday: string;
  /** The last 7 and 30 days, today included. */
  readonly week: string;
  readonly month: string;
  readonly total: string;
  /** Service fees charged on them. */
  readonly fuelToday: string;
  readonly fuelTotal: string;
  /** How many settlements the total is made of. */
  readonly count: number;
}

export interface BotSummary {
  counts(userId: number): Promise<BotCounts>;
  /** `exchange` '' = all. Today is the day of each market's own clock, by the code of its exchange. */
  bill(userId: number, exchange: string, marketClocks: ReadonlyMap<string, number>): Promise<BotBill>;
}
