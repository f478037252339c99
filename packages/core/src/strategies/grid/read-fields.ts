// Reads what was entered into each field of a grid; what is missing, malformed or out of range becomes an issue that names
// the range allowed.
import { formatPrice, formatQuote, parseQuote, priceToTicks } from '../../market/conversions.ts';
import type { Instrument } from '../../market/instrument.ts';
import type { TextRounding } from '../../money/decimal-text.ts';
import { MoneyError } from '../../money/safe-integer.ts';
import type { Atoms, Ticks } from '../../money/units.ts';
import { enteredText } from '../../strategy/entered-text.ts';
import type { FieldIssue, ParamsContext, RawParams } from '../../strategy/field.ts';
import { gridFields, MAX_LEVELS, MIN_LEVELS } from './fields.ts';
import type { GridMode } from './lines.ts';

const MAX_LEVERAGE = 10;

export type GridDirection = 'long' | 'short' | 'neutral';

export function readPrice(
  raw: RawParams,
  key: string,
  rounding: TextRounding,
  instrument: Instrument,
  issues: FieldIssue[],
): Ticks {
  const text = enteredText(raw[key]);
  const min = formatPrice(instrument, instrument.minPriceTicks);
  const max = formatPrice(instrument, instrument.maxPriceTicks);
  if (text === null) {
    const required = gridFields.some((field) => field.key === key && field.required);
    if (required) issues.push({ field: key, rule: 'required', min, max });
    return 0;
  }
  try {
    const ticks = priceToTicks(instrument, text, rounding);
    if (ticks >= instrument.minPriceTicks && ticks <= instrument.maxPriceTicks) return ticks;
    // An optional price of zero is how a form says "off".
    if (ticks === 0 && !/[1-9]/.test(text) && key !== 'lower' && key !== 'upper') return 0;
    issues.push({ field: key, rule: 'range', min, max });
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
    issues.push({ field: key, rule: error.problem === 'range' ? 'range' : 'format', min, max });
  }
  return 0;
}

export function readDirection(raw: RawParams, futures: boolean, issues: FieldIssue[]): GridDirection {
  const options = futures ? (['long', 'short', 'neutral'] as const) : (['long'] as const);
  const text = enteredText(raw['direction']) ?? 'long';
  const found = options.find((option) => option === text);
  if (found === undefined) issues.push({ field: 'direction', rule: 'option', options });
  return found ?? 'long';
}

export function readLeverage(raw: RawParams, context: ParamsContext, issues: FieldIssue[]): number {
  const text = enteredText(raw['leverage']) ?? '3';
  const most = Math.min(MAX_LEVERAGE, context.maxLeverage ?? MAX_LEVERAGE);
  const leverage = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (leverage >= 1 && leverage <= most) return leverage;
  issues.push({ field: 'leverage', rule: /^-?\d+$/.test(text) ? 'range' : 'format', min: '1', max: String(most) });
  return 1;
}

/** Less than the whole investment; nothing entered is nothing reserved. */
export function readReserve(raw: RawParams, context: ParamsContext, issues: FieldIssue[]): Atoms {
  const max = formatQuote(context.instrument, Math.max(0, context.investmentAtoms));
  try {
    const atoms = parseQuote(context.instrument, enteredText(raw['reserve']) ?? '0');
    if (atoms === 0 || (atoms > 0 && atoms < context.investmentAtoms)) return atoms;
    issues.push({ field: 'reserve', rule: 'range', min: '0', max });
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
    issues.push({ field: 'reserve', rule: error.problem === 'range' ? 'range' : 'format', min: '0', max });
  }
  return 0;
}

export function readLevels(raw: RawParams, issues: FieldIssue[]): number {
  const text = enteredText(raw['grid_levels']) ?? '20';
  const levels = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (levels >= MIN_LEVELS && levels <= MAX_LEVELS) return levels;
  const rule = Number.isNaN(levels) && !/^-?\d+$/.test(text) ? 'format' : 'range';
  issues.push({ field: 'grid_levels', rule, min: String(MIN_LEVELS), max: String(MAX_LEVELS) });
  return MIN_LEVELS;
}

export function readMode(raw: RawParams, issues: FieldIssue[]): GridMode {
  const text = enteredText(raw['grid_mode']) ?? 'arithmetic';
  if (text !== 'arithmetic' && text !== 'geometric') {
    issues.push({ field: 'grid_mode', rule: 'option', options: ['arithmetic', 'geometric'] });
  }
  return text === 'geometric' ? 'geometric' : 'arithmetic';
}

export function readSwitch(raw: RawParams, key: string, issues: FieldIssue[]): boolean {
  const text = enteredText(raw[key]) ?? '0';
  if (text === '1' || text === 'true') return true;
  if (text !== '0' && text !== 'false') issues.push({ field: key, rule: 'option', options: ['0', '1'] });
  return false;
}
