// Figures in any common writing become plain digits; what is unclear stays for the rules to refuse; nothing is rounded.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareNumbers, groupedNumber, isNumber, plainNumber } from './typed-number.ts';

describe('plainNumber', () => {
  it.each([
    ['1,234.5', '1234.5'],
    [' 12 345 ', '12345'],
    ['１，２３４．５', '1234.5'],
    ['1。5', '1.5'],
    ['.5', '0.5'],
    ['7.', '7'],
    ['007', '7'],
    ['0', '0'],
    ['\u22123', '-3'],
    ['12。5', '12.5'],
    ['１２｡５％', '12.5'],
    ['١٢٣٫٥', '123.5'],
    ['١٬٢٣٤٫٥', '1234.5'],
    ['۱۲۳', '123'],
    ['१२.५', '12.5'],
    ['3000 USDT', '3000'],
    ['1.3%', '1.3'],
    ['12345678901234567890.123456789', '12345678901234567890.123456789'],
  ])('%j is %s', (typed, plain) => expect(plainNumber(typed)).toBe(plain));

  it.each([
    '1,5',
    '1.234,5',
    '12,34',
    '3,1415',
    '3，1415',
    '1、5',
    '1。2。3',
    '12。5。',
    '𝟙𝟚',
    '1e5',
    'abc',
    '1.2.3',
    '--1',
    '.',
    '-',
    '',
    'NaN',
    '0x10',
  ])('%j is no number', (typed) => expect(isNumber(plainNumber(typed))).toBe(false));

  it('undoes the grouping of any decimal', () => {
    const decimal = fc
      .tuple(fc.bigInt(0n, 10n ** 18n), fc.stringMatching(/^\d{0,8}$/))
      .map(([whole, fraction]) => (fraction === '' ? `${whole}` : `${whole}.${fraction}`));
    fc.assert(
      fc.property(decimal, (text) => {
        expect(plainNumber(groupedNumber(text))).toBe(text);
      }),
    );
  });
});

describe('compareNumbers', () => {
  it('orders what a float cannot tell apart', () => {
    expect(compareNumbers('9007199254740993', '9007199254740992')).toBe(1);
    expect(compareNumbers('0.1', '0.10')).toBe(0);
    expect(compareNumbers('-0.5', '0.25')).toBe(-1);
  });
});
