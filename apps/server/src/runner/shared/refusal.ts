// A refusal as the runner answers it to whoever asked: a value, because it may cross from one process to another.
import type { JsonObject } from '../../ports/bot-record.ts';
import type { RunnerAnswer } from '../../ports/bot-runner.ts';
import type { Refusal } from '../../ports/refusal.ts';

export function refusedAnswer({ code, detail }: Refusal): Exclude<RunnerAnswer<never>, { outcome: 'done' }> {
  const { data, params } = detail;
  return {
    outcome: 'refused',
    code,
    ...(params && { params }),
    ...(data !== undefined && { data: data as JsonObject }),
  };
}
