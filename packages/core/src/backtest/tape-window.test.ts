// The look back read from candle columns against a window that was fed every print.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MinuteWindow } from '../engine/price-window.ts';
import { candlePrints, candlePrintTimeMs, PRINTS_PER_CANDLE } from '../market/candle-prints.ts';
import { CandleColumns, MINUTE_MS } from '../market/candles.ts';
import { TapeWindow } from './tape-window.ts';

const row = fc.record({
  open: fc.integer({ min: 100, max: 200 }),
  close: fc.integer({ min: 100, max: 200 }),
  up: fc.integer({ min: 0, max: 50 }),
  down: fc.integer({ min: 0, max: 50 }),
  gap: fc.constantFrom(0, 0, 0, 0, 1, 7, 80),
});

describe('TapeWindow', () => {
  it('is what a window says that was fed every print, at every print, for candles of any length', () => {
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 1, maxLength: 60 }),
        fc.constantFrom(1, 5, 15, 60),
        fc.integer({ min: 1, max: 60 }),
        (rows, length, minutes) => {
          const candles = new CandleColumns(length * MINUTE_MS);
          let openMs = 1_700_006_400_000;
          for (const { open, close, up, down, gap } of rows) {
            openMs += gap * candles.intervalMs;
            candles.push(openMs, open, Math.max(open, close) + up, Math.min(open, close) - down, close, 1);
            openMs += candles.intervalMs;
          }
          const fed = new MinuteWindow();
          const read = new TapeWindow(candles);
          const prints = [0, 0, 0, 0];
          for (let at = 0; at < candles.length; at++) {
            const { openTicks, highTicks, lowTicks, closeTicks, openTimeMs, intervalMs } = candles;
            candlePrints(openTicks[at]!, highTicks[at]!, lowTicks[at]!, closeTicks[at]!, prints);
            for (let k = 0; k < PRINTS_PER_CANDLE; k++) {
              fed.print(prints[k]!, candlePrintTimeMs(openTimeMs[at]!, intervalMs, k));
              read.at(at, k);
              expect(read.highWithin(minutes)).toBe(fed.highWithin(minutes));
              expect(read.lowWithin(minutes)).toBe(fed.lowWithin(minutes));
            }
          }
        },
      ),
      { numRuns: 150 },
    );
  });
});
