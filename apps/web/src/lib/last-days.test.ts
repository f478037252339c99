// The bars of the bill and of home: thirty days without holes, today last, whatever the server listed.
import { describe, expect, it } from 'vitest';
import { barsOf } from './last-days.ts';

const day = (date: string, profit: string) => ({ date, profit, fuel: '0', net: profit, count: 1 });

describe('thirty days', () => {
  it('end today, leave no day out and nothing older in', () => {
    const { bars, above, below } = barsOf({
      list: [day('2024-01-01', '99'), day('2024-02-29', '-2'), day('2024-03-01', '1.5')],
      today: '2024-03-01',
    });
    expect(bars).toHaveLength(30);
    expect([bars[0]?.date, bars[28]?.date, bars[29]?.date]).toEqual(['2024-02-01', '2024-02-29', '2024-03-01']);
    expect(bars.filter((bar) => bar.day !== undefined).map((bar) => bar.size)).toEqual([-2, 1.5]);
    expect([above, below]).toEqual([1.5, 2]);
  });

  it('without any result still have a height', () => {
    expect(barsOf({ list: [], today: '2024-03-01' })).toMatchObject({ above: 1, below: 0 });
  });
});
