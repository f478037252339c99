// mulDiv against BigInt, over the whole safe range: it is right or it throws.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyPpm, mulDiv, type Rounding } from './mul-div.ts';
import { MoneyError } from './safe-integer.ts';

const MAX = BigInt(Number.MAX_SAFE_INTEGER);

function oracle(a: number, b: number, d: number, rounding: Rounding): bigint {
  const product = BigInt(a) * BigInt(b);
  const divisor = BigInt(d);
  const quotient = product / divisor;
  if (product % divisor === 0n || rounding === 'trunc') return quotient;
  const negative = product < 0n !== divisor < 0n;
  if (rounding === 'floor') return negative ? quotient - 1n : quotient;
  return negative ? quotient : quotient + 1n;
}

function expectExact(a: number, b: number, d: number, rounding: Rounding): void {
  const exact = oracle(a, b, d, rounding);
  if (exact > MAX || exact < -MAX) {
    expect(() => mulDiv(a, b, d, rounding)).toThrow(MoneyError);
  } else {
    const found = mulDiv(a, b, d, rounding);
    expect(BigInt(found)).toBe(exact);
    expect(Object.is(found, -0)).toBe(false);
  }
}

const safe = fc.oneof(fc.maxSafeInteger(), fc.integer(), fc.integer({ min: -3, max: 3 }));
const rounding = fc.constantFrom<Rounding>('floor', 'ceil', 'trunc');

describe('mulDiv', () => {
  it('equals BigInt for every safe a, b, d', () => {
    fc.assert(
      fc.property(safe, safe, safe, rounding, (a, b, d, how) => {
        fc.pre(d !== 0);
        expectExact(a, b, d, how);
      }),
      { numRuns: 3000 },
    );
  });

  it('is exact where the quotient almost reaches the next integer', () => {
    const near = fc.tuple(
      fc.integer({ min: 1, max: 2 ** 27 }),
      fc.integer({ min: 1, max: 2 ** 26 }),
      fc.constantFrom(-1, 1),
    );
    fc.assert(
      fc.property(near, rounding, ([d, q, off], how) => {
        expectExact(d * q + off, 1, d, how);
      }),
      { numRuns: 3000 },
    );
  });

  it('is exact for amounts times rates, where the product leaves the safe range', () => {
    const amount = fc.integer({ min: 9_007_199_254, max: Number.MAX_SAFE_INTEGER });
    fc.assert(
      fc.property(amount, fc.integer({ min: 0, max: 999_999 }), rounding, (a, ppm, how) => {
        expect(BigInt(applyPpm(a, ppm, how))).toBe(oracle(a, ppm, 1_000_000, how));
      }),
      { numRuns: 3000 },
    );
  });

  it('takes 0.1 % of 9,999.99999999 USDT to the last atom', () => {
    expect(applyPpm(999_999_999_999, 1000, 'floor')).toBe(999_999_999);
    expect(applyPpm(999_999_999_999, 1000, 'ceil')).toBe(1_000_000_000);
  });

  it('refuses zero divisors and figures outside the exact range', () => {
    expect(() => mulDiv(1, 1, 0, 'floor')).toThrow(/by zero/);
    for (const bad of [2 ** 53, 0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => mulDiv(bad, 1, 1, 'floor')).toThrow(MoneyError);
      expect(() => mulDiv(1, bad, 1, 'floor')).toThrow(MoneyError);
      expect(() => mulDiv(1, 1, bad, 'floor')).toThrow(MoneyError);
    }
  });
});
