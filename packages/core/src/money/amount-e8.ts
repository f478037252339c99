// Platform money and percentages at eight decimals (product.md 0.2): integers of 1e-8 units, paid out toward zero.
import { formatScaled, parseScaled, type TextRounding } from './decimal-text.ts';
import { assertSafe } from './safe-integer.ts';

export const E8_DECIMALS = 8;
export const E8 = 100_000_000;

export function parseE8(text: string, rounding: TextRounding = 'exact'): number {
  return parseScaled(text, E8_DECIMALS, rounding);
}

/** With `trim`, '12.5'; without, '12.50000000' as product.md 0.2 sends it. */
export function formatE8(amountE8: number, trim = false): string {
  return formatScaled(amountE8, E8_DECIMALS, trim);
}

/** Moves an amount from one scale (decimals) to another; a coarser scale rounds toward zero. */
export function rescale(units: number, fromDecimals: number, toDecimals: number): number {
  assertSafe(units);
  if (toDecimals >= fromDecimals) return assertSafe(units * 10 ** (toDecimals - fromDecimals), 'rescaled amount');
  return Math.trunc(units / 10 ** (fromDecimals - toDecimals)) + 0;
}
