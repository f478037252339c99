// Decimal amounts of any coin at 18 decimals as bigint, for sums and values over coins of different scales. Rounds
// toward zero.
const DECIMALS = 18;
const ONE = 10n ** BigInt(DECIMALS);

export function parse18(text: string): bigint {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (match === null) throw new Error(`not a plain decimal number: ${text.slice(0, 40)}`);
  const [, sign, whole = '', fraction = ''] = match;
  const units = BigInt(whole + fraction.slice(0, DECIMALS).padEnd(DECIMALS, '0'));
  return sign === '-' ? -units : units;
}

export function times18(a: bigint, b: bigint): bigint {
  return (a * b) / ONE;
}

/** Without zeros at the end; at most `decimals` of them. */
export function format18(units: bigint, decimals = DECIMALS): string {
  const size = units < 0n ? -units : units;
  const fraction = (size % ONE).toString().padStart(DECIMALS, '0').slice(0, decimals).replace(/0+$/, '');
  const text = fraction === '' ? `${size / ONE}` : `${size / ONE}.${fraction}`;
  return units < 0n && /[1-9]/.test(text) ? `-${text}` : text;
}
