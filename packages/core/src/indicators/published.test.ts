// Against the published tables (StockCharts' spreadsheets as bukosabino/ta carries them), read from the folder that the
// environment variable DATA names; skipped where there is none. A few rows of each stand below and are checked always.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Bar, closesOnly, figures } from './random-bars.ts';

const folder = join(process.env.DATA ?? '', 'indicators');
const missing = process.env.DATA === undefined || !existsSync(folder);
if (missing)
  console.warn('published.test.ts: the tables are skipped, because DATA names no folder with indicators/*.csv');

/** The columns of a table by their heads; NaN where a cell is empty. */
function table(file: string): Record<string, number[]> {
  const lines = readFileSync(join(folder, file), 'utf8').trim().split(/\r?\n/);
  const heads = (lines[0] as string).split(',').filter((head) => head !== '');
  const rows = lines.slice(1).map((line) => line.split(','));
  const cell = (text: string | undefined) => (text === undefined || text === '' ? Number.NaN : Number(text));
  return Object.fromEntries(heads.map((head, column) => [head, rows.map((row) => cell(row[column]))]));
}

/** Every published figure from `from` on; a table prints six to ten digits. */
function expectAll(ours: readonly number[], published: readonly number[], tolerance: number, from = 0): void {
  let compared = 0;
  for (const [row, figure] of published.entries()) {
    if (Number.isNaN(figure) || row < from) continue;
    expect(Math.abs(ours[row]! - figure), `row ${row + 1}`).toBeLessThanOrEqual(tolerance);
    compared++;
  }
  expect(compared).toBeGreaterThan(5);
}

/** The table's means begin at nothing instead of with the plain mean: as after n candles that did not move. */
const afterStandstill = (closes: readonly number[], n: number) =>
  closesOnly([...Array<number>(n).fill(closes[0]!), ...closes]);

describe.skipIf(missing)('published tables', () => {
  it('cs-rsi.csv: rsi(14) within 1e-4 (its closes have four digits)', () => {
    const { Close: closes, RSI: published } = table('cs-rsi.csv');
    expectAll(figures('rsi', [14], afterStandstill(closes!, 14)).slice(14), published!, 1e-4);
  });

  it('cs-atr.csv: atr(14) within 1e-8, from its first value on', () => {
    const { High, Low, Close, ATR } = table('cs-atr.csv');
    const bars: Bar[] = Close!.map((close, row) => ({ high: High![row]!, low: Low![row]!, close, volume: 0 }));
    const ours = figures('atr', [14], bars);
    expect(ours.findIndex((value) => !Number.isNaN(value))).toBe(ATR!.findIndex((value) => value > 0));
    expectAll(ours, ATR!, 1e-8, 13);
  });

  it('cs-macd.csv: ema(12), ema(26), dif within 1e-8; dea and hist, which begin otherwise there, from row 100 on', () => {
    const { Close, short_ema, long_ema, MACD_line, MACD_signal, MACD_diff } = table('cs-macd.csv');
    const bars = closesOnly(Close!);
    expectAll(figures('ema', [12], bars), short_ema!, 1e-8, 11);
    expectAll(figures('ema', [26], bars), long_ema!, 1e-8, 25);
    expectAll(figures('macd', [12, 26, 9], bars, 'dif'), MACD_line!, 1e-8, 25);
    expectAll(figures('macd', [12, 26, 9], bars, 'dea'), MACD_signal!, 1e-8, 99);
    expectAll(figures('macd', [12, 26, 9], bars, 'hist'), MACD_diff!, 1e-8, 99);
  });

  it('cs-bbands.csv: boll(20,2) within 2e-6, its six digits', () => {
    const { Close, MiddleBand, HighBand, LowBand, WidthBand, PercentageBand } = table('cs-bbands.csv');
    const bars = closesOnly(Close!);
    const columns = { mid: MiddleBand, up: HighBand, low: LowBand, width: WidthBand, pctb: PercentageBand };
    for (const [out, published] of Object.entries(columns)) {
      expectAll(figures('boll', [20, 2], bars, out), published!, 2e-6);
    }
  });

  it('cs-roc.csv: change(12) within 1e-8', () => {
    const { Close, ROC } = table('cs-roc.csv');
    expectAll(figures('change', [12], closesOnly(Close!)), ROC!, 1e-8);
  });

  it('cs-obv.csv: obv to the unit', () => {
    const { Close, Volume, OBV } = table('cs-obv.csv');
    const bars = Close!.map((close, row) => ({
      high: close,
      low: close,
      close,
      volume: Number.isNaN(Volume![row]!) ? 0 : Volume![row]!,
    }));
    expectAll(figures('obv', [], bars), OBV!, 0);
  });
});

describe('rows of the published tables', () => {
  it('cs-rsi.csv: rsi(14) of its first 15 closes is 71.862', () => {
    const closes = [
      44.3389, 44.0902, 44.1497, 43.6124, 44.3278, 44.8264, 45.0955, 45.4245, 45.8433, 46.0826, 45.8931, 46.0328,
      45.614, 46.282, 46.282,
    ];
    expect(figures('rsi', [14], afterStandstill(closes, 14)).at(-1)).toBeCloseTo(71.862, 2);
  });

  it('cs-atr.csv: atr(14) of its first 15 candles is 0.555, then 0.5939285714', () => {
    const rows = [
      [48.7, 47.79, 48.16],
      [48.72, 48.14, 48.61],
      [48.9, 48.39, 48.75],
      [48.87, 48.37, 48.63],
      [48.82, 48.24, 48.74],
      [49.05, 48.635, 49.03],
      [49.2, 48.94, 49.07],
      [49.35, 48.86, 49.32],
      [49.92, 49.5, 49.91],
      [50.19, 49.87, 50.13],
      [50.12, 49.2, 49.53],
      [49.66, 48.9, 49.5],
      [49.88, 49.43, 49.75],
      [50.19, 49.725, 50.03],
      [50.36, 49.26, 50.31],
    ] as const;
    const values = figures(
      'atr',
      [14],
      rows.map(([high, low, close]) => ({ high, low, close, volume: 0 })),
    );
    expect(values[13]).toBeCloseTo(0.555, 9);
    expect(values[14]).toBeCloseTo(0.5939285714, 9);
  });

  it('cs-roc.csv: change(12) of its 13th close is -3.84879682', () => {
    const closes = [
      11045.27, 11167.32, 11008.61, 11151.83, 10926.77, 10868.12, 10520.32, 10380.43, 10785.14, 10748.26, 10896.91,
      10782.95, 10620.16,
    ];
    expect(figures('change', [12], closesOnly(closes)).at(-1)).toBeCloseTo(-3.84879682, 8);
  });

  it('cs-obv.csv: obv rises by 8200, 8100, 8300', () => {
    const bars = [53.26, 53.3, 53.32, 53.72].map((close, row) => ({
      high: close,
      low: close,
      close,
      volume: [0, 8200, 8100, 8300][row]!,
    }));
    expect(figures('obv', [], bars).slice(1)).toEqual([8200, 16300, 24600]);
  });
});
