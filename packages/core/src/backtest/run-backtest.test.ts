// Backtests on random tapes: three ways over the candles give one result, and every atom is accounted for.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { btcSpec } from '../../test/btc-usdt.ts';
import { plainGrid } from '../../test/plain-grid.ts';
import { CandleColumns, MINUTE_MS } from '../market/candles.ts';
import { makeInstrument } from '../market/make-instrument.ts';
import { grid } from '../strategies/grid/machine.ts';
import type { GridParams } from '../strategies/grid/params.ts';
import type { Strategy } from '../strategy/strategy.ts';
import type { Stride } from './backtest-options.ts';
import { equityCurve } from './equity-curve.ts';
import { reportBacktest } from './report.ts';
import { runBacktest } from './run-backtest.ts';

const instrument = makeInstrument({
  ...btcSpec,
  tick: '0.1',
  step: '0.0001',
  minQty: '0.0001',
  maxQty: '900',
  minPrice: '1',
  maxOpenOrders: 300,
});

/**
 * A tape of candles around 15,000 ticks: quiet, wild, with gaps in time, by seed. It never falls below a tenth of that: a
 * grid that is opened at one tick buys so much that its sales outgrow the exact range of money.
 */
function tape(seed: number, length: number, wildness: number): CandleColumns {
  let state = seed >>> 0;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const candles = new CandleColumns(MINUTE_MS);
  let open = 15_000;
  let timeMs = 1_700_000_000_000 - (1_700_000_000_000 % MINUTE_MS);
  for (let row = 0; row < length; row++) {
    const scale = random() < 0.02 ? wildness * 20 : wildness;
    const close = Math.max(2_000, Math.round(open + (random() - 0.5) * 2 * scale + (15_000 - open) * 0.002));
    const high = Math.max(open, close) + Math.floor(random() * scale);
    const low = Math.max(1_500, Math.min(open, close) - Math.floor(random() * scale));
    candles.push(timeMs, open, high, low, close, 1);
    timeMs += MINUTE_MS * (random() < 0.01 ? 1 + Math.floor(random() * 90) : 1);
    open = random() < 0.1 ? close + Math.round((random() - 0.5) * scale) : close;
    if (open < 2_000) open = 2_000;
  }
  return candles;
}

const base: GridParams = {
  lowerTicks: 12_000,
  upperTicks: 18_000,
  levels: 30,
  ...plainGrid,
};

const task = fc.record({
  seed: fc.integer(),
  length: fc.integer({ min: 1, max: 3_000 }),
  wildness: fc.constantFrom(2, 15, 90, 600),
  params: fc.record({
    levels: fc.integer({ min: 2, max: 60 }),
    mode: fc.constantFrom('arithmetic' as const, 'geometric' as const),
    stopLossTicks: fc.constantFrom(0, 0, 11_000),
    takeProfitTicks: fc.constantFrom(0, 0, 19_000),
    triggerTicks: fc.constantFrom(0, 0, 14_500, 15_700),
    trailLimitTicks: fc.constantFrom(0, 0, 26_000),
  }),
  feeAsset: fc.constantFrom('received' as const, 'quote' as const),
  investment: fc.integer({ min: 30, max: 100_000 }),
  startPrint: fc.nat(),
});

function run(given: typeof task extends fc.Arbitrary<infer T> ? T : never, stride: Stride) {
  const { seed, length, wildness, feeAsset, investment } = given;
  const candles = tape(seed, length, wildness);
  const params = { ...base, ...given.params, trailingUp: given.params.trailLimitTicks > 0 };
  const startPrint = (given.startPrint % (4 * length)) + 1;
  const venue = { ...instrument, feeAsset };
  return {
    candles,
    venue,
    result: runBacktest({
      strategy: grid,
      params,
      instrument: venue,
      candles,
      investmentAtoms: investment * 1e8,
      startPrint,
      stride,
    }),
  };
}

describe('runBacktest', () => {
  it('gives the same to the last bit print by print, candle by candle and leaping', () => {
    fc.assert(
      fc.property(task, (given) => {
        const [plain, touched, leaping] = (['print', 'candle', 'block'] as const).map((stride) => run(given, stride));
        const all = ({ result, candles, venue }: ReturnType<typeof run>) => ({
          ...reportBacktest(result, venue, candles),
          bot: result.bot,
          logs: result.journal.logs,
        });
        expect(all(touched!)).toEqual(all(plain!));
        expect(all(leaping!)).toEqual(all(plain!));
      }),
      { numRuns: 150 },
    );
  });

  it('accounts for every coin and every atom, and falls as deep as its own curve says', () => {
    fc.assert(
      fc.property(task, (given) => {
        const { result, candles, venue } = run(given, 'block');
        const { bot, journal, profit } = result;
        let coin = 0;
        let cash = given.investment * 1e8;
        for (let row = 0; row < journal.fillCount; row++) {
          const fill = journal.fillAt(row);
          const sign = fill.side === 'buy' ? 1 : -1;
          coin += sign * fill.qtyLots * venue.baseAtomsPerLot - (fill.feeInBase ? fill.feeAtoms : 0);
          cash -=
            sign * fill.qtyLots * fill.priceTicks * venue.quoteAtomsPerTickLot + (fill.feeInBase ? 0 : fill.feeAtoms);
          expect(Math.min(coin, cash)).toBeGreaterThanOrEqual(0);
        }
        expect([profit.baseAtoms, profit.quoteAtoms]).toEqual([coin, cash]);
        expect(profit.equityAtoms).toBe(profit.investmentAtoms + profit.realizedAtoms + profit.unrealizedAtoms);
        let realized = 0;
        for (let row = 0; row < journal.settlementCount; row++) {
          const { grossAtoms, feeAtoms } = journal.settlementAt(row);
          realized += grossAtoms - feeAtoms;
        }
        expect(profit.realizedAtoms).toBe(realized);
        let peak = profit.investmentAtoms;
        let deepest = 0;
        for (const { equityAtoms } of equityCurve(journal, candles, venue, profit.investmentAtoms, candles.length)) {
          peak = Math.max(peak, equityAtoms);
          deepest = Math.max(deepest, (peak - equityAtoms) / peak);
        }
        const found = bot.drawdownPeakAtoms;
        expect(found === 0 ? 0 : (found - bot.drawdownTroughAtoms) / found).toBe(deepest);
      }),
      { numRuns: 80 },
    );
  });

  it('wakes a machine at its times whichever way it goes over the candles', () => {
    const everyWhile: Strategy<null, { nextMs: number }> = {
      kind: 'dca',
      open: (_params, view) => ({ nextMs: view.nowMs + 1 }),
      on: (event, _params, state, view, out) => {
        if (event.type !== 'timer') return;
        state.nextMs = view.nowMs + 1 + ((view.nowMs / 1000) % 7_000) * 977;
        out.log('success', 'tick', { at: view.nowMs, last: view.lastTicks });
      },
      wake: (_params, state, out) => out.at(state.nextMs),
      costAtoms: () => 0,
      holds: () => false,
      ladder: () => [],
    };
    const candles = tape(11, 4_000, 15);
    const logs = (['print', 'candle', 'block'] as const).map((stride) => {
      const { journal } = runBacktest({
        strategy: everyWhile,
        params: null,
        instrument,
        candles,
        investmentAtoms: 1e8,
        stride,
      });
      return journal.logs;
    });
    expect(logs[0]!.length).toBeGreaterThan(50);
    expect(logs[1]).toEqual(logs[0]);
    expect(logs[2]).toEqual(logs[0]);
  });

  it('a time that is over at the last print of a candle wakes at the next print, once', () => {
    const impatient: Strategy<null, { atMs: number; woken: number[] }> = {
      kind: 'dca',
      open: (_params, view) => ({ atMs: view.nowMs + 1, woken: [] }),
      on: (event, _params, state, view) => {
        if (event.type !== 'timer') return;
        state.woken.push(view.nowMs);
        // Now, again and again: each time that is the very next print.
        state.atMs = state.woken.length % 7 === 0 ? view.nowMs + 200_000 : view.nowMs;
      },
      wake: (_params, state, out) => out.at(state.atMs),
      costAtoms: () => 0,
      holds: () => false,
      ladder: () => [],
    };
    const candles = tape(3, 200, 15);
    const [plain, ...others] = (['print', 'candle', 'block'] as const).map((stride) => {
      const task = { strategy: impatient, params: null, instrument, candles, investmentAtoms: 1e8, stride };
      return runBacktest(task).bot.state!.woken;
    });
    expect(plain!.length).toBeGreaterThan(200);
    expect(new Set(plain).size).toBe(plain!.length);
    for (const other of others) expect(other).toEqual(plain);
  });

  it('starts where it is told and nowhere else', () => {
    const candles = tape(7, 50, 90);
    const start = (startPrint: number) =>
      runBacktest({ strategy: grid, params: base, instrument, candles, investmentAtoms: 1000e8, startPrint });
    expect(start(13).journal.fillAt(0)).toMatchObject({ print: 13, purpose: 'entry' });
    expect(() => start(0)).toThrow(RangeError);
    expect(() => start(201)).toThrow(RangeError);
  });
});
