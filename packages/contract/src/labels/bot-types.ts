// The bot categories that trade, and their editors' fields derived from the params table of each machine: a limit or a
// default is written in one place only.
import { gridFields } from '@cormorant/core/strategies/grid/params.ts';
import type { FieldSpec } from '@cormorant/core/strategy/field.ts';
import type { BotType, Field } from '../entities/bot-type.ts';
import type { Lang } from '../envelope.ts';
import { fieldHelp, fieldLabel } from './fields.ts';
import type { Words } from './words.ts';

interface Category extends Omit<BotType, 'name' | 'desc' | 'fields'> {
  readonly name: Words;
  readonly desc: Words;
  readonly table: readonly FieldSpec[];
}

const categories: readonly Category[] = [
  {
    id: 3,
    code: 'grid-spot',
    type: 'grid',
    market: 'spot',
    editor: 'martin',
    name: { zh: '现货网格', en: 'Spot Grid' },
    desc: {
      zh: '在一个价格区间内低买高卖,震荡行情中逐格获利;跌出区间后持仓随市价波动。',
      en: 'Buys low and sells high inside a range, line by line; below the range what it holds moves with the market.',
    },
    icon: 'grid',
    risk: 2,
    simulate: 1,
    min_investment: '50',
    enabled: 1,
    sort: 3,
    table: gridFields,
  },
];

/** The investment is no parameter of a machine: the category says its minimum, the account its maximum. */
function investmentField(minimum: string): FieldSpec {
  return {
    key: 'investment',
    group: 'base',
    kind: 'number',
    unit: 'quote',
    default: null,
    min: minimum,
    step: '1',
    required: true,
  };
}

function fieldsOf(category: Category): FieldSpec[] {
  const hasInvestment = category.table.some((spec) => spec.key === 'investment');
  return hasInvestment ? [...category.table] : [investmentField(category.min_investment), ...category.table];
}

/** A field of a machine's table as the editor draws it, in the caller's language. */
export function fieldOf(spec: FieldSpec, lang: Lang): Field {
  return {
    key: spec.key,
    label: fieldLabel(spec.key, lang),
    group: spec.group,
    kind: spec.kind,
    unit: unitWords[spec.unit]?.[lang] ?? spec.unit,
    default: spec.default,
    min: spec.min ?? null,
    max: spec.max ?? null,
    step: spec.step ?? null,
    required: spec.required ? 1 : 0,
    ...(spec.options && {
      options: spec.options.map((value) => ({ value, label: optionLabel(spec.key, value, lang) })),
    }),
    ...(spec.showIf && { show_if: { ...spec.showIf } }),
    help: fieldHelp(spec.key, lang),
    locked_with_position: spec.lockedWithPosition ? 1 : 0,
  };
}

const unitWords: Readonly<Record<string, Words>> = {
  quote: { zh: 'USDT', en: 'USDT' },
  grids: { zh: '格', en: 'grids' },
  s: { zh: '秒', en: 's' },
};

const optionWords: Readonly<Record<string, Readonly<Record<string, Words>>>> = {
  grid_mode: {
    arithmetic: { zh: '等差', en: 'Arithmetic' },
    geometric: { zh: '等比', en: 'Geometric' },
  },
};

/** What a person calls a choice of an enumeration. */
export function optionLabel(key: string, value: string, lang: Lang): string {
  return optionWords[key]?.[value]?.[lang] ?? value;
}

/** The categories as `market/botTypes` answers them. Only those that trade are listed. */
export function botTypes(lang: Lang): BotType[] {
  return categories.map((category) => {
    const { table: _table, ...rest } = category;
    return {
      ...rest,
      name: category.name[lang],
      desc: category.desc[lang],
      fields: fieldsOf(category).map((spec) => fieldOf(spec, lang)),
    };
  });
}

/** One category's own facts; undefined when no such category trades (4021). */
export function categoryOf(typeId: number): Omit<Category, 'name' | 'desc'> | undefined {
  return categories.find((category) => category.id === typeId);
}

/** A category's name in a language; empty when it is unknown. */
export function typeName(typeId: number, lang: Lang): string {
  return categories.find((category) => category.id === typeId)?.name[lang] ?? '';
}
