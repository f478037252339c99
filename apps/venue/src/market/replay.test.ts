// Candle files as markets: the law's prints, merged files, refused files with their lines, gaps, restarts.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { formatPrice } from '@cormorant/core/market/conversions.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { candlesOf, dayFiguresOf } from './candles.ts';
import { type Market, nextTape } from './market.ts';
import { ChoiceError } from './market-choice.ts';
import { openReplayMarket } from './replay-market.ts';
import type { Tape } from './tape.ts';

const T = Date.UTC(2024, 7, 5, 6, 0);
const MINUTE = 60_000;
const NONE = new Map<string, number>();
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'venue-replay-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, lines: readonly string[]): { path: string } {
  const path = join(folder, name);
  const text = lines.join('\n');
  writeFileSync(path, name.endsWith('.gz') ? gzipSync(text) : text);
  return { path };
}

function row(minute: number, open: string, high: string, low: string, close: string, volume = '8'): string {
  return [
    T + minute * MINUTE,
    open,
    high,
    low,
    close,
    volume,
    T + (minute + 1) * MINUTE - 1,
    '0',
    '0',
    '0',
    '0',
    '0',
  ].join(',');
}

function drain(market: Market): { symbol: string; atMs: number; price: string }[] {
  const prints: { symbol: string; atMs: number; price: string }[] = [];
  for (let index = nextTape(market.tapes); index >= 0; index = nextTape(market.tapes)) {
    const tape = market.tapes[index] as Tape;
    prints.push({
      symbol: tape.instrument.symbol,
      atMs: tape.nextAtMs,
      price: formatPrice(tape.instrument, tape.nextTicks),
    });
    tape.advance();
  }
  return prints;
}

describe('a replayed market', () => {
  it('learns symbol, tick and step from a Binance kline file, packed or not, header or not', () => {
    const lines = ['open_time_ms,open,high,low,close,volume', row(0, '100.5', '101.25', '100', '101', '0.125')];
    for (const name of ['binance-spot-BTCUSDT-1m-20240805.csv.gz', 'SOLUSDT-1m-2024-08.csv']) {
      const { instrument } = openReplayMarket([file(name, lines)], 60, NONE).tapes[0] as Tape;
      expect(instrument.symbol).toBe(name.includes('BTC') ? 'BTC/USDT' : 'SOL/USDT');
      expect([instrument.tickSize, instrument.stepSize]).toEqual(['0.01', '0.001']);
    }
  });

  it('believes overrides over the file', () => {
    const { path } = file('prices.csv', [row(0, '100.5', '101.25', '100', '101', '0.125')]);
    const market = openReplayMarket([{ path, symbol: 'ABC/USDT', tick: '0.0001', step: '0.00001' }], 60, NONE);
    expect(market.tapes[0]?.instrument).toMatchObject({ symbol: 'ABC/USDT', tickSize: '0.0001', stepSize: '0.00001' });
    expect(() => openReplayMarket([{ path }], 60, NONE)).toThrow(/does not tell the symbol/);
    expect(() => openReplayMarket([{ path, symbol: 'ABC/USDT', tick: '0.5' }], 60, NONE)).toThrow(ChoiceError);
  });

  it('prints four times a candle by the candle law, a quarter of the interval apart', () => {
    const market = openReplayMarket(
      [
        file('BTCUSDT-1m-law.csv', [
          row(0, '100', '103', '98', '101'),
          row(1, '101', '102', '95', '96'),
          row(2, '96', '97', '95', '96'),
        ]),
      ],
      60,
      NONE,
    );
    expect(drain(market).map(({ atMs, price }) => [(atMs - T) / 15_000, price])).toEqual([
      [0, '100'],
      [1, '98'],
      [2, '103'],
      [3, '101'],
      [4, '101'],
      [5, '102'],
      [6, '95'],
      [7, '96'],
      [8, '96'],
      [9, '95'],
      [10, '97'],
      [11, '96'],
    ]);
    expect(market.tapes[0]?.nextAtMs).toBe(Number.POSITIVE_INFINITY);
  });

  it('merges several files in time order and joins files of one symbol', () => {
    const market = openReplayMarket(
      [
        file('BTCUSDT-1m-b.csv', [row(2, '5', '5', '5', '5')]),
        file('ETHUSDT-1m-a.csv', [row(1, '7', '7', '7', '7')]),
        file('BTCUSDT-1m-a.csv', [row(0, '4.5', '4.5', '4.5', '4.5'), row(1, '4', '4', '4', '4')]),
      ],
      60,
      NONE,
    );
    const prints = drain(market);
    expect(prints.map((print) => print.atMs)).toEqual(prints.map((print) => print.atMs).sort((a, b) => a - b));
    expect(prints.filter((print) => print.symbol === 'BTC/USDT').map((print) => print.price)).toEqual([
      '4.5',
      '4.5',
      '4.5',
      '4.5',
      '4.0',
      '4.0',
      '4.0',
      '4.0',
      '5.0',
      '5.0',
      '5.0',
      '5.0',
    ]);
    expect(prints.filter((print) => print.symbol === 'ETH/USDT')).toHaveLength(4);
  });

  it('refuses files of one symbol that overlap or differ in interval', () => {
    const a = file('BTCUSDT-1m-x.csv', [row(0, '4', '4', '4', '4'), row(1, '4', '4', '4', '4')]);
    const b = file('BTCUSDT-1m-y.csv', [row(1, '4', '4', '4', '4')]);
    const c = file('BTCUSDT-5m-z.csv', [row(10, '4', '4', '4', '4'), row(15, '4', '4', '4', '4')]);
    expect(() => openReplayMarket([a, b], 60, NONE)).toThrow(/overlaps/);
    expect(() => openReplayMarket([a, c], 60, NONE)).toThrow(/two intervals/);
  });

  it('refuses impossible files by name and line: NaN, zero, disorder, duplicates, high below low, no candles', () => {
    const good = row(0, '10', '12', '9', '11');
    const cases: [string, readonly string[], RegExp][] = [
      ['BTCUSDT-nan.csv', [good, row(1, '11', 'NaN', '10', '11')], /BTCUSDT-nan\.csv.*line 2: number/s],
      ['BTCUSDT-zero.csv', [good, row(1, '11', '12', '0', '11')], /line 2: zero/],
      ['BTCUSDT-order.csv', [row(1, '10', '12', '9', '11'), good], /line 2: disorder/],
      ['BTCUSDT-twice.csv', [good, good], /line 2: duplicate/],
      ['BTCUSDT-low.csv', [good, row(1, '10', '9', '11', '10')], /line 2: high_low/],
      ['BTCUSDT-grid.csv', [good, row(1, '10', '11', '9', '10'), row(2.5, '10', '11', '9', '10')], /off_grid/],
      ['BTCUSDT-empty.csv', [''], /no candles/],
    ];
    for (const [name, lines, sentence] of cases) {
      const broken = file(name, lines);
      expect(() => openReplayMarket([broken], 60, NONE), name).toThrow(ChoiceError);
      expect(() => openReplayMarket([broken], 60, NONE), name).toThrow(sentence);
    }
    expect(() => openReplayMarket([{ path: join(folder, 'BTCUSDT-gone.csv') }], 60, NONE)).toThrow(/cannot read/);
    const torn = join(folder, 'BTCUSDT-torn.csv.gz');
    writeFileSync(torn, gzipSync(good.repeat(50)).subarray(0, 40));
    expect(() => openReplayMarket([{ path: torn }], 60, NONE)).toThrow(/cannot read/);
  });

  it('survives gaps: nothing prints inside, no candle is invented, older ones are found behind it', () => {
    const market = openReplayMarket(
      [
        file('BTCUSDT-1m-gap.csv', [
          row(0, '4', '4', '4', '4'),
          row(1, '5', '5', '5', '5'),
          row(500, '6', '6', '6', '6'),
        ]),
      ],
      60,
      NONE,
    );
    drain(market);
    const tape = market.tapes[0] as Tape;
    expect(candlesOf(tape, '1m', 3, Number.MAX_SAFE_INTEGER).map((candle) => (candle.atMs - T) / MINUTE)).toEqual([
      0, 1, 500,
    ]);
    expect(candlesOf(tape, '1m', 1, T + 400 * MINUTE).map((candle) => candle.close)).toEqual([5]);
  });

  it('shows nothing before the first print, then grows the forming candle print by print', () => {
    const market = openReplayMarket([file('BTCUSDT-1m-grow.csv', [row(0, '100', '103', '98', '101', '10')])], 60, NONE);
    const tape = market.tapes[0] as Tape;
    const seen = () => candlesOf(tape, '1m', 5, Number.MAX_SAFE_INTEGER).map(({ atMs: _, ...candle }) => candle);
    expect(seen()).toEqual([]);
    expect(dayFiguresOf(tape)).toBeNull();
    tape.advance();
    expect(seen()).toEqual([{ open: 100, high: 100, low: 100, close: 100, volume: 2 }]);
    tape.advance();
    tape.advance();
    expect(seen()).toEqual([{ open: 100, high: 103, low: 98, close: 103, volume: 6 }]);
    tape.advance();
    expect(seen()).toEqual([{ open: 100, high: 103, low: 98, close: 101, volume: 10 }]);
    expect(dayFiguresOf(tape)).toMatchObject({ openTicks: 100, highTicks: 103, lowTicks: 98 });
  });

  it('builds larger candles from its own, and smaller ones from its prints', () => {
    const fives = [0, 5, 10, 15].map((minute) => row(minute, '100', '120', '95', String(100 + minute)));
    const tape = openReplayMarket([file('BTCUSDT-5m-q.csv', fives)], 60, NONE).tapes[0] as Tape;
    for (let print = 0; print < 14; print++) tape.advance();
    expect(candlesOf(tape, '15m', 10, Number.MAX_SAFE_INTEGER)).toEqual([
      { atMs: T, open: 100, high: 120, low: 95, close: 110, volume: 24 },
      { atMs: T + 15 * MINUTE, open: 100, high: 100, low: 95, close: 95, volume: 4 },
    ]);
    expect(candlesOf(tape, '1m', 2, T + 3 * MINUTE)).toEqual([
      { atMs: T + 2 * MINUTE, open: 120, high: 120, low: 120, close: 120, volume: 2 },
      { atMs: T + 3 * MINUTE, open: 100, high: 100, low: 100, close: 100, volume: 2 },
    ]);
  });

  it('lists no larger candle that began before the file did', () => {
    const lines = [7, 8, 9, 10, 11].map((minute) => row(minute, '100', '120', '95', String(100 + minute)));
    const tape = openReplayMarket([file('BTCUSDT-1m-late.csv', lines)], 60, NONE).tapes[0] as Tape;
    const opens = (timeframe: '1m' | '5m' | '15m') =>
      candlesOf(tape, timeframe, 10, Number.MAX_SAFE_INTEGER).map(({ atMs }) => (atMs - T) / MINUTE);
    for (let print = 0; print < 12; print++) tape.advance();
    expect([opens('1m'), opens('5m')]).toEqual([[7, 8, 9], []]);
    for (let print = 12; print < 20; print++) tape.advance();
    expect([opens('1m'), opens('5m'), opens('15m')]).toEqual([[7, 8, 9, 10, 11], [10], []]);
  });

  it('goes on after a restart with the print that follows the stored position', () => {
    const source = file('BTCUSDT-1m-go.csv', [row(0, '100', '103', '98', '101'), row(1, '101', '102', '95', '96')]);
    const whole = drain(openReplayMarket([source], 60, NONE));
    for (let made = 0; made <= whole.length; made++) {
      const market = openReplayMarket([source], 60, new Map([['BTC/USDT', made - 1]]));
      expect(drain(market)).toEqual(whole.slice(made));
    }
  });
});
