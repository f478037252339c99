// The shape of a bench: two sides that do the same work, each answering what it found beside how long it took. A ratio
// is only worth printing when both found the same.

export interface RunResult {
  /** How much was done: candles, operations, ticks. */
  readonly units: number;
  /** How long it took, preparation excluded, or what else `per` says; each side measures itself, as a child must. */
  readonly seconds: number;
  /** What came out, as text; both sides of a pair must give the same, or the ratio is not counted. */
  readonly outcome: string;
}

export interface Side {
  readonly name: string;
  run(): RunResult | Promise<RunResult>;
}

export interface Contest {
  readonly ours: Side;
  readonly theirs: Side;
  /** Removes what `prepare` made: temp folders, child processes. */
  dispose?(): void | Promise<void>;
}

export interface Bench {
  /** Row of performance.md, 'P9'. */
  readonly id: string;
  readonly name: string;
  /** What `units` counts, 'candles'. */
  readonly unit: string;
  /** What the units are divided by, 's' when absent. */
  readonly per?: string;
  readonly floor: number;
  readonly goal: number;
  /** Builds both sides, or says in one sentence why it cannot here. */
  prepare(): Promise<Contest | { readonly skipped: string }>;
}

/** BENCH_CLOCK=cpu counts the processor's time of the process (all its threads): for machines that others use too. */
export const CLOCK = process.env['BENCH_CLOCK'] === 'cpu' ? 'cpu' : 'wall';

/** Seconds that `work` took, on the process's monotonic clock or of its processor time. */
export function timed(work: () => void): number {
  if (CLOCK === 'cpu') {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  }
  const start = process.hrtime.bigint();
  work();
  return Number(process.hrtime.bigint() - start) / 1e9;
}
