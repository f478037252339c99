// Figures of an exchange arrive digit for digit, whatever their length and form.

import { plainDecimal } from '@cormorant/core/money/json-number.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareDecimals, distance, exactJson, minus, quotient, times, trimmed } from './exact-json.ts';

it('keeps every digit of a number, and texts as they are', () => {
  const text = '{"id":9007199254740993,"rate":1e-7,"list":[0.10,-2.5E+3],"s":"a 1.50 \\"7\\" b","no":null,"yes":true}';
  expect(exactJson(text)).toEqual({
    ...{ id: '9007199254740993', rate: '0.0000001', list: ['0.10', '-2500'] },
    ...{ s: 'a 1.50 "7" b', no: null, yes: true },
  });
  expect(() => exactJson('<html>')).toThrow(SyntaxError);
  expect(() => exactJson('{"a":1e999}')).toThrow(SyntaxError);
});

it('writes small and large figures without an exponent, from 1e-18 to 1e18', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 15n }), fc.integer({ min: -18, max: 3 }), (digits, exponent) => {
      const plain = plainDecimal(`${digits}e${exponent}`);
      expect(plain).toMatch(/^\d+(\.\d+)?$/);
      expect(minus(plain, plain)).toBe('0');
      const scaled = BigInt(plain.replace('.', '')) * 10n ** BigInt(18 - (plain.split('.')[1] ?? '').length);
      expect(scaled).toBe(digits * 10n ** BigInt(18 + exponent));
    }),
  );
});

it('trims, subtracts and compares exactly', () => {
  expect(['60000.01000000', '10.0', '0.000', '-0.0', '100'].map(trimmed)).toEqual(['60000.01', '10', '0', '0', '100']);
  expect(minus('0.1', '0.3')).toBe('-0.2');
  expect(minus('9007199254740993.000000000000000001', '1')).toBe('9007199254740992.000000000000000001');
  expect(compareDecimals('9.99', '10')).toBe(-1);
  expect(distance('59990', '60000.5')).toBe('10.5');
  expect(() => minus('NaN', '1')).toThrow(SyntaxError);
});

it('multiplies and divides exactly, and says where it cannot', () => {
  expect(times('12.3', '0.01')).toBe('0.123');
  expect(times('-7', '0.0001')).toBe('-0.0007');
  expect(quotient('0.123', '0.01')).toBe('12.3');
  expect(quotient('-0.05', '0.01')).toBe('-5');
  expect(quotient('1', '3')).toBeNull();
  expect(quotient('1', '0')).toBeNull();
  expect(() => times('0.0000000001', '0.0000000001')).toThrow(SyntaxError);
});
