// The generated market: the same for a seed, sane, restless in the right measure, and its prints tell its candles.
import { candlePrints } from '@cormorant/core/market/candle-prints.ts';
import { MINUTE_MS } from '@cormorant/core/market/candles.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { type CandleRow, candlesOf, dayFiguresOf } from './candles.ts';
import { openGeneratedMarket, pastStartMs } from './generated-market.ts';
import { LISTINGS, symbolOf } from './listings.ts';
import { type Market, nextTape } from './market.ts';
import { DAY_MS, type Tape } from './tape.ts';

const NOW_MS = Date.UTC(2026, 2, 15, 13, 20, 30);
const NO_POSITIONS = new Map<string, number>();

function marketAt(nowMs: number, seed = 1, positions: ReadonlyMap<string, number> = NO_POSITIONS): Market {
  return openGeneratedMarket(seed, NOW_MS, positions, () => nowMs);
}

function tapeOf(market: Market, symbol: string): Tape {
  return market.tapes.find((tape) => symbolOf(tape.instrument) === symbol) as Tape;
}

function logReturns(rows: readonly CandleRow[]): number[] {
  return rows.slice(1).map((row, i) => Math.log(row.close / (rows[i] as CandleRow).close));
}

function deviation(values: readonly number[]): number {
  return Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length);
}

/** Makes every print due at `nowMs` and collects it. */
function printUntil(market: Market, nowMs: number): { symbol: string; atMs: number; ticks: number }[] {
  const prints: { symbol: string; atMs: number; ticks: number }[] = [];
  for (;;) {
    const tape = market.tapes[nextTape(market.tapes)] as Tape;
    if (tape.nextAtMs > nowMs) return prints;
    prints.push({ symbol: symbolOf(tape.instrument), atMs: tape.nextAtMs, ticks: tape.nextTicks });
    tape.advance();
  }
}

describe('the generated market', () => {
  const quarter = new Map<string, CandleRow[]>();

  beforeAll(() => {
    const market = marketAt(NOW_MS);
    for (const tape of market.tapes) {
      quarter.set(symbolOf(tape.instrument), candlesOf(tape, '1m', 90 * 1440, NOW_MS));
    }
  });

  it('lists symbols of very different price scales, all called simulated', () => {
    expect(LISTINGS.length).toBeGreaterThanOrEqual(6);
    for (const { title } of LISTINGS) expect(title).toMatch(/\(simulated\)$/);
    const anchors = LISTINGS.map((listing) => listing.anchorPrice);
    expect(Math.max(...anchors) / Math.min(...anchors)).toBeGreaterThan(1e6);
    expect(marketAt(NOW_MS).name).toBe('generated:1');
  });

  it('has a year of past from the first second and none before it', () => {
    const tape = tapeOf(marketAt(NOW_MS), 'SOL/USDT');
    const days = candlesOf(tape, '1d', 1500, NOW_MS);
    expect(days).toHaveLength(366);
    expect(days[0]?.atMs).toBe(pastStartMs(NOW_MS));
    expect(candlesOf(tape, '1d', 10, pastStartMs(NOW_MS) - 1)).toEqual([]);
  });

  it('is the same for the same seed, whatever was asked before, and another for another seed', () => {
    const direct = candlesOf(tapeOf(marketAt(NOW_MS), 'ETH/USDT'), '1m', 3000, NOW_MS);
    expect(direct).toEqual((quarter.get('ETH/USDT') as CandleRow[]).slice(-3000));
    expect(candlesOf(tapeOf(marketAt(NOW_MS, 2), 'ETH/USDT'), '1m', 3000, NOW_MS)).not.toEqual(direct);
  });

  it('has sane candles without gaps, each opening where the last closed, over day and year borders too', () => {
    for (const [symbol, rows] of quarter) {
      for (let i = 0; i < rows.length; i++) {
        const { atMs, open, high, low, close, volume } = rows[i] as CandleRow;
        const before = rows[i - 1];
        const isSane =
          low >= 1 &&
          low <= Math.min(open, close) &&
          high >= Math.max(open, close) &&
          Number.isSafeInteger(volume) &&
          volume > 0 &&
          (before === undefined || (before.close === open && before.atMs + MINUTE_MS === atMs));
        if (!isSane) expect.fail(`${symbol} ${new Date(atMs).toISOString()}: ${JSON.stringify(rows[i])}`);
      }
    }
  });

  it('moves as much as its temper says, more or less by the week, with fat tails', () => {
    for (const { instrument, beta, ownVolatility } of LISTINGS) {
      const returns = logReturns(quarter.get(instrument.symbol) as CandleRow[]);
      const annual = deviation(returns) * Math.sqrt(365 * 1440);
      const meant = Math.hypot(beta * 0.45, ownVolatility);
      expect(annual / meant, instrument.symbol).toBeGreaterThan(0.5);
      expect(annual / meant, instrument.symbol).toBeLessThan(2);
      const fourth = returns.reduce((sum, r) => sum + r ** 4, 0) / returns.length;
      expect(fourth / deviation(returns) ** 4, instrument.symbol).toBeGreaterThan(5);
      const weeks = Array.from({ length: 12 }, (_, week) =>
        deviation(returns.slice(week * 10_080, (week + 1) * 10_080)),
      );
      expect(Math.max(...weeks) / Math.min(...weeks), instrument.symbol).toBeGreaterThan(1.3);
    }
  });

  it('jumps now and then: single minutes far outside what their neighbours do', () => {
    const returns = logReturns(quarter.get('DOGE/USDT') as CandleRow[]);
    const largest = Math.max(
      ...returns
        .map(Math.abs)
        .sort((a, b) => b - a)
        .slice(0, 1),
    );
    expect(largest).toBeGreaterThan(12 * deviation(returns));
  });

  it('moves its symbols together and trades more when it moves more', () => {
    const hours = (symbol: string) => (quarter.get(symbol) as CandleRow[]).filter((_, i) => i % 60 === 0);
    const btc = logReturns(hours('BTC/USDT'));
    const eth = logReturns(hours('ETH/USDT'));
    const together = btc.reduce((sum, r, i) => sum + r * (eth[i] as number), 0) / btc.length;
    expect(together / (deviation(btc) * deviation(eth))).toBeGreaterThan(0.5);

    const rows = quarter.get('BTC/USDT') as CandleRow[];
    const byRange = [...rows].sort((a, b) => (a.high - a.low) / a.open - (b.high - b.low) / b.open);
    const volume = (part: CandleRow[]) => part.reduce((sum, row) => sum + row.volume * row.close, 0) / part.length;
    const tenth = Math.floor(rows.length / 10);
    expect(volume(byRange.slice(-tenth)) / volume(byRange.slice(0, tenth))).toBeGreaterThan(1.5);
  });

  it('prints once a second what its candles later say: open, extremes in the order of the candle law, close', () => {
    const startMs = Math.ceil(NOW_MS / MINUTE_MS) * MINUTE_MS;
    let nowMs = startMs - 1000;
    const market = openGeneratedMarket(1, NOW_MS, NO_POSITIONS, () => nowMs);
    const prints = [];
    for (let second = 0; second < 600; second++) {
      nowMs = startMs + second * 1000 + 999;
      prints.push(...printUntil(market, nowMs));
    }
    for (const tape of market.tapes) {
      const symbol = symbolOf(tape.instrument);
      const rows = candlesOf(tape, '1m', 10, nowMs);
      expect(rows.map((row) => row.atMs)).toEqual(Array.from({ length: 10 }, (_, i) => startMs + i * MINUTE_MS));
      for (const { atMs, open, high, low, close } of rows) {
        const own = prints.filter((p) => p.symbol === symbol && p.atMs >= atMs && p.atMs < atMs + MINUTE_MS);
        expect(own).toHaveLength(60);
        const corners = [0, 0, 0, 0];
        candlePrints(open, high, low, close, corners);
        expect([own[0]?.ticks, own[59]?.ticks]).toEqual([corners[0], corners[3]]);
        expect([Math.max(...own.map((p) => p.ticks)), Math.min(...own.map((p) => p.ticks))]).toEqual([high, low]);
        const first = own.findIndex((p) => p.ticks === corners[1]);
        const beforeFirst = own.slice(0, first).map((p) => p.ticks);
        const second = corners[2] as number;
        // Until the nearer extreme has been seen, the farther one has not, unless it is the open itself.
        if (second !== open) expect(beforeFirst).not.toContain(second);
      }
    }
  });

  it('shows only what has been printed: the forming candle grows with each print', () => {
    const minuteMs = Math.ceil(NOW_MS / MINUTE_MS) * MINUTE_MS;
    let nowMs = minuteMs - 1000;
    const market = openGeneratedMarket(1, NOW_MS, NO_POSITIONS, () => nowMs);
    const tape = market.tapes[0] as Tape;
    let volume = 0;
    let seen: number[] = [];
    for (let second = 0; second < 60; second++) {
      nowMs = minuteMs + second * 1000 + 999;
      printUntil(market, nowMs);
      seen = [...seen, tape.lastTicks];
      const forming = candlesOf(tape, '1m', 1, nowMs)[0] as CandleRow;
      expect(forming).toMatchObject({
        atMs: minuteMs,
        open: seen[0],
        high: Math.max(...seen),
        low: Math.min(...seen),
        close: seen.at(-1),
      });
      expect(forming.volume).toBeGreaterThanOrEqual(volume);
      volume = forming.volume;
    }
    const closed = candlesOf(tapeOf(marketAt(minuteMs + MINUTE_MS + 1000), 'BTC/USDT'), '1m', 2, minuteMs)[1];
    expect(candlesOf(tape, '1m', 1, nowMs)[0]).toEqual(closed);
  });

  it('after a stop goes on with the next print, makes up whole minutes by their corners, and meets the unbroken tape', () => {
    let nowMs = NOW_MS;
    const stopped = openGeneratedMarket(1, NOW_MS, NO_POSITIONS, () => nowMs);
    nowMs += 10_000;
    printUntil(stopped, nowMs);
    const positions = new Map(stopped.tapes.map((tape) => [symbolOf(tape.instrument), tape.position]));
    const lastAtMs = tapeOf(stopped, 'BTC/USDT').lastAtMs;

    nowMs += 3 * 3_600_000;
    const restarted = openGeneratedMarket(1, NOW_MS, positions, () => nowMs);
    const madeUp = printUntil(restarted, nowMs).filter((print) => print.symbol === 'BTC/USDT');
    expect(madeUp[0]?.atMs).toBeGreaterThan(lastAtMs);
    expect(madeUp[0]?.atMs).toBeLessThanOrEqual(lastAtMs + MINUTE_MS);
    expect(madeUp.length).toBeLessThan(180 * 4 + 130);
    const rows = candlesOf(tapeOf(restarted, 'BTC/USDT'), '1m', 180, nowMs);
    for (const row of rows.slice(1, -1)) {
      const own = madeUp.filter((print) => print.atMs >= row.atMs && print.atMs < row.atMs + MINUTE_MS);
      expect(Math.max(...own.map((print) => print.ticks))).toBe(row.high);
      expect(Math.min(...own.map((print) => print.ticks))).toBe(row.low);
    }
    expect(rows).toEqual(candlesOf(tapeOf(marketAt(nowMs + 1000), 'BTC/USDT'), '1m', 180, nowMs));
  });

  it('gives the figures of the last 24 hours', () => {
    const tape = tapeOf(marketAt(NOW_MS), 'BNB/USDT');
    const day = (quarter.get('BNB/USDT') as CandleRow[]).slice(-1440);
    expect(dayFiguresOf(tape)).toEqual({
      openTicks: day[0]?.open,
      highTicks: Math.max(...day.map((row) => row.high)),
      lowTicks: Math.min(...day.map((row) => row.low)),
      baseVolumeLots: day.reduce((sum, row) => sum + row.volume, 0),
      quoteVolumeTickLots: day.reduce((sum, row) => sum + row.close * row.volume, 0),
    });
    expect(day[0]?.atMs).toBeGreaterThan(NOW_MS - DAY_MS - MINUTE_MS);
  });
});
