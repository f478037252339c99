// The rank test of Mann and Whitney: how likely two sets of times differ as much as they do when nothing tells them apart.
// Normal approximation with ties, two-sided; right for the thousands of samples it is used with.

/** Complementary error function, Numerical Recipes' erfcc: 1.2e-7 everywhere. */
function erfc(x: number): number {
  const z = Math.abs(x);
  const t = 1 / (1 + 0.5 * z);
  const series = [
    -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587, -0.82215223,
    0.17087277,
  ];
  const sum = series.reduceRight((rest, term) => term + t * rest, 0);
  const value = t * Math.exp(-z * z + sum);
  return x >= 0 ? value : 2 - value;
}

/** `p` of the two-sided test, and how often a value of `a` lies above one of `b` (0.5 = no separation). */
export function mannWhitney(a: readonly number[], b: readonly number[]): { p: number; above: number } {
  if (a.length < 20 || b.length < 20) throw new RangeError('at least 20 samples of each');
  const all = [...a.map((value) => ({ value, ofA: true })), ...b.map((value) => ({ value, ofA: false }))];
  all.sort((x, y) => x.value - y.value);
  let rankSum = 0;
  let ties = 0;
  for (let from = 0; from < all.length; ) {
    let to = from;
    while (to < all.length && all[to]?.value === all[from]?.value) to += 1;
    const rank = (from + 1 + to) / 2;
    const count = to - from;
    ties += count ** 3 - count;
    for (let at = from; at < to; at += 1) if (all[at]?.ofA === true) rankSum += rank;
    from = to;
  }
  const [n, m] = [a.length, b.length];
  const total = n + m;
  const u = rankSum - (n * (n + 1)) / 2;
  const deviation = Math.sqrt(((n * m) / 12) * (total + 1 - ties / (total * (total - 1))));
  const z = deviation === 0 ? 0 : (u - (n * m) / 2) / deviation;
  return { p: erfc(Math.abs(z) / Math.SQRT2), above: u / (n * m) };
}
