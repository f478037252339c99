// What a contract has besides its last prices: the mark price, and the funding rate of each settlement. A feed is a
// function of the time alone, so that what was settled before a restart is settled the same after it.
import type { Ticks, TimeMs } from '@cormorant/core/money/units.ts';

export interface ContractFeed {
  /** The mark that stands after a print of `lastTicks` at `atMs`. */
  markTicks(atMs: TimeMs, lastTicks: Ticks): Ticks;
  /** Times of settlement in (fromMs, toMs], oldest first. */
  settlements(fromMs: TimeMs, toMs: TimeMs): TimeMs[];
  /** Rate of the settlement at `settleMs` as it is known at `nowMs`, in 1e-8; null = none is known. */
  rateE8(settleMs: TimeMs, nowMs: TimeMs): number | null;
  /** The first settlement after `nowMs`; null = no more. */
  nextSettlementMs(nowMs: TimeMs): TimeMs | null;
}

/** Settlements at whole multiples of an interval, counted from the epoch. */
export function regularSettlements(intervalMs: number, fromMs: TimeMs, toMs: TimeMs): TimeMs[] {
  const times: TimeMs[] = [];
  for (let at = (Math.floor(fromMs / intervalMs) + 1) * intervalMs; at <= toMs; at += intervalMs) times.push(at);
  return times;
}
