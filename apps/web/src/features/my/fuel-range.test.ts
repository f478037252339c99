// The fuel reminder is a plain number from 1 to 10000.
import { expect, it } from 'vitest';
import { isFuelNotice } from './fuel-range.ts';

it.each(['1', '10', '10000', '1.00000001', '9999.99999999', '10000.00000000'])('takes %s', (text) => {
  expect(isFuelNotice(text)).toBe(true);
});

it.each([
  '',
  '0',
  '0.99999999',
  '10000.00000001',
  '10001',
  '-5',
  '1e3',
  '1,000',
  '1.',
  '.5',
  '1.000000001',
  'ten',
  '٣',
])('does not take "%s"', (text) => {
  expect(isFuelNotice(text)).toBe(false);
});
