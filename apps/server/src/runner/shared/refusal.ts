// A refusal on its way out of the checks that a request to the runner has to pass.
import type { RunnerAnswer } from '../../ports/bot-runner.ts';

export class No extends Error {
  readonly answer: Exclude<RunnerAnswer<never>, { outcome: 'done' }>;

  constructor(code: number, extra: { params?: Record<string, string>; data?: Record<string, unknown> } = {}) {
    super(`refused with ${code}`);
    this.answer = { outcome: 'refused', code, ...extra };
  }
}

export function wait<T>(ms: number, value: T): Promise<T> {
  return new Promise((resolve) => setTimeout(resolve, ms, value));
}
