// Platform money at eight decimals: paid out toward zero, never up.
import { describe, expect, it } from 'vitest';
import { formatE8, parseE8, rescale } from './amount-e8.ts';
import { MoneyError } from './safe-integer.ts';

describe('E8 amounts', () => {
  it('read and write eight decimals', () => {
    expect(parseE8('12.5')).toBe(1_250_000_000);
    expect(formatE8(1_250_000_000)).toBe('12.50000000');
    expect(formatE8(1_250_000_000, true)).toBe('12.5');
    expect(() => parseE8('0.123456789')).toThrow(MoneyError);
    expect(parseE8('0.123456789', 'floor')).toBe(12_345_678);
  });

  it('change scale toward zero', () => {
    expect(rescale(1_999, 3, 2)).toBe(199);
    expect(rescale(-1_999, 3, 2)).toBe(-199);
    expect(rescale(-1, 3, 2)).toBe(0);
    expect(rescale(199, 2, 8)).toBe(199_000_000);
    expect(() => rescale(Number.MAX_SAFE_INTEGER, 8, 9)).toThrow(MoneyError);
  });
});
