// Numbers as people type and paste them, and as a form shows them. Works on the digits, so no amount passes a float; what
// does not read as a number is left as it stands, for the rules to refuse.

const fullWidth = /[０-９．，－]/g;

/** `1,234.5`, ` 12 `, `１２．５` and `.5` as plain decimal text; anything unclear stays as typed. */
export function plainNumber(typed: string): string {
  const text = typed
    .replace(fullWidth, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0))
    .replace(/[\s\u00a0\u202f_]/g, '')
    .replace('。', '.')
    .replace(/^\u2212/, '-')
    .replace(/(?:USDT|%)$/i, '');
  const ungrouped = /^-?\d{1,3}(,\d{3})+(\.\d*)?$/.test(text) ? text.replaceAll(',', '') : text;
  const match = /^(-?)(\d*)(?:\.(\d*))?$/.exec(ungrouped);
  if (match === null || (match[2] === '' && !match[3])) return ungrouped;
  const whole = match[2]!.replace(/^0+(?=\d)/, '') || '0';
  return `${match[1]}${whole}${match[3] ? `.${match[3]}` : ''}`;
}

export function isNumber(text: string): boolean {
  return /^-?\d+(\.\d+)?$/.test(text);
}

/** With thousands marks, for a box that is not being typed into. */
export function groupedNumber(text: string): string {
  if (!isNumber(text)) return text;
  const [whole = '', fraction] = text.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** -1, 0 or 1 for plain decimals of any length, without a float. */
export function compareNumbers(a: string, b: string): -1 | 0 | 1 {
  const decimals = Math.max(a.split('.')[1]?.length ?? 0, b.split('.')[1]?.length ?? 0);
  const [left, right] = [scaled(a, decimals), scaled(b, decimals)];
  return left < right ? -1 : left > right ? 1 : 0;
}

function scaled(text: string, decimals: number): bigint {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const units = BigInt(whole + fraction.padEnd(decimals, '0'));
  return text.startsWith('-') ? -units : units;
}
