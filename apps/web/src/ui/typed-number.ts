// Numbers as people type and paste them, and as a form shows them: the one reader of every field of the app. Works on the
// digits, so no amount passes a float; what does not read as a number is left as it stands, for the rules to refuse.

/** The zeros of the digits that keyboards write: full-width, Arabic, Persian, Devanagari, Bengali, Thai. */
const zeros = [0xff10, 0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50];
const marks: Readonly<Record<string, string>> = {
  '．': '.',
  '。': '.',
  '｡': '.',
  '\u066b': '.',
  '，': ',',
  '\u066c': ',',
  '－': '-',
  '\u2212': '-',
  '％': '%',
};

/** Digits of any keyboard as 0-9; whatever else stays. */
export function plainDigits(typed: string): string {
  return typed.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0)!;
    const zero = zeros.find((first) => code >= first && code < first + 10);
    return zero === undefined ? digit : String(code - zero);
  });
}

/**
 * `1,234.5`, ` 12 `, `１２．５`, `١٢٫٥`, `12。5` and `.5` as plain decimal text; anything unclear stays as typed: a comma is a mark
 * of thousands, so `3,1415` is none of ours and is refused rather than guessed at.
 */
export function plainNumber(typed: string): string {
  const text = plainDigits(typed)
    .replace(/./gu, (mark) => marks[mark] ?? mark)
    .replace(/[\s\u00a0\u202f_]/g, '')
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
