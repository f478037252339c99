// What was entered for a figure of a bot as text: the one place where JSON numbers become decimals. It never throws, whatever was
// entered.
import { decimalOfNumber } from '../money/json-number.ts';

/**
 * What was entered for a figure, as text without blanks around it; null when nothing was. A JSON number is the decimal that it
 * writes. Anything else comes as a text that is no figure, whatever it holds.
 */
export function enteredText(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'string') return value.trim();
  return typeof value === 'number' ? decimalOfNumber(value) : JSON.stringify(value);
}
