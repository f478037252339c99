// Webhooks of bots: the one address a bot has, and every signal that came to it. Tokens are known by their hash.

export interface Hook {
  readonly botId: number;
  readonly userId: number;
  readonly tail: string;
  readonly lastAtMs: number | null;
}

export interface IncomingSignal {
  readonly signalId: string;
  /** The body as it came. */
  readonly body: string;
  readonly address: string;
  readonly nowMs: number;
  /** A signal that is refused for its own sake (too old) is kept and does not use up its id. */
  readonly refusedWith: number | null;
}

/** again: its id was used within the day (it is kept and counted all the same) · crowded: as many as a minute may have were here. */
export type Taken = { outcome: 'taken'; id: number } | { outcome: 'again' } | { outcome: 'crowded'; waitMs: number };

export interface HookStore {
  /** The bot's address, new or in place of the one before. */
  set(botId: number, tokenHash: Uint8Array, tail: string, nowMs: number): Promise<void>;
  ofBot(botId: number): Promise<Hook | null>;
  /** Of a bot that is not deleted. */
  byToken(tokenHash: Uint8Array): Promise<Hook | null>;
  /** Counts and keeps a signal; of those that come at once with one id one is taken. */
  take(botId: number, signal: IncomingSignal, perMinute: number): Promise<Taken>;
  /** What became of it. */
  answer(id: number, code: number): Promise<void>;
  removeOlderThan(timeMs: number): Promise<void>;
}
