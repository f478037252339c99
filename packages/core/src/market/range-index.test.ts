// The pyramid's answers equal a plain scan, at every offset and across both block sizes.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CandleColumns, type Candles, MINUTE_MS } from './candles.ts';
import { type CloseRange, LARGE_BLOCK, RangeIndex } from './range-index.ts';

/** A deterministic wander with occasional spikes; `seed` varies it. */
function wander(length: number, seed: number): Candles {
  const candles = new CandleColumns(MINUTE_MS, length);
  let state = seed;
  const next = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) % below;
  };
  let open = 10_000;
  for (let row = 0; row < length; row++) {
    const close = Math.max(100, open + next(41) - 20);
    const spike = next(300) === 0 ? next(500) : 0;
    candles.push(
      row * MINUTE_MS,
      open,
      Math.max(open, close) + next(9) + spike,
      Math.max(1, Math.min(open, close) - next(9) - spike),
      close,
      1,
    );
    open = close;
  }
  return candles;
}

const LENGTH = 5_000;
const candles = wander(LENGTH, 7);
const index = new RangeIndex(candles);

function scan(from: number, to: number, hit: (row: number) => boolean): number {
  for (let row = from; row < to; row++) if (hit(row)) return row;
  return to;
}

const stretch = fc
  .tuple(fc.integer({ min: 0, max: LENGTH - 1 }), fc.integer({ min: 1, max: LENGTH }))
  .map(([from, length]) => ({ from, to: Math.min(LENGTH, from + length) }));
const low = Math.min(...candles.lowTicks);
const high = Math.max(...candles.highTicks);
const row = fc.integer({ min: 0, max: LENGTH - 1 });
const level = fc.oneof(
  fc.integer({ min: low - 2, max: high + 2 }),
  row.map((at) => candles.highTicks[at] as number),
  row.map((at) => candles.lowTicks[at] as number),
  row.map((at) => candles.closeTicks[at] as number),
);

describe('RangeIndex', () => {
  it('finds the first touch of a price from either side', () => {
    fc.assert(
      fc.property(stretch, level, level, ({ from, to }, below, above) => {
        const hit = (row: number) =>
          (candles.lowTicks[row] as number) <= below || (candles.highTicks[row] as number) >= above;
        expect(index.firstTouch(from, to, below, above)).toBe(scan(from, to, hit));
      }),
      { numRuns: 500 },
    );
  });

  it('touches the very extreme of a block, not only what is beyond it', () => {
    for (let from = 0; from + LARGE_BLOCK <= LENGTH; from += LARGE_BLOCK) {
      const to = from + LARGE_BLOCK;
      const lowest = Math.min(...candles.lowTicks.subarray(from, to));
      const highest = Math.max(...candles.highTicks.subarray(from, to));
      const never = Number.POSITIVE_INFINITY;
      expect(index.firstTouch(from, to, lowest, never)).toBe(candles.lowTicks.indexOf(lowest, from));
      expect(index.firstTouch(from, to, -never, highest)).toBe(candles.highTicks.indexOf(highest, from));
      expect(index.firstTouch(from, to, lowest - 1, highest + 1)).toBe(to);
    }
  });

  it('finds a close just beyond the extreme of all closes before it', () => {
    const closes = candles.closeTicks;
    for (let from = 0; from < LENGTH; from += LARGE_BLOCK) {
      const to = Math.min(LENGTH, from + LARGE_BLOCK);
      const lowest = Math.min(...closes.subarray(from, to));
      const highest = Math.max(...closes.subarray(from, to));
      expect(index.firstCloseBelow(from, to, lowest + 1)).toBe(closes.indexOf(lowest, from));
      expect(index.firstCloseBelow(from, to, lowest)).toBe(to);
      expect(index.firstCloseAbove(from, to, highest - 1)).toBe(closes.indexOf(highest, from));
      expect(index.firstCloseAbove(from, to, highest)).toBe(to);
    }
  });

  it('finds nothing when nothing waits', () => {
    expect(index.firstTouch(0, LENGTH, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)).toBe(LENGTH);
  });

  it('finds the first close below and above', () => {
    fc.assert(
      fc.property(stretch, level, ({ from, to }, ticks) => {
        const close = (row: number) => candles.closeTicks[row] as number;
        expect(index.firstCloseBelow(from, to, ticks)).toBe(scan(from, to, (row) => close(row) < ticks));
        expect(index.firstCloseAbove(from, to, ticks)).toBe(scan(from, to, (row) => close(row) > ticks));
      }),
      { numRuns: 500 },
    );
  });

  it('knows the extremes and the deepest fall of the closes', () => {
    const found: CloseRange = { minTicks: 0, maxTicks: 0, fallTicks: 0 };
    fc.assert(
      fc.property(stretch, ({ from, to }) => {
        let peak = Number.NEGATIVE_INFINITY;
        let fall = 0;
        const closes = candles.closeTicks.subarray(from, to);
        for (const close of closes) {
          peak = Math.max(peak, close);
          fall = Math.max(fall, peak - close);
        }
        index.closeRange(from, to, found);
        expect(found).toEqual({ minTicks: Math.min(...closes), maxTicks: peak, fallTicks: fall });
      }),
      { numRuns: 500 },
    );
  });

  it('is right on the edges of its blocks', () => {
    for (const length of [1, 63, 64, 65, 1023, 1024, 1025, 2048]) {
      const part = wander(length, length);
      const small = new RangeIndex(part);
      const last = length - 1;
      const lastLow = part.lowTicks[last] as number;
      expect(small.firstTouch(last, length, lastLow, Number.POSITIVE_INFINITY)).toBe(last);
      expect(small.firstTouch(0, length, 0, Number.POSITIVE_INFINITY)).toBe(length);
    }
  });
});
