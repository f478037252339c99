// What the two racing kinds (cross, triangular) share: the count of opportunities, told honestly.
import type { TimeMs } from '../../money/units.ts';
import type { ConvoyIntents, LegFigure } from '../../strategy/coordinator.ts';

/** Between two rounds: the market is to show its price after the last one before the next is judged. */
export const REST_MS = 1_000;

export interface Chances {
  /** Times that the net of a round came to what is asked, from below; no fewer than the rounds that were made. */
  seen: number;
  executed: number;
  /** By reason. */
  missed: Record<string, number>;
  /** The net is there now, so the same chance is not counted twice. */
  over: boolean;
  /** The next round begins no sooner. */
  notBeforeMs: TimeMs;
}

export function freshChances(): Chances {
  return { seen: 0, executed: 0, missed: {}, over: false, notBeforeMs: 0 };
}

/** True once for every time the net rises to the mark. */
export function isNewChance(chances: Chances, over: boolean): boolean {
  const fresh = over && !chances.over;
  chances.over = over;
  if (fresh) chances.seen++;
  return fresh;
}

/** A round was made. A chance that lasts is one for every round it pays. */
export function countRound(chances: Chances): void {
  chances.executed++;
  chances.seen = Math.max(chances.seen, chances.executed);
}

export function miss(
  chances: Chances,
  reason: string,
  data: Readonly<Record<string, string | number>>,
  out: ConvoyIntents,
): void {
  chances.missed[reason] = (chances.missed[reason] ?? 0) + 1;
  out.log('failed', `arb_missed_${reason}`, data);
}

export function chanceFigures({ seen, executed, missed }: Chances): LegFigure[] {
  const count = (key: string, value: number): LegFigure => ({ key, unit: 'count', value: String(value) });
  const reasons = Object.entries(missed).map(([reason, times]) => count(`missed_${reason}`, times));
  return [count('seen', seen), count('executed', executed), ...reasons];
}
