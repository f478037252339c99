// Exact a*b/d with a stated rounding, for every safe integer. A plain product leaves 2^53 at some 9,000 USDT times a
// rate in millionths, so nothing in the core multiplies an amount by a rate in any other way.
import { assertSafe, MoneyError } from './safe-integer.ts';

/** floor: toward minus infinity; ceil: toward plus infinity; trunc: toward zero. */
export type Rounding = 'floor' | 'ceil' | 'trunc';

const PPM = 1_000_000;

/**
 * a*b/d rounded to an integer. Throws `range` when an input or the result is not a safe integer, `divisor` when d is 0.
 * Three paths: product safe; a split into whole and remainder parts (all fee sums end here); BigInt for the rest.
 */
export function mulDiv(a: number, b: number, d: number, rounding: Rounding): number {
  if (!Number.isSafeInteger(a) || !Number.isSafeInteger(b) || !Number.isSafeInteger(d)) {
    throw new MoneyError('range', `mulDiv needs safe integers, got ${a}, ${b}, ${d}`);
  }
  if (d === 0) throw new MoneyError('divisor', 'mulDiv by zero');
  const product = a * b;
  if (product <= Number.MAX_SAFE_INTEGER && product >= -Number.MAX_SAFE_INTEGER) {
    // For |product| < 2^53 the float quotient never reaches the next integer, so rounding it is exact.
    return assertSafe(roundQuotient(product / d, rounding), 'product');
  }
  if (a > 0 && b > 0 && d > 0 && rounding !== 'ceil') {
    const rest = a % d;
    const restProduct = rest * b;
    if (restProduct <= Number.MAX_SAFE_INTEGER) {
      return assertSafe(((a - rest) / d) * b + Math.floor(restProduct / d), 'product');
    }
  }
  return mulDivBig(a, b, d, rounding);
}

/** amount * ppm / 1e6. */
export function applyPpm(amount: number, ppm: number, rounding: Rounding): number {
  return mulDiv(amount, ppm, PPM, rounding);
}

function roundQuotient(quotient: number, rounding: Rounding): number {
  if (rounding === 'floor') return Math.floor(quotient);
  return rounding === 'ceil' ? Math.ceil(quotient) : Math.trunc(quotient);
}

function mulDivBig(a: number, b: number, d: number, rounding: Rounding): number {
  const product = BigInt(a) * BigInt(b);
  const divisor = BigInt(d);
  let quotient = product / divisor;
  const remainder = product - quotient * divisor;
  if (remainder !== 0n && rounding !== 'trunc') {
    const negative = remainder < 0n !== divisor < 0n;
    if (negative && rounding === 'floor') quotient -= 1n;
    if (!negative && rounding === 'ceil') quotient += 1n;
  }
  return assertSafe(Number(quotient), 'product');
}
