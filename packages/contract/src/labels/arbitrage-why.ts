// The sentences of an arbitrage bot's log: why it waits, what both legs did, which chances it missed, and when it is naked.
import type { Words } from './words.ts';

export const arbitrageWhys: Readonly<Record<string, readonly Words[]>> = {
  arb_wait_rates: [
    {
      zh: '已知的资金费率只有 {count} 次,不足三天,先不开仓。',
      en: 'Only {count} funding rates are known, less than three days; it does not open yet.',
    },
  ],
  arb_wait_negative: [
    {
      zh: '近三天资金费率合计 {rate}%,空头不收钱,先不开仓。',
      en: 'Funding of three days comes to {rate}%: shorts are not paid, so it does not open.',
    },
  ],
  arb_wait_breakeven: [
    {
      zh: '按近三天费率要 {days} 天才能收回四腿手续费,超过设定的 {limit} 天,先不开仓。',
      en: 'At the rates of three days the fees of four legs take {days} days to come back, more than {limit}; it waits.',
    },
  ],
  arb_wait_faded: [
    {
      zh: '最近三次费率的均值已低于退出线,先不开仓。',
      en: 'The mean of the last three rates is below the exit limit; it does not open.',
    },
  ],
  arb_wait_basis: [
    {
      zh: '合约比现货低,基差 {basis}%,低于 -0.05%,先不开仓。',
      en: 'The contract is below spot by too much: a basis of {basis}%, the limit is -0.05%; it waits.',
    },
  ],
  arb_wait_small: [
    {
      zh: '资金不够一张最小的单(至少 {min}),先不开仓。',
      en: 'The money is below the smallest order of {min}; it waits.',
    },
  ],
  arb_opened: [
    {
      zh: '两腿已对冲:现货 / 空头 {held},开仓基差 {basis}%。',
      en: 'Both legs stand, spot / short {held}, at a basis of {basis}%.',
    },
  ],
  arb_evened: [
    {
      zh: '两腿已重新对齐:现货 / 空头 {held},基差 {basis}%。',
      en: 'The legs are even again, spot / short {held}, basis {basis}%.',
    },
  ],
  arb_funding: [
    { zh: '资金费结算:费率 {rate}%,金额 {amount}。', en: 'Funding was settled at {rate}%: {amount}.' },
    {
      zh: '资金费结算:金额 {amount}(交易所未给出费率)。',
      en: 'Funding was settled: {amount}. The exchange told no rate.',
    },
  ],
  arb_rates_fade: [
    {
      zh: '最近三次费率 {held}(%),均值低于退出线 {limit}%,两腿一起平仓。',
      en: 'The last three rates {held} (%) average below the exit limit of {limit}%; both legs are closed.',
    },
  ],
  arb_margin_guard: [
    {
      zh: '离强平只剩 {distance}%,低于 {limit}%,两腿各减两成。',
      en: 'Liquidation is {distance}% away, nearer than {limit}%; both legs are reduced by a fifth.',
    },
  ],
  arb_closed_rate: [
    { zh: '费率走低,两腿已平,净结果 {profit}。', en: 'Rates faded: both legs are closed, {profit} net.' },
  ],
  arb_closed_basis: [
    {
      zh: '基差收益达到目标,两腿已平,净结果 {profit}。',
      en: 'The basis reached its target: both legs are closed, {profit} net.',
    },
  ],
  arb_closed_liquidated: [
    {
      zh: '空头被强平,现货已随即卖出,净结果 {profit}。',
      en: 'The short was liquidated and the spot leg sold at once, {profit} net.',
    },
  ],
  arb_closed_failed: [
    { zh: '一条腿未成交,已撤回,净结果 {profit}。', en: 'A leg did not fill and was unwound, {profit} net.' },
  ],
  arb_closed_small: [
    {
      zh: '减仓后已小于最小单,两腿全部平仓,净结果 {profit}。',
      en: 'What would be left is below the smallest order: both legs are closed, {profit} net.',
    },
  ],
  arb_closed_user: [
    { zh: '已按您的要求平掉所有腿,净结果 {profit}。', en: 'All legs were closed as you asked, {profit} net.' },
  ],
  arb_stocked: [
    {
      zh: '两边合计保有 {qty},之后只做等量买卖。',
      en: 'Both sides together keep {qty}; it only trades equal amounts.',
    },
  ],
  arb_cross: [
    {
      zh: '两所价差扣费后 {net}%,同时买卖 {qty}。',
      en: 'The two exchanges differ by {net}% after fees; {qty} bought and sold at once.',
    },
  ],
  arb_cross_done: [
    {
      zh: '本次两腿完成,净结果 {profit};待补差额 {held}。',
      en: 'Both legs are done, {profit} net; {held} are owed to the next trade.',
    },
  ],
  arb_triangle: [
    { zh: '三角 {held} 扣费后 {net}%,逐腿执行。', en: 'The triangle {held} pays {net}% after fees; leg follows leg.' },
  ],
  arb_triangle_done: [{ zh: '三腿完成,已换回 USDT,净结果 {profit}。', en: 'The round is back in USDT, {profit} net.' }],
  arb_missed_inventory: [
    {
      zh: '出现 {net}% 的价差,但一边的资金或币已不足,等反向价差。',
      en: 'There was {net}% to take, but one side has too little left; it waits for the reverse.',
    },
  ],
  arb_missed_amount_small: [
    {
      zh: '出现 {net}% 的机会,但可成交数量低于最小单。',
      en: 'There was {net}% to take, but too little of it for the smallest order.',
    },
  ],
  arb_missed_unfilled: [
    { zh: '{held} 第一腿没有成交,机会已过。', en: 'The first order on {held} found nobody; the chance has gone.' },
  ],
  arb_missed_leg_failed: [
    {
      zh: '{held} 中间一腿追三次未成交,正换回 USDT。',
      en: 'The order on {held} failed three times; what is held goes back to USDT.',
    },
  ],
  fill_leg: [
    { zh: '一条腿成交:{qty} {base},价格 {price}。', en: 'A leg traded {qty} {base} at {price}.' },
    { zh: '一条腿成交。', en: 'A leg traded.' },
  ],
  fill_unwind: [
    { zh: '撤回一条腿:{qty} {base},价格 {price}。', en: 'A leg went back: {qty} {base} at {price}.' },
    { zh: '一条腿已撤回。', en: 'A leg went back.' },
  ],
  arb_unwind: [
    {
      zh: '一条腿追三次未成交,撤回另一条腿;目前 {held}。',
      en: 'A leg failed three tries; the other one goes back. Now {held}.',
    },
  ],
  arb_naked: [
    {
      zh: '撤回也失败,敞口裸露({held}),已停止下单。请到交易所核对,再恢复或停止。',
      en: 'Going back failed too: a leg stands naked ({held}). Nothing more is ordered. Check at the exchange, then resume or stop.',
    },
  ],
};
