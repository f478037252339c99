// What the pair's worst days say of a plan, and how loudly. A stop that would be hit is what a plan with a stop is for: it is
// told in amber with its price in money. Red is kept for what has no such end: a liquidation, or a loss that no stop ends.
import type { PastMove, Verdict } from './assistant.ts';

export type Tone = 'good' | 'plain' | 'warn' | 'danger';
export type VerdictKey = Verdict | 'inside' | 'outside';

export interface PastWords {
  /** Of the sentence under the moves. */
  readonly key: VerdictKey;
  readonly tone: Tone;
  /** The words of each move, in their order. */
  readonly verdicts: readonly VerdictKey[];
}

/** The worst is said. */
const worstFirst: readonly Verdict[] = ['liquidated', 'stopped', 'beyond', 'held', 'covered'];

/** Null when nothing is known of the past. `ranged`: a grid covers a range where the others cover a ladder. */
export function pastWords(moves: readonly PastMove[], ranged: boolean): PastWords | null {
  const verdict = worstFirst.find((one) => moves.some((move) => move.verdict === one));
  if (verdict === undefined) return null;
  const tones = moves.map(toneOfMove);
  const tone = tones.includes('danger') ? 'danger' : verdict === 'covered' ? 'plain' : 'warn';
  const words = (one: Verdict): VerdictKey =>
    !ranged ? one : one === 'covered' ? 'inside' : one === 'beyond' ? 'outside' : one;
  return { key: words(verdict), tone, verdicts: moves.map((move) => words(move.verdict)) };
}

export function toneOfMove({ verdict, endless }: PastMove): Tone {
  if (verdict === 'covered') return 'good';
  if (verdict === 'liquidated') return 'danger';
  if (verdict === 'stopped') return 'warn';
  return endless ? 'danger' : 'plain';
}
