// The newest closed candles of one timeframe as columns, and no more than that many: memory is bounded however long a
// market runs. Rows ascend by time without a hole.

/** As many as it takes for the start of every mean to weigh nothing, and for half a year of 4 h candles. */
export const WARM_UP_CANDLES = 1_000;

/** Rows are appended until twice the bound is reached; then the newer half moves to the front. */
const ROOM = 2 * WARM_UP_CANDLES;

export class RecentCandles {
  readonly openTimeMs = new Float64Array(ROOM);
  readonly high = new Float64Array(ROOM);
  readonly low = new Float64Array(ROOM);
  readonly close = new Float64Array(ROOM);
  readonly volume = new Float64Array(ROOM);
  /** Rows from..to (to excluded) are held. */
  from = 0;
  to = 0;

  push(openTimeMs: number, high: number, low: number, close: number, volume: number): void {
    if (this.to === ROOM) this.moveToFront();
    const row = this.to++;
    this.openTimeMs[row] = openTimeMs;
    this.high[row] = high;
    this.low[row] = low;
    this.close[row] = close;
    this.volume[row] = volume;
    if (this.to - this.from > WARM_UP_CANDLES) this.from++;
  }

  private moveToFront(): void {
    for (const column of [this.openTimeMs, this.high, this.low, this.close, this.volume]) {
      column.copyWithin(0, this.from, this.to);
    }
    this.to -= this.from;
    this.from = 0;
  }
}
