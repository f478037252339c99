// Amounts as a typed one reads (`plainNumber`): digits and one point, compared and taken by their digits, never as floats.

/** As finely as an amount may be written, unless its limits say otherwise. */
export const amountDecimals = 8;

/** In units of 1e-8; null for anything but a plain amount of at most `decimals` decimals. */
export function unitsOf(text: string, decimals = amountDecimals): bigint | null {
  const match = /^(\d{1,15})(?:\.(\d+))?$/.exec(text.trim());
  const fraction = match?.[2] ?? '';
  if (match === null || fraction.length > decimals) return null;
  return BigInt(`${match[1]}${fraction.padEnd(amountDecimals, '0')}`);
}

/** The plain text of units, without zeros at the end. */
export function textOfUnits(units: bigint): string {
  const digits = units.toString().padStart(amountDecimals + 1, '0');
  return `${digits.slice(0, -amountDecimals)}.${digits.slice(-amountDecimals)}`.replace(/\.?0+$/, '');
}

/** What an amount becomes at a rate, cut to 1e-8. */
export function atRate(units: bigint, rate: string): bigint {
  return (units * (unitsOf(rate) ?? 0n)) / 10n ** BigInt(amountDecimals);
}

/** What an amount must lie between, in units, and how finely it may be written. */
export interface Limits {
  readonly least: bigint;
  readonly most: bigint;
  readonly decimals?: number;
}

/** Which limit an amount misses; null = none. What is no amount at all is less than the least, what has too many digits more. */
export function missesOf(text: string, { decimals, least, most }: Limits): 'least' | 'most' | null {
  const units = unitsOf(text, decimals);
  if (units === null && /^\d{16,}(\.|$)/.test(text)) return 'most';
  if (units === null || units < least) return 'least';
  return units > most ? 'most' : null;
}
