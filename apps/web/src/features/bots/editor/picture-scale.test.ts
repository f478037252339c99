// Positions of the preview: tags never touch, a half-typed bound never flattens the candles, the share inside is counted.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { makeScale, shareInside, spread } from './picture-scale.ts';

const candle = (at: number, close: number) => ({ at, open: close, high: close + 1, low: close - 1, close });
const candles = [candle(0, 100), candle(1, 104), candle(2, 96), candle(3, 110)];

it('keeps tags apart and inside', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 10, max: 178 }), { minLength: 1, maxLength: 4 }), (places) => {
      const put = spread(places, 17, 10, 178).sort((a, b) => a - b);
      expect(put[0]).toBeGreaterThanOrEqual(10);
      expect(put.at(-1)).toBeLessThanOrEqual(178);
      for (let k = 1; k < put.length; k++) expect(put[k]! - put[k - 1]!).toBeGreaterThanOrEqual(17);
    }),
  );
});

it('shows both bounds, but not one that is still being typed', () => {
  const scale = makeScale(candles, [90, 120], 110, 10, 178);
  expect(scale.y(90)).toBeLessThan(178);
  expect(scale.y(120)).toBeGreaterThan(10);
  expect(scale.price(scale.y(97.5))).toBeCloseTo(97.5);
  expect(makeScale(candles, [9, 120_000], 110, 10, 178).high).toBeLessThan(130);
});

it('counts the closes inside the range', () => {
  expect(shareInside(candles, 95, 105)).toBe(0.75);
  expect(shareInside(candles, 105, 95)).toBeNull();
  expect(shareInside([], 95, 105)).toBeNull();
});
