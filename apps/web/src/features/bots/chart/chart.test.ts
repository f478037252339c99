// What reaches the canvas: rising candles that follow the price, fills merged when they are many, far exits left out.
import { describe, expect, it } from 'vitest';
import { candleAfter, candleRows, candleTime } from './candle-rows.ts';
import { type Fill, fillMarks, marksInView, mostMarks } from './fill-marks.ts';
import { linesOutside } from './price-lines.ts';

const quarterMs = 15 * 60_000;
const openMs = Date.UTC(2024, 6, 27, 12, 0);

describe('candle rows', () => {
  it('leave out what would make the drawing throw: repeated times, and figures that are none', () => {
    const rows = candleRows([
      [openMs, '10', '12', '9', '11', '5'],
      [openMs, '11', '12', '9', '11', '5'],
      [openMs + quarterMs, 'x', '12', '9', '11', '5'],
      [openMs + 2 * quarterMs, '11', '13', '10', '12', '0'],
    ]);
    expect(rows.map((row) => row.open)).toEqual([10, 11]);
    expect(rows[0]?.time).toBe(candleTime(openMs + 1, '15m'));
  });

  it('stretch the forming candle, open the next at the last close, and ignore what is older', () => {
    const [last] = candleRows([[openMs, '10', '12', '9', '11', '5']]);
    if (last === undefined) throw new Error('no candle');
    expect(candleAfter(last, 13, openMs + 60_000, '15m')).toMatchObject({ open: 10, high: 13, low: 9, close: 13 });
    const next = candleAfter(last, 8, openMs + quarterMs + 1, '15m');
    expect(next).toMatchObject({ open: 11, high: 11, low: 8, close: 8, volume: 0 });
    expect(next?.time).toBe(last.time + quarterMs / 1000);
    expect(candleAfter(last, 8, openMs - 1, '15m')).toBeNull();
    expect(candleAfter(last, Number.NaN, openMs, '15m')).toBeNull();
  });
});

describe('fill marks', () => {
  const fillsOf = (count: number): Fill[] =>
    Array.from({ length: count }, (_, at) => ({
      t: openMs + at * 1000,
      side: at % 2 === 0 ? 'buy' : 'sell',
      price: String(100 + at),
    }));

  it('stand alone while they are few', () => {
    const marks = fillMarks(fillsOf(mostMarks), '15m');
    expect(marksInView(marks, 0, Number.POSITIVE_INFINITY)).toHaveLength(mostMarks);
  });

  it('become one per candle and side at its outermost price when more than forty are in view', () => {
    const marks = fillMarks(fillsOf(mostMarks + 2), '15m');
    expect(marksInView(marks, 0, Number.POSITIVE_INFINITY)).toEqual([
      { time: candleTime(openMs, '15m'), side: 'buy', price: 100, count: 21 },
      { time: candleTime(openMs, '15m'), side: 'sell', price: 141, count: 21 },
    ]);
    expect(marksInView(marks, 0, 1)).toEqual([]);
  });
});

describe('watched prices', () => {
  it('far from the candles are named by their side, others are drawn', () => {
    const rows = candleRows([[openMs, '10', '12', '9', '11', '5']]);
    const far = { price: '5', kind: 'stop_loss' } as const;
    const high = { price: '40', kind: 'liquidation' } as const;
    const near = { price: '12.1', kind: 'take_profit' } as const;
    const order = { price: '1', kind: 'buy' } as const;
    expect(linesOutside([far, high, near, order], rows)).toEqual({ above: [high], below: [far] });
    expect(linesOutside([far], [])).toEqual({ above: [], below: [] });
  });
});
