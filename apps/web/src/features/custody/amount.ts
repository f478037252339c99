// Amounts as people type them, without a float: whether one is an amount at all, how two compare, and what one is in the
// token's smallest unit.
import { addDecimals, signOf } from '../../ui/figures.ts';

const form = /^\d{1,15}(\.\d{1,8})?$/;
const TOKEN_DECIMALS = 18;

/** More than nothing, with at most 8 decimals. */
export function isAmount(text: string): boolean {
  return form.test(text) && signOf(text, 8) === 1;
}

/** -1, 0, 1 as the first is less than, equal to or more than the second. */
export function compareAmounts(one: string, other: string): -1 | 0 | 1 {
  return signOf(addDecimals([one, `-${other}`]), 8);
}

/** What is left of one when the other is taken away; '0' at least. */
export function lessAmount(one: string, other: string): string {
  const left = addDecimals([one, `-${other}`]);
  return left === null || signOf(left, 8) < 0 ? '0' : left;
}

export function smallestUnits(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.split('.');
  return BigInt(whole + fraction.padEnd(TOKEN_DECIMALS, '0'));
}
