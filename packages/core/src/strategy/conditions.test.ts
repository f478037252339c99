// Condition trees: what holds when, with closed candles and with the last price, and when it may next change.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { btc as instrument } from '../../test/btc-usdt.ts';
import { type IndicatorRead, readKey } from '../indicators/read.ts';
import { TIMEFRAME_MS } from '../market/candles.ts';
import {
  COMPARISONS,
  type Condition,
  type ConditionGroup,
  type ConditionView,
  conditionHolds,
  evaluate,
  figureText,
  heldText,
  nextCandleClose,
  readsOf,
  tickBounds,
} from './conditions.ts';

const rsi = { ind: 'rsi', args: [14], out: '', tf: '1h' } as const;
const ema = (n: number, tf: '1h' | '4h' = '4h') => ({ ind: 'ema', args: [n], out: '', tf }) as const;
const price = { ind: 'price', args: [], out: '', tf: '1h' } as const;

/** [newest closed, the one before] by key of the read; what is not named is not warmed up. */
function viewOf(figures: Readonly<Record<string, readonly [number, number]>>, lastTicks = 0): ConditionView {
  return {
    instrument,
    lastTicks,
    indicator: (read: IndicatorRead, back: 0 | 1 = 0) => figures[readKey(read)]?.[back] ?? Number.NaN,
  };
}

const all = (...items: ConditionGroup['items']): ConditionGroup => ({ op: 'all', items });
const any = (...items: ConditionGroup['items']): ConditionGroup => ({ op: 'any', items });
const dip: Condition = { left: rsi, cmp: '<', right: { num: '30' }, tf: '1h', on: 'close' };
const cross: Condition = { left: ema(9), cmp: 'cross_up', right: ema(21), tf: '4h', on: 'close' };

describe('a comparison', () => {
  test('holds by the newest closed candle', () => {
    expect(conditionHolds(dip, viewOf({ 'rsi(14)@1h': [29.99, 50] }))).toBe(true);
    expect(conditionHolds(dip, viewOf({ 'rsi(14)@1h': [30, 10] }))).toBe(false);
  });

  test.each([
    [[11, 9], [10, 10], true],
    [[11, 10], [10, 10], true],
    [[11, 11], [10, 10], false],
    [[10, 9], [10, 10], false],
    [[11, 9], [8, 8], false],
  ] as const)('crosses up where the candle before was not above: %j over %j', (fast, slow, holds) => {
    expect(conditionHolds(cross, viewOf({ 'ema(9)@4h': fast, 'ema(21)@4h': slow }))).toBe(holds);
    const down: Condition = { ...cross, cmp: 'cross_down', left: ema(21), right: ema(9) };
    expect(conditionHolds(down, viewOf({ 'ema(9)@4h': fast, 'ema(21)@4h': slow }))).toBe(holds);
  });

  test.each(COMPARISONS)('%s never holds on a figure that is not known yet', (cmp) => {
    const view = viewOf({ 'ema(21)@4h': [10, 10] });
    expect(conditionHolds({ ...cross, cmp }, view)).toBe(false);
    expect(conditionHolds({ ...cross, cmp, left: ema(21), right: ema(9) }, view)).toBe(false);
  });

  test('needs the candle before only to cross', () => {
    const view = viewOf({ 'ema(9)@4h': [11, Number.NaN], 'ema(21)@4h': [10, 10] });
    expect(conditionHolds(cross, view)).toBe(false);
    expect(conditionHolds({ ...cross, cmp: '>' }, view)).toBe(true);
  });

  test('on a tick sets the last print against the closed candle, and crosses from that candle’s close', () => {
    const above: Condition = { left: price, cmp: 'cross_up', right: ema(9, '1h'), tf: '1h', on: 'tick' };
    const figures = { 'price()@1h': [99, 0], 'ema(9)@1h': [100, 0] } as const;
    expect(conditionHolds(above, viewOf(figures, 10_001))).toBe(true);
    expect(conditionHolds(above, viewOf(figures, 10_000))).toBe(false);
    expect(conditionHolds(above, viewOf({ ...figures, 'price()@1h': [100.5, 0] }, 10_001))).toBe(false);
  });
});

test('groups are all and any, of groups too', () => {
  const yes = viewOf({ 'rsi(14)@1h': [20, 20], 'ema(9)@4h': [1, 1], 'ema(21)@4h': [2, 2] });
  expect(evaluate(any(dip, cross), yes)).toBe(true);
  expect(evaluate(all(dip, cross), yes)).toBe(false);
  expect(evaluate(all(dip, any(cross, dip)), yes)).toBe(true);
});

test('reads are asked for once each', () => {
  expect(readsOf(all(dip, dip, any(cross))).map(readKey)).toEqual(['rsi(14)@1h', 'ema(9)@4h', 'ema(21)@4h']);
});

test('property: the next candle close is the first boundary after now of the shortest timeframe', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4e12 }), fc.constantFrom('1m', '15m', '4h', '1d'), (nowMs, tf) => {
      const next = nextCandleClose(all({ ...dip, tf }, { ...dip, tf: '1d' }), nowMs);
      expect(next).toBeGreaterThan(nowMs);
      expect(next - nowMs).toBeLessThanOrEqual(TIMEFRAME_MS[tf]);
      expect(next % TIMEFRAME_MS[tf]).toBe(0);
    }),
  );
});

test('property: between the tick bounds no tick condition changes', () => {
  const cents = fc.integer({ min: 1, max: 2_000_000 });
  const condition = fc.record({
    cmp: fc.constantFrom(...COMPARISONS),
    figure: fc.oneof(
      cents.map((value) => value / 100),
      fc.double({ min: 0.001, max: 20_000, noNaN: true }),
    ),
    left: fc.boolean(),
  });
  fc.assert(
    fc.property(
      fc.array(condition, { minLength: 1, maxLength: 4 }),
      cents,
      cents,
      cents,
      (rows, last, other, closed) => {
        const figures: Record<string, readonly [number, number]> = { 'price()@1h': [closed / 100, 0] };
        const items = rows.map(({ cmp, figure, left }, k): Condition => {
          figures[`ema(${k + 2})@1h`] = [figure, 0];
          const sides = left ? { left: price, right: ema(k + 2, '1h') } : { left: ema(k + 2, '1h'), right: price };
          return { ...sides, cmp, tf: '1h', on: 'tick' };
        });
        const { aboveTicks, belowTicks } = tickBounds([any(...items)], viewOf(figures, last));
        expect(aboveTicks).toBeGreaterThan(last);
        expect(belowTicks).toBeLessThan(last);
        const inside = Math.min(Math.max(other, belowTicks + 1), aboveTicks - 1);
        for (const item of items) {
          expect(conditionHolds(item, viewOf(figures, inside))).toBe(conditionHolds(item, viewOf(figures, last)));
        }
      },
    ),
  );
});

test('an order’s log names what held, with its figures', () => {
  const view = viewOf({ 'rsi(14)@1h': [27.4137, 31], 'ema(9)@4h': [1, 1], 'ema(21)@4h': [2, 2] });
  expect(heldText(any(dip, cross), view)).toBe('rsi(14)@1h 27.4137 < 30');
});

test.each([
  [27.413748, '27.4137'],
  [64_321.5, '64321.5'],
  [1_234_567.8, '1234568'],
  [100, '100'],
  [0, '0'],
  [-0.000123456, '-0.00012346'],
])('a figure %d reads %s', (figure, text) => {
  expect(figureText(figure)).toBe(text);
});
