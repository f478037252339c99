// The why-lines of what the exchange account says: orders and trades that are not the bot's, holdings that differ,
// funding, liquidation.
import type { Words } from './words.ts';

export const accountWhys: Readonly<Record<string, readonly Words[]>> = {
  kept_gone: [
    {
      zh: '停止时留下的 {booked} {asset} 在交易所只剩 {found};按成本 {cost} 了结,重新开始一轮。',
      en: 'Of the {booked} {asset} an earlier stop left, the exchange has {found}; it is let go at its cost of {cost}, and a new round begins.',
    },
  ],
  reserve_refused: [
    {
      zh: '预留保证金 {amount} 未能加到持仓;强平价比预估更近。',
      en: 'The reserve of {amount} could not be put behind the position; liquidation is nearer than estimated.',
    },
  ],
  drift_fill: [
    {
      zh: '交易所有一笔不属于本策略的成交:{qty} @ {price}。请核对后再恢复。',
      en: 'The exchange reports a fill that is not this bot’s: {qty} @ {price}. Check it before you resume.',
    },
  ],
  drift_order: [
    {
      zh: '交易所上有一张本策略不认识的挂单({cid})。请核对后再恢复。',
      en: 'The exchange holds an order this bot does not know ({cid}). Check it before you resume.',
    },
  ],
  drift_lost: [
    {
      zh: '交易所查不到本策略的一张挂单({cid})。请核对后再恢复。',
      en: 'The exchange does not know an order of this bot any more ({cid}). Check it before you resume.',
    },
  ],
  late_filled: [
    {
      zh: '撤单晚了一步:{price} 的{side}单已成交,按成交入账。',
      en: 'Too late to cancel: the {side} order at {price} had filled; the trade is booked.',
    },
    {
      zh: '撤单晚了一步:{side}单已成交,按成交入账。',
      en: 'Too late to cancel: the {side} order had filled; the trade is booked.',
    },
  ],
  late_gone: [
    {
      zh: '撤单时,{price} 的{side}单在交易所已被取消。',
      en: 'The {side} order at {price} had already been cancelled at the exchange.',
    },
    { zh: '撤单时,{side}单在交易所已被取消。', en: 'The {side} order had already been cancelled at the exchange.' },
  ],
  self_trade: [
    {
      zh: '{price} 的{side}单会与同一账户的另一张单成交,交易所已将它撤下;策略会再补上。',
      en: 'The {side} order at {price} would have traded with another order of this account; the exchange took it away, and the strategy sees to it again.',
    },
    {
      zh: '一张{side}单会与同一账户的另一张单成交,交易所已将它撤下;策略会再补上。',
      en: 'A {side} order would have traded with another order of this account; the exchange took it away, and the strategy sees to it again.',
    },
  ],
  drift_over: [{ zh: '交易所的 {asset} 与账面重新一致。', en: 'The exchange’s {asset} agrees with the books again.' }],
  drift_holdings: [
    {
      zh: '账面有 {booked} {asset},交易所只有 {found};可能在外部动用过。请核对后再恢复。',
      en: 'The books say {booked} {asset}, the exchange has {found}; it may have been moved elsewhere. Check it before you resume.',
    },
  ],
  manual_trade: [
    {
      zh: '账户上有一笔不是策略下的成交:{side} {qty} {base} @ {price}。没有记入任何策略,请确认。',
      en: 'A trade on the account that no strategy made: {side} {qty} {base} at {price}. No strategy booked it; please confirm.',
    },
  ],
  manual_taken: [
    {
      zh: '您把账户上的一笔人工成交并入本轮:{side} {qty} {base} @ {price},手续费 {fee} {quote},按手动补仓记账。',
      en: 'You gave a trade made by hand to this round: {side} {qty} {base} at {price}, fee {fee} {quote}, booked as an add by hand.',
    },
  ],
  manual_mine: [
    {
      zh: '您确认 {count} 笔成交是您自己的,与策略无关。',
      en: 'You said that {count} trades were your own and no strategy’s.',
    },
  ],
  orphan_cancelled: [
    {
      zh: '交易所上还有一张本策略停止后遗留的挂单({qty} @ {price}),已撤销。',
      en: 'An order left behind after this bot stopped ({qty} at {price}) was still at the exchange; it is cancelled.',
    },
    { zh: '遗留在交易所的一张挂单已撤销。', en: 'An order left behind at the exchange is cancelled.' },
  ],
  funding_paid: [
    {
      zh: '资金费结算:费率 {rate}%,按标记价 {mark} 计算,支付 {paid} USDT。',
      en: 'Funding was settled: {rate}% at a mark price of {mark}; {paid} USDT paid.',
    },
    {
      zh: '资金费结算:费率 {rate}%,支付 {paid} USDT(交易所未给出标记价)。',
      en: 'Funding was settled: {rate}%; {paid} USDT paid. The exchange told no mark price.',
    },
    {
      zh: '资金费结算:支付 {paid} USDT(交易所未给出费率)。',
      en: 'Funding was settled: {paid} USDT paid. The exchange told no rate.',
    },
  ],
  funding_received: [
    {
      zh: '资金费结算:费率 {rate}%,按标记价 {mark} 计算,收到 {paid} USDT。',
      en: 'Funding was settled: {rate}% at a mark price of {mark}; {paid} USDT received.',
    },
    {
      zh: '资金费结算:费率 {rate}%,收到 {paid} USDT(交易所未给出标记价)。',
      en: 'Funding was settled: {rate}%; {paid} USDT received. The exchange told no mark price.',
    },
    {
      zh: '资金费结算:收到 {paid} USDT(交易所未给出费率)。',
      en: 'Funding was settled: {paid} USDT received. The exchange told no rate.',
    },
  ],
  liquidated: [
    {
      zh: '标记价格到达强平价,交易所在 {price} 强制平仓 {qty},净结果 {profit};策略已停止。',
      en: 'The mark price reached liquidation; the exchange closed {qty} at {price}, {profit} net, and it stopped.',
    },
  ],
};
