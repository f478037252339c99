// Reads what was entered into the fields of a params table: numbers come out as exact integers, and what is missing,
// malformed or outside the table's limits becomes an issue that names its range. Limits live in the table alone.
import { formatPrice, formatQuote, parseQuote, priceToTicks } from '../market/conversions.ts';
import type { Instrument } from '../market/instrument.ts';
import { formatPercent, PERCENT_DECIMALS, parseScaled, type TextRounding } from '../money/decimal-text.ts';
import { MoneyError } from '../money/safe-integer.ts';
import type { Atoms, Ppm, Ticks } from '../money/units.ts';
import { enteredText } from './entered-text.ts';
import type { FieldIssue, FieldSpec, RawParams } from './field.ts';

/** Of a factor that is counted in millionths: 1.5 x = 1500000. */
const FACTOR_DECIMALS = 6;

export class FieldReader {
  readonly issues: FieldIssue[] = [];
  private readonly raw: RawParams;
  private readonly specs: ReadonlyMap<string, FieldSpec>;
  private readonly instrument: Instrument;

  constructor(raw: RawParams, fields: readonly FieldSpec[], instrument: Instrument) {
    this.raw = raw;
    this.specs = new Map(fields.map((spec) => [spec.key, spec]));
    this.instrument = instrument;
  }

  /** What was entered, trimmed; null when nothing was. */
  text(key: string): string | null {
    return enteredText(this.raw[key]);
  }

  /** A percentage in millionths; 0 when it is optional and empty, or off at zero. */
  percent(key: string, required = false): Ppm {
    return this.scaled(key, PERCENT_DECIMALS, required);
  }

  /** A factor in millionths. */
  factor(key: string): Ppm {
    return this.scaled(key, FACTOR_DECIMALS, true);
  }

  int(key: string): number {
    return this.scaled(key, 0, true);
  }

  /** An amount of quote; 0 when it is optional and empty, or off at zero. */
  amount(key: string, required = false): Atoms {
    return this.read(key, required, (text) => parseQuote(this.instrument, text));
  }

  /** A price inside the instrument's range; 0 when it is optional and empty or zero. */
  price(key: string, rounding: TextRounding, required = false): Ticks {
    const { instrument } = this;
    const min = formatPrice(instrument, instrument.minPriceTicks);
    const max = formatPrice(instrument, instrument.maxPriceTicks);
    const text = this.entered(key);
    if (text === null || (isZero(text) && !required)) {
      if (required) this.issues.push({ field: key, rule: 'required', min, max });
      return 0;
    }
    try {
      const ticks = priceToTicks(instrument, text, rounding);
      if (ticks >= instrument.minPriceTicks && ticks <= instrument.maxPriceTicks) return ticks;
      this.issues.push({ field: key, rule: 'range', min, max });
    } catch (error) {
      this.issues.push({ field: key, rule: ruleOf(error), min, max });
    }
    return 0;
  }

  choice<Choice extends string>(key: string): Choice {
    const options = this.specs.get(key)?.options ?? [];
    const text = this.entered(key) ?? options[0] ?? '';
    if (!options.includes(text)) this.issues.push({ field: key, rule: 'option', options });
    return (options.includes(text) ? text : options[0]) as Choice;
  }

  flag(key: string): boolean {
    const text = this.entered(key) ?? '0';
    if (text === '1' || text === 'true') return true;
    if (text !== '0' && text !== 'false') this.issues.push({ field: key, rule: 'option', options: ['0', '1'] });
    return false;
  }

  /** 'HH:mm' in minutes of the day. */
  minuteOfDay(key: string): number {
    const match = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(this.entered(key) ?? '00:00');
    if (match !== null) return Number(match[1]) * 60 + Number(match[2]);
    this.issues.push({ field: key, rule: 'format', min: '00:00', max: '23:59' });
    return 0;
  }

  /** An issue when an amount of quote is outside; the text of the limits is made here. */
  amountWithin(key: string, atoms: Atoms, minAtoms: Atoms): void {
    if (atoms >= minAtoms) return;
    this.issues.push({ field: key, rule: 'range', min: formatQuote(this.instrument, minAtoms) });
  }

  /** An issue when a percentage is outside. */
  percentWithin(key: string, ppm: Ppm, minPpm: Ppm, maxPpm: Ppm): void {
    if (ppm >= minPpm && ppm <= maxPpm) return;
    const min = formatPercent(minPpm);
    this.issues.push({ field: key, rule: 'range', min, max: formatPercent(maxPpm) });
  }

  private entered(key: string): string | null {
    return this.text(key) ?? this.specs.get(key)?.default ?? null;
  }

  private scaled(key: string, decimals: number, required: boolean): number {
    return this.read(key, required, (text) => parseScaled(text, decimals));
  }

  private read(key: string, required: boolean, parse: (text: string) => number): number {
    const spec = this.specs.get(key);
    const limits = { min: spec?.min ?? '0', ...(spec?.max && { max: spec.max }) };
    const text = this.entered(key);
    if (text === null || (isZero(text) && !required && spec?.zeroIsOff === true)) {
      if (required) this.issues.push({ field: key, rule: 'required', ...limits });
      return 0;
    }
    try {
      const value = parse(text);
      const low = spec?.min === undefined ? 0 : parse(spec.min);
      const high = spec?.max === undefined ? Number.MAX_SAFE_INTEGER : parse(spec.max);
      if (value >= low && value <= high) return value;
      this.issues.push({ field: key, rule: 'range', ...limits });
    } catch (error) {
      this.issues.push({ field: key, rule: ruleOf(error), ...limits });
    }
    return 0;
  }
}

/** How a form says "off", where a field can be. */
function isZero(text: string): boolean {
  return /^0*(\.0*)?$/.test(text) && text.includes('0');
}

function ruleOf(error: unknown): 'format' | 'range' {
  if (!(error instanceof MoneyError)) throw error;
  return error.problem === 'range' ? 'range' : 'format';
}
