// How figures are written: decimal strings are cut, never rounded, grouped by thousands, and the minus is U+2212.
// Works on the digits themselves, so no amount ever passes through a float. A missing or malformed figure is `--`.
export const missing = '--';
const minus = '\u2212';

export type Decimal = string | number | null | undefined;

interface Digits {
  readonly negative: boolean;
  readonly whole: string;
  readonly fraction: string;
}

function digitsOf(value: Decimal): Digits | null {
  if (value === null || value === undefined) return null;
  const text = typeof value === 'number' ? plainNumber(value) : value.trim();
  const match = /^(-?)(\d+)(?:\.(\d*))?$/.exec(text);
  if (match === null) return null;
  return { negative: match[1] === '-', whole: match[2]!.replace(/^0+(?=\d)/, ''), fraction: match[3] ?? '' };
}

/** A number without exponent; at most 12 decimals, more than any screen shows. */
function plainNumber(value: number): string {
  if (!Number.isFinite(value)) return '';
  const text = String(value);
  return text.includes('e') ? value.toFixed(12) : text;
}

function cut({ negative, whole, fraction }: Digits, decimals: number): { sign: -1 | 0 | 1; text: string } {
  const kept = fraction.slice(0, decimals).padEnd(decimals, '0');
  const zero = /^0*$/.test(whole + kept);
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return { sign: zero ? 0 : negative ? -1 : 1, text: decimals > 0 ? `${grouped}.${kept}` : grouped };
}

/** -1, 0 or 1 as the figure stands when shown with so many decimals; 0 when it is missing. */
export function signOf(value: Decimal, decimals = 2): -1 | 0 | 1 {
  const digits = digitsOf(value);
  return digits === null ? 0 : cut(digits, decimals).sign;
}

/** A figure cut to `decimals`, with the minus sign only where it is negative. */
export function formatDecimal(value: Decimal, decimals: number): string {
  const digits = digitsOf(value);
  if (digits === null) return missing;
  const { sign, text } = cut(digits, decimals);
  return sign < 0 ? minus + text : text;
}

/** USDT: 2 decimals, 4 where the amount is below 1 and not nothing. */
export function usdtDecimals(value: Decimal): 2 | 4 {
  const digits = digitsOf(value);
  if (digits === null || digits.whole !== '0') return 2;
  return /^0*$/.test(digits.fraction) ? 2 : 4;
}

export function formatUsdt(value: Decimal): string {
  return formatDecimal(value, usdtDecimals(value));
}

/** A profit: its sign is always shown, zero has none. */
export function formatSigned(value: Decimal, decimals = usdtDecimals(value) as number): string {
  const digits = digitsOf(value);
  if (digits === null) return missing;
  const { sign, text } = cut(digits, decimals);
  return (sign > 0 ? '+' : sign < 0 ? minus : '') + text;
}

export function formatPercent(value: Decimal, decimals = 2): string {
  const text = formatDecimal(value, decimals);
  return text === missing ? missing : `${text}%`;
}

export function formatSignedPercent(value: Decimal, decimals = 2): string {
  const text = formatSigned(value, decimals);
  return text === missing ? missing : `${text}%`;
}

/** How many decimals a tick, step or any decimal string has without its trailing zeros. */
export function decimalsOf(step: string): number {
  return digitsOf(step)?.fraction.replace(/0+$/, '').length ?? 0;
}

/** A price with the decimals of its tick. */
export function formatPrice(price: Decimal, tick: string | null | undefined): string {
  if (tick === null || tick === undefined) return formatTrimmed(price);
  return formatDecimal(price, decimalsOf(tick));
}

/** A quantity as it is, without trailing zeros, at most `decimals`. */
export function formatTrimmed(value: Decimal, decimals = 8): string {
  const text = formatDecimal(value, decimals);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** Large statistics only (volumes), never money: 8.42B, 92.1M in English; 84.2亿, 9,210万 in Chinese. */
export function formatCompact(value: Decimal, language: 'zh' | 'en'): string {
  const number = Number(value);
  if (value === null || value === undefined || value === '' || !Number.isFinite(number)) return missing;
  const steps: readonly (readonly [number, string])[] =
    language === 'zh'
      ? [
          [1e8, '亿'],
          [1e4, '万'],
        ]
      : [
          [1e9, 'B'],
          [1e6, 'M'],
          [1e3, 'K'],
        ];
  for (const [size, unit] of steps) {
    if (number >= size) return formatDecimal(number / size, number / size >= 100 ? 1 : 2) + unit;
  }
  return formatDecimal(number, 2);
}

/** The hero figure in two parts: whole and decimals are set in different sizes. */
export function splitFigure(text: string): { whole: string; decimals: string } {
  const point = text.indexOf('.');
  return point < 0 ? { whole: text, decimals: '' } : { whole: text.slice(0, point), decimals: text.slice(point) };
}

/** Exact sum of decimal strings, so that parts shown together add up; null when one is missing. */
export function addDecimals(values: readonly Decimal[], decimals = 8): string | null {
  let total = 0n;
  for (const value of values) {
    const digits = digitsOf(value);
    if (digits === null) return null;
    const units = BigInt(digits.whole + digits.fraction.slice(0, decimals).padEnd(decimals, '0'));
    total += digits.negative ? -units : units;
  }
  const text = (total < 0n ? -total : total).toString().padStart(decimals + 1, '0');
  const sign = total < 0n ? '-' : '';
  return decimals === 0 ? sign + text : `${sign}${text.slice(0, -decimals)}.${text.slice(-decimals)}`;
}
