// Contracts beside their spot pairs: generated ones stay near them and pay clamped funding at their own interval; replayed
// ones take mark and funding from the files that lie beside the candles.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { candlesOf } from './candles.ts';
import { openGeneratedMarket } from './generated-market.ts';
import { symbolOf } from './listings.ts';
import { openReplayMarket } from './replay-market.ts';
import type { Tape } from './tape.ts';

const NOW_MS = Date.UTC(2026, 2, 15, 13, 20, 30);
const HOUR_MS = 3_600_000;

function generated(seed = 1): (symbol: string) => Tape {
  const { tapes } = openGeneratedMarket(seed, NOW_MS, new Map(), () => NOW_MS);
  return (symbol) => tapes.find((tape) => symbolOf(tape.instrument) === symbol) as Tape;
}

describe('a generated contract', () => {
  const tapeOf = generated();

  it.each([
    ['BTC/USDT:USDT', 8],
    ['DOGE/USDT:USDT', 4],
  ])('%s settles every %i hours, at rates that differ, are clamped and the same for the same seed', (symbol, hours) => {
    const { feed, instrument } = tapeOf(symbol);
    expect(instrument.contract?.fundingIntervalMs).toBe(hours * HOUR_MS);
    const times = feed?.settlements(NOW_MS - 30 * 24 * HOUR_MS, NOW_MS) ?? [];
    expect(times).toHaveLength((30 * 24) / hours);
    const rates = times.map((at) => feed?.rateE8(at, at));
    expect(generated()(symbol).feed?.rateE8(times[3] as number, NOW_MS)).toBe(rates[3]);
    expect(new Set(rates).size).toBeGreaterThan(10);
    for (const rate of rates) expect(Math.abs(rate as number)).toBeLessThanOrEqual(750_000);
    expect(feed?.nextSettlementMs(times[0] as number)).toBe(times[1]);
  });

  it('has a mark of its own: near the last price, smoother, seldom equal to it', () => {
    const tape = tapeOf('BTC/USDT:USDT');
    const rows = candlesOf(tape, '1m', 600, NOW_MS);
    const marks = rows.map(({ atMs, close }) => tape.feed?.markTicks(atMs, close) as number);
    const step = (values: readonly number[]) =>
      values.slice(1).reduce((sum, value, i) => sum + Math.abs(value - (values[i] as number)), 0);
    expect(rows.filter(({ close }, i) => close === marks[i]).length).toBeLessThan(60);
    for (const [i, { close }] of rows.entries()) expect(Math.abs((marks[i] as number) / close - 1)).toBeLessThan(0.03);
    expect(step(marks)).toBeLessThanOrEqual(step(rows.map(({ close }) => close)) * 1.05);
  });
});

describe('a replayed contract', () => {
  const T = Date.UTC(2024, 7, 5);
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'venue-feed-'));
    const rows = [100, 110, 90, 95].map((p, i) => `${T + i * 300_000},${p}.0,${p + 5}.0,${p - 5}.0,${p}.0,3.001`);
    writeFileSync(join(folder, 'bybit-linear-BTCUSDT-5m-x.csv'), rows.join('\n'));
    writeFileSync(join(folder, 'binance-spot-BTCUSDT-5m-x.csv'), rows.join('\n'));
    const marks = [`${T},101.5,112.25,92,95`, `${T + 3 * 300_000},95,95,95,95`, `${T + 6 * 300_000},95,95,95,95`];
    writeFileSync(
      join(folder, 'bybit-linear-BTCUSDT-mark-15m-x.csv'),
      ['open_time_ms,open,high,low,close', ...marks].join('\n'),
    );
    const rates = [`${T},0.0001`, `${T + 600_008},-0.00004552`];
    writeFileSync(
      join(folder, 'bybit-linear-BTCUSDT-funding-x.csv'),
      ['funding_time_ms,funding_rate', ...rates].join('\n'),
    );
    writeFileSync(
      join(folder, 'bybit-linear-BTCUSDT-funding-y.csv'),
      `calc_time,funding_interval_hours,last_funding_rate\n${T + 600_000}000,8,-0.00004552`,
    );
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const open = (...names: string[]) =>
    openReplayMarket(
      names.map((name) => ({ path: join(folder, name), tick: '0.1', step: '0.001' })),
      60,
      new Map(),
    ).tapes;

  it('is known by the name of its file and stands beside the spot pair of the same coin', () => {
    const tapes = open('binance-spot-BTCUSDT-5m-x.csv', 'bybit-linear-BTCUSDT-5m-x.csv');
    expect(tapes.map(({ instrument }) => symbolOf(instrument))).toEqual(['BTC/USDT', 'BTC/USDT:USDT']);
    expect(tapes[0]?.feed).toBeUndefined();
    expect(tapes[1]?.instrument).toMatchObject({ market: 'futures', makerPpm: 200, takerPpm: 500, feeAsset: 'quote' });
  });

  it('keeps the distance of mark and last inside the extremes of the mark candle, and has none beyond the file', () => {
    const feed = open('bybit-linear-BTCUSDT-5m-x.csv')[0]?.feed;
    expect(feed?.markTicks(T + 1, 1000)).toBe(1015);
    expect(feed?.markTicks(T + 1, 1150)).toBe(1122);
    expect(feed?.markTicks(T + 1, 850)).toBe(920);
    expect(feed?.markTicks(T + 10 * 300_000, 777)).toBe(777);
  });

  it('settles what the files settled, at the whole second and once, though two of them tell of it', () => {
    const feed = open('bybit-linear-BTCUSDT-5m-x.csv')[0]?.feed;
    expect(feed?.settlements(T, T + 600_000)).toEqual([T + 600_000]);
    expect(feed?.rateE8(T + 600_000, 0)).toBe(-4552);
    expect([feed?.nextSettlementMs(T), feed?.nextSettlementMs(T + 600_000)]).toEqual([T + 600_000, null]);
  });
});
