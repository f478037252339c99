// The rule behind a row of the log: what the bot does in such a case by its parameters, whatever the figures were. The row's
// own sentence (why.ts) tells what happened; this one tells why it could happen.
import type { LogAction } from '@cormorant/core/strategy/strategy.ts';
import type { Lang } from '../envelope.ts';
import type { Words } from './words.ts';

/** By the beginning of the row's key; the longest that fits is said. */
const rules: Readonly<Record<string, Words>> = {
  fill_entry: {
    zh: '开仓条件成立时下开仓单;成交后按参数布置后续挂单。',
    en: 'When its entry condition holds, the bot opens; once filled, it places what its parameters say next.',
  },
  fill_add: {
    zh: '价格到达补仓触发价(按参考价与补仓跌幅计算)后补一单,持仓均价随之改变。',
    en: 'When the price reaches the add trigger (reference price and drop), one order is added and the average moves.',
  },
  fill_manual_add: {
    zh: '手动补仓按市价成交,并计入持仓均价。',
    en: 'A manual add fills at market and counts in the average.',
  },
  fill_grid_buy: {
    zh: '网格线上的买单成交后,在上一条线挂出同量卖单。',
    en: 'After a buy on a line, a sell of the same quantity is placed one line above.',
  },
  fill_grid_sell: {
    zh: '网格线上的卖单成交后,与下一线的买入配对结算,并在下一条线重挂买单。',
    en: 'After a sell on a line it is settled with the buy one line below, and a buy is placed there again.',
  },
  fill_dust: {
    zh: '手续费以币收取留下的零头,凑够最小下单量时按市价卖出。',
    en: 'Coin left over by fees is sold at market as soon as it makes an order.',
  },
  guard_placed: {
    zh: '持有合约时,在交易所保留一张只减仓的止损单,价格比策略自己的止损再远 0.3%。',
    en: 'While it holds a contract a reduce-only stop rests at the exchange, 0.3% beyond the bot’s own.',
  },
  guard_part: {
    zh: '保护止损是一张市价单,不能超过交易所单笔市价单的最大数量;程序在线时,超出的部分会分多笔平仓。',
    en: 'The protective stop is one market order, which no exchange takes above its largest. While we are there the rest is closed in several orders.',
  },
  pause_api: {
    zh: '密钥每六小时检查一次,被拒绝时立即检查;换上有效的密钥后可以恢复。',
    en: 'Keys are checked every six hours and when one is refused; with a good key it can be resumed.',
  },
  fill_: {
    zh: '策略按参数下的订单成交;每笔成交只入账一次。',
    en: 'An order the bot placed by its parameters has filled; each trade is booked once.',
  },
  closed_stop_loss: {
    zh: '价格触及止损价时撤销挂单并按市价平仓。',
    en: 'At the stop price, orders are cancelled and the position is closed at market.',
  },
  closed_take_profit: {
    zh: '价格到达止盈目标时平仓;设有回调时从最好价回撤后才卖。',
    en: 'At the target the position is closed; with a callback only after the price has come back from its best.',
  },
  closed_: {
    zh: '平仓时先撤销本轮挂单,再按市价卖出或买回持仓。',
    en: 'To close, the round’s orders are cancelled first, then what is held is closed at market.',
  },
  trail: {
    zh: '开启区间上移后,价格高出上限一格时整个区间上移一格,直到设定上限。',
    en: 'With the moving range on, a price one grid above the range moves it up by a grid, as far as its limit.',
  },
  investment_low: {
    zh: '启动与恢复时核对资金;不够支撑整套参数就不下任何单。',
    en: 'Money is checked at every start; if it cannot carry the parameters, nothing is ordered.',
  },
  opening_failed: {
    zh: '开仓单连续 3 次未成交时暂停,不再尝试。',
    en: 'After three failed opening orders the bot pauses.',
  },
  sale_refused: {
    zh: '平仓被拒绝时不放弃:先每分钟、后每 5 分钟重试,直到成交或您选择保留。',
    en: 'A refused sale is never given up: it is tried every minute, later every five, until it fills or you keep it.',
  },
  line_missing: {
    zh: '缺失的挂单每分钟自动重试;连续被拒 3 次后改为每 15 分钟。',
    en: 'A missing order is tried again each minute; after three refusals every fifteen.',
  },
  order_refused: {
    zh: '每张订单先过风控再到交易所;被拒的订单不占用资金。',
    en: 'Every order passes risk control, then the exchange; a refused one ties up no money.',
  },
  market_halted: {
    zh: '市场被交易所暂停时不再下单;每 30 秒查询一次,恢复交易后自动继续。',
    en: 'No orders go to a market that its exchange has halted; it is asked every 30 seconds and goes on when it trades again.',
  },
  filters_changed: {
    zh: '交易规则每小时重新读取,被拒单时立即读取;已持有的仓位与账目不受取整影响。',
    en: 'Rules are read again every hour and when an order is refused for one; what is held and booked stays exact.',
  },
  failures_paused: {
    zh: '10 分钟内 5 次下单失败即暂停,止盈止损继续有效。',
    en: 'Five failed orders within ten minutes pause the bot; exits go on.',
  },
  stop_losses: {
    zh: '24 小时内两次止损即暂停,避免循环亏损。',
    en: 'Two stop losses within 24 hours pause the bot, so that it cannot bleed in a loop.',
  },
  late_: {
    zh: '交易所拒绝撤单时先查询该订单,以交易所的记录为准。',
    en: 'When a cancel is refused the order is looked up, and what the exchange says counts.',
  },
  drift_: {
    zh: '账面与交易所不一致时,策略暂停并等待您核对,不会自行买卖来纠正。',
    en: 'When books and exchange differ, the bot pauses for you to check; it never trades to correct it.',
  },
  funding_: {
    zh: '交易所按固定间隔结算资金费:金额 = 仓位市值 × 费率;费率为正时多头付给空头,为负时相反。',
    en: 'The exchange settles funding at fixed times: position value x rate; a positive rate is paid by longs to shorts.',
  },
  liquidated: {
    zh: '标记价触及强平价时,交易所强制平掉整个仓位;策略随即停止。',
    en: 'When the mark price reaches the liquidation price the exchange closes the whole position and the bot stops.',
  },
  hook_: {
    zh: '外部信号按令牌、编号与时间核对,同一信号只执行一次。',
    en: 'A signal is checked by token, id and time; the same signal is followed once.',
  },
  custom_: {
    zh: '条件在收盘价上判断(注明“最新价”的除外),全部成立才行动。',
    en: 'Conditions are judged on closed candles (unless they name the last price); it acts when they hold.',
  },
  pause: {
    zh: '暂停撤销开仓与补仓挂单,保留平仓方向的挂单与止盈止损。',
    en: 'A pause cancels entries and adds; exits, take profit and stop loss stay.',
  },
  resume: {
    zh: '恢复时按现价重新布置,错过的补仓不会一次补上。',
    en: 'On resuming it starts from the present price; missed adds are not caught up at once.',
  },
};

const byAction: Readonly<Record<LogAction, Words>> = {
  create: { zh: '保存策略不会下单。', en: 'Saving a bot orders nothing.' },
  update: {
    zh: '只能在暂停或停止时修改;每次修改版本加一。',
    en: 'Changes are possible while paused or stopped; each raises the version.',
  },
  delete: { zh: '只有已停止且无持仓的策略可以删除。', en: 'Only a stopped bot without a position can be deleted.' },
  start: {
    zh: '启动前核对资金、燃料、交易对与重复;通过后才下单。',
    en: 'Money, fuel, pair and duplicates are checked before a start; only then it orders.',
  },
  pause: rules['pause'] as Words,
  resume: rules['resume'] as Words,
  stop: {
    zh: '停止会撤销全部挂单;持仓按您的选择平掉或保留。',
    en: 'A stop cancels all orders; what is held is closed or kept as you chose.',
  },
  open: rules['fill_entry'] as Words,
  add: rules['fill_add'] as Words,
  manual_add: rules['fill_manual_add'] as Words,
  close: rules['closed_'] as Words,
  manual_close: rules['closed_'] as Words,
  manual: rules['drift_'] as Words,
  success: {
    zh: '策略按您设定的参数自动执行,每一步都记在这里。',
    en: 'The bot acts by the parameters you set; each step is written down here.',
  },
  failed: {
    zh: '失败不会改变持仓;策略按失败规则重试、跳过或暂停。',
    en: 'A failure changes no position; the bot tries again, skips or pauses by its failure rules.',
  },
};

const beginnings = Object.keys(rules).sort((a, b) => b.length - a.length);

/** Never empty: every action has a rule. */
export function ruleText(why: string, action: LogAction, lang: Lang): string {
  const found = beginnings.find((beginning) => why.startsWith(beginning));
  return (found === undefined ? byAction[action] : (rules[found] as Words))[lang];
}
