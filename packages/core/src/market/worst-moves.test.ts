// The worst fall and rise within a stretch equal what trying every pair of candles finds.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CandleColumns } from './candles.ts';
import { worstMove } from './worst-moves.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Hourly candles that open at the close before. */
function hourly(closes: readonly number[], skips: readonly number[] = []): CandleColumns {
  const candles = new CandleColumns(HOUR_MS);
  let open = closes[0] ?? 0;
  let openMs = 0;
  for (const [row, close] of closes.entries()) {
    openMs += HOUR_MS * (1 + (skips[row] ?? 0));
    candles.push(openMs, open, Math.max(open, close), Math.min(open, close), close, 1);
    open = close;
  }
  return candles;
}

it('100 to 80 within a day is a fall of 20 %, and 80 to 90 a rise of 12.5 %', () => {
  const closes = [...Array<number>(20).fill(100), 80, ...Array<number>(10).fill(90)];
  expect(worstMove(hourly(closes), DAY_MS)).toEqual({ fallPpm: 200_000, risePpm: 125_000 });
});

it('a fall that took longer than the stretch counts only by the part inside it', () => {
  const closes = Array.from({ length: 101 }, (_, hour) => 1_000 - hour);
  expect(worstMove(hourly(closes), 10 * HOUR_MS)?.fallPpm).toBe(Math.ceil((10 * 1e6) / 910));
});

it('a low before the high of the same candle is no fall', () => {
  const candles = new CandleColumns(HOUR_MS);
  candles.push(HOUR_MS, 100, 200, 90, 190, 1);
  expect(worstMove(candles, HOUR_MS)).toEqual({ fallPpm: 100_000, risePpm: 1_000_000 });
});

it('is not known when the candles are fewer than the stretch', () => {
  expect(worstMove(hourly([1, 2]), DAY_MS)).toBeNull();
  expect(worstMove(new CandleColumns(HOUR_MS), HOUR_MS)).toBeNull();
});

it('equals a plain search over all pairs, holes and all', () => {
  const tape = fc.array(fc.tuple(fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 0, max: 6 })), {
    minLength: 30,
    maxLength: 120,
  });
  fc.assert(
    fc.property(tape, fc.integer({ min: 2, max: 30 }), (rows, hours) => {
      const candles = hourly(
        rows.map(([close]) => close),
        rows.map(([, skip]) => Math.max(0, skip - 4)),
      );
      let fall = 0;
      let rise = 0;
      for (let late = 0; late < candles.length; late++) {
        for (let early = 0; early <= late; early++) {
          if (candles.openTimeMs[late]! + HOUR_MS - candles.openTimeMs[early]! > hours * HOUR_MS) continue;
          const high = early === late ? candles.openTicks[late]! : candles.highTicks[early]!;
          const low = early === late ? candles.openTicks[late]! : candles.lowTicks[early]!;
          fall = Math.max(fall, Math.ceil(((high - candles.lowTicks[late]!) * 1e6) / high));
          rise = Math.max(rise, Math.ceil(((candles.highTicks[late]! - low) * 1e6) / low));
        }
      }
      expect(worstMove(candles, hours * HOUR_MS)).toEqual({ fallPpm: fall, risePpm: rise });
    }),
    { numRuns: 300 },
  );
});
