// Mark and funding of a replayed contract, from the files that lie beside its candles under the same name
// (…-BTCUSDT-mark-1h-….csv.gz, …-BTCUSDT-funding-….csv.gz); both may be missing. Mark candles are hours long: within one
// the mark keeps the distance from the last price that it had when the candle opened, inside the candle's own extremes.
// Without them the mark is the last price; without a funding file nothing is settled.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Candles, firstCandleFrom } from '@cormorant/core/market/candles.ts';
import {
  CANDLE_COLUMNS,
  epochMs,
  FUNDING_COLUMNS,
  forEachColumnRow,
  MOST_FUNDING_RATE_E8,
} from '@cormorant/core/market/column-rows.ts';
import { priceToTicks } from '@cormorant/core/market/conversions.ts';
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import { parseScaled } from '@cormorant/core/money/decimal-text.ts';
import { MoneyError } from '@cormorant/core/money/safe-integer.ts';
import type { Ticks, TimeMs } from '@cormorant/core/money/units.ts';
import { readText } from './candle-file.ts';
import type { ContractFeed } from './contract-feed.ts';
import { ChoiceError } from './market-choice.ts';

const RATE_DECIMALS = 8;
const SECOND_MS = 1000;

interface MarkCandle {
  readonly atMs: TimeMs;
  readonly open: Ticks;
  readonly high: Ticks;
  readonly low: Ticks;
}

/** A row of a file beside the candles: its time, and its other cells in the order of the kind's columns. */
export type BesideRow = readonly [atMs: TimeMs, ...cells: string[]];

const COLUMNS = { mark: CANDLE_COLUMNS, funding: FUNDING_COLUMNS } as const;

/** Rows of all files of one kind beside the candles, in order of time and each second once. */
export function loadBeside(
  { folder, prefix }: { folder: string; prefix: string },
  kind: 'mark' | 'funding',
): BesideRow[] {
  const names = readdirSync(folder).filter(
    (name) => name.startsWith(`${prefix}${kind}-`) && /\.csv(\.gz)?$/.test(name),
  );
  const rows = new Map<number, BesideRow>();
  for (const name of names.sort()) {
    const refuse = (line: number, detail: string): never => {
      throw new ChoiceError(`${name} line ${line}: ${detail}`);
    };
    forEachColumnRow(readText(join(folder, name)), {
      columns: COLUMNS[kind],
      ...(kind === 'funding' ? { mostWithoutHeader: FUNDING_COLUMNS.length } : {}),
      fault: refuse,
      row: (line, [time, ...cells]) => {
        const atMs = epochMs(time as string) ?? refuse(line, `'${time}' is not an epoch time in ms or us`);
        rows.set(Math.round(atMs / SECOND_MS), [atMs, ...cells]);
      },
    });
  }
  return [...rows].sort(([a], [b]) => a - b).map(([, row]) => row);
}

export class ReplayFeed implements ContractFeed {
  readonly #candles: Candles;
  readonly #marks: MarkCandle[];
  /** Length of a mark candle: the smallest step of the file. */
  readonly #markMs: number;
  readonly #rates: { atMs: TimeMs; rateE8: number }[];

  constructor(instrument: Instrument, candles: Candles, marks: readonly BesideRow[], fundings: readonly BesideRow[]) {
    this.#candles = candles;
    this.#marks = marks.map(([at, open, high, low]) => ({
      atMs: at,
      open: cell(open, (text) => priceToTicks(instrument, text, 'floor')),
      high: cell(high, (text) => priceToTicks(instrument, text, 'floor')),
      low: cell(low, (text) => priceToTicks(instrument, text, 'ceil')),
    }));
    const steps = this.#marks.slice(1).map(({ atMs }, at) => atMs - (this.#marks[at] as MarkCandle).atMs);
    this.#markMs = steps.reduce((least, step) => Math.min(least, step), Number.POSITIVE_INFINITY);
    // Exchanges stamp a settlement some milliseconds late.
    this.#rates = fundings.map(([at, rate]) => ({
      atMs: Math.round(at / SECOND_MS) * SECOND_MS,
      rateE8: cell(rate, rateE8Of),
    }));
  }

  markTicks(atMs: TimeMs, lastTicks: Ticks): Ticks {
    const mark = this.#marks[lastAt(this.#marks, atMs)];
    if (mark === undefined || atMs >= mark.atMs + this.#markMs) return lastTicks;
    const row = firstCandleFrom(this.#candles, mark.atMs);
    const opened = row < this.#candles.length ? (this.#candles.openTicks[row] as number) : mark.open;
    return Math.max(1, Math.min(mark.high, Math.max(mark.low, lastTicks + mark.open - opened)));
  }

  settlements(fromMs: TimeMs, toMs: TimeMs): TimeMs[] {
    const times: TimeMs[] = [];
    for (let at = lastAt(this.#rates, fromMs) + 1; at < this.#rates.length; at++) {
      const { atMs } = this.#rates[at] as { atMs: TimeMs };
      if (atMs > toMs) break;
      times.push(atMs);
    }
    return times;
  }

  rateE8(settleMs: TimeMs): number | null {
    const rate = this.#rates[lastAt(this.#rates, settleMs)];
    return rate?.atMs === settleMs ? rate.rateE8 : null;
  }

  nextSettlementMs(nowMs: TimeMs): TimeMs | null {
    return this.#rates[lastAt(this.#rates, nowMs) + 1]?.atMs ?? null;
  }
}

/** Index of the last row at or before a time; -1 = none. */
function lastAt(rows: readonly { readonly atMs: TimeMs }[], atMs: TimeMs): number {
  let from = 0;
  let to = rows.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((rows[middle] as { atMs: TimeMs }).atMs <= atMs) from = middle + 1;
    else to = middle;
  }
  return from - 1;
}

function rateE8Of(text: string): number {
  const rateE8 = parseScaled(text, RATE_DECIMALS, 'floor');
  if (Math.abs(rateE8) <= MOST_FUNDING_RATE_E8) return rateE8;
  throw new ChoiceError(`a funding file has a rate of ${text}, beyond what any exchange charges`);
}

function cell(text: string | undefined, read: (text: string) => number): number {
  try {
    return read(text ?? '');
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
    throw new ChoiceError(`a mark or funding file has a figure that cannot be read: ${error.message}`);
  }
}
