// Indicators over the very candles of a tape, computed ahead in one loop and read by row. Only for a tape without holes
// whose candles lie on their grid: there the newest closed candle is always the row before the present one, and every
// figure is what an IndicatorHub would say that is fed candle by candle.
import type { Indicator } from '../indicators/indicator.ts';
import { planRead } from '../indicators/plan-read.ts';
import { type IndicatorRead, readKey } from '../indicators/read.ts';
import { type Candles, TIMEFRAME_MS } from '../market/candles.ts';
import type { Instrument } from '../market/instrument.ts';

/** Rows computed at a time; twice as many are kept, so that the row before a fresh block is still there. */
const AHEAD = 512;
const KEPT = 2 * AHEAD;
/** A power of two less one: `row & LAST_KEPT` is row modulo KEPT. */
const LAST_KEPT = KEPT - 1;

/** One output of an indicator, in whole coins where it is a price or a volume; row r stands at r modulo KEPT. */
export interface TapeColumn {
  readonly output: number;
  readonly multiply: number;
  readonly divide: number;
  readonly figures: Float64Array;
}

interface Computed {
  readonly key: string;
  readonly indicator: Indicator;
  readonly columns: TapeColumn[];
}

/** True when row r + 1 of the tape begins where row r ends, all on the interval's grid. */
export function isWhole({ intervalMs, length, openTimeMs }: Candles): boolean {
  if (length === 0 || openTimeMs[0]! % intervalMs !== 0) return false;
  // Rows ascend on one grid: as many as fit between the first and the last means all of them.
  return openTimeMs[length - 1]! - openTimeMs[0]! === (length - 1) * intervalMs;
}

export class TapeIndicators {
  /** The row that is forming. */
  row = 0;
  private readonly candles: Candles;
  private readonly instrument: Instrument;
  private readonly computed: Computed[] = [];
  private readonly columns = new Map<string, TapeColumn>();
  /** The objects that were asked with, and their columns: asking builds no key. */
  private readonly askedReads: IndicatorRead[] = [];
  private readonly askedColumns: TapeColumn[] = [];
  /** Rows before this one are computed. */
  private done = 0;

  constructor(instrument: Instrument, candles: Candles, reads: readonly IndicatorRead[]) {
    this.instrument = instrument;
    this.candles = candles;
    for (const read of reads) this.add(read);
  }

  /** The reads that this tape answers by itself. */
  static ownOf(candles: Candles, reads: readonly IndicatorRead[]): IndicatorRead[] {
    if (!isWhole(candles)) return [];
    return reads.filter(({ ind, tf }) => ind !== 'funding' && TIMEFRAME_MS[tf] === candles.intervalMs);
  }

  /** NaN: not known yet. */
  value({ figures }: TapeColumn, back: 0 | 1): number {
    const row = this.row - 1 - back;
    if (row < 0) return Number.NaN;
    while (this.done < this.row) this.computeAhead();
    return figures[row & LAST_KEPT]!;
  }

  /** undefined: not a read of this tape. */
  columnOf(read: IndicatorRead): TapeColumn | undefined {
    const { askedReads } = this;
    for (let at = 0; at < askedReads.length; at++) if (askedReads[at] === read) return this.askedColumns[at];
    const column = this.columns.get(readKey(read));
    if (column === undefined) return undefined;
    // A machine that made its reads anew each time would fill this without end.
    if (askedReads.length < this.columns.size) {
      askedReads.push(read);
      this.askedColumns.push(column);
    }
    return column;
  }

  private add(read: IndicatorRead): void {
    const { key, make, output, multiply, divide } = planRead(this.instrument, read);
    if (make === null) throw new RangeError(`${readKey(read)} is made of no candles`);
    let computed = this.computed.find((each) => each.key === key);
    if (computed === undefined) {
      computed = { key, indicator: make(), columns: [] };
      this.computed.push(computed);
    }
    let column = computed.columns.find((each) => each.output === output);
    if (column === undefined) {
      column = { output, multiply, divide, figures: new Float64Array(KEPT) };
      computed.columns.push(column);
    }
    this.columns.set(readKey(read), column);
  }

  private computeAhead(): void {
    const to = Math.min(this.candles.length, this.done + AHEAD);
    for (const { indicator, columns } of this.computed) {
      if (columns.length === 1) this.computeOne(indicator, columns[0]!, to);
      else this.computeMany(indicator, columns, to);
    }
    this.done = to;
  }

  private computeOne(indicator: Indicator, { figures, output, multiply, divide }: TapeColumn, to: number): void {
    const { highTicks, lowTicks, closeTicks, volumeLots } = this.candles;
    const { values } = indicator;
    for (let row = this.done; row < to; row++) {
      indicator.push(highTicks[row]!, lowTicks[row]!, closeTicks[row]!, volumeLots[row]!);
      figures[row & LAST_KEPT] = (values[output]! * multiply) / divide;
    }
  }

  private computeMany(indicator: Indicator, columns: readonly TapeColumn[], to: number): void {
    const { highTicks, lowTicks, closeTicks, volumeLots } = this.candles;
    const { values } = indicator;
    for (let row = this.done; row < to; row++) {
      indicator.push(highTicks[row]!, lowTicks[row]!, closeTicks[row]!, volumeLots[row]!);
      for (let at = 0; at < columns.length; at++) {
        const { figures, output, multiply, divide } = columns[at]!;
        figures[row & LAST_KEPT] = (values[output]! * multiply) / divide;
      }
    }
  }
}
