// A candle file in Binance's kline column order (open time, open, high, low, close, volume, more columns ignored) into
// columns. A file that says something impossible is refused as a whole with its line numbers; missing candles are real
// (outages) and are survived and reported, never filled in (reliability.md D5-D7).
import { decimalsOf, parseScaled } from '../money/decimal-text.ts';
import { MoneyError } from '../money/safe-integer.ts';
import type { TimeMs } from '../money/units.ts';
import { CandleColumns, type Candles, TIMEFRAME_MS } from './candles.ts';
import type { Instrument } from './instrument.ts';

export type CandleProblemKind =
  | 'columns' // fewer than six
  | 'time' // not a plain whole number of ms or us
  | 'number' // NaN, exponent, empty: not a plain decimal
  | 'zero'
  | 'negative'
  | 'range' // outside the exact range
  | 'off_tick' // more decimals than the instrument's tick
  | 'high_low' // high below low
  | 'outside' // open or close outside low..high
  | 'disorder' // older than the line before
  | 'duplicate' // same time as the line before
  | 'off_grid'; // not a whole number of intervals after the first

export interface CandleProblem {
  /** 1-based line of the file, header included. */
  readonly line: number;
  readonly kind: CandleProblemKind;
  readonly detail: string;
}

export interface CandleGap {
  /** The line after the gap. */
  readonly line: number;
  /** Opening times of the first missing candle and of the first one present again. */
  readonly fromMs: TimeMs;
  readonly toMs: TimeMs;
  readonly missing: number;
}

export interface ParsedCandles {
  readonly candles: Candles;
  readonly gaps: readonly CandleGap[];
  readonly missing: number;
}

/** Thrown for a refused file. `problems` holds the first of them, `count` how many there are. */
export class CandleFileError extends Error {
  readonly problems: readonly CandleProblem[];
  readonly count: number;

  constructor(problems: readonly CandleProblem[], count: number) {
    const lines = problems.map(({ line, kind, detail }) => `line ${line}: ${kind}: ${detail}`);
    const more = count > problems.length ? [`and ${count - problems.length} more`] : [];
    super(`candle file refused\n${[...lines, ...more].join('\n')}`);
    this.name = 'CandleFileError';
    this.problems = problems;
    this.count = count;
  }
}

export interface ParseCandlesOptions {
  /** Spacing of the opening times; taken from the file (its smallest step) when absent. */
  readonly intervalMs?: number;
}

const SHOWN_PROBLEMS = 20;
const COLUMNS = 6;
const TIME_TEXT = /^\d{12,16}$/;
/** Times of sixteen digits are microseconds (Binance's files since 2025). */
const MICROSECOND_DIGITS = 16;
const NOISE_FREE = 0.9;

/** Throws CandleFileError when any line is impossible or no candle is left. Lines may end in CR; blank lines are skipped. */
export function parseCandles(text: string, instrument: Instrument, options: ParseCandlesOptions = {}): ParsedCandles {
  const reader = new CandleReader(instrument);
  forEachRow(text, (line, cells) => reader.read(line, cells));
  const intervalMs = options.intervalMs ?? reader.smallestStepMs();
  return reader.finish(intervalMs);
}

/**
 * Tick and step (decimal strings) for a file whose instrument is not known: the tick holds every price, the step nine
 * volumes of ten, because sums of volumes often carry float noise (1409602.2368399999). Unreadable cells are left to
 * parseCandles.
 */
export function inferSteps(text: string): { tick: string; step: string } {
  let priceDecimals = 0;
  let volumes = 0;
  const volumesByDecimals: number[] = [];
  forEachRow(text, (_, cells) => {
    for (let column = 1; column < COLUMNS; column++) {
      const cell = cells[column];
      if (cell === undefined || !/^\d+(\.\d+)?$/.test(cell)) continue;
      const decimals = decimalsOf(cell);
      if (column < COLUMNS - 1) {
        priceDecimals = Math.max(priceDecimals, decimals);
      } else {
        volumes++;
        volumesByDecimals[decimals] = (volumesByDecimals[decimals] ?? 0) + 1;
      }
    }
  });
  let held = volumesByDecimals[0] ?? 0;
  let qtyDecimals = 0;
  while (held < volumes * NOISE_FREE) held += volumesByDecimals[++qtyDecimals] ?? 0;
  const smallest = (decimals: number) => (decimals === 0 ? '1' : `0.${'0'.repeat(decimals - 1)}1`);
  return { tick: smallest(priceDecimals), step: smallest(qtyDecimals) };
}

function forEachRow(text: string, visit: (line: number, cells: readonly string[]) => void): void {
  let line = 0;
  for (let from = 0; from < text.length; ) {
    const newline = text.indexOf('\n', from);
    const end = newline < 0 ? text.length : newline;
    const row = text.slice(from, text.charCodeAt(end - 1) === 13 ? end - 1 : end);
    from = end + 1;
    line++;
    const headerOrBlank = row.trim() === '' || (line === 1 && /^\uFEFF?[a-z]/i.test(row));
    if (!headerOrBlank) visit(line, row.split(','));
  }
}

class CandleReader {
  private readonly instrument: Instrument;
  private readonly columns = new CandleColumns(0, 4096);
  private readonly lines: number[] = [];
  private readonly problems: CandleProblem[] = [];
  private count = 0;

  constructor(instrument: Instrument) {
    this.instrument = instrument;
  }

  read(line: number, cells: readonly string[]): void {
    if (cells.length < COLUMNS) {
      this.report(line, 'columns', `${cells.length} columns, at least ${COLUMNS}`);
      return;
    }
    const openTimeMs = this.time(line, cells[0] as string);
    const open = this.price(line, 'open', cells[1] as string);
    const high = this.price(line, 'high', cells[2] as string);
    const low = this.price(line, 'low', cells[3] as string);
    const close = this.price(line, 'close', cells[4] as string);
    const volume = this.volume(line, cells[5] as string);
    if (openTimeMs === null || open === null || high === null || low === null || close === null || volume === null)
      return;
    if (high < low) {
      this.report(line, 'high_low', `high ${cells[2]} is below low ${cells[3]}`);
      return;
    }
    if (open > high || open < low || close > high || close < low) {
      this.report(line, 'outside', `open ${cells[1]} or close ${cells[4]} outside ${cells[3]}..${cells[2]}`);
      return;
    }
    const previousMs = this.columns.openTimeMs[this.columns.length - 1];
    if (this.columns.length > 0 && previousMs !== undefined && openTimeMs <= previousMs) {
      const kind = openTimeMs === previousMs ? 'duplicate' : 'disorder';
      this.report(line, kind, `${openTimeMs} follows ${previousMs}`);
      return;
    }
    this.columns.push(openTimeMs, open, high, low, close, volume);
    this.lines.push(line);
  }

  /** The smallest distance of two neighbours: the interval, unless the file has only one row (then a minute). */
  smallestStepMs(): number {
    const { openTimeMs, length } = this.columns;
    let smallest = Number.POSITIVE_INFINITY;
    for (let row = 1; row < length; row++) {
      smallest = Math.min(smallest, (openTimeMs[row] as number) - (openTimeMs[row - 1] as number));
    }
    return smallest === Number.POSITIVE_INFINITY ? TIMEFRAME_MS['1m'] : smallest;
  }

  finish(intervalMs: number): ParsedCandles {
    const { columns, lines } = this;
    const gaps: CandleGap[] = [];
    let missing = 0;
    for (let row = 1; row < columns.length; row++) {
      const line = lines[row] as number;
      const toMs = columns.openTimeMs[row] as number;
      const previousMs = columns.openTimeMs[row - 1] as number;
      const steps = (toMs - previousMs) / intervalMs;
      if (!Number.isInteger(steps)) {
        this.report(line, 'off_grid', `${toMs - previousMs} ms after the line before, not a multiple of ${intervalMs}`);
      } else if (steps > 1) {
        gaps.push({ line, fromMs: previousMs + intervalMs, toMs, missing: steps - 1 });
        missing += steps - 1;
      }
    }
    if (columns.length === 0 && this.count === 0) this.report(1, 'columns', 'the file has no candles');
    if (this.count > 0) throw new CandleFileError(this.problems, this.count);
    const candles = new CandleColumns(intervalMs, columns.length);
    for (let row = 0; row < columns.length; row++) candles.pushRow(columns, row);
    return { candles, gaps, missing };
  }

  private time(line: number, cell: string): TimeMs | null {
    if (!TIME_TEXT.test(cell)) {
      this.report(line, 'time', `not an epoch time in ms or us: ${JSON.stringify(cell.slice(0, 32))}`);
      return null;
    }
    const value = Number(cell);
    return cell.length === MICROSECOND_DIGITS ? Math.floor(value / 1000) : value;
  }

  private price(line: number, column: string, cell: string): number | null {
    const units = this.scaled(line, column, cell, this.instrument.priceDecimals, 'exact');
    if (units === null) return null;
    if (units <= 0) {
      this.report(line, units === 0 ? 'zero' : 'negative', `${column} is ${cell}`);
      return null;
    }
    if (units % this.instrument.tickUnits !== 0) {
      this.report(line, 'off_tick', `${column} ${cell} is not a multiple of ${this.instrument.tickSize}`);
      return null;
    }
    return units / this.instrument.tickUnits;
  }

  /** A volume is a statistic: floored to lots, and zero is real. */
  private volume(line: number, cell: string): number | null {
    const units = this.scaled(line, 'volume', cell, this.instrument.qtyDecimals, 'floor');
    if (units === null) return null;
    if (units < 0) {
      this.report(line, 'negative', `volume is ${cell}`);
      return null;
    }
    return Math.floor(units / this.instrument.stepUnits);
  }

  private scaled(
    line: number,
    column: string,
    cell: string,
    decimals: number,
    rounding: 'exact' | 'floor',
  ): number | null {
    try {
      return parseScaled(cell, decimals, rounding);
    } catch (error) {
      if (!(error instanceof MoneyError)) throw error;
      const kind = error.problem === 'digits' ? 'off_tick' : error.problem === 'range' ? 'range' : 'number';
      this.report(line, kind, `${column}: ${error.message}`);
      return null;
    }
  }

  private report(line: number, kind: CandleProblemKind, detail: string): void {
    this.count++;
    if (this.problems.length < SHOWN_PROBLEMS) this.problems.push({ line, kind, detail });
  }
}
