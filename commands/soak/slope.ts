// How fast a figure grows, from samples with outliers: the median of the slopes between all pairs (Theil and Sen), with the
// range in which it lies in 95 of 100 cases.

export interface Sample {
  readonly atHours: number;
  readonly mb: number;
}

/** In MB an hour. */
export interface Slope {
  readonly low: number;
  readonly middle: number;
  readonly high: number;
}

const NORMAL_95 = 1.96;

export function slopeOf(samples: readonly Sample[]): Slope {
  const slopes = samples
    .flatMap((one, at) => samples.slice(at + 1).map((other) => (other.mb - one.mb) / (other.atHours - one.atHours)))
    .sort((a, b) => a - b);
  const [n, pairs] = [samples.length, slopes.length];
  if (pairs === 0) return { low: Number.NEGATIVE_INFINITY, middle: 0, high: Number.POSITIVE_INFINITY };
  const spread = NORMAL_95 * Math.sqrt((n * (n - 1) * (2 * n + 5)) / 18);
  const at = (rank: number) => slopes[Math.min(pairs - 1, Math.max(0, Math.round(rank)))] ?? 0;
  return { low: at((pairs - spread) / 2 - 1), middle: at((pairs - 1) / 2), high: at((pairs + spread) / 2) };
}

/**
 * The second half of a run: before it caches fill and code is compiled. It grows when even the low end of its slope is above
 * the limit; growth of less than `noiseMb` in all that time is told from nothing by no run so short.
 */
export function judgeGrowth(
  samples: readonly Sample[],
  limits: { readonly mbAnHour: number; readonly noiseMb: number },
): { readonly slope: Slope; readonly limit: number; readonly grows: boolean } {
  const endHours = samples.at(-1)?.atHours ?? 0;
  const half = samples.filter(({ atHours }) => atHours >= endHours / 2);
  const slope = slopeOf(half);
  const limit = Math.max(limits.mbAnHour, limits.noiseMb / (endHours / 2));
  return { slope, limit, grows: slope.low > limit };
}
