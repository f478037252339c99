// Mark prices beside a tape of last prices: at every print of the tape the newest print of the mark candles, under the
// same candle law. A range index over them says when a mark reaches a price, so that leaping stays exact.
import { candlePrints, candlePrintTimeMs, PRINTS_PER_CANDLE } from '../market/candle-prints.ts';
import { CandleColumns, type Candles } from '../market/candles.ts';
import { RangeIndex } from '../market/range-index.ts';
import type { Ticks } from '../money/units.ts';

export class MarkTrack {
  /** Four a candle of the tape. */
  private readonly ticks: Float64Array;
  private readonly index: RangeIndex;

  /** Before the first mark the last price is the mark. */
  constructor(tape: Candles, marks: Candles) {
    this.ticks = new Float64Array(tape.length * PRINTS_PER_CANDLE);
    const prints = [0, 0, 0, 0];
    const own = [0, 0, 0, 0];
    let at = -1;
    for (let row = 0; row < tape.length; row++) {
      candlePrints(tape.openTicks[row]!, tape.highTicks[row]!, tape.lowTicks[row]!, tape.closeTicks[row]!, own);
      for (let k = 0; k < PRINTS_PER_CANDLE; k++) {
        const nowMs = candlePrintTimeMs(tape.openTimeMs[row]!, tape.intervalMs, k);
        if (at + 1 < marks.length && marks.openTimeMs[at + 1]! <= nowMs) {
          while (at + 1 < marks.length && marks.openTimeMs[at + 1]! <= nowMs) at++;
          candlePrints(marks.openTicks[at]!, marks.highTicks[at]!, marks.lowTicks[at]!, marks.closeTicks[at]!, prints);
        }
        this.ticks[row * PRINTS_PER_CANDLE + k] = at < 0 ? own[k]! : prints[printAt(marks, at, nowMs)]!;
      }
    }
    this.index = new RangeIndex(this.rows(tape));
  }

  at(row: number, k: number): Ticks {
    return this.ticks[row * PRINTS_PER_CANDLE + k]!;
  }

  /** First candle of the tape in from..to with a mark at or under `belowTicks`, or at or over `aboveTicks`; else `to`. */
  firstTouch(from: number, to: number, belowTicks: Ticks, aboveTicks: Ticks): number {
    return this.index.firstTouch(from, to, belowTicks, aboveTicks);
  }

  /** The marks of each candle of the tape as a candle of their own. */
  private rows(tape: Candles): Candles {
    const columns = new CandleColumns(tape.intervalMs, tape.length);
    for (let row = 0; row < tape.length; row++) {
      const [open, second, third, close] = [0, 1, 2, 3].map((k) => this.at(row, k)) as [Ticks, Ticks, Ticks, Ticks];
      const high = Math.max(open, second, third, close);
      const low = Math.min(open, second, third, close);
      columns.push(tape.openTimeMs[row]!, open, high, low, close, 0);
    }
    return columns;
  }
}

/** Which print of a mark candle is the newest at that time; its close once the candle is over. */
function printAt(marks: Candles, row: number, nowMs: number): number {
  const openMs = marks.openTimeMs[row]!;
  let k = 0;
  while (k + 1 < PRINTS_PER_CANDLE && candlePrintTimeMs(openMs, marks.intervalMs, k + 1) <= nowMs) k++;
  return k;
}
