// The table of indicators: product.md's operands and no others, and every call outside it is refused with its reason.
import { describe, expect, it } from 'vitest';
import { checkCall, INDICATORS, isIndicator, specOf } from './catalogue.ts';
import { makeIndicator } from './make-indicator.ts';

/** 4.8 as it stands there. */
const OPERANDS =
  'price; change(n); ma(n); ema(n); rsi(n); macd(f,s,g).dif|dea|hist; boll(n,k).up|mid|low|pctb|width; kdj(n).k|d|j; ' +
  'atr(n); adx(n).adx|pdi|mdi; cci(n); obv; vol; vol_ma(n); highest(n); lowest(n); supertrend(n,k).dir; funding';

it('product.md 4.8: these operands, with these arguments and outputs', () => {
  const texts = INDICATORS.map(({ ind, args, outputs }) => {
    const inside = args.length === 0 ? '' : `(${args.map(({ key }) => key).join(',')})`;
    const outs = outputs.map(({ out }) => out).join('|');
    return `${ind}${inside}${outs === '' ? '' : `.${outs}`}`;
  });
  expect(texts.join('; ')).toBe(OPERANDS);
});

it('product.md 4.8: n 2-200', () => {
  for (const { ind, args } of INDICATORS) {
    for (const { key, min, max, default: byDefault } of args) {
      if (key !== 'k') expect([min, max], ind).toEqual([2, 200]);
      expect(byDefault).toBeGreaterThanOrEqual(min);
      expect(byDefault).toBeLessThanOrEqual(max);
    }
  }
});

it('every row but funding can be computed, with as many outputs as it says', () => {
  for (const { ind, args, outputs } of INDICATORS) {
    if (ind === 'funding') continue;
    const byDefault = args.map((arg) => arg.default);
    expect(checkCall({ ind, args: byDefault, out: outputs[0]!.out }), ind).toBeNull();
    expect(makeIndicator(ind, byDefault).values.length, ind).toBe(outputs.length);
  }
});

describe('checkCall', () => {
  it.each([
    ['an unknown name', { ind: 'sma', args: [7], out: '' }, { part: 'ind' }],
    ['a name of Object.prototype', { ind: 'toString', args: [], out: '' }, { part: 'ind' }],
    ['no name', { ind: undefined, args: [], out: '' }, { part: 'ind' }],
    ['too few arguments', { ind: 'ma', args: [], out: '' }, { part: 'args', min: 1, max: 1 }],
    ['too many', { ind: 'price', args: [1], out: '' }, { part: 'args', min: 0, max: 0 }],
    ['arguments that are no list', { ind: 'ma', args: '7', out: '' }, { part: 'args', min: 1, max: 1 }],
    ['n below 2', { ind: 'ma', args: [1], out: '' }, { part: 'args', index: 0, min: 2, max: 200 }],
    ['n above 200', { ind: 'rsi', args: [201], out: '' }, { part: 'args', index: 0, min: 2, max: 200 }],
    ['a fraction', { ind: 'ma', args: [2.5], out: '' }, { part: 'args', index: 0, min: 2, max: 200 }],
    ['a text', { ind: 'ma', args: ['7'], out: '' }, { part: 'args', index: 0, min: 2, max: 200 }],
    ['NaN', { ind: 'ma', args: [Number.NaN], out: '' }, { part: 'args', index: 0, min: 2, max: 200 }],
    ['k above 10', { ind: 'boll', args: [20, 11], out: 'up' }, { part: 'args', index: 1, min: 1, max: 10 }],
    [
      'a fast mean that is slow',
      { ind: 'macd', args: [26, 26, 9], out: 'dif' },
      { part: 'args', index: 0, min: 2, max: 25 },
    ],
    ['no output where there are several', { ind: 'macd', args: [12, 26, 9], out: '' }, { part: 'out' }],
    ['an output where there is one', { ind: 'ma', args: [7], out: 'up' }, { part: 'out', options: [''] }],
  ])('refuses %s', (_, call, issue) => {
    expect(checkCall(call)).toMatchObject(issue);
  });

  it('takes the edges of the ranges', () => {
    expect(checkCall({ ind: 'ma', args: [2], out: '' })).toBeNull();
    expect(checkCall({ ind: 'ma', args: [200], out: '' })).toBeNull();
    expect(checkCall({ ind: 'boll', args: [200, 1], out: 'pctb' })).toBeNull();
  });
});

it('knows its names', () => {
  expect(isIndicator('supertrend')).toBe(true);
  expect(isIndicator('constructor')).toBe(false);
  expect(() => specOf('sma' as 'ma')).toThrow(RangeError);
});
