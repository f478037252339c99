// Candles from prints and from smaller candles: nothing invented, nothing lost, hours cut in UTC.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aggregateCandles, CandleBuilder } from './candle-builder.ts';
import {
  type Candle,
  type Candles,
  candleAt,
  firstCandleFrom,
  MINUTE_MS,
  sliceCandles,
  TIMEFRAME_MS,
} from './candles.ts';

const DAY_MS = TIMEFRAME_MS['1d'];

function rows(candles: Candles): Candle[] {
  return Array.from({ length: candles.length }, (_, row) => candleAt(candles, row));
}

const tape = fc.array(
  fc.record({
    waitMs: fc.oneof(fc.integer({ min: 0, max: 90_000 }), fc.integer({ min: 0, max: 3 * DAY_MS })),
    priceTicks: fc.integer({ min: 1, max: 1000 }),
    volumeLots: fc.integer({ min: 0, max: 50 }),
  }),
  { minLength: 1, maxLength: 120 },
);

function feed(prints: { waitMs: number; priceTicks: number; volumeLots: number }[], builder: CandleBuilder): void {
  let nowMs = 1_700_000_000_000;
  for (const { waitMs, priceTicks, volumeLots } of prints) {
    nowMs += waitMs;
    builder.print(priceTicks, nowMs, volumeLots);
  }
}

describe('CandleBuilder', () => {
  it('builds a minute out of its prints and leaves a gap where there are none', () => {
    const builder = new CandleBuilder(MINUTE_MS);
    expect(builder.print(100, 60_000, 1)).toBe(true);
    expect(builder.print(103, 75_000, 2)).toBe(false);
    expect(builder.print(99, 119_999, 3)).toBe(false);
    expect(builder.print(101, 240_000, 4)).toBe(true);
    expect(rows(builder.candles)).toEqual([
      { openTimeMs: 60_000, openTicks: 100, highTicks: 103, lowTicks: 99, closeTicks: 99, volumeLots: 6 },
      { openTimeMs: 240_000, openTicks: 101, highTicks: 101, lowTicks: 101, closeTicks: 101, volumeLots: 4 },
    ]);
    expect(() => builder.print(1, 239_999, 1)).toThrow(RangeError);
  });

  it.each(['5m', '15m', '1h', '4h', '1d'] as const)('%s from minutes equals %s from prints', (timeframe) => {
    fc.assert(
      fc.property(tape, (prints) => {
        const minutes = new CandleBuilder(MINUTE_MS);
        const direct = new CandleBuilder(TIMEFRAME_MS[timeframe]);
        feed(prints, minutes);
        feed(prints, direct);
        expect(rows(aggregateCandles(minutes.candles, TIMEFRAME_MS[timeframe]))).toEqual(rows(direct.candles));
      }),
    );
  });

  it('refuses to aggregate into something that is not a multiple', () => {
    expect(() => aggregateCandles(new CandleBuilder(5 * MINUTE_MS).candles, MINUTE_MS)).toThrow(RangeError);
  });
});

describe('candle columns', () => {
  it('are found by time and cut without copying', () => {
    const builder = new CandleBuilder(MINUTE_MS, 1);
    for (const minute of [1, 2, 5, 6]) builder.print(minute, minute * MINUTE_MS, 1);
    const { candles } = builder;
    expect([0, 60_000, 60_001, 180_000, 360_000, 360_001].map((timeMs) => firstCandleFrom(candles, timeMs))).toEqual([
      0, 0, 1, 2, 3, 4,
    ]);
    expect(rows(sliceCandles(candles, 1, 99)).map((candle) => candle.openTicks)).toEqual([2, 5, 6]);
    expect(() => candleAt(candles, 4)).toThrow(RangeError);
  });
});
