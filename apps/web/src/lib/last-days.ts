// The last thirty days of results as bars: sizes for drawing only, sums stay the server's.
import type { Data } from './api/client.ts';

type BillGroups = Data<'userBillGroup'>;

const dayMs = 86_400_000;
export const barDays = 30;

export interface Bar {
  readonly date: string;
  /** Undefined on a day without results. */
  readonly day: BillGroups['list'][number] | undefined;
  readonly size: number;
}

/** Oldest first; `above` and `below` are the longest bars on each side of zero, never both 0. */
export function barsOf({ list, today }: Pick<BillGroups, 'list' | 'today'>): {
  bars: Bar[];
  above: number;
  below: number;
} {
  const days = new Map(list.map((day) => [day.date, day]));
  const last = Date.parse(`${today}T00:00:00Z`);
  const bars = Array.from({ length: barDays }, (_, at): Bar => {
    const date = new Date(last - (barDays - 1 - at) * dayMs).toISOString().slice(0, 10);
    const day = days.get(date);
    return { date, day, size: Number(day?.profit ?? 0) };
  });
  const sizes = bars.map(({ size }) => size);
  const above = Math.max(0, ...sizes);
  const below = Math.max(0, ...sizes.map((size) => -size));
  return { bars, above: above === 0 && below === 0 ? 1 : above, below };
}
