// One parameter as its reader sees it: with its unit, the words of its option, its rows numbered, its conditions as a
// sentence. What was left out is the default.
import type { Field } from '@cormorant/contract/entities/bot-type.ts';
import type { TFunction } from 'i18next';
import { formatTrimmed } from '../../../ui/figures.ts';
import { readRows } from '../editor/components/steps-rows.ts';
import { conditionSentence } from './condition-sentence.ts';

/** Counts of which none means that there is no end. */
const unlimitedAtZero: ReadonlySet<string> = new Set(['loop_count']);

export function shownParam(params: Readonly<Record<string, unknown>>, field: Field, t: TFunction): string {
  const given = params[field.key];
  const notSet = t('bots.detail.notSet');
  if (field.kind === 'conditions') return conditionSentence(given, t) ?? notSet;
  if (field.kind === 'steps') return stepsText(given, field, t) || notSet;
  const value = textOf(given) ?? field.default;
  if (field.kind === 'switch') return t(value === '1' ? 'bots.detail.on' : 'bots.detail.off');
  if (value === null) return notSet;
  if (unlimitedAtZero.has(field.key) && Number(value) === 0) return t('bots.detail.noLimit');
  const option = field.options?.find((each) => each.value === value);
  if (option) return option.label;
  return [isDecimal(value) ? formatTrimmed(value) : value, field.unit].filter(Boolean).join(' ');
}

function textOf(given: unknown): string | null {
  if (typeof given === 'number') return String(given);
  return typeof given === 'string' && given !== '' ? given : null;
}

function isDecimal(value: string): boolean {
  return /^-?\d+(\.\d+)?$/.test(value);
}

/** `1: 跌幅 3 · 倍数 2`, a row a line. */
function stepsText(given: unknown, field: Field, t: TFunction): string {
  if (given === undefined || given === null) return '';
  return readRows(typeof given === 'string' ? given : JSON.stringify(given))
    .map((row, at) => {
      const cells = (field.options ?? [])
        .filter(({ value }) => row[value])
        .map(({ label, value }) => t('round.params.pair', { label, value: formatTrimmed(row[value]) }));
      return `${t('round.params.step', { n: at + 1 })}: ${cells.join(' · ')}`;
    })
    .join('\n');
}
