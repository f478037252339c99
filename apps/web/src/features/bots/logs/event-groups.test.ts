// Days of the log.
import { describe, expect, it } from 'vitest';
import type { Action } from './api/actions.ts';
import { daysOf } from './event-groups.ts';

const hourMs = 3_600_000;
const noon = new Date(2024, 6, 27, 12).getTime();
const row = (id: number, created_at: number, action: Action['action'] = 'success') =>
  ({ id, created_at, action }) as Action;

describe('the log', () => {
  it('has one heading a day, today by the market’s clock, and shows a row once', () => {
    const days = daysOf([row(3, noon), row(2, noon - hourMs), row(2, noon - hourMs), row(1, noon - 24 * hourMs)], noon);
    expect(days.map(({ day, events }) => [day, events.map(({ id }) => id)])).toEqual([
      [null, [3, 2]],
      ['07-26', [1]],
    ]);
    expect(daysOf([row(1, noon)], noon + 48 * hourMs)[0]?.day).toBe('07-27');
  });
});
