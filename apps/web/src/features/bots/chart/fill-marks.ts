// Fills as triangles on the chart: each at its own price, or one per candle and side where more than forty are in view.
import type { Timeframe } from './api/candles.ts';
import { candleTime } from './candle-rows.ts';

export interface Fill {
  /** Milliseconds. */
  readonly t: number;
  readonly side: 'buy' | 'sell';
  readonly price: string | number;
}

export interface Mark {
  readonly time: number;
  readonly side: 'buy' | 'sell';
  readonly price: number;
  readonly count: number;
}

export const mostMarks = 40;

export interface FillMarks {
  readonly single: readonly Mark[];
  readonly perCandle: readonly Mark[];
}

/** Both forms, in the order of time; a merged mark stands at the outermost price of its candle. */
export function fillMarks(fills: readonly Fill[], timeframe: Timeframe): FillMarks {
  const single = fills
    .map(({ t, side, price }): Mark => ({ time: candleTime(t, timeframe), side, price: Number(price), count: 1 }))
    .sort((a, b) => a.time - b.time);
  const merged = new Map<string, Mark>();
  for (const mark of single) {
    const key = `${mark.time}${mark.side}`;
    const known = merged.get(key);
    const outer = mark.side === 'buy' ? Math.min : Math.max;
    merged.set(
      key,
      known === undefined ? mark : { ...known, price: outer(known.price, mark.price), count: known.count + mark.count },
    );
  }
  return { single, perCandle: [...merged.values()] };
}

/** The form that keeps the picture readable between two times. */
export function marksInView(marks: FillMarks, from: number, to: number): readonly Mark[] {
  const inside = ({ time }: Mark) => time >= from && time <= to;
  const single = marks.single.filter(inside);
  return single.length > mostMarks ? marks.perCandle.filter(inside) : single;
}
