// Counts sign-in attempts per subject (an account name, existing or not; an address). The attempt is counted in the
// statement that allows it, so parallel guesses cannot all pass.
export interface LoginGuard {
  /** `lockedUntilMs` is null when this attempt may be evaluated; it then counts as failed until `clear`. */
  take(subject: string, nowMs: number): Promise<{ lockedUntilMs: number | null; attemptsLeft: number }>;
  clear(subject: string): Promise<void>;
  /** Subjects whose counting and lock both ended before then. */
  removeOlderThan(timeMs: number): Promise<void>;
}
