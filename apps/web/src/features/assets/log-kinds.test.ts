// Rows of an account's log stand under their months.
import { expect, it } from 'vitest';
import { type AccountLog, monthsOf } from './log-kinds.ts';

const at = (text: string, id: number) => ({ id, created_at: new Date(`${text}T12:00:00`).getTime() }) as AccountLog;

it('groups by month, newest first as they come, and names another year', () => {
  const rows = [at('2026-08-04', 4), at('2026-08-01', 3), at('2026-07-31', 2), at('2025-08-09', 1)];
  const now = new Date('2026-08-05T00:00:00').getTime();
  expect(monthsOf(rows, 'zh', now).map(({ title, rows: own }) => [title, own.length])).toEqual([
    ['8月', 2],
    ['7月', 1],
    ['2025年8月', 1],
  ]);
  expect(monthsOf(rows, 'en', now).map(({ title }) => title)).toEqual(['August', 'July', 'August 2025']);
});
