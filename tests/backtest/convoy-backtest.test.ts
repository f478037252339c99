// Convoys over candle files in step: a funding round and a triangle by hand on tapes made here; and, where the folder of
// real data is given (DATA=/path/to/data), 35 days of BTC on spot and its perpetual with the rates that were paid.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { runConvoyBacktest } from '@cormorant/core/backtest/convoy-backtest.ts';
import { CandleColumns, type Candles } from '@cormorant/core/market/candles.ts';
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import { makeInstrument } from '@cormorant/core/market/make-instrument.ts';
import { parseCandles } from '@cormorant/core/market/parse-candles.ts';
import { funding } from '@cormorant/core/strategies/arbitrage/funding.ts';
import type { FundingParams } from '@cormorant/core/strategies/arbitrage/params.ts';
import { triangular } from '@cormorant/core/strategies/arbitrage/triangular.ts';
import { describe, expect, test } from 'vitest';
import { parseFunding } from '../../commands/backtest/contract-files.ts';
import { perpetual, spot } from '../../packages/core/test/machines/instruments.ts';

const MINUTE = 60_000;
const EIGHT_HOURS = 480 * MINUTE;
const START_MS = 1_700_006_400_000;

const params: FundingParams = {
  ...{ kind: 'funding', symbol: 'BTC/USDT', leverage: 2, exitRateE8: 0, maxBreakevenDays: 30 },
  ...{ basisTargetPpm: 0, marginGuardPpm: 150_000 },
};

function flat(closes: readonly number[]): Candles {
  const candles = new CandleColumns(MINUTE, closes.length);
  for (const [at, close] of closes.entries()) {
    const open = closes[Math.max(0, at - 1)]!;
    candles.push(START_MS + at * MINUTE, open, Math.max(open, close), Math.min(open, close), close, 1);
  }
  return candles;
}

/** Every settlement of three days before the start, and so many after it. */
function rates(before: number, after: readonly number[]) {
  const timeMs = Array.from({ length: 9 + after.length }, (_, at) => START_MS + (at - 8) * EIGHT_HOURS);
  return { timeMs, rateE8: [...timeMs.slice(0, 9).map(() => before), ...after] };
}

describe('funding over two tapes', () => {
  const tape = flat(Array.from({ length: 4 * 480 + 10 }, (_, at) => 100_000 + Math.round(500 * Math.sin(at / 50))));

  test('opens, is paid three times, leaves when the rates fade, and its money adds up', () => {
    const result = runConvoyBacktest({
      ...{ coordinator: funding, params, investmentAtoms: 3_000e8 },
      tapes: [
        { instrument: spot, candles: tape },
        { instrument: perpetual, candles: tape, funding: rates(100_000, [100_000, 100_000, -300_000]) },
      ],
      onPrint: ({ legs, phase }) => {
        if (phase !== 'holding') return;
        const delta = legs[0]!.books.baseAtoms + legs[1]!.books.baseAtoms;
        expect(delta).toBeGreaterThanOrEqual(0);
        expect(delta).toBeLessThan(spot.baseAtomsPerLot * 2);
      },
    });
    const { convoy, profit, logs, settledAtoms } = result;
    expect(logs.map(({ why }) => why).filter((why) => why.startsWith('arb_') && why !== 'arb_funding')).toEqual([
      'arb_opened',
      'arb_rates_fade',
      'arb_closed_rate',
      'arb_wait_faded',
    ]);
    expect(logs.filter(({ why }) => why === 'arb_funding')).toHaveLength(3);
    // 1900 of notional at 0.1 %, 0.1 % and -0.3 %.
    expect(profit.fundingAtoms / 1e8).toBeCloseTo(-1.9, 1);
    expect(settledAtoms.reduce((sum, atoms) => sum + atoms, 0)).toBe(profit.realizedAtoms);
    expect(convoy.rounds).toBe(1);
    expect(result.candles).toBe(tape.length);
    // Without the market: fees of four legs, slippage of four, and the funding.
    expect(profit.realizedAtoms / 1e8).toBeLessThan(-1.9 - 5);
    expect(profit.realizedAtoms / 1e8).toBeGreaterThan(-1.9 - 10);
  });

  test('only minutes that both files have are played', () => {
    const late = new CandleColumns(MINUTE, 5);
    for (let at = 3; at < 8; at++)
      if (at !== 5) late.push(START_MS + at * MINUTE, 100_000, 100_000, 100_000, 100_000, 1);
    const { candles } = runConvoyBacktest({
      ...{ coordinator: funding, params, investmentAtoms: 3_000e8 },
      tapes: [
        { instrument: spot, candles: tape },
        { instrument: perpetual, candles: late },
      ],
    });
    expect(candles).toBe(4);
  });
});

test('a triangle over three tapes earns what the prices offer', () => {
  const filters = { maxQty: '9000', minPrice: '0.00001', maxPrice: '1000000', maxOpenOrders: 200 };
  const fees = { maker: '0.001', taker: '0.001', step: '0.0001', minQty: '0.0001' };
  const eth = makeInstrument({ ...{ symbol: 'ETH/USDT', tick: '0.01', minNotional: '5', ...filters, ...fees } });
  const ethBtc = makeInstrument({
    ...{ symbol: 'ETH/BTC', tick: '0.00001', minNotional: '0.0001', ...filters, ...fees },
  });
  const still = (ticks: number) => flat(Array.from({ length: 60 }, () => ticks));
  const result = runConvoyBacktest({
    coordinator: triangular,
    params: { kind: 'triangular', symbol: 'ETH/USDT', via: 'BTC', minProfitPpm: 2_000, maxOrderAtoms: 100e8 },
    investmentAtoms: 1_000e8,
    tapes: [
      { instrument: spot, candles: still(100_000) },
      { instrument: ethBtc, candles: flat(Array.from({ length: 60 }, (_, at) => (at === 30 ? 3_400 : 3_500))) },
      { instrument: eth, candles: still(3_500) },
    ],
  });
  expect(result.logs.map(({ why }) => why)).toContain('arb_triangle_done');
  expect(result.profit.equityAtoms).toBeGreaterThan(1_001e8);
  expect(result.convoy.winRounds).toBeGreaterThan(0);
  expect(result.convoy.legs[1]!.books).toMatchObject({ baseAtoms: 0, realizedAtoms: 0 });
});

const data = process.env['DATA'];
describe.skipIf(data === undefined)('35 days of BTC, spot and perpetual, 2025-05-20 to 06-24', () => {
  const text = (name: string) => gunzipSync(readFileSync(join(data!, name))).toString('utf8');
  const real = (market: 'spot' | 'futures'): Instrument =>
    makeInstrument({
      ...{
        symbol: 'BTC/USDT',
        market,
        tick: market === 'spot' ? '0.01' : '0.1',
        step: market === 'spot' ? '0.00001' : '0.001',
      },
      ...{ minQty: market === 'spot' ? '0.00001' : '0.001', maxQty: '100', minNotional: '5', minPrice: '0.1' },
      ...{ maxPrice: '1000000', maxOpenOrders: 200, maker: '0.0002', taker: market === 'spot' ? '0.001' : '0.0005' },
    });

  test('is hedged at every print, is paid funding, and its money adds up', () => {
    const instruments = [real('spot'), real('futures')] as const;
    const candles = [
      parseCandles(text('binance-spot-BTCUSDT-1m-20250520-20250818.csv.gz'), instruments[0]).candles,
      parseCandles(text('binance-usdm-BTCUSDT-1m-20250504-20250624.csv.gz'), instruments[1]).candles,
    ] as const;
    const column = parseFunding(text('binance-usdm-BTCUSDT-funding-20240101-20260430.csv.gz'));
    const result = runConvoyBacktest({
      ...{ coordinator: funding, params: { ...params, exitRateE8: -5_000 }, investmentAtoms: 10_000e8 },
      tapes: [
        { instrument: instruments[0], candles: candles[0] },
        { instrument: instruments[1], candles: candles[1], funding: column },
      ],
      onPrint: ({ legs, phase }) => {
        if (phase !== 'holding') return;
        const delta = legs[0]!.books.baseAtoms + legs[1]!.books.baseAtoms;
        expect(Math.abs(delta)).toBeLessThan(instruments[1].baseAtomsPerLot);
      },
    });
    const { profit, settledAtoms, fills } = result;
    expect(result.candles).toBeGreaterThan(50_000);
    expect(fills).toBeGreaterThan(1);
    expect(profit.fundingAtoms).toBeGreaterThan(0);
    expect(settledAtoms.reduce((sum, atoms) => sum + atoms, 0)).toBe(profit.realizedAtoms);
    // Hedged: what the market did to BTC is not in the result.
    expect(Math.abs(profit.equityAtoms / 10_000e8 - 1)).toBeLessThan(0.02);
  }, 60_000);
});
