// Amounts that are typed: which are amounts, how they compare, and what they are on the chain.
import { expect, test } from 'vitest';
import { compareAmounts, isAmount, lessAmount, smallestUnits } from './amount.ts';

test.each(['1', '0.00000001', '10000', '12.5'])('%s is an amount', (text) => expect(isAmount(text)).toBe(true));
test.each(['', '0', '0.0', '-1', '1e3', '0.123456789', '1,000', ' 1', '.5', '5.', '9'.repeat(16)])(
  '%j is none',
  (text) => expect(isAmount(text)).toBe(false),
);
test('amounts are compared and taken from each other exactly', () => {
  expect([compareAmounts('9.99999999', '10'), compareAmounts('10.0', '10'), compareAmounts('11', '10')]).toEqual([
    -1, 0, 1,
  ]);
  expect(lessAmount('100', '1')).toBe('99.00000000');
  expect(lessAmount('0.5', '1')).toBe('0');
});
test('the smallest unit of the token is 1e-18', () => {
  expect(smallestUnits('1')).toBe(10n ** 18n);
  expect(smallestUnits('0.00000001')).toBe(10n ** 10n);
});
