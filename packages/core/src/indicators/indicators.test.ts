// Every indicator against figures worked out by hand, its first value, and properties that hold for all of them.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { INDICATORS, type IndicatorCall, warmUpOf } from './catalogue.ts';
import { makeIndicator } from './make-indicator.ts';
import { type Computed, callText, closesOnly, figures, randomBars } from './random-bars.ts';

const nan = Number.NaN;
const rounded = (values: readonly number[], digits = 6) => values.map((value) => Number(value.toFixed(digits)));
const bar = (high: number, low: number, close: number, volume = 1) => ({ high, low, close, volume });

describe('worked figures', () => {
  const closes = closesOnly([10, 11, 12, 11, 13]);

  it('price and vol are those of the newest candle', () => {
    expect(figures('price', [], closes)).toEqual([10, 11, 12, 11, 13]);
    expect(figures('vol', [], [bar(1, 1, 1, 7), bar(1, 1, 1, 0)])).toEqual([7, 0]);
  });

  it('change(2): 12 is 20 % above 10, 11 as much as 11', () => {
    expect(rounded(figures('change', [2], closes))).toEqual([nan, nan, 20, 0, 8.333333]);
  });

  it('ma(3) and vol_ma(2) are plain means', () => {
    expect(rounded(figures('ma', [3], closes))).toEqual([nan, nan, 11, 11.333333, 12]);
    expect(figures('vol_ma', [2], [bar(1, 1, 1, 4), bar(1, 1, 1, 6), bar(1, 1, 1, 0)])).toEqual([nan, 5, 3]);
  });

  it('ema(3) begins with the first close and has weight 1/2: 10, 10.5, 11.25, 11.125, 12.0625', () => {
    expect(figures('ema', [3], closes)).toEqual([nan, nan, 11.25, 11.125, 12.0625]);
  });

  it('rsi(2): means of rises 1, 0.5, 1.25 and falls 0, 0.5, 0.25', () => {
    expect(rounded(figures('rsi', [2], closes))).toEqual([nan, nan, 100, 50, 83.333333]);
  });

  it('rsi of a market that never moved is 50', () => {
    expect(figures('rsi', [2], closesOnly([5, 5, 5]))[2]).toBe(50);
  });

  it('macd(2,3,2): hist is dif less dea, once', () => {
    const bars = closesOnly([10, 13, 13, 16]);
    // ema2 10 12 12.666667 14.888889; ema3 10 11.5 12.25 14.125; dif 0 .5 .416667 .763889; dea 0 .333333 .388889 .638889
    expect(rounded(figures('macd', [2, 3, 2], bars, 'dif'))).toEqual([nan, nan, 0.416667, 0.763889]);
    expect(rounded(figures('macd', [2, 3, 2], bars, 'dea'))).toEqual([nan, nan, nan, 0.638889]);
    expect(rounded(figures('macd', [2, 3, 2], bars, 'hist'))).toEqual([nan, nan, nan, 0.125]);
  });

  it('boll(4,2): the deviation of 2 4 4 6 over all four is sqrt 2', () => {
    const bars = closesOnly([2, 4, 4, 6]);
    const last = (out: string) => figures('boll', [4, 2], bars, out)[3]!;
    expect(last('mid')).toBe(4);
    expect(last('up')).toBeCloseTo(4 + 2 * Math.SQRT2, 12);
    expect(last('low')).toBeCloseTo(4 - 2 * Math.SQRT2, 12);
    expect(last('pctb')).toBeCloseTo(0.5 + 2 / (4 * Math.SQRT2), 12);
    expect(last('width')).toBeCloseTo(100 * Math.SQRT2, 12);
  });

  it('boll without deviation: the bands are one, pctb is not known', () => {
    const bars = closesOnly([9, 100, 7, 7, 7, 7]);
    expect(figures('boll', [4, 2], bars, 'up')[5]).toBe(7);
    expect(figures('boll', [4, 2], bars, 'low')[5]).toBe(7);
    expect(figures('boll', [4, 2], bars, 'pctb')[5]).toBeNaN();
  });

  it('kdj(2): rsv 75 after 50 gives k 58.333333, d 52.777778, j 69.444444', () => {
    const bars = [bar(11, 9, 10), bar(13, 9, 12), bar(13, 11, 13)];
    expect(rounded(figures('kdj', [2], bars, 'k'))).toEqual([nan, 58.333333, 72.222222]);
    expect(rounded(figures('kdj', [2], bars, 'd'))).toEqual([nan, 52.777778, 59.259259]);
    expect(rounded(figures('kdj', [2], bars, 'j'))).toEqual([nan, 69.444444, 98.148148]);
  });

  it('atr(2): ranges 2, 5 from the close before, 1', () => {
    expect(figures('atr', [2], [bar(12, 10, 11), bar(16, 14, 15), bar(15, 14, 14)])).toEqual([nan, 3.5, 2.25]);
  });

  it('adx(2): two rises and one fall', () => {
    const bars = [bar(10, 8, 9), bar(12, 9, 11), bar(13, 10, 12), bar(12, 7, 8)];
    // tr 3 3 5; +dm 2 1 0; -dm 0 0 3: pdi 100 x 1.5/3 then 100 x .75/4, mdi 0 then 100 x 1.5/4, dx 100 and 33.333333
    expect(figures('adx', [2], bars, 'pdi')).toEqual([nan, nan, 50, 18.75]);
    expect(figures('adx', [2], bars, 'mdi')).toEqual([nan, nan, 0, 37.5]);
    expect(rounded(figures('adx', [2], bars, 'adx'))).toEqual([nan, nan, nan, 66.666667]);
  });

  it('adx counts neither of two equal movements', () => {
    const bars = [bar(10, 8, 9), bar(11, 7, 9), bar(12, 6, 9)];
    expect(figures('adx', [2], bars, 'pdi')[2]).toBe(0);
    expect(figures('adx', [2], bars, 'mdi')[2]).toBe(0);
  });

  it('cci(3): typical prices 10 12 17 lie 3, 1 and 4 from 13', () => {
    const bars = closesOnly([10, 12, 17]);
    expect(figures('cci', [3], bars)[2]).toBeCloseTo(4 / (0.015 * (8 / 3)), 10);
    expect(figures('cci', [3], closesOnly([5, 5, 5]))[2]).toBe(0);
  });

  it('obv adds rises, takes falls, leaves ties', () => {
    const bars = [bar(1, 1, 10, 100), bar(1, 1, 11, 5), bar(1, 1, 11, 7), bar(1, 1, 9, 20)];
    expect(figures('obv', [], bars)).toEqual([nan, 5, 5, -15]);
  });

  it('highest(2) and lowest(2) leave the newest candle out, so that its close can stand beyond them', () => {
    const bars = [bar(10, 5, 6), bar(12, 4, 6), bar(11, 6, 7), bar(20, 1, 20)];
    expect(figures('highest', [2], bars)).toEqual([nan, nan, 12, 12]);
    expect(figures('lowest', [2], bars)).toEqual([nan, nan, 4, 4]);
  });

  it('supertrend(2,1) turns up over its upper band and down under its lower one', () => {
    const bars = [bar(11, 9, 10), bar(11, 9, 10), bar(16, 14, 15), bar(17, 15, 16), bar(11, 9, 9)];
    expect(figures('supertrend', [2, 1], bars, 'dir')).toEqual([nan, -1, 1, 1, -1]);
  });
});

const calls: fc.Arbitrary<IndicatorCall & { ind: Computed }> = fc
  .constantFrom(...INDICATORS.filter(({ ind }) => ind !== 'funding'))
  .chain(({ ind, args, outputs }) =>
    fc.record({
      ind: fc.constant(ind as Computed),
      args: fc
        .tuple(...args.map(({ min, max }) => fc.integer({ min, max: Math.min(max, 40) })))
        .map((values) => (ind === 'macd' && values[0]! >= values[1]! ? [2, 3 + values[1]!, values[2]!] : values)),
      out: fc.constantFrom(...outputs.map(({ out }) => out)),
    }),
  );

describe('all indicators', () => {
  it('say nothing before their warm-up and something right after it', () => {
    fc.assert(
      fc.property(calls, fc.nat(), (call, seed) => {
        const warmUp = warmUpOf(call);
        const values = figures(call.ind, call.args, randomBars(warmUp + 2, seed), call.out);
        const first = values.findIndex((value) => !Number.isNaN(value));
        expect(first + 1, callText(call)).toBe(warmUp);
      }),
    );
  });

  it('stay finite wherever the price goes', () => {
    fc.assert(
      fc.property(
        calls,
        fc.array(fc.integer({ min: 1, max: 100_000_000 }), { minLength: 130, maxLength: 200 }),
        (call, closes) => {
          const values = figures(call.ind, call.args, closesOnly(closes), call.out).slice(warmUpOf(call));
          expect(values.every((value) => Number.isFinite(value) || (call.out === 'pctb' && Number.isNaN(value)))).toBe(
            true,
          );
        },
      ),
      { numRuns: 300 },
    );
  });

  it('count in the unit they are fed: a thousandfold price gives thousandfold prices and the same percentages', () => {
    fc.assert(
      fc.property(calls, fc.nat(), ({ ind, args, out }, seed) => {
        const bars = randomBars(100, seed);
        const large = bars.map(({ high, low, close, volume }) => bar(high * 1000, low * 1000, close * 1000, volume));
        const unit = INDICATORS.find((spec) => spec.ind === ind)!.outputs.find((output) => output.out === out)!.unit;
        const factor = unit === 'price' ? 1000 : 1;
        const plain = figures(ind, args, bars, out);
        for (const [row, value] of figures(ind, args, large, out).entries()) {
          if (Number.isNaN(plain[row])) expect(value).toBeNaN();
          else expect(Math.abs(value - plain[row]! * factor)).toBeLessThan(1e-6 * factor);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('forget how they were begun: two beginnings meet (all but obv)', () => {
    const long = randomBars(3_000, 5);
    for (const { ind, args, outputs } of INDICATORS) {
      if (ind === 'funding' || ind === 'obv') continue;
      for (const { out } of outputs) {
        const byDefault = args.map((arg) => arg.default);
        const early = figures(ind, byDefault, long, out).at(-1)!;
        const late = figures(ind, byDefault, long.slice(2_000), out).at(-1)!;
        expect(Math.abs(early - late), callText({ ind, args: byDefault, out })).toBeLessThan(1e-9);
      }
    }
  });

  it('share nothing: two of the same kind do not disturb each other', () => {
    const [a, b] = [makeIndicator('ma', [2]), makeIndicator('ma', [2])];
    for (const close of [1, 3]) a!.push(close, close, close, 0);
    for (const close of [10, 20]) b!.push(close, close, close, 0);
    expect([a!.values[0], b!.values[0]]).toEqual([2, 15]);
  });
});
