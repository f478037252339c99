// The worked figures of arbitrage (product.md 4.9, strategies.md 2.5), its params, presets and previews.
import { describe, expect, test } from 'vitest';
import { btcPerpSpec } from '../../../test/btc-perp.ts';
import { btc } from '../../../test/btc-usdt.ts';
import { CandleColumns } from '../../market/candles.ts';
import { makeInstrument } from '../../market/make-instrument.ts';
import type { ParamsContext, RawParams } from '../../strategy/field.ts';
import { sureChances } from './chances.ts';
import { parseArbitrageParams } from './params.ts';
import { arbitragePresets } from './presets.ts';
import { fundingNotionalAtoms, previewArbitrage } from './preview.ts';
import { aprE8, basisPpm, breakEvenCentidays, hasFaded, roundFeesPpm, threeDays } from './rates.ts';
import { triangleNetE8 } from './triangle.ts';

const perp = makeInstrument(btcPerpSpec);
const EIGHT_HOURS = 8 * 3_600_000;
/** Nine settlements that sum to 0.27 %. */
const RATES = Array.from({ length: 9 }, () => 30_000);

describe('funding', () => {
  const days = threeDays(RATES, EIGHT_HOURS)!;

  test.each([
    [1, '16.425'],
    [2, '21.9'],
  ])('worked: a three-day sum of 0.27 %% at leverage %i is %s %% a year', (leverage, apr) => {
    expect(days).toEqual({ sumE8: 270_000, settlements: 9 });
    expect(aprE8(days, leverage) / 1e6).toBe(Number(apr));
  });

  test('worked: fees of 0.3 % at 0.03 % a day break even after 10 days', () => {
    expect(roundFeesPpm(1_000, 500)).toBe(3_000);
    expect(breakEvenCentidays(3_000, { sumE8: 90_000, settlements: 9 })).toBe(1_000);
  });

  test('worked: notional of 0.95 I L / (L + 1)', () => {
    expect(fundingNotionalAtoms(1_000e8, 2)).toBe(633.33333333e8);
    expect(fundingNotionalAtoms(1_000e8, 1)).toBe(475e8);
  });

  test('rates that are paid by shorts never break even, and too few are no answer', () => {
    expect(breakEvenCentidays(3_000, { sumE8: -1, settlements: 9 })).toBe(null);
    expect(threeDays(RATES.slice(1), EIGHT_HOURS)).toBe(null);
    // A venue that settles every hour is asked for 72.
    expect(threeDays(RATES, 3_600_000)).toBe(null);
  });

  test('the mean of the last three rates fades below the limit, not at it', () => {
    expect(hasFaded([9e9, 10, 20, 30], 20)).toBe(false);
    expect(hasFaded([9e9, 10, 20, 29], 20)).toBe(true);
    expect(hasFaded([1, 1], 20)).toBe(false);
  });

  test('basis is floored, so a cheap perpetual is never taken for a fair one', () => {
    expect(basisPpm(100_000, 99_950)).toBe(-500);
    expect(basisPpm(100_000, 99_949)).toBe(-510);
  });

  test('the preview names notional, margin, APR, fees and break-even days before the start', () => {
    const params = parsed({ kind: 'funding', leverage: '2' }, { instrument: perp });
    const funding = { lastE8: 30_000, threeDaysE8: 270_000, settlements: 9 };
    const context = { instrument: perp, lastTicks: 1_000_000, investmentAtoms: 3_000e8, worst: null, funding };
    const figures = Object.fromEntries(previewArbitrage(params, context).figures.map(({ key, value }) => [key, value]));
    expect(figures).toMatchObject({
      ...{ notional: '1900', margin: '950', apr: '21.9', fees_round: '0.3' },
      ...{ fees_open: '5.7', break_even_days: '3.34' },
    });
    expect(Number(figures['liquidation_distance'])).toBeGreaterThan(50);
  });
});

describe('triangular', () => {
  const pair = (symbol: string, tick: string, step: string) =>
    makeInstrument({
      ...{ symbol, tick, step, minQty: step, maxQty: '9000', minNotional: '0.0001', minPrice: tick },
      ...{ maxPrice: '10000000', maxOpenOrders: 200, maker: '0.001', taker: '0.001' },
    });
  const at = (symbol: string, tick: string, ticks: number) => ({
    ...{ instrument: pair(symbol, tick, '0.0001'), bidTicks: ticks, askTicks: ticks },
  });
  const legs = [
    at('BTC/USDT', '0.01', 10_000_000),
    at('ETH/BTC', '0.00001', 3_400),
    at('ETH/USDT', '0.01', 350_000),
  ] as const;

  test('worked: BTC 100000, ETH/BTC 0.034, ETH 3500 and fees of 0.1 % give +2.6327 %', () => {
    expect(Math.round(triangleNetE8(legs, 'forward') / 100) / 1e4).toBe(2.6327);
  });

  test('the same prices the other way round lose, and the preview shows both', () => {
    expect(triangleNetE8(legs, 'back')).toBeLessThan(-3_000_000);
    const params = parsed({ kind: 'triangular', via: 'BTC' }, { instrument: legs[2].instrument });
    const context = {
      ...{ instrument: legs[2].instrument, lastTicks: 350_000, investmentAtoms: 1_000e8 },
      ...{ worst: null, funding: null, legs: { triangle: legs, chancesDayE2: 43 } },
    };
    const { figures } = previewArbitrage(params, context);
    expect(figures.find(({ key }) => key === 'chances_day')?.value).toBe('0.43');
    expect(figures.find(({ key }) => key === 'net_forward')).toMatchObject({ level: 'good' });
    expect(figures.find(({ key }) => key === 'net_forward')?.value).toMatch(/^2\.6326/);
  });
});

describe('chances that were surely there', () => {
  const minute = 60_000;
  const leg = (symbol: string, tick: string, rows: readonly (readonly [number, number, number])[]) => {
    const candles = new CandleColumns(minute);
    for (const [at, low, high] of rows) candles.push(at * minute, low, high, low, high, 1);
    return { instrument: pairOf(symbol, tick), candles };
  };
  const pairOf = (symbol: string, tick: string) =>
    makeInstrument({
      ...{ symbol, tick, step: '0.0001', minQty: '0.0001', maxQty: '9000', minNotional: '0.0001', minPrice: tick },
      ...{ maxPrice: '10000000', maxOpenOrders: 200, maker: '0.001', taker: '0.001' },
    });
  const at = (minutes: readonly number[], low: number, high: number) => minutes.map((one) => [one, low, high] as const);
  const via = leg('BTC/USDT', '0.01', at([0, 1, 2, 3], 10_000_000, 10_000_000));

  test('a cross pair that runs away counts once, at its best minute, less what the others moved', () => {
    const cross = leg('ETH/BTC', '0.00001', [
      [0, 3_400, 3_400],
      [1, 3_400, 3_420],
      [2, 3_400, 3_424],
      [3, 3_380, 3_400],
    ]);
    const coin = leg('ETH/USDT', '0.01', at([0, 1, 2, 3], 340_000, 340_000));
    const found = sureChances([via, cross, coin], 50_000);
    expect(found.map(({ atMs }) => atMs / minute)).toEqual([1]);
    // Selling at 0.03424 what costs 0.034, less three fees.
    expect(found[0]!.netE8 / 1e6).toBeCloseTo(0.4038, 3);
    // The same run in a minute in which the coin itself moved as far proves nothing.
    const wild = leg('ETH/USDT', '0.01', at([0, 1, 2, 3], 338_000, 342_400));
    expect(sureChances([via, cross, wild], 50_000)).toEqual([]);
  });

  test('a minute that one of the pairs lacks is passed over', () => {
    const cross = leg('ETH/BTC', '0.00001', at([1], 3_400, 3_500));
    expect(sureChances([via, cross, leg('ETH/USDT', '0.01', at([2], 340_000, 340_000))], 50_000)).toEqual([]);
    expect(sureChances([via, cross, leg('ETH/USDT', '0.01', at([1], 340_000, 340_000))], 50_000)).toHaveLength(1);
  });
});

describe('params', () => {
  test.each(['spot', 'futures'] as const)('every preset of %s is taken', (market) => {
    for (const { params } of arbitragePresets(market)) {
      parsed(params, { instrument: market === 'spot' ? { ...btc, symbol: 'ETH/USDT', base: 'ETH' } : perp });
    }
  });

  test.each<[string, RawParams, string]>([
    ['futures', { kind: 'cross' }, 'kind'],
    ['futures', { leverage: '4' }, 'leverage'],
    ['futures', { exit_rate: '-1.1' }, 'exit_rate'],
    ['futures', { exit_rate: 'x' }, 'exit_rate'],
    ['futures', { max_breakeven_days: '31' }, 'max_breakeven_days'],
    ['futures', { margin_guard: '4' }, 'margin_guard'],
    ['futures', { basis_target: '0.04' }, 'basis_target'],
    ['spot', { kind: 'triangular', via: 'BTC' }, 'via'],
    ['spot', { kind: 'triangular', via: ['ETH', 'BNB'] }, 'via'],
    ['spot', { kind: 'triangular', via: 'ETH', min_profit: '0.04' }, 'min_profit'],
    ['spot', { kind: 'triangular', via: 'ETH', max_order: '0.5' }, 'max_order'],
    ['spot', { kind: 'cross' }, 'exchange_b'],
    ['spot', { kind: 'cross', exchange_b: [1] }, 'exchange_b'],
    ['spot', { kind: 'cross', exchange_b: 'okx', min_profit: '0.04' }, 'min_profit'],
    ['spot', { kind: 'cross', exchange_b: 'okx', depth_share: '51' }, 'depth_share'],
    ['spot', { kind: 'cross', exchange_b: 'okx', inventory_floor: '46' }, 'inventory_floor'],
  ])('%s %j is refused at %s', (market, raw, field) => {
    const result = parseArbitrageParams(raw, context({ instrument: market === 'spot' ? btc : perp }));
    expect(result.ok ? [] : result.issues.map((issue) => issue.field)).toContain(field);
  });
});

function context(given: Partial<ParamsContext>): ParamsContext {
  return { instrument: btc, lastTicks: 0, investmentAtoms: 1_000e8, ...given };
}

function parsed(raw: RawParams, given: Partial<ParamsContext>) {
  const result = parseArbitrageParams(raw, context(given));
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  return result.params;
}
