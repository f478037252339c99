// The rules that a field states about itself in `fields[]`: required, a number, a whole number, an option, a range. What
// depends on the market and on other fields is judged by the category's own parser (see assistant.ts).
import type { Field } from '@cormorant/contract/entities/bot-type.ts';
import { compareNumbers, isNumber, plainNumber } from '../../../ui/typed-number.ts';

export type Values = Readonly<Record<string, string>>;

export interface Issue {
  readonly field: string;
  readonly rule: 'required' | 'format' | 'option' | 'range' | 'untradable';
  /** Where inside a field of several parts: '[1].drop'. */
  readonly at?: string | undefined;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
}

const numeric: ReadonlySet<Field['kind']> = new Set(['number', 'percent', 'price', 'int']);

export function isNumeric(field: Field): boolean {
  return numeric.has(field.kind);
}

/** Whether the field is drawn and sent, given what else was chosen; a wanted value may list alternatives: '1w|2w'. */
export function isShown(field: Field, values: Values): boolean {
  return Object.entries(field.show_if ?? {}).every(([key, wanted]) => wanted.split('|').includes(values[key] ?? ''));
}

/** Rounds without an end are written as none. */
export function isEndless(field: Field, value: string): boolean {
  const plain = plainNumber(value);
  return field.key === 'loop_count' && isNumber(plain) && compareNumbers(plain, '0') === 0;
}

/** A field's value as it is sent: numbers plain, everything else as chosen. */
export function sentValue(field: Field, values: Values): string {
  const typed = values[field.key] ?? '';
  return isNumeric(field) ? plainNumber(typed) : typed.trim();
}

export function issueOf(field: Field, values: Values): Issue | null {
  const value = sentValue(field, values);
  const bounds = { min: field.min ?? undefined, max: field.max ?? undefined };
  const issue = (rule: Issue['rule']): Issue => ({ field: field.key, rule, ...bounds });
  if (value === '') return field.required === 1 ? issue('required') : null;
  // The options of rows name their columns, not values.
  if (field.kind !== 'steps' && field.options && !field.options.some((option) => option.value === value))
    return issue('option');
  if (!isNumeric(field)) return null;
  if (!isNumber(value)) return issue('format');
  if (field.kind === 'int' && value.includes('.')) return issue('format');
  if (field.zero_is_off === 1 && compareNumbers(value, '0') === 0) return null;
  const low = field.min !== null && compareNumbers(value, field.min) < 0;
  const high = field.max !== null && compareNumbers(value, field.max) > 0;
  return low || high ? issue('range') : null;
}

/** The first issue of every shown field, in the order of the fields. */
export function issuesOf(fields: readonly Field[], values: Values): Issue[] {
  return fields.filter((field) => isShown(field, values)).flatMap((field) => issueOf(field, values) ?? []);
}

/** The field of a key as it is drawn now: two kinds of one category may state it differently. */
export function fieldOf(fields: readonly Field[], key: string, values: Values): Field | undefined {
  const own = fields.filter((field) => field.key === key);
  return own.find((field) => isShown(field, values)) ?? own[0];
}

/** A value that was the default of the field that stood there becomes the default of the one that takes its place. */
export function withTwins(fields: readonly Field[], before: Values, next: Values): Values {
  const changed = fields.flatMap((field) => {
    const twin = fields.find((other) => other !== field && other.key === field.key && isShown(other, before));
    const takes = twin !== undefined && isShown(field, next) && !isShown(field, before);
    const untouched = takes && (before[field.key] ?? '') === (twin.default ?? '');
    return untouched ? [[field.key, field.default ?? ''] as const] : [];
  });
  return changed.length === 0 ? next : { ...next, ...Object.fromEntries(changed) };
}

/** The values of a category before anything is known about the market. */
export function defaultsOf(fields: readonly Field[]): Values {
  return Object.fromEntries(fields.map((field) => [field.key, field.default ?? '']));
}
