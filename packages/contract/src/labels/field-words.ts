// What the units of fields and the choices of enumerations are called.
import type { Lang } from '../envelope.ts';
import { timeframeWords } from './timeframes.ts';
import type { Words } from './words.ts';

const unitWords: Readonly<Record<string, Words>> = {
  quote: { zh: 'USDT', en: 'USDT' },
  grids: { zh: '格', en: 'grids' },
  buys: { zh: '次', en: 'buys' },
  orders: { zh: '单', en: 'orders' },
  x: { zh: '倍', en: 'x' },
  s: { zh: '秒', en: 's' },
  times: { zh: '倍', en: 'x' },
  rounds: { zh: '轮', en: 'rounds' },
  minutes: { zh: '分钟', en: 'min' },
  days: { zh: '天', en: 'days' },
};

const optionWords: Readonly<Record<string, Readonly<Record<string, Words>>>> = {
  kind: {
    funding: { zh: '资金费套利', en: 'Funding' },
    cross: { zh: '跨交易所', en: 'Cross-exchange' },
    triangular: { zh: '三角', en: 'Triangular' },
  },
  grid_mode: {
    arithmetic: { zh: '等差', en: 'Arithmetic' },
    geometric: { zh: '等比', en: 'Geometric' },
  },
  direction: {
    long: { zh: '做多', en: 'Long' },
    short: { zh: '做空', en: 'Short' },
    neutral: { zh: '中性', en: 'Neutral' },
    dual: { zh: '双向', en: 'Both sides' },
  },
  mode: {
    calendar: { zh: '按时间', en: 'Calendar' },
    ladder: { zh: '按跌幅', en: 'Ladder' },
  },
  interval: {
    '1h': { zh: '每小时', en: 'Every hour' },
    '4h': { zh: '每 4 小时', en: 'Every 4 hours' },
    '8h': { zh: '每 8 小时', en: 'Every 8 hours' },
    '12h': { zh: '每 12 小时', en: 'Every 12 hours' },
    '1d': { zh: '每天', en: 'Every day' },
    '1w': { zh: '每周', en: 'Every week' },
    '2w': { zh: '每两周', en: 'Every two weeks' },
    '1M': { zh: '每月', en: 'Every month' },
  },
  weekday: {
    '1': { zh: '周一', en: 'Monday' },
    '2': { zh: '周二', en: 'Tuesday' },
    '3': { zh: '周三', en: 'Wednesday' },
    '4': { zh: '周四', en: 'Thursday' },
    '5': { zh: '周五', en: 'Friday' },
    '6': { zh: '周六', en: 'Saturday' },
    '7': { zh: '周日', en: 'Sunday' },
  },
  margin_mode: {
    isolated: { zh: '逐仓', en: 'Isolated' },
    cross: { zh: '全仓', en: 'Cross' },
  },
  entry: {
    now: { zh: '立即', en: 'At once' },
    price: { zh: '到价', en: 'At a price' },
    conditions: { zh: '指标条件', en: 'On conditions' },
  },
  add_base: {
    last: { zh: '上一单', en: 'Last fill' },
    first: { zh: '首单', en: 'First fill' },
    avg: { zh: '均价', en: 'Average' },
  },
  steps: {
    drop: { zh: '跌幅 %', en: 'Drop %' },
    multiple: { zh: '倍数', en: 'Multiple' },
    callback: { zh: '回调 %', en: 'Callback %' },
  },
  tp_mode: {
    full: { zh: '全仓止盈', en: 'Full' },
    tail: { zh: '尾单止盈', en: 'Tail' },
  },
  cycle: {
    loop: { zh: '循环', en: 'Loop' },
    once: { zh: '单次', en: 'Once' },
  },
  trend_tf: timeframeWords,
  tp_steps: {
    profit: { zh: '止盈 %', en: 'Profit %' },
    share: { zh: '份额 %', en: 'Share %' },
  },
};

/** What a person calls a unit of the params tables. */
export function unitLabel(unit: string, lang: Lang): string {
  return unitWords[unit]?.[lang] ?? unit;
}

/** What a person calls a choice of an enumeration. */
export function optionLabel(key: string, value: string, lang: Lang): string {
  return optionWords[key]?.[value]?.[lang] ?? value;
}
