// The platform's accounting day: a calendar day in UTC+8, counted from 1970-01-01.
const ZONE_MS = 28_800_000;
const DAY_MS = 86_400_000;

export function accountingDay(nowMs: number): number {
  return Math.floor((nowMs + ZONE_MS) / DAY_MS);
}

export function dayStartMs(day: number): number {
  return day * DAY_MS - ZONE_MS;
}

export function nextDayMs(nowMs: number): number {
  return dayStartMs(accountingDay(nowMs) + 1);
}

/** When the calendar month of that moment began. */
export function monthStartMs(nowMs: number): number {
  const day = accountingDay(nowMs);
  return dayStartMs(day - dayOfMonth(day) + 1);
}

/** Of days since 1970-01-01 in the Gregorian calendar, from 1; years are counted from March, so that leap days come last. */
function dayOfMonth(day: number): number {
  const [DAYS_AN_ERA, DAYS_TO_1970] = [146_097, 719_468];
  const ofEra = (day + DAYS_TO_1970) % DAYS_AN_ERA;
  const leapless = ofEra - Math.floor(ofEra / 1_460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096);
  const year = Math.floor(leapless / 365);
  const ofYear = ofEra - (365 * year + Math.floor(year / 4) - Math.floor(year / 100));
  const month = Math.floor((5 * ofYear + 2) / 153);
  return ofYear - Math.floor((153 * month + 2) / 5) + 1;
}
