// Decimal strings to scaled integers and back, digit by digit: no float, no exponent, no locale. What is parsed and
// formatted again is the same figure to the last digit.
import { MoneyError } from './safe-integer.ts';
import type { Ppm } from './units.ts';

/** What to do with digits beyond `decimals`: refuse them (zeros are allowed), or round toward -infinity / +infinity. */
export type TextRounding = 'exact' | 'floor' | 'ceil';

/** Of a percent that is counted in millionths: 1.3 % = 13000. */
export const PERCENT_DECIMALS = 4;

const ZERO = 48;
const NINE = 57;
const DOT = 46;
const MINUS = 45;
const MAX_TEXT = 64;

/**
 * `text` in units of 10^-decimals. Accepts an optional minus, digits, and a point with digits on both sides; throws
 * MoneyError `format` for anything else (exponents, NaN, spaces, plus signs), `digits` for too many digits under
 * `exact`, `range` outside +-2^53.
 */
export function parseScaled(text: string, decimals: number, rounding: TextRounding = 'exact'): number {
  const length = text.length;
  if (length === 0 || length > MAX_TEXT) throw badFormat(text);
  const negative = text.charCodeAt(0) === MINUS;
  let at = negative ? 1 : 0;
  let units = 0;
  let fraction = -1;
  let lost = false;
  if (at === length || !isDigit(text.charCodeAt(at)) || !isDigit(text.charCodeAt(length - 1))) throw badFormat(text);
  for (; at < length; at++) {
    const code = text.charCodeAt(at);
    if (isDigit(code)) {
      if (fraction < decimals) {
        units = units * 10 + (code - ZERO);
        if (fraction >= 0) fraction++;
      } else if (code !== ZERO) {
        lost = true;
      }
    } else if (code === DOT && fraction < 0) {
      fraction = 0;
    } else {
      throw badFormat(text);
    }
  }
  for (let missing = decimals - Math.max(fraction, 0); missing > 0; missing--) units *= 10;
  if (lost) {
    if (rounding === 'exact') throw new MoneyError('digits', `more than ${decimals} decimals: ${text}`);
    if ((rounding === 'ceil') !== negative) units += 1;
  }
  // Once beyond the range a count only grows, so one look at the end is enough.
  if (units > Number.MAX_SAFE_INTEGER) throw tooLarge(text);
  return negative && units !== 0 ? -units : units;
}

/** `units` x 10^-decimals as plain decimal text. `trim` drops zeros at the end ('1.50' -> '1.5', '2.00' -> '2'). */
export function formatScaled(units: number, decimals: number, trim = false): string {
  if (!Number.isSafeInteger(units)) throw new MoneyError('range', `not a safe integer: ${units}`);
  const sign = units < 0 ? '-' : '';
  const digits = String(Math.abs(units)).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  if (decimals === 0) return sign + whole;
  let end = digits.length;
  if (trim) while (end > whole.length && digits.charCodeAt(end - 1) === ZERO) end--;
  return end === whole.length ? sign + whole : `${sign}${whole}.${digits.slice(whole.length, end)}`;
}

/** A share in millionths as percent: 13,000 -> '1.3'. */
export function formatPercent(ppm: Ppm): string {
  return formatScaled(ppm, PERCENT_DECIMALS, true);
}

/** How many decimals a decimal string really uses: '0.01000' -> 2, '10' -> 0. Throws `format` like parseScaled. */
export function decimalsOf(text: string): number {
  if (!/^-?\d+(\.\d+)?$/.test(text)) throw badFormat(text);
  const point = text.indexOf('.');
  if (point < 0) return 0;
  let end = text.length;
  while (text.charCodeAt(end - 1) === ZERO) end--;
  return Math.max(0, end - point - 1);
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

function badFormat(text: string): MoneyError {
  return new MoneyError('format', `not a plain decimal number: ${JSON.stringify(text.slice(0, MAX_TEXT))}`);
}

function tooLarge(text: string): MoneyError {
  return new MoneyError('range', `outside the exact range: ${text}`);
}
