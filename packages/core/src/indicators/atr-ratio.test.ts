// The ratio of a restless market to its usual self, beside a plain median.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { AtrRatio } from './atr-ratio.ts';
import { figures, randomBars } from './random-bars.ts';

function ratios(n: number, rows: number, bars: ReturnType<typeof randomBars>): number[] {
  const ratio = new AtrRatio(n, rows);
  return bars.map(({ high, low, close }) => {
    ratio.push(high, low, close);
    return ratio.values[0]!;
  });
}

it('ranges 2 2 2 6 with n = 2, over 3: atr 2 2 4, median 2, ratio 2', () => {
  const bars = [2, 2, 2, 6].map((range) => ({ high: 100 + range / 2, low: 100 - range / 2, close: 100, volume: 1 }));
  expect(ratios(2, 3, bars)).toEqual([Number.NaN, Number.NaN, Number.NaN, 2]);
});

it('is not known in a market that stands still', () => {
  const bars = Array.from({ length: 9 }, () => ({ high: 5, low: 5, close: 5, volume: 0 }));
  expect(ratios(2, 3, bars).every(Number.isNaN)).toBe(true);
});

it('equals atr over the median of the last values of atr', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 14 }), fc.integer({ min: 1, max: 40 }), fc.nat(), (n, rows, seed) => {
      const bars = randomBars(120, seed);
      const atr = figures('atr', [n], bars);
      for (const [row, ratio] of ratios(n, rows, bars).entries()) {
        if (row < n + rows - 2) {
          expect(ratio).toBeNaN();
          continue;
        }
        const sorted = atr.slice(row + 1 - rows, row + 1).sort((a, b) => a - b);
        const median = (sorted[(rows - 1) >> 1]! + sorted[rows >> 1]!) / 2;
        expect(ratio).toBe(atr[row]! / median);
      }
    }),
    { numRuns: 200 },
  );
});
