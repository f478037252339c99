// Reads what a contract has beside its candles: settled funding rates (a fraction) and candles of the mark price, each found by
// its header. Times must ascend; a fault names its line. A file that cannot belong to the candles is refused: no row in
// their time, rates beyond what any exchange charges, prices of another coin.
import type { FundingColumn } from '@cormorant/core/backtest/contract-market.ts';
import { CandleColumns, type Candles, lastCandleUntil } from '@cormorant/core/market/candles.ts';
import {
  CANDLE_COLUMNS,
  type Column,
  epochMs,
  FUNDING_COLUMNS,
  forEachColumnRow,
  MOST_FUNDING_RATE_E8,
} from '@cormorant/core/market/column-rows.ts';
import { priceToTicks } from '@cormorant/core/market/conversions.ts';
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import { parseScaled } from '@cormorant/core/money/decimal-text.ts';
import { MoneyError } from '@cormorant/core/money/safe-integer.ts';
import { UsageError } from './arguments.ts';

const RATE_DECIMALS = 8;
/** Mark and last price of one moment; half of all rows farther apart are another coin's. */
const MARK_PPM = 200_000;

/** Rates finer than 1e-8 are cut there. */
export function parseFunding(text: string): FundingColumn {
  const timeMs: number[] = [];
  const rateE8: number[] = [];
  for (const { cells, line, atMs } of rowsOf(text, '--funding', FUNDING_COLUMNS)) {
    const rate = told('--funding', line, () => parseScaled(cells[1]!, RATE_DECIMALS, 'floor'));
    if (Math.abs(rate) > MOST_FUNDING_RATE_E8) {
      throw new UsageError(
        `--funding line ${line}: a rate of ${cells[1]} is beyond what any exchange charges (a fraction, 0.0001 is 0.01 %)`,
      );
    }
    timeMs.push(atMs);
    rateE8.push(rate);
  }
  return { timeMs, rateE8 };
}

/** Mark prices are finer than the tick of the last price: they are cut to it. */
export function parseMarks(text: string, instrument: Instrument): Candles {
  const rows = rowsOf(text, '--mark', CANDLE_COLUMNS);
  let intervalMs = Number.POSITIVE_INFINITY;
  for (let at = 1; at < rows.length; at++) intervalMs = Math.min(intervalMs, rows[at]!.atMs - rows[at - 1]!.atMs);
  if (!Number.isFinite(intervalMs)) throw new UsageError('--mark: at least two candles are needed');
  const marks = new CandleColumns(intervalMs, rows.length);
  for (const { cells, line, atMs } of rows) {
    const [open, high, low, close] = told('--mark', line, () =>
      cells.slice(1, 5).map((price) => priceToTicks(instrument, price, 'floor')),
    ) as [number, number, number, number];
    if (low <= 0 || Math.max(open, close) > high || Math.min(open, close) < low) {
      throw new UsageError(`--mark line ${line}: not a candle`);
    }
    marks.push(atMs, open, high, low, close, 0);
  }
  return marks;
}

/** Throws UsageError for rates that were all settled before or after the candles. */
export function judgeFunding({ timeMs }: FundingColumn, candles: Candles): void {
  const [fromMs, toMs] = spanOf(candles);
  if (!timeMs.some((at) => at >= fromMs && at <= toMs)) {
    throw new UsageError(
      `--funding: none of its rates was settled during the candles (${day(fromMs)} to ${day(toMs)})`,
    );
  }
}

/** Throws UsageError for marks of another time, or of another coin by their prices. */
export function judgeMarks(marks: Candles, candles: Candles): void {
  const [fromMs, toMs] = spanOf(candles);
  let shared = 0;
  let apart = 0;
  for (let row = 0; row < marks.length; row++) {
    const atMs = marks.openTimeMs[row]!;
    if (atMs < fromMs || atMs > toMs) continue;
    shared++;
    const last = candles.openTicks[lastCandleUntil(candles, atMs)]!;
    if (Math.abs(marks.openTicks[row]! - last) > (last * MARK_PPM) / 1e6) apart++;
  }
  if (shared === 0) {
    throw new UsageError(
      `--mark: none of its candles lies in the time of the candles (${day(fromMs)} to ${day(toMs)})`,
    );
  }
  if (apart * 2 > shared) {
    throw new UsageError(
      `--mark: ${apart} of ${shared} marks are more than 20 % away from the candles: the prices of another coin?`,
    );
  }
}

function spanOf(candles: Candles): [number, number] {
  return [candles.openTimeMs[0]!, candles.openTimeMs[candles.length - 1]! + candles.intervalMs];
}

function day(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}

interface Row {
  readonly cells: readonly string[];
  readonly line: number;
  readonly atMs: number;
}

function rowsOf(text: string, option: string, columns: readonly Column[]): Row[] {
  const rows: Row[] = [];
  forEachColumnRow(text, {
    columns,
    // A third column without a name may be anything: Binance's archives have the rate third.
    ...(option === '--funding' ? { mostWithoutHeader: columns.length } : {}),
    fault: (line, detail) => {
      throw new UsageError(`${option} line ${line}: ${detail}`);
    },
    row: (line, cells) => {
      const atMs = epochMs(cells[0]!);
      if (atMs === null) throw new UsageError(`${option} line ${line}: '${cells[0]}' is not an epoch time in ms or us`);
      if (atMs <= (rows.at(-1)?.atMs ?? -1)) {
        throw new UsageError(`${option} line ${line}: its time does not come after the line before`);
      }
      rows.push({ cells, line, atMs });
    },
  });
  if (rows.length === 0) throw new UsageError(`${option}: the file is empty`);
  return rows;
}

function told<T>(option: string, line: number, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof MoneyError ? new UsageError(`${option} line ${line}: ${error.message}`) : error;
  }
}
