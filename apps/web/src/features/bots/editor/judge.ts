// What the assistants of all kinds share in judging a form: the raw parameters of the shown fields, and issues of the
// fields' own limits and of the parser put together, one a field.
import type { Field } from '@cormorant/contract/entities/bot-type.ts';
import { compareNumbers } from '../../../ui/typed-number.ts';
import { type Issue, isShown, sentValue, type Values } from './field-rules.ts';

export function rawOf(fields: readonly Field[], values: Values): Record<string, string> {
  return Object.fromEntries(
    fields
      .filter((field) => field.key !== 'investment' && isShown(field, values))
      .map((field) => [field.key, sentValue(field, values)]),
  );
}

export function sentInvestment(fields: readonly Field[], values: Values): string {
  const field = fields.find(({ key }) => key === 'investment');
  return field === undefined ? '' : sentValue(field, values);
}

/** One issue a field. The parser knows more, except where it asks for less money than the category does. */
export function merged(parsed: readonly Issue[], stated: readonly Issue[]): Issue[] {
  const found = new Map<string, Issue>();
  for (const issue of [...stated, ...parsed]) {
    const known = found.get(issue.field);
    if (known?.rule === 'required' && issue.field === 'investment') continue;
    if (known?.min !== undefined && issue.field === 'investment') {
      if (known.rule === 'format') continue;
      if (issue.min !== undefined && compareNumbers(issue.min, known.min) < 0) continue;
    }
    found.set(issue.field, issue);
  }
  return [...found.values()];
}

export function inOrder(fields: readonly Field[], issues: readonly Issue[]): Issue[] {
  const place = new Map(fields.map((field, index) => [field.key, index]));
  return [...issues].sort((a, b) => (place.get(a.field) ?? 0) - (place.get(b.field) ?? 0));
}
