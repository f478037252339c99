// Rows of an account's log stand under their months, and those of a charge open it to its payer.
import { expect, it } from 'vitest';
import { type AccountLog, chargeOf, monthsOf } from './log-kinds.ts';

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

it('a row of a charge opens it to its payer, a share of it to nobody', () => {
  const row = (type: string, ref_type: string) => ({ type, ref_type, ref_id: '7' }) as AccountLog;
  expect(['fuel_use', 'self_rebate', 'owed_repay', 'points_fuel'].map((type) => chargeOf(row(type, 'charge')))).toEqual(
    Array(4).fill('7'),
  );
  expect(chargeOf(row('share', 'charge'))).toBeNull();
  expect(chargeOf(row('fuel_in', 'change'))).toBeNull();
});
