// The sentences of a custom bot's log: what its conditions said and what became of its webhooks, with the figures.
import type { Words } from './words.ts';

export const customWhys: Readonly<Record<string, readonly Words[]>> = {
  custom_open: [
    { zh: '开仓条件成立:{held};按市价开仓。', en: 'The opening conditions hold: {held}. Opening at market.' },
  ],
  custom_add: [{ zh: '加仓条件成立:{held};按市价加仓。', en: 'The adding conditions hold: {held}. Adding at market.' }],
  custom_close: [
    { zh: '平仓条件成立:{held};按市价平仓。', en: 'The closing conditions hold: {held}. Closing at market.' },
  ],
  custom_small: [
    {
      zh: '条件成立,但 {amount} 低于交易所最小 {min},未下单。',
      en: 'The signal came, but {amount} is below the exchange’s minimum of {min}; nothing was ordered.',
    },
  ],
  custom_budget: [
    {
      zh: '需要 {amount},策略可用只有 {free},未下单。',
      en: '{amount} was wanted and {free} is free; nothing was ordered.',
    },
  ],
  custom_add_failed: [{ zh: '加仓被拒({refusal}),本次跳过。', en: 'The add was refused ({refusal}); it is skipped.' }],
  custom_closed_stop_loss: [
    {
      zh: '到达止损,在 {price} 附近平仓 {qty},净结果 {profit}。',
      en: 'The stop was met near {price}: closed {qty}, {profit} net.',
    },
  ],
  custom_closed_take_profit: [
    {
      zh: '止盈,在 {price} 附近平仓 {qty},净结果 {profit}。',
      en: 'Took profit near {price}: closed {qty}, {profit} net.',
    },
  ],
  custom_closed_conditions: [
    {
      zh: '按平仓条件在 {price} 附近平仓 {qty},净结果 {profit}。',
      en: 'Closed by its conditions near {price}: {qty}, {profit} net.',
    },
  ],
  custom_closed_hook: [
    {
      zh: '按外部信号在 {price} 附近平仓 {qty},净结果 {profit}。',
      en: 'Closed by a signal near {price}: {qty}, {profit} net.',
    },
  ],
  custom_closed_round: [
    {
      zh: '您手动平仓:{qty},净结果 {profit};策略继续等待下一个信号。',
      en: 'You closed it: {qty}, {profit} net; it waits for the next signal.',
    },
  ],
  custom_closed_stop: [
    { zh: '停止时按市价平仓 {qty},净结果 {profit}。', en: 'Closed {qty} at market when it stopped, {profit} net.' },
  ],
  stopped_out_twice: [
    {
      zh: '24 小时内第二次止损,已暂停以免连续亏损。',
      en: 'The second stop loss within 24 hours; it paused rather than go on losing.',
    },
  ],
  hook_received: [{ zh: '收到外部信号 {id}:{signal}。', en: 'Received the signal {id}: {signal}.' }],
  hook_refused: [
    {
      zh: '信号 {id} 未执行:{amount} 低于最低 {min}。',
      en: 'The signal {id} was not followed: {amount} is below the least of {min}.',
    },
    { zh: '信号 {id} 未执行:现在不能{signal}。', en: 'The signal {id} ({signal}) was not followed.' },
  ],
  hook_open: [{ zh: '执行信号 {id}:按市价开仓。', en: 'Following the signal {id}: opening at market.' }],
  hook_add: [{ zh: '执行信号 {id}:按市价加仓。', en: 'Following the signal {id}: adding at market.' }],
  hook_close: [{ zh: '执行信号 {id}:按市价平仓。', en: 'Following the signal {id}: closing at market.' }],
  hook_queued: [
    {
      zh: '信号 {id} 排队:平仓完成、冷却结束后按市价开仓。',
      en: 'The signal {id} waits: it opens at market once the close is done and its cooldown is over.',
    },
  ],
  hook_stale: [
    {
      zh: '信号 {id} 未执行:等待平仓超过 5 分钟,已作废。',
      en: 'The signal {id} was not followed: it waited for the close for more than 5 minutes.',
    },
  ],
  hook_dropped: [
    {
      zh: '排队的信号 {id} 已取消:策略又收到平仓、暂停或停止。',
      en: 'The waiting signal {id} was dropped: a close, a pause or a stop came after it.',
    },
  ],
  hook_floored: [
    {
      zh: '信号 {id} 的金额小数位过多,向下取整为 {used} USDT。',
      en: 'The amount of the signal {id} has too many decimals: it is rounded down to {used} USDT.',
    },
  ],
  hook_late: [
    {
      zh: '信号 {id} 未执行:时间与现在相差超过 300 秒。',
      en: 'The signal {id} was not followed: its time is more than 300 s from now.',
    },
  ],
  hook_repeated: [
    {
      zh: '信号 {id} 未执行:编号在 24 小时内已用过。',
      en: 'The signal {id} was not followed: its id was used within 24 hours.',
    },
  ],
  hook_maintenance: [
    {
      zh: '信号 {id} 未执行:系统维护中,只接受平仓。',
      en: 'The signal {id} was not followed: under maintenance only a close is.',
    },
  ],
  hook_unread: [
    {
      zh: '收到的外部信号未执行:字段 {field} 缺失或不对。',
      en: 'A signal was not followed: its field {field} is missing or wrong.',
    },
    {
      zh: '收到的外部信号未执行:内容不是 JSON。',
      en: 'A signal was not followed: it is not JSON.',
    },
  ],
  hook_off: [{ zh: '信号 {id} 未执行:外部信号未开启。', en: 'The signal {id} was not followed: webhooks are off.' }],
  hook_direction: [
    {
      zh: '信号 {id} 未执行:方向与策略相反。',
      en: 'The signal {id} was not followed: it is against the bot’s direction.',
    },
  ],
  hook_paused: [{ zh: '信号 {id} 未执行:策略已暂停。', en: 'The signal {id} was not followed: the bot is paused.' }],
  hook_holding: [
    { zh: '信号 {id} 未执行:已有持仓。', en: 'The signal {id} was not followed: a position is already open.' },
  ],
  hook_flat: [{ zh: '信号 {id} 未执行:没有持仓。', en: 'The signal {id} was not followed: no position is open.' }],
  hook_busy: [
    {
      zh: '信号 {id} 未执行:上一张单还在途中。',
      en: 'The signal {id} was not followed: an order is still on its way.',
    },
  ],
  hook_cooldown: [
    {
      zh: '信号 {id} 未执行:冷却中,还有 {seconds} 秒。',
      en: 'The signal {id} was not followed: cooling down for {seconds} more seconds.',
    },
  ],
  hook_full: [
    { zh: '信号 {id} 未执行:已达最多 {max} 单。', en: 'The signal {id} was not followed: all {max} orders are in.' },
  ],
  hook_small: [
    {
      zh: '信号 {id} 未执行:{amount} 低于交易所最小 {min}。',
      en: 'The signal {id} was not followed: {amount} is below the exchange’s minimum of {min}.',
    },
  ],
  hook_budget: [
    {
      zh: '信号 {id} 未执行:需要 {amount},策略可用只有 {free}。',
      en: 'The signal {id} was not followed: {amount} wanted, {free} free.',
    },
  ],
};
