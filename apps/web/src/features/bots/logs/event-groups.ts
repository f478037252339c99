// Rows of the log by day.
import { dayOf } from '../../../ui/times.ts';
import type { Action } from './api/actions.ts';

export interface EventDay {
  /** MM-DD, or null for the day that `nowMs` lies in. */
  readonly day: string | null;
  readonly atMs: number;
  readonly events: readonly Action[];
}

/** Days in the order they come; a row that two pages both hold is shown once. */
export function daysOf(actions: readonly Action[], nowMs: number): EventDay[] {
  const days: { day: string | null; atMs: number; events: Action[] }[] = [];
  const seen = new Set<number>();
  const today = new Date(nowMs).toDateString();
  for (const action of actions) {
    if (seen.has(action.id)) continue;
    seen.add(action.id);
    const atMs = action.created_at;
    const last = days.at(-1);
    if (last !== undefined && new Date(last.atMs).toDateString() === new Date(atMs).toDateString()) {
      last.events.push(action);
      continue;
    }
    const isToday = new Date(atMs).toDateString() === today;
    days.push({ day: isToday ? null : dayOf(atMs), atMs, events: [action] });
  }
  return days;
}
