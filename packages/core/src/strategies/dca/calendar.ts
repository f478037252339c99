// When a calendar bot buys: pure arithmetic over UTC+8, which has no summer time, on the proleptic Gregorian calendar.
// A slot is a moment; the next slot after any moment follows from the rule alone, for every second week also from the
// bot's first slot.
import type { TimeMs } from '../../money/units.ts';

export type CalendarInterval = '1h' | '4h' | '8h' | '12h' | '1d' | '1w' | '2w' | '1M';

export interface CalendarRule {
  readonly interval: CalendarInterval;
  /** Minutes after midnight in UTC+8; the shorter intervals count from there. */
  readonly atMinutes: number;
  /** 1 = Monday … 7 = Sunday. */
  readonly weekday: number;
  /** 1-31; the last day of a month that has no such day. */
  readonly monthday: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;
const ZONE_MS = 8 * HOUR_MS;
/** 1970-01-01 was a Thursday: days from there to the first Monday. */
const FIRST_MONDAY = 4;

const everyMs: Readonly<Record<Exclude<CalendarInterval, '1M'>, TimeMs>> = {
  '1h': HOUR_MS,
  '4h': 4 * HOUR_MS,
  '8h': 8 * HOUR_MS,
  '12h': 12 * HOUR_MS,
  '1d': DAY_MS,
  '1w': WEEK_MS,
  '2w': 2 * WEEK_MS,
};

/**
 * The first slot after a moment. `firstMs` is the bot's first slot: every second week counts from it; 0 = there is none
 * yet, and the next weekday becomes it.
 */
export function nextSlot(rule: CalendarRule, afterMs: TimeMs, firstMs: TimeMs): TimeMs {
  const { interval, atMinutes } = rule;
  const at = atMinutes * MINUTE_MS;
  const local = afterMs + ZONE_MS;
  if (interval === '1M') return nextMonthly(local, at, rule.monthday) - ZONE_MS;
  if (interval === '2w' && firstMs > 0) return nextAfter(afterMs, firstMs, 2 * WEEK_MS);
  const weekly = interval === '1w' || interval === '2w';
  const originMs = weekly ? (FIRST_MONDAY + rule.weekday - 1) * DAY_MS + at : at;
  return nextAfter(local, originMs, weekly ? WEEK_MS : everyMs[interval]) - ZONE_MS;
}

/** The next slots, for screens. */
export function nextSlots(rule: CalendarRule, afterMs: TimeMs, count: number): TimeMs[] {
  const slots: TimeMs[] = [];
  let at = afterMs;
  for (let k = 0; k < count; k++) {
    at = nextSlot(rule, at, slots[0] ?? 0);
    slots.push(at);
  }
  return slots;
}

/** How late a slot may be met and still be bought: a quarter of the interval, an hour at most. */
export function graceMs(interval: CalendarInterval): TimeMs {
  return interval === '1M' ? HOUR_MS : Math.min(HOUR_MS, everyMs[interval] / 4);
}

/** Slots from `dueMs` up to `nowMs`, `dueMs` included. */
export function missedSlots(rule: CalendarRule, dueMs: TimeMs, nowMs: TimeMs, firstMs: TimeMs): number {
  if (dueMs > nowMs) return 0;
  if (rule.interval !== '1M') return 1 + Math.floor((nowMs - dueMs) / everyMs[rule.interval]);
  let count = 0;
  for (let at = dueMs; at <= nowMs; at = nextSlot(rule, at, firstMs)) count++;
  return count;
}

/** How many slots lie in an average month of 30.436875 days, in thousandths. */
export function slotsPerMonthE3(interval: CalendarInterval): number {
  return interval === '1M' ? 1000 : Math.round((30.436875 * DAY_MS * 1000) / everyMs[interval]);
}

function nextAfter(afterMs: TimeMs, originMs: TimeMs, stepMs: TimeMs): TimeMs {
  return originMs + (Math.floor((afterMs - originMs) / stepMs) + 1) * stepMs;
}

function nextMonthly(localMs: TimeMs, atMs: TimeMs, monthday: number): TimeMs {
  let { year, month } = monthOf(Math.floor(localMs / DAY_MS));
  for (;;) {
    const days = daysBefore(year, month);
    const length = daysBefore(month === 12 ? year + 1 : year, month === 12 ? 1 : month + 1) - days;
    const slot = (days + Math.min(monthday, length) - 1) * DAY_MS + atMs;
    if (slot > localMs) return slot;
    month++;
    if (month > 12) {
      month = 1;
      year++;
    }
  }
}

/** Days from 1970-01-01 to the first day of a month (Hinnant's days_from_civil). */
function daysBefore(year: number, month: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5);
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

function monthOf(days: number): { year: number; month: number } {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month };
}
