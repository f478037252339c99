// The why-lines of recurring buys and of the ladder of safety orders.
import type { Words } from './words.ts';

export const dcaWhys: Readonly<Record<string, readonly Words[]>> = {
  buy_skipped: [
    {
      zh: '本次定投 {amount} 未成交:{refusal};不补买,等下一个时点。',
      en: 'This buy of {amount} did not happen: {refusal}. It is not caught up; the next time comes.',
    },
  ],
  slots_missed: [
    {
      zh: '停机或暂停期间错过 {count} 个时点;不补买,等下一个。',
      en: '{count} times passed while it was down or paused; they are not caught up.',
    },
  ],
  buys_done: [
    {
      zh: '本轮 {count} 次定投已全部完成,只等退出条件。',
      en: 'All {count} buys of the round are done; it waits for its exit.',
    },
  ],
  safety_skipped: [
    {
      zh: '第 {step} 张补仓单({price},{amount})本轮不再挂出:{refusal}。',
      en: 'Safety order {step} ({price}, {amount}) is left out of this round: {refusal}.',
    },
  ],
  target_missing: [
    {
      zh: '{price} 的止盈单没有挂上:{refusal};会自动重试。',
      en: 'The take-profit order at {price} is missing: {refusal}. It is tried again by itself.',
    },
  ],
  dca_closed_take_profit: [
    {
      zh: '到达止盈,平仓 {qty},净结果 {profit};现价 {price}。',
      en: 'The take profit was reached; closed {qty}, {profit} net, at about {price}.',
    },
  ],
  dca_closed_stop_loss: [
    {
      zh: '价格到 {price},触发止损;平仓 {qty},净结果 {profit}。',
      en: 'Price reached {price} and hit the stop; closed {qty}, {profit} net.',
    },
  ],
  dca_closed_stop: [
    { zh: '停止时按市价平仓 {qty},净结果 {profit}。', en: 'Closed {qty} at market when it stopped, {profit} net.' },
  ],
  dca_closed_round: [
    {
      zh: '您手动平仓 {qty},净结果 {profit};稍后开始新一轮。',
      en: 'You closed {qty}, {profit} net; a new round follows.',
    },
  ],
};
