// Names and help of a custom bot's fields: those no other type has, and (`custom.key`) those that mean something else to
// it. fields.ts puts them among the others.

/** Fields that the custom bot brought in. */
export const customFieldLabels = {
  open: {
    zh: '开仓条件',
    en: 'Opening conditions',
    help: {
      zh: '由不成立变为成立时开仓,按已收盘的K线判断。只用外部信号时可留空。',
      en: 'It opens when they become true, judged on closed candles. May be empty when signals come by webhook.',
    },
  },
  add: {
    zh: '加仓条件',
    en: 'Adding conditions',
    help: {
      zh: '持仓中由不成立变为成立时加仓,直到做单数量用完。',
      en: 'While a position is open it adds when they become true, until all its orders are used.',
    },
  },
  close: {
    zh: '平仓条件',
    en: 'Closing conditions',
    help: {
      zh: '持仓中只要成立就平仓。止盈止损始终有效。',
      en: 'While they hold, an open position is closed. Take profit and stop work besides.',
    },
  },
  cooldown_s: {
    zh: '冷却时间',
    en: 'Cooldown',
    help: {
      zh: '两次开仓或加仓之间至少间隔,0 为不间隔;手动平仓后至少 60 秒。期间的信号不补,紧跟外部平仓信号的开仓除外。',
      en: 'The least time between two entries, 0 is none; 60 s after a close by hand. Signals within it are not caught up, but an opening right after a webhook’s close waits.',
    },
  },
  webhook: {
    zh: '外部信号',
    en: 'Webhook',
    help: {
      zh: '允许您自己的程序或行情工具通过专属网址发出开仓、加仓、平仓信号。',
      en: 'Lets your own program or charting tool send open, add and close signals to a private address.',
    },
  },
  webhook_signed: {
    zh: '要求签名',
    en: 'Signed only',
    help: {
      zh: '只接受带 X-Signature 的信号;开启后,知道网址也无法伪造。',
      en: 'Only signals with an X-Signature are taken; then knowing the address is not enough.',
    },
  },
  opposite_close: {
    zh: '反向信号平仓',
    en: 'Opposite closes',
    help: { zh: '反方向的开仓信号视为平仓。', en: 'An opening signal of the other side closes the position.' },
  },
};

export const customMeanings = {
  'custom.amount': {
    zh: '首单金额',
    en: 'First order',
    help: {
      zh: '每轮首单的金额;合约为名义价值。',
      en: 'What the first order of a round is worth; on contracts its notional.',
    },
  },
  'custom.stop_loss': {
    zh: '止损比例',
    en: 'Stop loss',
    help: {
      zh: '按持仓均价计算,不能关闭;合约须在强平之前。24 小时内两次止损则暂停。',
      en: 'From the average cost; it cannot be off, and on contracts it lies before liquidation. Two within 24 hours pause the bot.',
    },
  },
};
