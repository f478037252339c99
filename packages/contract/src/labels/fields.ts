// Names of request fields as a person reads them in a refusal or above an input; bot parameters have a help line too.
// A field without a name here is called by its key.
import type { Lang } from '../envelope.ts';
import { arbitrageFieldLabels, arbitrageMeanings } from './arbitrage-fields.ts';
import { customFieldLabels, customMeanings } from './custom-fields.ts';
import { martinFieldLabels, martinMeanings } from './martin-fields.ts';
import { type Label, requestFieldLabels } from './request-fields.ts';

interface BotFieldLabel extends Label {
  readonly help: Label;
}

/** Fields of the grid's table and the names that every category mirrors at the top level. */
export const botFieldLabels: Readonly<Record<string, BotFieldLabel>> = {
  ...arbitrageFieldLabels,
  ...customFieldLabels,
  ...martinFieldLabels,
  symbol: {
    zh: '交易对',
    en: 'Pair',
    help: { zh: '在哪个交易对上运行。', en: 'The pair it trades.' },
  },
  name: {
    zh: '策略名称',
    en: 'Name',
    help: { zh: '1–32 个字,只有您自己看得到。', en: '1-32 characters, seen by you alone.' },
  },
  investment: {
    zh: '投资金额',
    en: 'Investment',
    help: {
      zh: '策略最多动用的金额;启动时从可用余额中预留。',
      en: 'The most it may use; reserved from your available balance at the start.',
    },
  },
  lower: {
    zh: '价格下限',
    en: 'Lower price',
    help: {
      zh: '最低一条线。跌破后不再买入,持仓随市价波动。',
      en: 'The lowest line. Below it nothing more is bought and what it holds moves with the market.',
    },
  },
  upper: {
    zh: '价格上限',
    en: 'Upper price',
    help: {
      zh: '最高一条线,至少比下限高 1%。升破后持仓已全部卖出。',
      en: 'The highest line, at least 1 % above the lower price. Above it everything has been sold.',
    },
  },
  grid_levels: {
    zh: '网格数',
    en: 'Grid levels',
    help: {
      zh: '区间分成多少格。N 格有 N+1 条线,同时挂 N 张单。',
      en: 'How many intervals the range has. N intervals make N + 1 lines and N resting orders.',
    },
  },
  grid_mode: {
    zh: '间距模式',
    en: 'Spacing',
    help: {
      zh: '等差:每格价差相同。等比:每格涨跌幅相同。',
      en: 'Arithmetic: the same price step everywhere. Geometric: the same percentage everywhere.',
    },
  },
  grid_spacing: {
    zh: '网格间距',
    en: 'Grid spacing',
    help: { zh: '由上下限和网格数算出。', en: 'Follows from the range and the number of levels.' },
  },
  trigger_price: {
    zh: '触发价',
    en: 'Trigger price',
    help: {
      zh: '到达此价才开始建仓;留空或 0 则立即开始。',
      en: 'It begins when the price gets here; empty or 0 begins at once.',
    },
  },
  stop_loss: {
    zh: '止损',
    en: 'Stop loss',
    help: {
      zh: '亏损到此比例时按市价平仓;极端行情下成交价可能更差。',
      en: 'At this loss it closes at market; in a fast market the fill may be worse.',
    },
  },
  take_profit: {
    zh: '止盈比例',
    en: 'Take profit',
    help: {
      zh: '按含手续费的持仓均价计算,到达后平仓;可留空或填 0 的策略表示不设止盈。',
      en: 'Counted from the average cost with fees; there it closes. Where it may be empty, empty or 0 is no target.',
    },
  },
  trailing_up: {
    zh: '区间上移',
    en: 'Trailing up',
    help: {
      zh: '涨破上限时撤掉最低一条线,在上方加一条;上移后买价更高,回落时亏损也更大。',
      en: 'Above the range it drops the lowest line and adds one on top; it then buys higher and loses more on the way back.',
    },
  },
  trail_limit: {
    zh: '上移止于',
    en: 'Trailing limit',
    help: { zh: '上限不会移到此价之上。', en: 'The upper price never moves above this.' },
  },
  direction: {
    zh: '方向',
    en: 'Direction',
    help: {
      zh: '做多:涨时获利。做空:跌时获利。中性:两边都做。双向:多空各一半投入,各走各的轮次。',
      en: 'Long earns when the price rises, short when it falls, neutral on both sides. Both sides: a long and a short, half of the money each, in rounds of their own.',
    },
  },
  leverage: {
    zh: '杠杆',
    en: 'Leverage',
    help: {
      zh: '名义价值是保证金的多少倍;越高,强平价越近。',
      en: 'How many times the margin the position is worth; the higher, the nearer the liquidation.',
    },
  },
  reserve: {
    zh: '预留保证金',
    en: 'Reserved margin',
    help: {
      zh: '不用于挂单、只用来推远强平价的保证金;0 为不预留。',
      en: 'Margin that orders never use; it only moves the liquidation price away; 0 is none.',
    },
  },
  interval: {
    zh: '间隔',
    en: 'Interval',
    help: { zh: '多久买一次。', en: 'How often it buys.' },
  },
  at: {
    zh: '时间',
    en: 'Time',
    help: {
      zh: '北京时间(UTC+8)。错过的时点不补买,等下一个。',
      en: 'UTC+8. A missed time is not caught up; it waits for the next.',
    },
  },
  weekday: {
    zh: '星期',
    en: 'Weekday',
    help: { zh: '在星期几买入。', en: 'The day of the week it buys on.' },
  },
  monthday: {
    zh: '日期',
    en: 'Day of the month',
    help: { zh: '每月几号买入;当月没有这一天则在最后一天。', en: 'In a month without this day it buys on the last.' },
  },
  dip_drop: {
    zh: '低于均价加码',
    en: 'Dip below average',
    help: {
      zh: '现价低于持仓均价这么多时,本次金额乘以下方倍数;留空或 0 不加码。',
      en: 'When the price is this far below the average, the buy is multiplied; empty or 0 for never.',
    },
  },
  base_amount: {
    zh: '首单金额',
    en: 'First order',
    help: { zh: '每轮开始时按市价成交的金额。', en: 'What a round begins with, at market.' },
  },
  safety_amount: {
    zh: '补仓金额',
    en: 'Safety order',
    help: { zh: '第一张补仓单的金额。', en: 'The size of the first safety order.' },
  },
  max_safety: {
    zh: '最多补仓',
    en: 'Safety orders',
    help: { zh: '首单之外最多补几次。', en: 'How many there are beside the first order.' },
  },
  active_safety: {
    zh: '同时挂单',
    en: 'Resting at once',
    help: { zh: '同时挂在交易所的补仓单数,其余成交后再挂。', en: 'How many rest on the exchange at a time.' },
  },
  step: {
    zh: '补仓间距',
    en: 'Step',
    help: { zh: '第一张补仓单离首单成交价多远。', en: 'How far the first safety order lies from the first fill.' },
  },
  step_mult: {
    zh: '间距系数',
    en: 'Step factor',
    help: { zh: '每一档间距是上一档的多少倍。', en: 'Each step is this many times the last.' },
  },
  vol_mult: {
    zh: '金额系数',
    en: 'Size factor',
    help: { zh: '每张补仓单金额是上一张的多少倍。', en: 'Each safety order is this many times the last.' },
  },
  tp_steps: {
    zh: '分批止盈',
    en: 'Take-profit steps',
    help: {
      zh: '最多 4 档,份额合计 100%;填写后代替止盈比例。',
      en: 'Up to four, their shares summing to 100 %; they take the place of the single take profit.',
    },
  },
  tp_callback: {
    zh: '止盈回调',
    en: 'Take-profit callback',
    help: {
      zh: '到达止盈后继续跟随,从最优价回撤这么多才平仓;0 为立即。',
      en: 'Past the target it follows the price and closes when it comes back this far; 0 closes at once.',
    },
  },
  cooldown: {
    zh: '冷却时间',
    en: 'Cooldown',
    help: { zh: '一轮结束后等多久再开始下一轮。', en: 'How long it waits between rounds.' },
  },
  mode: {
    zh: '方式',
    en: 'Mode',
    help: { zh: '按哪种方式运行。', en: 'Which way it works.' },
  },
  amount: {
    zh: '金额',
    en: 'Amount',
    help: { zh: '一单投入的金额。', en: 'What one order spends.' },
  },
  multiplier: {
    zh: '倍投倍数',
    en: 'Multiplier',
    help: { zh: '每次补仓金额是上一次的多少倍。', en: 'Each add is this many times the last.' },
  },
  max_positions: {
    zh: '做单数量',
    en: 'Max orders',
    help: { zh: '包括首单在内最多下几单。', en: 'Orders of the ladder, the first included.' },
  },
};

/** Where a field means something else to one type of bot: by `type.key`. */
export const kindFieldLabels: Readonly<Record<string, BotFieldLabel>> = {
  ...arbitrageMeanings,
  ...customMeanings,
  ...martinMeanings,
  'grid.stop_loss': {
    zh: '止损价',
    en: 'Stop price',
    help: {
      zh: '做多与中性:须低于价格下限;做空:须高于上限。到达后撤销全部挂单,按市价平仓并停止;极端行情下成交价可能更差。留空或 0 为不设。',
      en: 'Below the range, for a short above it. There it cancels everything, closes at market and stops; in a fast market the fill may be worse. Empty or 0 is none.',
    },
  },
  'grid.take_profit': {
    zh: '止盈价',
    en: 'Take-profit price',
    help: {
      zh: '做多与中性:须高于价格上限;做空:须低于下限。到达后撤销全部挂单,平仓并停止;中性网格在此为上方止损。留空或 0 为不设。',
      en: 'Above the range, for a short below it. There it cancels everything, closes and stops; to a neutral grid it is the upper stop. Empty or 0 is none.',
    },
  },
  'dca.stop_loss': {
    zh: '止损比例',
    en: 'Stop loss',
    help: {
      zh: '按跌幅:从首单成交价算,须大于总间距。按时间:从均价算。两次止损间隔不足 24 小时则暂停。留空或 0 为不设。',
      en: 'Ladder: from the first fill, beyond the last step. Calendar: from the average. Two stops within 24 hours pause it. Empty or 0 is none.',
    },
  },
  'dca.mode': {
    zh: '定投方式',
    en: 'Mode',
    help: {
      zh: '按时间:到点就买。按跌幅:首单之后越跌越买,回升止盈。',
      en: 'Calendar buys at fixed times. Ladder buys once, then more as the price moves away, and sells on the way back.',
    },
  },
  'dca.amount': {
    zh: '每次金额',
    en: 'Amount per buy',
    help: { zh: '每到一个时点投入的金额。', en: 'What one buy spends.' },
  },
  'dca.multiplier': {
    zh: '加码倍数',
    en: 'Dip multiplier',
    help: { zh: '低于均价时,本次金额乘以此倍数。', en: 'What the amount of a buy in a dip is multiplied by.' },
  },
  'dca.max_positions': {
    zh: '每轮次数',
    en: 'Buys per round',
    help: { zh: '一轮最多买几次;之后只等止盈。', en: 'After so many it only waits for its exit.' },
  },
};

/** What a person calls the field; one inside another (`proof.password`) goes by its own name. */
export function fieldLabel(key: string, lang: Lang, type = ''): string {
  const name = key.slice(key.lastIndexOf('.') + 1);
  const label = botLabel(name, type) ?? ownLabel(name);
  return label === undefined ? key : label[lang];
}

/** Of a request that is malformed: a name that a field of a bot has too (`kind`) means what it means in requests. */
export function requestFieldLabel(key: string, lang: Lang): string {
  const label = ownLabel(key.slice(key.lastIndexOf('.') + 1));
  return label === undefined ? fieldLabel(key, lang) : label[lang];
}

function botLabel(key: string, type: string): BotFieldLabel | undefined {
  const own = `${type}.${key}`;
  if (Object.hasOwn(kindFieldLabels, own)) return kindFieldLabels[own];
  return Object.hasOwn(botFieldLabels, key) ? botFieldLabels[key] : undefined;
}

function ownLabel(key: string): Label | undefined {
  return Object.hasOwn(requestFieldLabels, key) ? requestFieldLabels[key] : undefined;
}

/** The help line under a bot's field; empty when there is none. */
export function fieldHelp(key: string, lang: Lang, type = ''): string {
  return botLabel(key, type)?.help[lang] ?? '';
}
