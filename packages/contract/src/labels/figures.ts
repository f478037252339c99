// Figures inside sentences: grouped, cut (never rounded up), with a real minus sign. Decimal strings in, text out; no
// float is involved.

const minus = '\u2212';

interface Parts {
  readonly negative: boolean;
  readonly whole: string;
  readonly fraction: string;
}

function partsOf(value: string | number): Parts | null {
  const match = /^(-?)0*(\d+)(?:\.(\d+))?$/.exec(String(value));
  if (match === null) return null;
  return { negative: match[1] === '-', whole: match[2] as string, fraction: match[3] ?? '' };
}

function grouped(whole: string): string {
  return whole.replace(/\B(?=(\d{3})+$)/g, ',');
}

function isZero(parts: Parts): boolean {
  return !/[1-9]/.test(parts.whole + parts.fraction);
}

/** A price or quantity as it is, without idle zeros: 114800.00 → 114,800. What is no decimal is said as it stands. */
export function plainFigure(value: string | number): string {
  const parts = partsOf(value);
  if (parts === null) return String(value);
  const fraction = parts.fraction.replace(/0+$/, '');
  const text = grouped(parts.whole) + (fraction === '' ? '' : `.${fraction}`);
  return parts.negative && !isZero(parts) ? minus + text : text;
}

/** An amount of USDT: two decimals, four below one, cut towards zero. */
export function moneyFigure(value: string | number): string {
  const parts = partsOf(value);
  if (parts === null) return String(value);
  const kept = parts.fraction.slice(0, parts.whole === '0' ? 4 : 2).padEnd(2, '0');
  const fraction = kept.slice(0, 2) + kept.slice(2).replace(/0+$/, '');
  const text = `${grouped(parts.whole)}.${fraction}`;
  return parts.negative && /[1-9]/.test(text) ? minus + text : text;
}

/** A gain or loss: as money, always with its sign unless it shows as zero. */
export function signedFigure(value: string | number): string {
  const text = moneyFigure(value);
  return text.startsWith(minus) || !/[1-9]/.test(text) ? text : `+${text}`;
}
