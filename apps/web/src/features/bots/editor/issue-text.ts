// Sentences of issues: the field by its label and the range it may have. They stand under the field they speak of.
import type { Field } from '@cormorant/contract/entities/bot-type.ts';
import type { TFunction } from 'i18next';
import { addDecimals } from '../../../ui/figures.ts';
import { groupedNumber } from '../../../ui/typed-number.ts';
import type { Issue } from './field-rules.ts';

export function issueText(t: TFunction, issue: Issue, field: Pick<Field, 'key' | 'kind' | 'label'>): string {
  const min = issue.min === undefined ? undefined : short(issue.min);
  const max = issue.max === undefined ? undefined : short(issue.max);
  const named = { field: field.label };
  const row = field.kind === 'steps' ? /^\[(\d+)\]/.exec(issue.at ?? '')?.[1] : undefined;
  if (row !== undefined && min === undefined) return t('editor.issue.rows', { ...named, row: Number(row) + 1 });
  if (issue.rule === 'required') {
    const range = rangeText(issue);
    return range === '' ? t('editor.issue.required', named) : t('editor.issue.requiredRange', { ...named, range });
  }
  if (issue.rule === 'format') return t('editor.issue.format', named);
  if (issue.rule === 'untradable') return t('editor.issue.untradable');
  if (issue.rule === 'option') return t('editor.issue.option', named);
  if (field.key === 'investment' && min !== undefined && max === undefined)
    return t('editor.issue.money', { min: short(wholeCents(issue.min!)) });
  if (min !== undefined && max !== undefined) return t('editor.issue.between', { ...named, min, max });
  if (min !== undefined) return t('editor.issue.least', { ...named, min });
  if (max !== undefined) return t('editor.issue.most', { ...named, max });
  return t('editor.issue.range', named);
}

/** Never less than it takes. */
export function wholeCents(amount: string): string {
  const [whole = '0', part = ''] = amount.split('.');
  const cents = `${whole}.${part.slice(0, 2)}`;
  return /[1-9]/.test(part.slice(2)) ? (addDecimals([cents, '0.01']) ?? amount) : amount;
}

/** '2–200', '≥ 50' or nothing: the allowed range as a hint beside a label. */
export function rangeText({ min, max }: { min?: string | null | undefined; max?: string | null | undefined }): string {
  if (min && max)
    return min.startsWith('-') ? `\u2212${short(min.slice(1))} – ${short(max)}` : `${short(min)}–${short(max)}`;
  if (min) return `≥ ${short(min)}`;
  return max ? `≤ ${short(max)}` : '';
}

function short(figure: string): string {
  return groupedNumber(figure.includes('.') ? figure.replace(/\.?0+$/, '') : figure);
}
