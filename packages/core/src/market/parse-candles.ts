// A candle file into columns: found by their header, or without one in Binance's kline order (open time, open, high, low,
// close, volume, more ignored). A file that says something impossible is refused as a whole with its line numbers; missing
// candles are real (outages) and are survived and reported, never filled in (reliability.md D5-D7).
import { decimalsOf, parseScaled } from '../money/decimal-text.ts';
import { MoneyError } from '../money/safe-integer.ts';
import type { Ticks, TimeMs } from '../money/units.ts';
import { CandleColumns, type Candles, TIMEFRAME_MS } from './candles.ts';
import { CANDLE_COLUMNS, type Column, type ColumnRows, epochMs, forEachColumnRow } from './column-rows.ts';
import type { Instrument } from './instrument.ts';

export type CandleProblemKind =
  | 'columns' // fewer than six, or a header without one of them
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
  | 'off_grid' // not a whole number of intervals from most others
  | 'interval'; // candles of a month: their lengths differ

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

/** A candle that opens ten times above or below the close before it: a new denomination, or another coin's file. */
export interface CandleJump {
  readonly line: number;
  readonly fromTicks: Ticks;
  readonly toTicks: Ticks;
}

export interface ParsedCandles {
  readonly candles: Candles;
  readonly gaps: readonly CandleGap[];
  readonly missing: number;
  readonly jumps: readonly CandleJump[];
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
  /** Spacing of the opening times; the commonest distance of two neighbours when absent. */
  readonly intervalMs?: number;
}

const SHOWN_PROBLEMS = 20;
const COLUMNS: readonly Column[] = [
  ...CANDLE_COLUMNS,
  { name: 'volume', headers: ['volume', 'vol', 'v', 'basevolume', 'volumebase', 'volumecoin'] },
];
const VOLUME = COLUMNS.length - 1;
const NOISE_FREE = 0.9;
/** More decimals than any exchange quotes a price in. */
const MOST_PRICE_DECIMALS = 12;
const JUMP = 10;
const DAY_MS = TIMEFRAME_MS['1d'];
/** A double holds this many decimal digits: what a text has beyond them is noise of a sum or a division. */
const DOUBLE_DIGITS = 15;

/** Throws CandleFileError when any line is impossible or no candle is left. Lines may end in CR; blank lines are skipped. */
export function parseCandles(text: string, instrument: Instrument, options: ParseCandlesOptions = {}): ParsedCandles {
  const reader = new CandleReader(instrument);
  forEachColumnRow(text, reader);
  const intervalMs = options.intervalMs ?? reader.commonestStepMs();
  return reader.finish(intervalMs);
}

/**
 * Tick and step (decimal strings) for a file whose instrument is not known. Float noise (4.8100000000000005) is taken away
 * first. The tick holds every price, unless that would be finer than any exchange quotes; then, as the step always, nine
 * figures of ten (sums of volumes carry noise of other kinds). Unreadable cells are left to parseCandles.
 */
export function inferSteps(text: string): { tick: string; step: string } {
  const prices: number[] = [];
  const volumes: number[] = [];
  forEachColumnRow(text, {
    columns: COLUMNS,
    fault: () => {},
    row: (_, cells) => {
      for (const [column, cell] of cells.entries()) {
        if (column === 0 || column > VOLUME || !/^\d+(\.\d+)?$/.test(cell)) continue;
        const decimals = decimalsOf(withoutNoise(cell));
        const seen = column === VOLUME ? volumes : prices;
        seen[decimals] = (seen[decimals] ?? 0) + 1;
      }
    },
  });
  const priceDecimals = Math.max(prices.length - 1, 0);
  const smallest = (decimals: number) => (decimals === 0 ? '1' : `0.${'0'.repeat(decimals - 1)}1`);
  return {
    tick: smallest(priceDecimals > MOST_PRICE_DECIMALS ? decimalsOfMost(prices) : priceDecimals),
    step: smallest(decimalsOfMost(volumes)),
  };
}

/** `counts` holds how many figures have that many decimals. */
function decimalsOfMost(counts: readonly number[]): number {
  const all = counts.reduce((sum, count) => sum + (count ?? 0), 0);
  let held = counts[0] ?? 0;
  let decimals = 0;
  while (held < all * NOISE_FREE) held += counts[++decimals] ?? 0;
  return decimals;
}

/** A plain decimal rounded to the digits that a double holds; a shorter one as it is. */
function withoutNoise(cell: string): string {
  if (cell.length <= DOUBLE_DIGITS + 1) return cell;
  const point = cell.indexOf('.');
  const digits = cell.replace('.', '').replace(/^0+/, '');
  const noise = digits.length - DOUBLE_DIGITS;
  const decimals = point < 0 ? 0 : cell.length - point - 1;
  if (noise <= 0 || decimals < noise || !/^\d+$/.test(digits)) return cell;
  const kept = (BigInt(digits) + 5n * 10n ** BigInt(noise - 1)) / 10n ** BigInt(noise);
  const left = decimals - noise;
  const text = String(kept).padStart(left + 1, '0');
  return left === 0 ? text : `${text.slice(0, -left)}.${text.slice(-left)}`;
}

class CandleReader implements ColumnRows {
  readonly columns = COLUMNS;
  private readonly instrument: Instrument;
  private readonly found = new CandleColumns(0, 4096);
  private readonly lines: number[] = [];
  private readonly problems: CandleProblem[] = [];
  private count = 0;

  constructor(instrument: Instrument) {
    this.instrument = instrument;
  }

  fault(line: number, detail: string): void {
    this.report(line, 'columns', detail);
  }

  row(line: number, cells: readonly string[]): void {
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
    const previousMs = this.found.openTimeMs[this.found.length - 1];
    if (this.found.length > 0 && previousMs !== undefined && openTimeMs <= previousMs) {
      const kind = openTimeMs === previousMs ? 'duplicate' : 'disorder';
      this.report(line, kind, `${openTimeMs} follows ${previousMs}`);
      return;
    }
    this.found.push(openTimeMs, open, high, low, close, volume);
    this.lines.push(line);
  }

  /** The commonest distance of two neighbours, the shorter of two that are as common; a minute for a single row. */
  commonestStepMs(): number {
    const { openTimeMs, length } = this.found;
    const counts = new Map<number, number>();
    for (let row = 1; row < length; row++) count(counts, (openTimeMs[row] as number) - (openTimeMs[row - 1] as number));
    return commonest(counts) ?? TIMEFRAME_MS['1m'];
  }

  finish(intervalMs: number): ParsedCandles {
    const { found, lines } = this;
    if (isMonth(intervalMs)) {
      this.report(
        lines[1] ?? 1,
        'interval',
        'candles of a month, whose lengths differ: use candles of a week or shorter',
      );
    }
    const phases = new Map<number, number>();
    for (let row = 0; row < found.length; row++) count(phases, (found.openTimeMs[row] as number) % intervalMs);
    const phase = commonest(phases);
    const gaps: CandleGap[] = [];
    const jumps: CandleJump[] = [];
    let missing = 0;
    let before = -1;
    for (let row = 0; row < found.length; row++) {
      const line = lines[row] as number;
      const toMs = found.openTimeMs[row] as number;
      if (toMs % intervalMs !== phase) {
        if (!isMonth(intervalMs))
          this.report(line, 'off_grid', `${toMs} is not a whole number of ${intervalMs} ms from most others`);
        continue;
      }
      if (before >= 0) {
        const previousMs = found.openTimeMs[before] as number;
        const steps = (toMs - previousMs) / intervalMs;
        if (steps > 1) gaps.push({ line, fromMs: previousMs + intervalMs, toMs, missing: steps - 1 });
        missing += steps - 1;
        const [fromTicks, toTicks] = [found.closeTicks[before] as Ticks, found.openTicks[row] as Ticks];
        if (toTicks >= fromTicks * JUMP || fromTicks >= toTicks * JUMP) jumps.push({ line, fromTicks, toTicks });
      }
      before = row;
    }
    if (found.length === 0 && this.count === 0) this.report(1, 'columns', 'the file has no candles');
    if (this.count > 0) throw new CandleFileError(this.problems, this.count);
    const candles = new CandleColumns(intervalMs, found.length);
    for (let row = 0; row < found.length; row++) candles.pushRow(found, row);
    return { candles, gaps, missing, jumps };
  }

  private time(line: number, cell: string): TimeMs | null {
    const timeMs = epochMs(cell);
    if (timeMs === null)
      this.report(line, 'time', `not an epoch time in ms or us: ${JSON.stringify(cell.slice(0, 32))}`);
    return timeMs;
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
      return parseScaled(withoutNoise(cell), decimals, rounding);
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

function count(counts: Map<number, number>, value: number): void {
  counts.set(value, (counts.get(value) ?? 0) + 1);
}

/** The value counted most often, the smallest of several. */
function commonest(counts: ReadonlyMap<number, number>): number | undefined {
  let best: number | undefined;
  for (const [value, times] of counts) {
    const most = best === undefined ? 0 : (counts.get(best) as number);
    if (best === undefined || times > most || (times === most && value < best)) best = value;
  }
  return best;
}

function isMonth(intervalMs: number): boolean {
  return intervalMs >= 28 * DAY_MS && intervalMs <= 31 * DAY_MS;
}
