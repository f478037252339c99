// Condition trees as they come over the wire, read strictly: a tree that is not exactly of product.md 4.8 is refused, and
// each issue says where in the tree it is. What passes is safe to evaluate: bounded in depth and size, every operand of
// the catalogue, every number finite.

import { checkCall, INDICATORS, type IndicatorSpec, isIndicator, specOf } from '../indicators/catalogue.ts';
import type { CandleTimeframe } from '../market/candles.ts';
import type { MarketKind } from '../market/instrument.ts';
import { decimalOfNumber } from '../money/json-number.ts';
import {
  COMPARISONS,
  type Comparison,
  type Condition,
  type ConditionGroup,
  isPrice,
  MAX_CONDITIONS,
  MAX_DEPTH,
  MAX_ITEMS,
  type Operand,
  type Threshold,
  TIMEFRAMES,
} from './conditions.ts';
import type { FieldIssue, FieldRule } from './field.ts';

/** Whole digits and decimals of a number one may compare with; an indicator's figure has no more. */
const NUMBER = /^-?\d{1,12}(\.\d{1,8})?$/;

export type ConditionsResult =
  | { readonly ok: true; readonly tree: ConditionGroup }
  | { readonly ok: false; readonly issues: readonly FieldIssue[] };

/**
 * `field` is the key of the parameter; issues carry it, and in `at` the path inside: 'items[1].left.args[0]'. Where the
 * market is given, indicators that it does not have are refused.
 */
export function parseConditions(raw: unknown, field: string, market?: MarketKind): ConditionsResult {
  const issues: FieldIssue[] = [];
  const reader = new Reader(field, market, issues);
  const tree = reader.group(typeof raw === 'string' ? parsedText(raw) : raw, '', 1);
  if (tree !== null && reader.conditions > MAX_CONDITIONS) reader.say('', 'range', '1', String(MAX_CONDITIONS));
  return tree !== null && issues.length === 0 ? { ok: true, tree } : { ok: false, issues };
}

class Reader {
  conditions = 0;
  private readonly field: string;
  private readonly market: MarketKind | undefined;
  private readonly issues: FieldIssue[];

  constructor(field: string, market: MarketKind | undefined, issues: FieldIssue[]) {
    this.field = field;
    this.market = market;
    this.issues = issues;
  }

  say(at: string, rule: FieldRule, min?: string, max?: string, options?: readonly string[]): null {
    this.issues.push({
      field: this.field,
      rule,
      ...(at !== '' && { at }),
      ...(min !== undefined && { min }),
      ...(max !== undefined && { max }),
      ...(options !== undefined && { options }),
    });
    return null;
  }

  group(raw: unknown, at: string, depth: number): ConditionGroup | null {
    const row = this.object(raw, at, ['op', 'items']);
    if (row === null) return null;
    if (depth > MAX_DEPTH) return this.say(at, 'range', '1', String(MAX_DEPTH));
    const op = this.option(row.op, `${dotted(at)}op`, ['all', 'any'] as const);
    const { items } = row;
    const itemsAt = `${dotted(at)}items`;
    if (!Array.isArray(items)) return this.say(itemsAt, 'format');
    if (items.length < 1 || items.length > MAX_ITEMS) return this.say(itemsAt, 'range', '1', String(MAX_ITEMS));
    const read = items.map((item: unknown, index) => this.item(item, `${itemsAt}[${index}]`, depth));
    if (op === null || read.some((item) => item === null)) return null;
    return { op, items: read as (ConditionGroup | Condition)[] };
  }

  private item(raw: unknown, at: string, depth: number): ConditionGroup | Condition | null {
    const isGroup = typeof raw === 'object' && raw !== null && 'op' in raw;
    return isGroup ? this.group(raw, at, depth + 1) : this.condition(raw, at);
  }

  private condition(raw: unknown, at: string): Condition | null {
    this.conditions++;
    const row = this.object(raw, at, ['left', 'cmp', 'right', 'tf', 'on']);
    if (row === null) return null;
    const tf = this.option<CandleTimeframe>(row.tf, `${at}.tf`, TIMEFRAMES);
    const left = this.operand(row.left, `${at}.left`, tf);
    const cmp = this.option<Comparison>(row.cmp, `${at}.cmp`, COMPARISONS);
    const right = this.right(row.right, `${at}.right`, tf);
    const on = this.option(row.on ?? 'close', `${at}.on`, ['close', 'tick'] as const);
    if (left === null || cmp === null || right === null || tf === null || on === null) return null;
    // Between candles only the last price moves: one side is it, and only one.
    if (on === 'tick' && isPrice(left) === isPrice(right))
      return this.say(`${at}.on`, 'option', undefined, undefined, ['close']);
    return { left, cmp, right, tf, on };
  }

  private right(raw: unknown, at: string, tf: CandleTimeframe | null): Operand | Threshold | null {
    if (typeof raw !== 'object' || raw === null || !('num' in raw)) return this.operand(raw, at, tf);
    const row = this.object(raw, at, ['num']);
    if (row === null) return null;
    const num = typeof row.num === 'number' ? decimalOfNumber(row.num) : row.num;
    if (typeof num !== 'string' || !NUMBER.test(num)) return this.say(`${at}.num`, 'format');
    return { num };
  }

  private operand(raw: unknown, at: string, tf: CandleTimeframe | null): Operand | null {
    const row = this.object(raw, at, ['ind', 'args', 'out']);
    if (row === null) return null;
    const args = row.args ?? [];
    const out = row.out ?? (isIndicator(row.ind) ? onlyOutput(specOf(row.ind)) : '');
    const issue = checkCall({ ind: row.ind, args, out });
    if (issue !== null) {
      const { part, index, min, max, options } = issue;
      const rule = options !== undefined ? 'option' : this.isWhole(args, index) ? 'range' : 'format';
      return this.say(`${at}.${part}${index === undefined ? '' : `[${index}]`}`, rule, text(min), text(max), options);
    }
    const { ind, market } = specOf(row.ind as Operand['ind']);
    if (market !== undefined && this.market !== undefined && market !== this.market) {
      const options = INDICATORS.filter((spec) => (spec.market ?? this.market) === this.market).map((spec) => spec.ind);
      return this.say(`${at}.ind`, 'option', undefined, undefined, options);
    }
    return tf === null ? null : { ind, args: args as number[], out: out as string, tf };
  }

  /** What was given for an argument, or for how many there are, is a number of the right kind, if not in its range. */
  private isWhole(args: unknown, index: number | undefined): boolean {
    if (!Array.isArray(args)) return false;
    return index === undefined || Number.isSafeInteger(args[index]);
  }

  private option<Value extends string>(raw: unknown, at: string, options: readonly Value[]): Value | null {
    const value = options.find((option) => option === raw);
    return value ?? this.say(at, raw === undefined ? 'format' : 'option', undefined, undefined, options);
  }

  /** A plain object with no key beyond `keys`: a misspelled key must not pass as an absent one. */
  private object(raw: unknown, at: string, keys: readonly string[]): Record<string, unknown> | null {
    if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return this.say(at, 'format');
    const stranger = Object.keys(raw).find((key) => !keys.includes(key));
    return stranger === undefined
      ? (raw as Record<string, unknown>)
      : this.say(at, 'option', undefined, undefined, keys);
  }
}

/** A form may send its tree as JSON text. */
function parsedText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** An indicator with one output may go without its name. */
function onlyOutput(spec: IndicatorSpec): string | undefined {
  return spec.outputs.length === 1 ? spec.outputs[0]?.out : undefined;
}

function text(figure: number | undefined): string | undefined {
  return figure === undefined ? undefined : String(figure);
}

function dotted(at: string): string {
  return at === '' ? '' : `${at}.`;
}
