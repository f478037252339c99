// Numbers of JSON as the decimals that they write. A parser makes floats of them, and a float is written back with an
// exponent where it is small: 0.00000055 comes out as 5.5e-7.
const EXPONENT = /^(-?)(\d+)(?:\.(\d+))?[eE]([+-]?\d+)$/;
const MOST_ZEROS = 40;

/** '1.5e-7' as '0.00000015'; what is plain stays as it is. Throws SyntaxError beyond 40 zeros. */
export function plainDecimal(text: string): string {
  const match = EXPONENT.exec(text);
  if (match === null) return text;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const shift = Number(exponent);
  if (Math.abs(shift) > MOST_ZEROS) throw new SyntaxError(`an exponent out of range: ${text.slice(0, 40)}`);
  const digits = whole + fraction;
  const point = whole.length + shift;
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  if (point >= digits.length) return sign + digits + '0'.repeat(point - digits.length);
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

/** A number as its decimal. One that no figure of ours can be, however read, keeps its exponent and so is none. */
export function decimalOfNumber(number: number): string {
  const text = String(number);
  try {
    return plainDecimal(text);
  } catch {
    return text;
  }
}
