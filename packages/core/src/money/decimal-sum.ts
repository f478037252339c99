// Sums of decimal strings over coins of different scales, exact to eighteen decimals. For comparing balances; the
// figures of a bot are counted in its instrument's own atoms.
const SCALE = 18;

/** The text in units of 1e-18. Digits beyond are cut. */
export function units18(text: string): bigint {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (match === null) throw new Error(`not a decimal: ${text}`);
  const units = BigInt((match[2] ?? '0') + (match[3] ?? '').slice(0, SCALE).padEnd(SCALE, '0'));
  return match[1] === '-' ? -units : units;
}

export function text18(units: bigint): string {
  const digits = String(units < 0n ? -units : units).padStart(SCALE + 1, '0');
  const fraction = digits.slice(-SCALE).replace(/0+$/, '');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -SCALE)}${fraction === '' ? '' : `.${fraction}`}`;
}
