// One symbol's market as a sequence of prints that only ever moves forward. What has not been printed yet cannot be
// seen: candles() ends at the last print made. Position is all that must be stored to go on after a restart.

import type { Instrument } from '@cormorant/core/market/instrument.ts';
import type { Lots, Ticks, TimeMs } from '@cormorant/core/money/units.ts';
import type { ContractFeed } from './contract-feed.ts';

export const DAY_MS = 86_400_000;

export type CandleVisitor = (at: TimeMs, open: Ticks, high: Ticks, low: Ticks, close: Ticks, volume: Lots) => void;

export interface Tape {
  readonly instrument: Instrument;
  /** What people read: 'Bitcoin (simulated)'. */
  readonly title: string;
  /** Contracts only. */
  readonly feed?: ContractFeed;
  /** A cross pair that lists leave out. */
  readonly hidden?: boolean;
  /** Number of the last print made, as this tape counts; -1 = none yet. */
  readonly position: number;
  /** Time of the next print; Infinity when the tape has ended. */
  readonly nextAtMs: TimeMs;
  readonly nextTicks: Ticks;
  /** Price of the last print made; 0 = none yet. */
  readonly lastTicks: Ticks;
  readonly lastAtMs: TimeMs;
  /** Makes the next print the last one. */
  advance(): void;
  /** Opening time of the first candle that can ever be seen. */
  readonly startMs: TimeMs;
  /** Visits what has been printed in [fromMs, toMs), oldest first, in pieces that each lie inside one `intervalMs`. */
  visit(fromMs: TimeMs, toMs: TimeMs, intervalMs: number, visitor: CandleVisitor): void;
}
