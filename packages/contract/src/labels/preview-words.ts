// The words of a preview (core/strategy/preview.ts): its figures, the columns of its table and its notes, whichever kind
// of bot it is of. Notes name their figures in braces.
import type { Lang } from '../envelope.ts';
import { arbitrageWhys } from './arbitrage-why.ts';
import { moneyFigure, plainFigure } from './figures.ts';
import { martinWhys } from './martin-why.ts';
import type { Words } from './words.ts';

export const previewFigures: Readonly<Record<string, Words>> = {
  capital: { zh: '所需资金', en: 'Capital needed' },
  drop_covered: { zh: '抗跌幅度', en: 'Max drop covered' },
  average_full: { zh: '全部成交后的均价', en: 'Average after all orders' },
  target_full: { zh: '全部成交后的止盈价', en: 'Target after all orders' },
  bounce_full: { zh: '全部成交后的回本反弹', en: 'Bounce needed after all' },
  bounce: { zh: '回本反弹', en: 'Bounce needed' },
  rise_covered: { zh: '抗涨幅度(做空)', en: 'Max rise covered, short' },
  stop_price_long: { zh: '做多止损价', en: 'Stop of the long side' },
  stop_price_short: { zh: '做空止损价', en: 'Stop of the short side' },
  worst_loss_both: { zh: '两侧先后止损', en: 'Both stopped in turn' },
  stop_price: { zh: '止损价', en: 'Stop price' },
  worst_loss: { zh: '预计最大亏损', en: 'Worst-case loss' },
  worst_loss_rate: { zh: '占投入', en: 'Of the investment' },
  fees: { zh: '手续费估算', en: 'Estimated fees' },
  fees_open: { zh: '开仓手续费', en: 'Opening fees' },
  liquidation: { zh: '预估强平价', en: 'Est. liquidation' },
  liquidation_full: { zh: '全部成交后的强平价', en: 'Liquidation after all' },
  liquidation_now_long: { zh: '做多强平价(开仓时)', en: 'Long liquidation at open' },
  liquidation_long: { zh: '做多强平价(全部成交)', en: 'Long liquidation, all filled' },
  liquidation_now_short: { zh: '做空强平价(开仓时)', en: 'Short liquidation at open' },
  liquidation_short: { zh: '做空强平价(全部成交)', en: 'Short liquidation, all filled' },
  funding_day: { zh: '资金费(每天)', en: 'Funding a day' },
  orders: { zh: '订单数', en: 'Orders' },
  total_cost: { zh: '计划总额', en: 'Planned total' },
  per_month: { zh: '每月约', en: 'About a month' },
  months_covered: { zh: '可持续(月)', en: 'Months covered' },
  qty: { zh: '每格数量', en: 'Qty per grid' },
  net_min: { zh: '每格净利(低)', en: 'Least net per grid' },
  net_max: { zh: '每格净利(高)', en: 'Most net per grid' },
  min_investment: { zh: '最低投入', en: 'Least investment' },
  initial: { zh: '首次开仓', en: 'First trade' },
  worst_1d: { zh: '1 天最大逆向', en: 'Worst 1 day' },
  worst_7d: { zh: '7 天最大逆向', en: 'Worst 7 days' },
  worst_30d: { zh: '30 天最大逆向', en: 'Worst 30 days' },
  notional: { zh: '每腿名义价值', en: 'Worth of each leg' },
  margin: { zh: '空头保证金', en: 'Margin of the short' },
  apr: { zh: '年化(未扣成本)', en: 'APR before costs' },
  fees_round: { zh: '四腿手续费', en: 'Fees of four legs' },
  break_even_days: { zh: '回本天数', en: 'Break-even days' },
  liquidation_distance: { zh: '距强平', en: 'To liquidation' },
  max_order: { zh: '单次投入', en: 'Spent per trade' },
  min_profit: { zh: '最低净利', en: 'Least net profit' },
  net_forward: { zh: '此刻正向净利', en: 'Net now, forward' },
  net_back: { zh: '此刻反向净利', en: 'Net now, back' },
  chances_day: { zh: '近 7 天每天机会', en: 'Chances a day, 7 days' },
};

/** What a bot of several legs says beside them (core/strategy/coordinator.ts), by key. */
export const legFigures: Readonly<Record<string, Words>> = {
  delta: { zh: '两腿差额', en: 'Legs apart by' },
  basis: { zh: '基差', en: 'Basis' },
  funding_received: { zh: '已收资金费', en: 'Funding received' },
  liquidation_distance: { zh: '距强平', en: 'To liquidation' },
  rounds: { zh: '轮次', en: 'Rounds' },
  owed: { zh: '待补差额', en: 'Owed to the next trade' },
  net_forward: { zh: '此刻正向净利', en: 'Net now, forward' },
  net_back: { zh: '此刻反向净利', en: 'Net now, back' },
  seen: { zh: '看到的机会', en: 'Chances seen' },
  executed: { zh: '已执行', en: 'Executed' },
  missed_unfilled: { zh: '错过:首腿未成交', en: 'Missed: first leg unfilled' },
  missed_leg_failed: { zh: '错过:中腿失败', en: 'Missed: middle leg failed' },
  missed_amount_small: { zh: '错过:数量不足', en: 'Missed: too little of it' },
  net_position: { zh: '净持仓', en: 'Net position' },
  liq_distance_long: { zh: '做多距强平', en: 'Long to liquidation' },
  liq_distance_short: { zh: '做空距强平', en: 'Short to liquidation' },
  missed_inventory: { zh: '错过:库存不足', en: 'Missed: inventory one-sided' },
};

export const previewColumns: Readonly<Record<string, Words>> = {
  side: { zh: '方向', en: 'Side' },
  step: { zh: '#', en: '#' },
  buy: { zh: '#', en: '#' },
  deviation: { zh: '偏离', en: 'Offset' },
  trigger: { zh: '触发价', en: 'Trigger' },
  order: { zh: '本单', en: 'Order' },
  amount: { zh: '本单', en: 'Order' },
  cumulative: { zh: '累计', en: 'Total' },
  average: { zh: '均价', en: 'Average' },
  target: { zh: '止盈价', en: 'Target' },
  bounce: { zh: '回本反弹', en: 'Bounce' },
  liquidation: { zh: '强平价', en: 'Liq.' },
  capital: { zh: '占用资金', en: 'Capital' },
  at_ms: { zh: '时间 (UTC+8)', en: 'Time (UTC+8)' },
};

const notes: Readonly<Record<string, Words>> = {
  worst_beyond_ladder: {
    zh: '该交易对 {days} 天内最大曾走 {move}%,超出阶梯覆盖的 {covered}%。',
    en: 'This pair has moved {move}% within {days} days, more than the {covered}% the ladder covers.',
  },
  calendar_short: {
    zh: '全部买入最多需要 {need},投入只有 {amount}:后面的买入会因资金不足跳过。',
    en: 'All buys need up to {need}, the investment is {amount}: later buys will be skipped.',
  },
  custom_no_exit: {
    zh: '没有止盈,也没有平仓条件:只有止损或手动平仓会结束持仓。',
    en: 'No take profit and no closing rule: only the stop or you will end a position.',
  },
  arb_fees: {
    zh: '开仓和平仓共四笔吃单手续费,约 {amount}(每腿价值的 {rate}%),无论涨跌都要付。',
    en: 'Opening and closing are four taker trades: about {amount} of fees ({rate}% of a leg), whatever prices do.',
  },
  arb_breakeven: {
    zh: '按近三天资金费率,约 {days} 天收回四腿手续费;费率随时会变。',
    en: 'At the funding of three days the fees are back after {days} days; rates may change at any settlement.',
  },
  arb_liquidation: {
    zh: '价格涨到 {price}(+{distance}%)时空头会被强平;之前会先按保证金防护减仓,减仓同样付手续费。',
    en: 'At {price} (+{distance}%) the short is liquidated; the margin guard reduces both legs before, for fees of its own.',
  },
  arb_rare: {
    zh: '机会少而短:要等价差大于全部手续费。近 7 天的次数由本站的分钟 K 线数出,只算连该分钟最差价格都有利的,常常为 0;实际成交只会更少。',
    en: 'Such chances are rare and short: prices must differ by more than all fees. The count of 7 days is our own, from minute candles: only minutes whose worst prices paid count, often none; a bot catches fewer still.',
  },
  arb_rare_cross: {
    zh: '机会少而短:一边的买入价要比另一边的卖出价低出两笔手续费和最低净利。资金和币一直放在两边,不划转、不提现;一边用完了就等反向的价差。',
    en: 'Such chances are rare and short: one side must be cheaper by both fees and the least net profit. Cash and coin stay on both sides, nothing is moved; when one side has run out, the bot waits for a gap the other way.',
  },
  grid_long_stay: {
    zh: '有一侧没有止损:价格在区间远端长时间来回时,亏损会一对一对地兑现;之后若被强平,仓位保证金也会损失,合计最多 {amount}。',
    en: 'A side has no stop: a price that stays at the far end of the range books the losses there, pair by pair, and a liquidation afterwards takes the margin too: up to {amount} together.',
  },
  liquidation_inside: {
    zh: '强平价 {price} 在网格区间内:请降低杠杆或增加保留保证金。',
    en: 'The liquidation price {price} lies inside the range: lower the leverage or add reserve.',
  },
};

export function figureLabel(key: string, lang: Lang): string {
  return previewFigures[key]?.[lang] ?? key;
}

export function legFigureLabel(key: string, lang: Lang): string {
  return legFigures[key]?.[lang] ?? key;
}

export function columnLabel(key: string, lang: Lang): string {
  return previewColumns[key]?.[lang] ?? key;
}

export function previewNote(key: string, data: Readonly<Record<string, string>>, lang: Lang): string {
  const words = notes[key] ?? martinWhys[key]?.[0] ?? arbitrageWhys[key]?.[0];
  return words === undefined
    ? key
    : words[lang].replace(/\{(\w+)\}/g, (_, name: string) => shown(name, data[name] ?? ''));
}

const amounts: ReadonlySet<string> = new Set(['amount', 'need']);

function shown(name: string, value: string): string {
  return amounts.has(name) ? `${moneyFigure(value)} USDT` : plainFigure(value);
}
