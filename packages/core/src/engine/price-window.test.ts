// The window against a plain list of all prints.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../market/candles.ts';
import { MinuteWindow } from './price-window.ts';

const print = fc.record({
  ticks: fc.integer({ min: 1, max: 1000 }),
  afterMs: fc.oneof(fc.integer({ min: 0, max: 90_000 }), fc.integer({ min: 0, max: 5_000_000 })),
});

describe('MinuteWindow', () => {
  it('is the extreme of the prints since the start of the minute that many minutes ago', () => {
    fc.assert(
      fc.property(
        fc.array(print, { minLength: 1, maxLength: 80 }),
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 0, max: 2 ** 41 }),
        (prints, minutes, startMs) => {
          const window = new MinuteWindow();
          const seen: { ticks: number; minute: number }[] = [];
          let nowMs = startMs;
          for (const { ticks, afterMs } of prints) {
            nowMs += afterMs;
            window.print(ticks, nowMs);
            const now = Math.floor(nowMs / MINUTE_MS);
            seen.push({ ticks, minute: now });
            const inside = seen.filter(({ minute }) => minute > now - minutes).map((one) => one.ticks);
            expect(window.highWithin(minutes)).toBe(Math.max(...inside));
            expect(window.lowWithin(minutes)).toBe(Math.min(...inside));
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  it('leaves out a print that comes late, and knows nothing before the first', () => {
    const window = new MinuteWindow();
    expect([window.highWithin(60), window.lowWithin(60)]).toEqual([0, 0]);
    window.print(100, 10 * MINUTE_MS);
    window.print(900, 9 * MINUTE_MS);
    expect([window.highWithin(60), window.lowWithin(60)]).toEqual([100, 100]);
  });
});
