// The why-lines of a grid: its lines, its opening, the range that moves.
import type { Words } from './words.ts';

export const gridWhys: Readonly<Record<string, readonly Words[]>> = {
  fill_grid_buy: [
    {
      zh: '价格跌破第 {line} 线;已在 {next_price} 挂卖单,成交后净赚 {next_profit}。',
      en: 'Price fell through line {line}; sell placed at {next_price}, {next_profit} net if it fills.',
    },
    {
      zh: '价格跌破第 {line} 线;已在 {next_price} 挂卖单。',
      en: 'Price fell through line {line}; sell placed at {next_price}.',
    },
    {
      zh: '价格跌破 {price} 这条线;已在上一线挂卖单。',
      en: 'Price fell through the line at {price}; sell placed one line above.',
    },
  ],
  fill_grid_sell: [
    {
      zh: '价格升破第 {line} 线,与 {pair_price} 的买入配对;已在 {next_price} 重挂买单。',
      en: 'Price rose through line {line}; paired with the buy at {pair_price}. New buy placed at {next_price}.',
    },
    {
      zh: '价格升破第 {line} 线,与 {pair_price} 的买入配对。',
      en: 'Price rose through line {line}; paired with the buy at {pair_price}.',
    },
    {
      zh: '价格升破 {price} 这条线,与下一线的买入配对。',
      en: 'Price rose through the line at {price}; paired with the buy one line below.',
    },
  ],
  fill_trail: [{ zh: '区间上移时的成交。', en: 'Traded while the range moved up.' }],
  fill_dust: [
    {
      zh: '手续费以币收取留下的零头,已凑够一单卖出。',
      en: 'Left-over coin from fees had grown to an order’s size and was sold.',
    },
  ],
  trailed_up: [
    {
      zh: '价格高出上限一格,区间上移到 {lower}–{upper}。',
      en: 'Price was one grid above the range; it moved up to {lower}–{upper}.',
    },
  ],
  trail_funds: [
    {
      zh: '剩余资金不足以在 {price} 挂买单,区间不再上移。',
      en: 'Not enough cash is left for a buy at {price}; the range moves up no further.',
    },
  ],
  investment_low: [
    {
      zh: '可用 {amount},按此设置至少需要 {min};未下任何单,已暂停。',
      en: '{amount} available, these settings need at least {min}; nothing was ordered and it paused.',
    },
  ],
  opening_failed: [
    {
      zh: '开仓 {tries} 次未成交({refusal}),已暂停;没有开仓。',
      en: 'The opening order failed {tries} times ({refusal}); it paused and opened nothing.',
    },
  ],
  sale_refused: [
    {
      zh: '平仓被拒({refusal}),第 {tries} 次;稍后自动重试。',
      en: 'The close was refused ({refusal}), attempt {tries}; it is tried again shortly.',
    },
  ],
  line_missing: [
    {
      zh: '{price} 的{side}单没有挂上:{refusal};会自动重试。',
      en: 'The {side} order at {price} is missing: {refusal}. It is tried again by itself.',
    },
    {
      zh: '{price} 这条线没有挂上单:{refusal};会自动重试。',
      en: 'No order rests on the line at {price}: {refusal}. It is tried again by itself.',
    },
  ],
};
