// Amounts as they are typed: digits and one point, compared and taken by their digits, never as floats.
const scale = 8;

/** In units of 1e-8; null for anything but a plain amount of at most `decimals` decimals. */
export function unitsOf(text: string, decimals = scale): bigint | null {
  const match = /^(\d{1,15})(?:\.(\d+))?$/.exec(text.trim());
  const fraction = match?.[2] ?? '';
  if (match === null || fraction.length > decimals) return null;
  return BigInt(`${match[1]}${fraction.padEnd(scale, '0')}`);
}

/** The plain text of units, without zeros at the end. */
export function textOfUnits(units: bigint): string {
  const digits = units.toString().padStart(scale + 1, '0');
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`.replace(/\.?0+$/, '');
}

/** What an amount becomes at a rate, cut to 1e-8. */
export function atRate(units: bigint, rate: string): bigint {
  return (units * (unitsOf(rate) ?? 0n)) / 10n ** BigInt(scale);
}
