// The candle law's print order (product.md 3.6).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { candlePrints, candlePrintTimeMs } from './candle-prints.ts';

function prints(open: number, high: number, low: number, close: number): number[] {
  const out = [0, 0, 0, 0];
  candlePrints(open, high, low, close, out);
  return out;
}

describe('candlePrints', () => {
  it('takes the extreme nearer to the open first, the low on a tie', () => {
    expect(prints(100, 103, 95, 101)).toEqual([100, 103, 95, 101]);
    expect(prints(100, 105, 97, 101)).toEqual([100, 97, 105, 101]);
    expect(prints(100, 105, 95, 101)).toEqual([100, 95, 105, 101]);
    expect(prints(100, 100, 100, 100)).toEqual([100, 100, 100, 100]);
  });

  it('always prints the four prices of the candle', () => {
    const price = fc.integer({ min: 1, max: 1e9 });
    fc.assert(
      fc.property(price, price, price, price, (a, b, c, d) => {
        const found = prints(a, Math.max(a, b, c, d), Math.min(a, b, c, d), d);
        expect([found[0], found[3]]).toEqual([a, d]);
        expect(Math.abs((found[1] as number) - a)).toBeLessThanOrEqual(Math.abs((found[2] as number) - a));
      }),
    );
  });

  it('spreads the prints over the quarters of the interval', () => {
    expect([0, 1, 2, 3].map((print) => candlePrintTimeMs(60_000, 60_000, print))).toEqual([
      60_000, 75_000, 90_000, 105_000,
    ]);
  });
});
