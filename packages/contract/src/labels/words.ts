// The words for what a bot is and does: actions, reasons of pausing, stopping and refusing. Each table is checked
// by the compiler against the core's own union, so a new reason cannot ship without its words.
import type {
  LogAction,
  PauseReason,
  Purpose,
  RefusalReason,
  Side,
  StopReason,
} from '@cormorant/core/strategy/strategy.ts';
import type { Lang } from '../envelope.ts';

export interface Words {
  readonly zh: string;
  readonly en: string;
}
type Table<Key extends string> = Readonly<Record<Key, Words>>;

export const actionWords: Table<LogAction> = {
  create: { zh: '创建', en: 'Created' },
  update: { zh: '修改', en: 'Updated' },
  delete: { zh: '删除', en: 'Deleted' },
  start: { zh: '启动', en: 'Started' },
  pause: { zh: '暂停', en: 'Paused' },
  resume: { zh: '恢复', en: 'Resumed' },
  stop: { zh: '停止', en: 'Stopped' },
  open: { zh: '开仓', en: 'Opened' },
  add: { zh: '补仓', en: 'Added' },
  manual_add: { zh: '手动补仓', en: 'Manual add' },
  close: { zh: '平仓', en: 'Closed' },
  manual_close: { zh: '手动平仓', en: 'Manual close' },
  manual: { zh: '人工干预', en: 'Manual change' },
  success: { zh: '成功', en: 'Success' },
  failed: { zh: '失败', en: 'Failed' },
};

/** Said beside the status; the empty reason says nothing. */
export const pauseWords: Table<PauseReason> = {
  '': { zh: '', en: '' },
  user: { zh: '您已暂停', en: 'Paused by you' },
  fuel: { zh: '燃料不足,已停止开仓,止盈止损仍有效', en: 'Out of fuel: nothing new is opened, exits still work' },
  api: {
    zh: 'API密钥失效:更换之前不能下单、撤单和平仓,已挂的单仍有效',
    en: 'API key invalid: until it is replaced nothing can be placed, cancelled or closed; what rests stays',
  },
  maintenance: { zh: '系统维护中,结束后自动恢复', en: 'Under maintenance; resumes by itself afterwards' },
  risk: { zh: '风控暂停,请查看日志后再恢复', en: 'Paused by risk control; see the log before you resume' },
  balance: { zh: '余额不足,无法下单', en: 'Not enough balance to place its orders' },
  exchange: { zh: '交易所暂不可用,恢复后自动继续', en: 'Exchange unavailable; continues by itself when it is back' },
  operator: { zh: '管理员已暂停', en: 'Paused by the operator' },
};

/** Of a bot that panic stopped, in place of why it is paused. */
export const panicWords: Table<'halted'> = {
  halted: {
    zh: '紧急停止:挂单已全部撤销,持仓无人看管',
    en: 'Stopped by panic: no order rests, what it holds is unguarded',
  },
};

/** Of a bot that cannot be traded on: with nothing, or with what nobody watches now. */
export const asideWords: Table<'flat' | 'held'> = {
  flat: {
    zh: '此策略的数据无法保存或读取,已搁置:不再交易,挂单保持原样。系统会自动重试几次,也可现在重试',
    en: 'Set aside, because its figures cannot be saved or read: it does not trade and its orders stay as they are. It is tried again by itself a few times; you can try now',
  },
  held: {
    zh: '此策略的数据无法保存或读取,已搁置:不再交易,挂单保持原样,持仓现在无人看管,请在交易所留意。系统会自动重试几次,也可现在重试',
    en: 'Set aside, because its figures cannot be saved or read: it does not trade and its orders stay as they are. What it holds is unguarded: watch it at the exchange. It is tried again by itself a few times; you can try now',
  },
};

export const stopWords: Table<StopReason> = {
  '': { zh: '', en: '' },
  user: { zh: '您已停止', en: 'Stopped by you' },
  take_profit: { zh: '到达止盈价', en: 'Take-profit price reached' },
  stop_loss: { zh: '到达止损价', en: 'Stop price reached' },
  rounds_done: { zh: '已完成设定轮数', en: 'All rounds done' },
  liquidated: { zh: '已被强制平仓', en: 'Liquidated' },
  delisted: { zh: '交易对已下架', en: 'Pair delisted' },
  operator: { zh: '管理员已停止', en: 'Stopped by the operator' },
};

/** Why an order was not taken; shown in the log and on a missing grid line. */
export const refusalWords: Table<RefusalReason> = {
  price_range: { zh: '价格超出交易所允许范围', en: 'Price outside what the exchange allows' },
  price_filter: { zh: '价格不符合最小变动单位', en: 'Price is not a multiple of the tick' },
  lot_size: { zh: '数量不符合最小变动单位', en: 'Quantity is not a multiple of the step' },
  qty_small: { zh: '数量低于交易所最小值', en: 'Quantity below the exchange’s minimum' },
  qty_large: { zh: '数量高于交易所最大值', en: 'Quantity above the exchange’s maximum' },
  notional_small: { zh: '金额低于交易所最小下单额', en: 'Value below the exchange’s minimum order' },
  budget: { zh: '超出策略的投资金额', en: 'More than the bot’s investment' },
  funds: { zh: '账户可用余额不足', en: 'Not enough available balance' },
  too_many_orders: { zh: '挂单数已达交易所上限', en: 'Too many open orders for the exchange' },
  market_closed: { zh: '市场已关闭或暂停交易', en: 'Market closed or halted' },
  post_only: { zh: '会立即成交,挂单被拒', en: 'It would have taken instead of resting' },
  price_insane: { zh: '价格偏离市价过大,已拦截', en: 'Too far from the market; held back' },
  leverage: { zh: '仓位过大,不支持当前杠杆', en: 'The position is too large for this leverage' },
  kill_switch: { zh: '交易已被紧急停止', en: 'Trading is halted by the kill switch' },
  cancelled: { zh: '挂单在交易所被撤销', en: 'The order was cancelled at the exchange' },
  unknown: { zh: '交易所未说明原因', en: 'The exchange gave no reason' },
};

export const sideWords: Table<Side> = {
  buy: { zh: '买入', en: 'Buy' },
  sell: { zh: '卖出', en: 'Sell' },
};

/** Why an order, a trade or a realised result came about. */
export const purposeWords: Table<Purpose | 'liquidation'> = {
  entry: { zh: '开仓', en: 'Opening' },
  grid: { zh: '网格配对', en: 'Grid pair' },
  add: { zh: '补仓', en: 'Add' },
  manual_add: { zh: '手动补仓', en: 'Manual add' },
  close: { zh: '平仓', en: 'Close' },
  take_profit: { zh: '止盈', en: 'Take profit' },
  stop_loss: { zh: '止损', en: 'Stop loss' },
  trail: { zh: '区间移动', en: 'Range move' },
  dust: { zh: '零头卖出', en: 'Left-over coin' },
  unstuck: { zh: '解套', en: 'Unstuck' },
  leg: { zh: '套利腿', en: 'Arbitrage leg' },
  unwind: { zh: '腿回退', en: 'Leg unwind' },
  liquidation: { zh: '强制平仓', en: 'Liquidation' },
};

/** The legs of a bot that has several, as positions and results name them. */
export const legWords: Table<'a' | 'b' | 'c'> = {
  a: { zh: '第一腿', en: 'First leg' },
  b: { zh: '第二腿', en: 'Second leg' },
  c: { zh: '第三腿', en: 'Third leg' },
};

/** A reason's words from any of the tables; a key without words (an older row's) is said as it is. */
export function wordsOf(table: Readonly<Record<string, Words>>, key: string, lang: Lang): string {
  return Object.hasOwn(table, key) ? (table[key]?.[lang] ?? key) : key;
}
