// Measures a contest in interleaved pairs: both sides meet the same weather of the machine, the order alternates, and
// the verdict is the median of the pairs' ratios. One pair whose outcomes differ voids the ratio.
import type { Contest, RunResult } from './bench.ts';

export const MIN_PAIRS = 5;

export interface Verdict {
  /** ours / theirs in units per second, median of the pairs; null when some outcome differed. */
  readonly ratio: number | null;
  readonly lowestRatio: number;
  readonly highestRatio: number;
  readonly oursPerSecond: number;
  readonly theirsPerSecond: number;
  readonly pairs: number;
  /** Why the ratio is void: the two outcomes that differ. */
  readonly difference?: { readonly ours: string; readonly theirs: string };
}

/** Runs one warm-up pair, which does not count, and then `pairs` (at least five). */
export async function measure(contest: Contest, pairs = MIN_PAIRS): Promise<Verdict> {
  if (!(pairs >= MIN_PAIRS)) throw new RangeError(`at least ${MIN_PAIRS} pairs, not ${pairs}`);
  const ratios: number[] = [];
  const oursRates: number[] = [];
  const theirsRates: number[] = [];
  let difference: Verdict['difference'];
  for (let pair = -1; pair < pairs; pair++) {
    const [ours, theirs] = await runPair(contest, pair % 2 === 0);
    if (ours.outcome !== theirs.outcome) difference ??= { ours: ours.outcome, theirs: theirs.outcome };
    if (pair < 0) continue;
    oursRates.push(ours.units / ours.seconds);
    theirsRates.push(theirs.units / theirs.seconds);
    ratios.push(ours.units / ours.seconds / (theirs.units / theirs.seconds));
  }
  return {
    ratio: difference === undefined ? median(ratios) : null,
    lowestRatio: Math.min(...ratios),
    highestRatio: Math.max(...ratios),
    oursPerSecond: median(oursRates),
    theirsPerSecond: median(theirsRates),
    pairs,
    ...(difference === undefined ? {} : { difference }),
  };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  if (sorted.length === 0) throw new RangeError('median of nothing');
  return sorted.length % 2 === 1
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}

async function runPair(contest: Contest, oursFirst: boolean): Promise<[RunResult, RunResult]> {
  if (oursFirst) {
    const ours = await contest.ours.run();
    return [ours, await contest.theirs.run()];
  }
  const theirs = await contest.theirs.run();
  return [await contest.ours.run(), theirs];
}
