// Figures are cut, never rounded; parts shown together add up; nothing ever reads NaN.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDecimals,
  decimalsOf,
  formatCompact,
  formatDecimal,
  formatPercent,
  formatPrice,
  formatSigned,
  formatSignedPercent,
  formatTrimmed,
  formatUsdt,
  missing,
  signOf,
  splitFigure,
} from './figures.ts';

const decimals = fc
  .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 14n }), fc.integer({ min: 0, max: 99_999_999 }))
  .map(([negative, whole, fraction]) => `${negative ? '-' : ''}${whole}.${String(fraction).padStart(8, '0')}`);

describe('figures', () => {
  it('cuts and never rounds up', () => {
    expect(formatDecimal('1.999', 2)).toBe('1.99');
    expect(formatDecimal('-1.999', 2)).toBe('\u22121.99');
    expect(formatUsdt('15987.149')).toBe('15,987.14');
    fc.assert(
      fc.property(decimals, fc.integer({ min: 0, max: 8 }), (value, places) => {
        const shown = Number(formatDecimal(value, places).replace(/,/g, '').replace('\u2212', '-'));
        expect(Math.abs(shown)).toBeLessThanOrEqual(Math.abs(Number(value)) + 1e-9);
      }),
    );
  });

  it('shows 2 decimals, and 4 below 1', () => {
    expect(formatUsdt('12.5')).toBe('12.50');
    expect(formatUsdt('0.12345')).toBe('0.1234');
    expect(formatUsdt('0')).toBe('0.00');
    expect(formatUsdt('0.00000000')).toBe('0.00');
  });

  it('always shows the sign of a profit, with U+2212 as minus, and none on zero', () => {
    expect(formatSigned('423.49')).toBe('+423.49');
    expect(formatSigned('-73.16')).toBe('\u221273.16');
    expect(formatSigned('0')).toBe('0.00');
    expect(formatSigned('-0.00001')).toBe('0.0000');
    expect(formatSignedPercent('-0.744')).toBe('\u22120.74%');
    expect(signOf('-0.001', 2)).toBe(0);
    expect(signOf('0.01')).toBe(1);
  });

  it('shows what is missing or malformed as --', () => {
    for (const value of [null, undefined, '', 'NaN', 'Infinity', Number.NaN, '1e5', '-', '.']) {
      expect(formatUsdt(value)).toBe(missing);
      expect(formatSigned(value)).toBe(missing);
      expect(formatPercent(value)).toBe(missing);
      expect(formatTrimmed(value)).toBe(missing);
    }
    expect(formatCompact('NaN', 'en')).toBe(missing);
    fc.assert(fc.property(fc.string(), (text) => !formatSigned(text).includes('NaN')));
  });

  it('writes a price with the decimals of its tick', () => {
    expect(formatPrice('115189.6', '0.01')).toBe('115,189.60');
    expect(formatPrice('0.205185', '0.00001')).toBe('0.20518');
    expect(formatPrice('3', '1')).toBe('3');
    expect(decimalsOf('0.00100')).toBe(3);
  });

  it('takes JSON numbers without an exponent', () => {
    expect(formatSigned(1.88)).toBe('+1.88');
    expect(formatSigned(1e-7)).toBe('0.0000');
    expect(formatUsdt(1_000_000)).toBe('1,000,000.00');
  });

  it('adds decimal strings exactly', () => {
    expect(addDecimals(['0.1', '0.2'])).toBe('0.30000000');
    expect(addDecimals(['64.06', '-47.39'], 2)).toBe('16.67');
    expect(addDecimals(['1', null])).toBeNull();
    expect(addDecimals([])).toBe('0.00000000');
    fc.assert(
      fc.property(decimals, decimals, (a, b) => {
        const back = addDecimals([addDecimals([a, b]), b.startsWith('-') ? b.slice(1) : `-${b}`]);
        expect(formatDecimal(back, 8)).toBe(formatDecimal(a, 8));
      }),
    );
  });

  it('shortens volumes by language', () => {
    expect(formatCompact('8421000000', 'en')).toBe('8.42B');
    expect(formatCompact('8421000000', 'zh')).toBe('84.21亿');
    expect(formatCompact('92100000', 'en')).toBe('92.10M');
    expect(formatCompact('31234', 'zh')).toBe('3.12万');
    expect(formatCompact('12.3', 'en')).toBe('12.30');
  });

  it('trims quantities and splits the hero', () => {
    expect(formatTrimmed('0.00206000')).toBe('0.00206');
    expect(formatTrimmed('1200.0')).toBe('1,200');
    expect(splitFigure('15,987.14')).toEqual({ whole: '15,987', decimals: '.14' });
    expect(splitFigure('--')).toEqual({ whole: '--', decimals: '' });
  });
});
