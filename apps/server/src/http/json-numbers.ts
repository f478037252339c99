// Whether every number of a JSON text is read as the decimal that it writes. A parser makes floats of them: one of more digits
// than a float keeps would quietly become another figure, and figures here are money.
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** So many digits every float keeps. */
const KEPT_DIGITS = 15;

export function hasInexactNumber(text: string): boolean {
  for (const [token] of text.matchAll(TOKEN)) {
    if (token.startsWith('"') || (token.length <= KEPT_DIGITS && !/e/i.test(token))) continue;
    if (canonical(token) !== canonical(String(Number(token)))) return true;
  }
  return false;
}

/** The same text for the same decimal: its digits without zeros around them, and the power of ten of the last one. */
function canonical(token: string): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(token);
  if (match === null) return token;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const digits = (whole + fraction).replace(/^0+/, '');
  const short = digits.replace(/0+$/, '');
  if (short === '') return '0';
  return `${sign}${short}e${Number(exponent) - fraction.length + digits.length - short.length}`;
}
