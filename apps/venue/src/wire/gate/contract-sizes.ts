// In what contracts are counted here: a contract is ten steps of its instrument, and takes decimals (`enable_decimal`). Whoever sends
// the header `X-Gate-Size-Decimal: 1` reads and writes sizes as texts; to anybody else they are integers, and what is less than a whole
// contract is cut off. A sale is below zero.
import { formatQty } from '@cormorant/core/market/conversions.ts';
import type { Lots } from '@cormorant/core/money/units.ts';
import type { SymbolDesk } from '../../exchange/symbol-desk.ts';
import type { JsonFields } from '../json-fields.ts';
import { words } from './errors.ts';

const LOTS_A_CONTRACT = 10;
const WHOLE = /^-?\d{1,12}$/;
const DECIMAL = /^(-?)(\d{1,12})(?:\.(\d{1,10}))?$/;

/** Coins that one contract stands for. */
export function multiplierOf({ instrument }: SymbolDesk): string {
  return plain(formatQty(instrument, LOTS_A_CONTRACT));
}

/** As the answer tells it. */
export type SizeForm = (lots: Lots) => string | number;

export function sizeForm(isDecimal: boolean): SizeForm {
  return isDecimal ? sizeText : (lots) => Math.trunc(lots / LOTS_A_CONTRACT) + 0;
}

export function sizeText(lots: Lots): string {
  const size = Math.abs(lots);
  const text = plain(`${Math.floor(size / LOTS_A_CONTRACT)}.${size % LOTS_A_CONTRACT}`);
  return lots < 0 ? `-${text}` : text;
}

/** Signed lots; refuses what is no whole number of them. */
export function lotsIn(fields: JsonFields, isDecimal: boolean): Lots {
  const text = fields.needText('size');
  const [, sign, whole = '', fraction = ''] = DECIMAL.exec(text) ?? [];
  if (sign === undefined || !(isDecimal || WHOLE.test(text))) throw words.contractSize(text);
  if (!/^\d?0*$/.test(fraction)) throw words.contractSize(text);
  const lots = Number(whole) * LOTS_A_CONTRACT + Number(fraction.slice(0, 1) || '0');
  return sign === '-' && lots > 0 ? -lots : lots;
}

function plain(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}
