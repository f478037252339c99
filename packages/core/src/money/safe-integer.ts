// The guard at every door of the money code: an amount is a whole number inside +-2^53, or the work stops with a typed
// error. A figure outside that range has already lost units, so it must never travel on.

export type MoneyProblem = 'format' | 'digits' | 'range' | 'divisor';

/** Thrown by everything in `money/`. `problem` says which rule was broken; the message carries the offending figure. */
export class MoneyError extends Error {
  readonly problem: MoneyProblem;

  constructor(problem: MoneyProblem, message: string) {
    super(message);
    this.name = 'MoneyError';
    this.problem = problem;
  }
}

/** Returns the value itself when it is a safe integer (never -0), else throws `range`. */
export function assertSafe(value: number, what = 'amount'): number {
  if (!Number.isSafeInteger(value)) throw new MoneyError('range', `${what} is outside the exact range: ${value}`);
  return value + 0;
}
