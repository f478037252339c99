// Days and months of UTC+8, at their edges.
import { expect, it } from 'vitest';
import { accountingDay, dayStartMs, monthStartMs, nextDayMs } from './accounting-day.ts';

it('a day of UTC+8 begins at 16:00 UTC of the day before', () => {
  const start = Date.UTC(2026, 10, 21, 16);
  expect(accountingDay(start) - accountingDay(start - 1)).toBe(1);
  expect(dayStartMs(accountingDay(start))).toBe(start);
  expect(dayStartMs(accountingDay(start + 86_399_999))).toBe(start);
  expect(nextDayMs(start)).toBe(Date.UTC(2026, 10, 22, 16));
});

it('a month begins with its first day there', () => {
  expect(monthStartMs(Date.UTC(2026, 10, 22))).toBe(Date.UTC(2026, 9, 31, 16));
  expect(monthStartMs(Date.UTC(2026, 9, 31, 16))).toBe(Date.UTC(2026, 9, 31, 16));
  expect(monthStartMs(Date.UTC(2026, 9, 31, 15, 59))).toBe(Date.UTC(2026, 8, 30, 16));
  for (let day = 0; day < 60_000; day += 1) {
    const noonMs = dayStartMs(day) + 43_200_000;
    const first = new Date(noonMs + 28_800_000);
    first.setUTCDate(1);
    first.setUTCHours(0, 0, 0, 0);
    if (monthStartMs(noonMs) !== first.getTime() - 28_800_000) throw new Error(`day ${day}`);
  }
});
