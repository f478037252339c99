// A pyramid over candle columns (blocks of 64 and of 1024) that answers "when is this price touched next" and "how low,
// how high, how deep did the closes go" without reading every candle. Answers are exact: equal to a plain scan.
import type { Ticks } from '../money/units.ts';
import type { Candles } from './candles.ts';

export const SMALL_BLOCK = 64;
export const LARGE_BLOCK = 1024;

/** Extremes of the closes of a stretch. `fallTicks`: the deepest fall from an earlier (or same) close to a later one. */
export interface CloseRange {
  minTicks: Ticks;
  maxTicks: Ticks;
  fallTicks: Ticks;
}

interface Blocks {
  readonly lows: Float64Array;
  readonly highs: Float64Array;
  readonly closeMins: Float64Array;
  readonly closeMaxs: Float64Array;
  readonly closeFalls: Float64Array;
}

export class RangeIndex {
  readonly candles: Candles;
  private readonly small: Blocks;
  private readonly large: Blocks;

  /** Reads the candles once; they must not change afterwards. */
  constructor(candles: Candles) {
    this.candles = candles;
    this.small = emptyBlocks(candles.length, SMALL_BLOCK);
    this.large = emptyBlocks(candles.length, LARGE_BLOCK);
    buildSmall(candles, this.small);
    buildLarge(this.small, this.large);
  }

  /**
   * First candle in from..to (to excluded) whose low is <= `belowTicks` or whose high is >= `aboveTicks`; `to` when
   * none is. Use -Infinity and Infinity for "none".
   */
  firstTouch(from: number, to: number, belowTicks: Ticks, aboveTicks: Ticks): number {
    const { lowTicks, highTicks } = this.candles;
    const { small, large } = this;
    let row = from;
    while (row < to) {
      if ((row & (LARGE_BLOCK - 1)) === 0) {
        const block = row / LARGE_BLOCK;
        if ((large.lows[block] as number) > belowTicks && (large.highs[block] as number) < aboveTicks) {
          row += LARGE_BLOCK;
          continue;
        }
      }
      if ((row & (SMALL_BLOCK - 1)) === 0) {
        const block = row / SMALL_BLOCK;
        if ((small.lows[block] as number) > belowTicks && (small.highs[block] as number) < aboveTicks) {
          row += SMALL_BLOCK;
          continue;
        }
      }
      const end = Math.min(to, (row | (SMALL_BLOCK - 1)) + 1);
      for (; row < end; row++) {
        if ((lowTicks[row] as number) <= belowTicks || (highTicks[row] as number) >= aboveTicks) return row;
      }
    }
    return to;
  }

  /** First candle in from..to whose close is < `ticks`; `to` when none is. */
  firstCloseBelow(from: number, to: number, ticks: Ticks): number {
    const { closeTicks } = this.candles;
    const { small, large } = this;
    let row = from;
    while (row < to) {
      if ((row & (LARGE_BLOCK - 1)) === 0 && (large.closeMins[row / LARGE_BLOCK] as number) >= ticks) {
        row += LARGE_BLOCK;
        continue;
      }
      if ((row & (SMALL_BLOCK - 1)) === 0 && (small.closeMins[row / SMALL_BLOCK] as number) >= ticks) {
        row += SMALL_BLOCK;
        continue;
      }
      const end = Math.min(to, (row | (SMALL_BLOCK - 1)) + 1);
      for (; row < end; row++) if ((closeTicks[row] as number) < ticks) return row;
    }
    return to;
  }

  /** First candle in from..to whose close is > `ticks`; `to` when none is. */
  firstCloseAbove(from: number, to: number, ticks: Ticks): number {
    const { closeTicks } = this.candles;
    const { small, large } = this;
    let row = from;
    while (row < to) {
      if ((row & (LARGE_BLOCK - 1)) === 0 && (large.closeMaxs[row / LARGE_BLOCK] as number) <= ticks) {
        row += LARGE_BLOCK;
        continue;
      }
      if ((row & (SMALL_BLOCK - 1)) === 0 && (small.closeMaxs[row / SMALL_BLOCK] as number) <= ticks) {
        row += SMALL_BLOCK;
        continue;
      }
      const end = Math.min(to, (row | (SMALL_BLOCK - 1)) + 1);
      for (; row < end; row++) if ((closeTicks[row] as number) > ticks) return row;
    }
    return to;
  }

  /** Extremes of the closes of from..to (to excluded, from < to), written into `out`. */
  closeRange(from: number, to: number, out: CloseRange): void {
    const { closeTicks } = this.candles;
    out.minTicks = Number.POSITIVE_INFINITY;
    out.maxTicks = Number.NEGATIVE_INFINITY;
    out.fallTicks = 0;
    let row = from;
    while (row < to) {
      if ((row & (LARGE_BLOCK - 1)) === 0 && row + LARGE_BLOCK <= to) {
        append(out, this.large, row / LARGE_BLOCK);
        row += LARGE_BLOCK;
      } else if ((row & (SMALL_BLOCK - 1)) === 0 && row + SMALL_BLOCK <= to) {
        append(out, this.small, row / SMALL_BLOCK);
        row += SMALL_BLOCK;
      } else {
        const close = closeTicks[row] as number;
        if (close > out.maxTicks) out.maxTicks = close;
        else if (out.maxTicks - close > out.fallTicks) out.fallTicks = out.maxTicks - close;
        if (close < out.minTicks) out.minTicks = close;
        row++;
      }
    }
  }
}

function append(out: CloseRange, blocks: Blocks, block: number): void {
  const min = blocks.closeMins[block] as number;
  const max = blocks.closeMaxs[block] as number;
  out.fallTicks = Math.max(out.fallTicks, blocks.closeFalls[block] as number, out.maxTicks - min);
  if (max > out.maxTicks) out.maxTicks = max;
  if (min < out.minTicks) out.minTicks = min;
}

function emptyBlocks(rows: number, size: number): Blocks {
  const count = Math.ceil(rows / size);
  return {
    lows: new Float64Array(count),
    highs: new Float64Array(count),
    closeMins: new Float64Array(count),
    closeMaxs: new Float64Array(count),
    closeFalls: new Float64Array(count),
  };
}

function buildSmall(candles: Candles, blocks: Blocks): void {
  const { lowTicks, highTicks, closeTicks, length } = candles;
  for (let block = 0, from = 0; from < length; block++, from += SMALL_BLOCK) {
    const to = Math.min(from + SMALL_BLOCK, length);
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    let closeMin = Number.POSITIVE_INFINITY;
    let closeMax = Number.NEGATIVE_INFINITY;
    let fall = 0;
    for (let row = from; row < to; row++) {
      const close = closeTicks[row] as number;
      if ((lowTicks[row] as number) < low) low = lowTicks[row] as number;
      if ((highTicks[row] as number) > high) high = highTicks[row] as number;
      if (close > closeMax) closeMax = close;
      else if (closeMax - close > fall) fall = closeMax - close;
      if (close < closeMin) closeMin = close;
    }
    blocks.lows[block] = low;
    blocks.highs[block] = high;
    blocks.closeMins[block] = closeMin;
    blocks.closeMaxs[block] = closeMax;
    blocks.closeFalls[block] = fall;
  }
}

function buildLarge(small: Blocks, large: Blocks): void {
  const ratio = LARGE_BLOCK / SMALL_BLOCK;
  const range: CloseRange = { minTicks: 0, maxTicks: 0, fallTicks: 0 };
  for (let block = 0; block < large.lows.length; block++) {
    const from = block * ratio;
    const to = Math.min(from + ratio, small.lows.length);
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    range.minTicks = Number.POSITIVE_INFINITY;
    range.maxTicks = Number.NEGATIVE_INFINITY;
    range.fallTicks = 0;
    for (let part = from; part < to; part++) {
      low = Math.min(low, small.lows[part] as number);
      high = Math.max(high, small.highs[part] as number);
      append(range, small, part);
    }
    large.lows[block] = low;
    large.highs[block] = high;
    large.closeMins[block] = range.minTicks;
    large.closeMaxs[block] = range.maxTicks;
    large.closeFalls[block] = range.fallTicks;
  }
}
