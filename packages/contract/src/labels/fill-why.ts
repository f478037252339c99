// The why-lines of trades and of closings, of every kind and of both directions: none of them tells whether it bought
// or sold.
import type { Words } from './words.ts';

export const fillWhys: Readonly<Record<string, readonly Words[]>> = {
  fill_entry: [
    {
      zh: '开仓成交:{qty} {base},价格 {price};分给 {lines} 条线,每条 {line_qty},最远一条 {line_rest}。',
      en: 'Opening order filled: {qty} {base} at {price}; shared among {lines} lines, {line_qty} each and {line_rest} on the farthest.',
    },
    {
      zh: '开仓成交:{qty} {base},价格 {price};分给 {lines} 条线,每条 {line_qty}。',
      en: 'Opening order filled: {qty} {base} at {price}; shared among {lines} lines, {line_qty} each.',
    },
    { zh: '开仓成交:{qty} {base},价格 {price}。', en: 'Opening order filled: {qty} {base} at {price}.' },
    { zh: '开仓成交。', en: 'The opening order filled.' },
  ],
  fill_manual_add: [{ zh: '手动补仓已成交。', en: 'The manual add filled.' }],
  fill_add: [
    { zh: '补仓成交:{qty} {base},价格 {price}。', en: 'Add filled: {qty} {base} at {price}.' },
    { zh: '补仓成交。', en: 'An add filled.' },
  ],
  fill_close: [{ zh: '按市价平仓。', en: 'Closed at market.' }],
  fill_take_profit: [{ zh: '到达止盈价,平仓成交。', en: 'Take-profit price reached; closed.' }],
  fill_stop_loss: [
    {
      zh: '到达止损价,按市价平仓;成交价可能差于止损价。',
      en: 'Stop price reached; closed at market, which may be worse than the stop price.',
    },
  ],
  fill_guard: [
    {
      zh: '交易所里的保护止损成交:{qty} {base},价格 {price};本轮按止损结束。',
      en: 'The protective stop at the exchange traded: {qty} {base} at {price}. The round ends as by a stop loss.',
    },
    { zh: '交易所里的保护止损已成交。', en: 'The protective stop at the exchange traded.' },
  ],
  guard_placed: [
    {
      zh: '已在交易所挂保护止损:触发价 {price},连不上时由交易所平仓。',
      en: 'Protective stop placed at the exchange: it triggers at {price}, should we not be there to act.',
    },
  ],
  guard_part: [
    {
      zh: '已在交易所挂保护止损:触发价 {price},只保护 {qty} {base}(交易所单笔市价单的上限);其余 {rest} {base} 连不上时没有保护。',
      en: 'Protective stop placed at the exchange: it triggers at {price} for {qty} {base}, the most of one market order there. The other {rest} {base} are unguarded, should we not be there to act.',
    },
  ],
  guard_removed: [
    {
      zh: '持仓保留,交易所里的保护止损({price})已撤。',
      en: 'What it holds is kept; the protective stop at the exchange ({price}) is taken away.',
    },
  ],
  closed_stop: [
    { zh: '停止时按市价平仓 {qty},净结果 {profit}。', en: 'Closed {qty} at market when it stopped, {profit} net.' },
    { zh: '停止时已平仓。', en: 'What it held was closed when it stopped.' },
  ],
  closed_stop_loss: [
    {
      zh: '价格到 {price},触发止损;平仓 {qty},净结果 {profit}。',
      en: 'Price came to {price} and hit the stop; closed {qty}, {profit} net.',
    },
    { zh: '触发止损,已平仓。', en: 'The stop was hit; what it held was closed.' },
  ],
  closed_take_profit: [
    {
      zh: '价格到 {price},触发止盈;平仓 {qty},净结果 {profit}。',
      en: 'Price came to {price} and reached the take profit; closed {qty}, {profit} net.',
    },
    { zh: '触发止盈,已平仓。', en: 'The take profit was reached; what it held was closed.' },
  ],
  closed_round: [
    {
      zh: '您手动平仓 {qty},净结果 {profit};稍后按现价开始新一轮。',
      en: 'You closed {qty}, {profit} net; a new round starts shortly from the present price.',
    },
    { zh: '您手动平仓;稍后开始新一轮。', en: 'You closed it; a new round starts shortly.' },
  ],
  order_refused: [
    {
      zh: '{refuser}拒绝了 {price} 的{side}单:{refusal}。',
      en: '{refuser} refused the {side} order at {price}: {refusal}.',
    },
    { zh: '{refuser}拒绝了下单:{refusal}。', en: '{refuser} refused an order: {refusal}.' },
    { zh: '下单被拒:{refusal}。', en: 'An order was refused: {refusal}.' },
  ],
  add_refused: [
    { zh: '手动补仓 {amount} 未成交:{refusal}。', en: 'The add of {amount} did not happen: {refusal}.' },
    { zh: '手动补仓未成交:{refusal}。', en: 'The add did not happen: {refusal}.' },
  ],
};
