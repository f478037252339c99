// Decimal amounts at 18 decimals: nothing is lost between text and units, cuts go toward zero.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { format18, parse18, times18 } from './amount-e18.ts';

const units = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n });

describe('amounts at 18 decimals', () => {
  it('survive being written and read', () => {
    fc.assert(fc.property(units, (amount) => parse18(format18(amount)) === amount));
  });

  it('are cut toward zero', () => {
    expect(format18(parse18('1.999999999'), 8)).toBe('1.99999999');
    expect(format18(parse18('-1.999999999'), 8)).toBe('-1.99999999');
    expect(format18(parse18('-0.000000001'), 8)).toBe('0');
    expect(format18(parse18('0.10'))).toBe('0.1');
  });

  it('multiply exactly', () => {
    expect(format18(times18(parse18('0.00087'), parse18('60000')))).toBe('52.2');
    expect(format18(times18(parse18('123456789.12345678'), parse18('0.00000001')))).toBe('1.2345678912345678');
  });

  it.each(['', '1e3', '.5', '1.', '+1', ' 1', 'NaN'])('%j is no amount', (text) => {
    expect(() => parse18(text)).toThrow('not a plain decimal number');
  });
});
