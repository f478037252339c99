// Reads JSON without letting a figure become a float: every number arrives as the text that was sent. An exchange's trade
// numbers and rates are figures near money, and a parser that rounds one of them has already lost it.
import { plainDecimal } from '@cormorant/core/money/json-number.ts';

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Throws SyntaxError. */
export function exactJson(text: string): unknown {
  return JSON.parse(text.replace(TOKEN, (token) => (token.startsWith('"') ? token : `"${plainDecimal(token)}"`)));
}

/** Without zeros that say nothing: '60000.01000000' -> '60000.01', '-0.0' -> '0'. */
export function trimmed(decimal: string): string {
  const plain = plainDecimal(decimal);
  const short = plain.includes('.') ? plain.replace(/\.?0+$/, '') : plain;
  return short === '-0' || short === '' ? '0' : short;
}

const SCALE = 18;
const ONE = 10n ** 18n;

/** Exact, of decimal texts with at most 18 decimals. */
export function minus(a: string, b: string): string {
  return formatUnits(unitsOf(a) - unitsOf(b));
}

/** Exact; throws SyntaxError where the product has more than 18 decimals. */
export function times(a: string, b: string): string {
  const product = unitsOf(a) * unitsOf(b);
  if (product % ONE !== 0n) throw new SyntaxError(`too fine a product: ${a.slice(0, 40)} x ${b.slice(0, 40)}`);
  return formatUnits(product / ONE);
}

/** Exact; null where the quotient has more than 18 decimals, or there is none. */
export function quotient(a: string, b: string): string | null {
  const [dividend, divisor] = [unitsOf(a) * ONE, unitsOf(b)];
  return divisor === 0n || dividend % divisor !== 0n ? null : formatUnits(dividend / divisor);
}

export function isBelowZero(decimal: string): boolean {
  return unitsOf(decimal) < 0n;
}

export function isZero(decimal: string): boolean {
  return unitsOf(decimal) === 0n;
}

/** How far two prices lie apart, for sorting only. */
export function compareDecimals(a: string, b: string): number {
  const difference = unitsOf(a) - unitsOf(b);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

export function distance(a: string, b: string): string {
  const difference = unitsOf(a) - unitsOf(b);
  return formatUnits(difference < 0n ? -difference : difference);
}

function unitsOf(decimal: string): bigint {
  const match = /^(-?)(\d+)(?:\.(\d{0,18})0*)?$/.exec(plainDecimal(decimal));
  if (match === null) throw new SyntaxError(`not a decimal: ${decimal.slice(0, 40)}`);
  const [, sign, whole = '', fraction = ''] = match;
  const units = BigInt(whole + fraction.padEnd(SCALE, '0'));
  return sign === '-' ? -units : units;
}

function formatUnits(units: bigint): string {
  const digits = (units < 0n ? -units : units).toString().padStart(SCALE + 1, '0');
  return trimmed(`${units < 0n ? '-' : ''}${digits.slice(0, -SCALE)}.${digits.slice(-SCALE)}`);
}
