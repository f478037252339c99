// When a calendar bot buys after the next time that the server names. The calendar is UTC+8, which has no summer time.
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const zoneMs = 8 * hourMs;

const everyMs: Readonly<Record<string, number>> = {
  '1h': hourMs,
  '4h': 4 * hourMs,
  '8h': 8 * hourMs,
  '12h': 12 * hourMs,
  '1d': dayMs,
  '1w': 7 * dayMs,
  '2w': 14 * dayMs,
};

/** `nextMs` and the buys after it; a month without the day buys on its last. */
export function nextBuys(nextMs: number, interval: string, monthday: number, count: number): number[] {
  const step = everyMs[interval];
  return Array.from({ length: count }, (_, at) =>
    step === undefined ? monthsAfter(nextMs, at, monthday) : nextMs + at * step,
  );
}

function monthsAfter(nextMs: number, months: number, monthday: number): number {
  const first = new Date(nextMs + zoneMs);
  const [year, month] = [first.getUTCFullYear(), first.getUTCMonth() + months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const clock = (nextMs + zoneMs) % dayMs;
  return Date.UTC(year, month, Math.min(monthday, lastDay)) + clock - zoneMs;
}
