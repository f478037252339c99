// Reads what a contract has beside its candles: settled funding rates (`funding_time_ms,funding_rate`, a fraction) and
// candles of the mark price (`open_time_ms,open,high,low,close`). Times must ascend; a fault names its line.
import type { FundingColumn } from '@cormorant/core/backtest/contract-market.ts';
import { CandleColumns, type Candles } from '@cormorant/core/market/candles.ts';
import { priceToTicks } from '@cormorant/core/market/conversions.ts';
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import { parseScaled } from '@cormorant/core/money/decimal-text.ts';
import { MoneyError } from '@cormorant/core/money/safe-integer.ts';
import { UsageError } from './arguments.ts';

const RATE_DECIMALS = 8;

/** Rates finer than 1e-8 are cut there. */
export function parseFunding(text: string): FundingColumn {
  const timeMs: number[] = [];
  const rateE8: number[] = [];
  for (const { cells, line, atMs } of rowsOf(text, '--funding', 2)) {
    timeMs.push(atMs);
    rateE8.push(told('--funding', line, () => parseScaled(cells[1]!, RATE_DECIMALS, 'floor')));
  }
  return { timeMs, rateE8 };
}

/** Mark prices are finer than the tick of the last price: they are cut to it. */
export function parseMarks(text: string, instrument: Instrument): Candles {
  const rows = rowsOf(text, '--mark', 5);
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

interface Row {
  readonly cells: readonly string[];
  readonly line: number;
  readonly atMs: number;
}

function rowsOf(text: string, option: string, columns: number): Row[] {
  const rows: Row[] = [];
  for (const [at, content] of text.split(/\r?\n/).entries()) {
    if (content === '' || (at === 0 && !/^\d/.test(content))) continue;
    const line = at + 1;
    const cells = content.split(',');
    if (cells.length < columns) throw new UsageError(`${option} line ${line}: ${columns} columns are needed`);
    const atMs = /^\d{1,15}$/.test(cells[0]!) ? Number(cells[0]) : Number.NaN;
    if (Number.isNaN(atMs)) throw new UsageError(`${option} line ${line}: '${cells[0]}' is not a time in milliseconds`);
    const before = rows.at(-1)?.atMs ?? -1;
    if (atMs <= before) throw new UsageError(`${option} line ${line}: its time does not come after the line before`);
    rows.push({ cells, line, atMs });
  }
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
