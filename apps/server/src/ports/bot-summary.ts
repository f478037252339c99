// What the home screen says about a user's bots without opening any of them. Profit counts live bots on real venues
// only; trading on `local` is simulated.
export interface BotCounts {
  readonly total: number;
  readonly running: number;
  readonly paused: number;
  readonly stopped: number;
  readonly simulate: number;
}

export interface BotSummary {
  counts(userId: number): Promise<BotCounts>;
  /** Net realised profit in USDT as decimal strings; `today` is the UTC+8 calendar day of `nowMs`. */
  bill(userId: number, nowMs: number): Promise<{ today: string; total: string }>;
}
