// The bot categories that trade, and their editors' fields derived from the params table of each machine: a limit or a
// default is written in one place only.
import { arbitrageFields } from '@cormorant/core/strategies/arbitrage/fields.ts';
import { customFields } from '@cormorant/core/strategies/custom/fields.ts';
import { dcaFields } from '@cormorant/core/strategies/dca/fields.ts';
import { gridFields } from '@cormorant/core/strategies/grid/fields.ts';
import { martinFields } from '@cormorant/core/strategies/martin/fields.ts';
import type { FieldSpec } from '@cormorant/core/strategy/field.ts';
import type { BotType, Field } from '../entities/bot-type.ts';
import type { Lang } from '../envelope.ts';
import { optionLabel, unitLabel } from './field-words.ts';
import { fieldHelp, fieldLabel } from './fields.ts';
import type { Words } from './words.ts';

interface Category extends Omit<BotType, 'name' | 'desc' | 'fields'> {
  readonly name: Words;
  readonly desc: Words;
  readonly table: readonly FieldSpec[];
}

const categories: readonly Category[] = [
  {
    id: 1,
    code: 'martin-spot',
    type: 'martin',
    market: 'spot',
    editor: 'martin',
    name: { zh: '现货马丁', en: 'Spot Martingale' },
    desc: {
      zh: '越跌越买、逐级加倍,反弹到均价上方止盈;单边下跌可能损失全部投入。',
      en: 'Buys more as the price falls and sells on the bounce above its average; a one-way fall can take everything.',
    },
    icon: 'martin',
    risk: 3,
    simulate: 1,
    min_investment: '50',
    enabled: 1,
    sort: 1,
    table: martinFields,
  },
  {
    id: 2,
    code: 'martin-futures',
    type: 'martin',
    market: 'futures',
    editor: 'martin',
    name: { zh: '合约马丁', en: 'Futures Martingale' },
    desc: {
      zh: '带杠杆做多或做空的马丁,止损必开;另付资金费,单边行情可能被强平。',
      en: 'The same with leverage, long or short, always with a stop; it pays funding and a one-way market can liquidate it.',
    },
    icon: 'martin',
    risk: 5,
    simulate: 1,
    min_investment: '50',
    enabled: 1,
    sort: 2,
    table: martinFields,
  },
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
  {
    id: 4,
    code: 'grid-futures',
    type: 'grid',
    market: 'futures',
    editor: 'martin',
    name: { zh: '合约网格', en: 'Futures Grid' },
    desc: {
      zh: '带杠杆的做多、做空或中性网格,逐格获利;越出区间后亏损随杠杆放大,可能被强平。',
      en: 'A long, short or neutral grid with leverage; outside the range losses grow with it, up to liquidation.',
    },
    icon: 'grid',
    risk: 4,
    simulate: 1,
    min_investment: '50',
    enabled: 1,
    sort: 4,
    table: gridFields,
  },
  {
    id: 5,
    code: 'dca-spot',
    type: 'dca',
    market: 'spot',
    editor: 'martin',
    name: { zh: '现货定投', en: 'Spot DCA' },
    desc: {
      zh: '定时买入,或越跌越买、回升止盈;摊低成本,但下跌中持仓会亏损。',
      en: 'Buys at fixed times, or more as the price falls, and sells on the way back; while it falls, what it holds loses.',
    },
    icon: 'dca',
    risk: 2,
    simulate: 1,
    min_investment: '20',
    enabled: 1,
    sort: 5,
    table: dcaFields,
  },
  {
    id: 6,
    code: 'dca-futures',
    type: 'dca',
    market: 'futures',
    editor: 'martin',
    name: { zh: '合约定投 (≤3x)', en: 'Futures DCA (≤3x)' },
    desc: {
      zh: '在永续合约上做多或做空的定投,杠杆不超过 3 倍;另付资金费,可能被强平。',
      en: 'The same on a perpetual contract, long or short, at most 3x; it pays funding and may be liquidated.',
    },
    icon: 'dca',
    risk: 4,
    simulate: 1,
    min_investment: '50',
    enabled: 1,
    sort: 6,
    table: dcaFields,
  },
  {
    id: 7,
    code: 'arbitrage-spot',
    type: 'arbitrage',
    market: 'spot',
    editor: 'martin',
    name: { zh: '现货套利 (跨所/三角)', en: 'Spot Arbitrage' },
    desc: {
      zh: '三个交易对之间或两家交易所之间出现扣费后的差价时成交;机会少而短,多数日子一次也没有。',
      en: 'Trades when three pairs, or two exchanges, differ by more than the fees; chances are rare and short, on most days none.',
    },
    icon: 'arbitrage',
    risk: 3,
    simulate: 1,
    min_investment: '200',
    enabled: 1,
    sort: 7,
    table: arbitrageFields,
  },
  {
    id: 8,
    code: 'arbitrage-futures',
    type: 'arbitrage',
    market: 'futures',
    editor: 'martin',
    name: { zh: '期现套利', en: 'Funding Arbitrage' },
    desc: {
      zh: '买入现货、同量做空合约来收取资金费;费率会变负,空头一腿仍可能被强平。',
      en: 'Buys the coin and sells as much of its contract short to be paid funding; rates can turn, and the short can be liquidated.',
    },
    icon: 'arbitrage',
    risk: 3,
    simulate: 1,
    min_investment: '200',
    enabled: 1,
    sort: 8,
    table: arbitrageFields,
  },
  {
    id: 9,
    code: 'custom-spot',
    type: 'custom',
    market: 'spot',
    editor: 'martin',
    name: { zh: '现货自定义', en: 'Spot Custom' },
    desc: {
      zh: '用您自己的指标条件或外部信号买卖,止损必开;规则好坏由您负责,先看近30天触发次数。',
      en: 'Trades by your own indicator rules or webhooks, always with a stop; the rules are yours, so look at their triggers first.',
    },
    icon: 'custom',
    risk: 3,
    simulate: 1,
    min_investment: '50',
    enabled: 1,
    sort: 9,
    table: customFields,
  },
  {
    id: 10,
    code: 'custom-futures',
    type: 'custom',
    market: 'futures',
    editor: 'martin',
    name: { zh: '合约自定义', en: 'Futures Custom' },
    desc: {
      zh: '带杠杆做多或做空的自定义规则,止损须在强平之前;另付资金费。',
      en: 'Your own rules with leverage, long or short, with a stop before liquidation; it pays funding.',
    },
    icon: 'custom',
    risk: 5,
    simulate: 1,
    min_investment: '50',
    enabled: 1,
    sort: 10,
    table: customFields,
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
  const table = category.table.filter((spec) => (spec.market ?? category.market) === category.market);
  const hasInvestment = table.some((spec) => spec.key === 'investment');
  return hasInvestment ? table : [investmentField(category.min_investment), ...table];
}

/** A field of a machine's table as the editor draws it, in the caller's language; `type` is the bot's. */
export function fieldOf(spec: FieldSpec, lang: Lang, type = ''): Field {
  return {
    key: spec.key,
    label: fieldLabel(spec.key, lang, type),
    group: spec.group,
    kind: spec.kind,
    unit: unitLabel(spec.unit, lang),
    default: spec.default,
    min: spec.min ?? null,
    max: spec.max ?? null,
    step: spec.step ?? null,
    required: spec.required ? 1 : 0,
    ...(spec.zeroIsOff && { zero_is_off: 1 as const }),
    ...(spec.options && {
      options: spec.options.map((value) => ({ value, label: optionLabel(spec.key, value, lang) })),
    }),
    ...(spec.showIf && { show_if: { ...spec.showIf } }),
    help: fieldHelp(spec.key, lang, type),
    locked_with_position: spec.lockedWithPosition ? 1 : 0,
  };
}

/** The categories as `market/botTypes` answers them. Only those that trade are listed. */
export function botTypes(lang: Lang): BotType[] {
  return categories.map((category) => {
    const { table: _table, ...rest } = category;
    return {
      ...rest,
      name: category.name[lang],
      desc: category.desc[lang],
      fields: fieldsOf(category).map((spec) => fieldOf(spec, lang, category.type)),
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
