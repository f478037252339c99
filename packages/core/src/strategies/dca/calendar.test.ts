// Slots in UTC+8: times of day, weeks, second weeks, month ends and leap years, against the platform's own calendar.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CalendarInterval, type CalendarRule, graceMs, missedSlots, nextSlot, nextSlots } from './calendar.ts';

const rule = (interval: CalendarInterval, rest: Partial<CalendarRule> = {}): CalendarRule => ({
  interval,
  atMinutes: 8 * 60,
  weekday: 1,
  monthday: 1,
  ...rest,
});
const utc = (text: string) => Date.parse(`${text}Z`);
const text = (ms: number) => new Date(ms).toISOString().slice(0, 16);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const anyTime = fc.integer({ min: utc('1999-01-01T00:00'), max: utc('2101-01-01T00:00') });

describe('the calendar of a DCA bot', () => {
  it('counts in UTC+8', () => {
    expect(text(nextSlot(rule('1d'), utc('2026-11-20T23:59'), 0))).toBe('2026-11-21T00:00');
    expect(text(nextSlot(rule('1d'), utc('2026-11-21T00:00'), 0))).toBe('2026-11-22T00:00');
    expect(text(nextSlot(rule('4h', { atMinutes: 90 }), utc('2026-11-21T00:00'), 0))).toBe('2026-11-21T01:30');
    expect(text(nextSlot(rule('1w', { weekday: 7, atMinutes: 0 }), utc('2026-11-21T00:00'), 0))).toBe(
      '2026-11-21T16:00',
    );
  });

  it('keeps to the last day of a month that is too short', () => {
    const slots = nextSlots(rule('1M', { monthday: 31 }), utc('2027-12-31T12:00'), 5).map(text);
    expect(slots).toEqual([
      '2028-01-31T00:00',
      '2028-02-29T00:00',
      '2028-03-31T00:00',
      '2028-04-30T00:00',
      '2028-05-31T00:00',
    ]);
    expect(text(nextSlot(rule('1M', { monthday: 29 }), utc('2100-02-01T00:00'), 0))).toBe('2100-02-28T00:00');
    expect(text(nextSlot(rule('1M', { monthday: 30 }), utc('2000-02-01T00:00'), 0))).toBe('2000-02-29T00:00');
  });

  it('counts every second week from the first slot', () => {
    const [first, second] = nextSlots(rule('2w', { weekday: 3 }), utc('2026-11-21T00:00'), 2);
    expect(new Date(first! + 8 * HOUR).getUTCDay()).toBe(3);
    expect(second! - first!).toBe(14 * DAY);
    expect(nextSlot(rule('2w', { weekday: 3 }), first! + 5 * DAY, first!)).toBe(second);
  });

  it('always gives the first moment after, at the time and day of the rule', () => {
    const rules = fc.record({
      interval: fc.constantFrom<CalendarInterval>('1h', '4h', '8h', '12h', '1d', '1w', '1M'),
      atMinutes: fc.integer({ min: 0, max: 1439 }),
      weekday: fc.integer({ min: 1, max: 7 }),
      monthday: fc.integer({ min: 1, max: 31 }),
    });
    fc.assert(
      fc.property(rules, anyTime, (given, now) => {
        const slot = nextSlot(given, now, 0);
        expect(slot).toBeGreaterThan(now);
        const local = new Date(slot + 8 * HOUR);
        const minutes = local.getUTCHours() * 60 + local.getUTCMinutes();
        const every = { '1h': 60, '4h': 240, '8h': 480, '12h': 720, '1d': 1440, '1w': 1440, '1M': 1440 }[
          given.interval as '1h'
        ];
        expect(Math.abs(minutes - given.atMinutes) % every).toBe(0);
        expect(local.getUTCSeconds() + local.getUTCMilliseconds()).toBe(0);
        if (given.interval === '1w') expect(local.getUTCDay() % 7).toBe(given.weekday % 7);
        if (given.interval === '1M') {
          const days = new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + 1, 0)).getUTCDate();
          expect(local.getUTCDate()).toBe(Math.min(given.monthday, days));
        }
        // Nothing of the rule lies between: going back a millisecond finds the same slot.
        expect(nextSlot(given, slot - 1, 0)).toBe(slot);
      }),
    );
  });

  it('counts what was missed, and says how late is still in time', () => {
    const due = utc('2026-11-21T00:00');
    expect(missedSlots(rule('1h'), due, due - 1, 0)).toBe(0);
    expect(missedSlots(rule('1h'), due, due + 3 * HOUR, 0)).toBe(4);
    expect(missedSlots(rule('1M'), due, due + 62 * DAY, 0)).toBe(3);
    expect([graceMs('1h'), graceMs('4h'), graceMs('1M')]).toEqual([HOUR / 4, HOUR, HOUR]);
  });
});
