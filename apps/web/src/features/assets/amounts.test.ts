// What people type as an amount, to the last digit.
import { expect, it } from 'vitest';
import { atRate, missesOf, textOfUnits, unitsOf } from './amounts.ts';

it.each(['', ' ', '-1', '1e3', '.5', '1.', '0.123456789', '1,000', '９', 'NaN'])('%j is no amount', (text) => {
  expect(unitsOf(text)).toBeNull();
});

it('reads, writes and converts exactly', () => {
  expect(unitsOf('0.00000001')).toBe(1n);
  expect(unitsOf('1.234', 2)).toBeNull();
  expect(textOfUnits(unitsOf('12.50') ?? 0n)).toBe('12.5');
  expect(textOfUnits(unitsOf('700') ?? 0n)).toBe('700');
  expect(textOfUnits(atRate(unitsOf('600.25') ?? 0n, '0.01'))).toBe('6.0025');
  expect(textOfUnits(atRate(3n, '0.01'))).toBe('0');
});

it('says which limit is missed, the limits themselves being inside', () => {
  const limits = { least: 100_000_000n, most: 500_000_000n };
  expect(['1', '5', '0.99999999', '5.00000001', '', '1e1'].map((text) => missesOf(text, limits))).toEqual([
    ...[null, null, 'least', 'most', 'least', 'least'],
  ]);
  expect(missesOf('1.234', { ...limits, decimals: 2 })).toBe('least');
});
