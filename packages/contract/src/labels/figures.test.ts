// Figures in sentences: cut, never rounded up, never a float.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { moneyFigure, plainFigure, signedFigure } from './figures.ts';

test('prices and quantities lose idle zeros and gain groups', () => {
  expect(['114800.00', '1234567.8900', '0.00206', '-12', '0.000', '-0.0', 9].map(plainFigure)).toEqual([
    '114,800',
    '1,234,567.89',
    '0.00206',
    '\u221212',
    '0',
    '0',
    '9',
  ]);
  expect(plainFigure('BTC')).toBe('BTC');
});

test('money is cut to two decimals, to four below one', () => {
  expect(['2406.489', '0.76999', '0.7', '0.00009', '-47.399', '-0.00001', '5'].map(moneyFigure)).toEqual([
    '2,406.48',
    '0.7699',
    '0.70',
    '0.00',
    '\u221247.39',
    '0.00',
    '5.00',
  ]);
});

test('gains and losses carry their sign, nothing carries none', () => {
  expect(['0.76', '-0.76', '0', '0.00001'].map(signedFigure)).toEqual(['+0.76', '\u22120.76', '0.00', '0.00']);
});

test('a shown amount never exceeds the true one', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), (units) => {
      const negative = units < 0n;
      const digits = String(negative ? -units : units).padStart(9, '0');
      const text = `${negative ? '-' : ''}${digits.slice(0, -8)}.${digits.slice(-8)}`;
      const [whole, fraction = ''] = moneyFigure(text).replaceAll(',', '').replace('\u2212', '').split('.');
      const shown = BigInt(`${whole}${fraction.padEnd(8, '0')}`);
      expect(shown <= (negative ? -units : units)).toBe(true);
    }),
  );
});
