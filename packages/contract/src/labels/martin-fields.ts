// Names and help of a martingale's fields: those no other type has, and (`martin.key`) those that mean something else to
// it. fields.ts puts them among the others.

/** Fields that the martingale brought in. */
export const martinFieldLabels = {
  margin_mode: {
    zh: '保证金模式',
    en: 'Margin mode',
    help: { zh: '逐仓:亏损最多到该仓位的保证金。', en: 'Isolated: at most the margin of this position can be lost.' },
  },
  first_amount: {
    zh: '首单额度',
    en: 'First order',
    help: {
      zh: '每轮第一单的金额,后续补仓按倍数放大。合约为名义价值。',
      en: 'What the first order of a round is worth; the adds grow from it. On contracts it is the notional.',
    },
  },
  entry: {
    zh: '开仓方式',
    en: 'Entry',
    help: {
      zh: '每轮首单何时下:立即、到达价格,或满足指标条件。',
      en: 'When the first order of a round goes out: at once, at a price, or on conditions.',
    },
  },
  entry_price: {
    zh: '开仓价格',
    en: 'Entry price',
    help: {
      zh: '做多:价格不高于此价才开仓;做空:不低于此价。',
      en: 'A long opens at or below it, a short at or above it.',
    },
  },
  entry_conditions: {
    zh: '开仓条件',
    en: 'Entry conditions',
    help: {
      zh: '条件成立时开仓,按已收盘的K线判断。',
      en: 'It opens when they hold, judged on closed candles.',
    },
  },
  add_drop: {
    zh: '补仓跌幅',
    en: 'Add on drop',
    help: {
      zh: '比基准价再跌多少触发下一次补仓;做空为涨幅。',
      en: 'How far below the basis the next add waits; for a short, above it.',
    },
  },
  drop_scale: {
    zh: '跌幅系数',
    en: 'Drop scale',
    help: {
      zh: '每次补仓的跌幅是上一次的多少倍;1 为等距。',
      en: 'Each drop is this many times the last; 1 keeps them equal.',
    },
  },
  add_base: {
    zh: '跌幅基准',
    en: 'Drop basis',
    help: {
      zh: '跌幅从哪个价格算起:上一单成交价、首单价(逐级累加)或持仓均价。',
      en: 'Where a drop is measured from: the last fill, the first fill (drops add up) or the average.',
    },
  },
  add_callback: {
    zh: '补仓回调',
    en: 'Add callback',
    help: {
      zh: '触价后从最低点反弹多少才补仓;0 为到价即补。',
      en: 'After the trigger it waits for this bounce from the lowest price; 0 adds at the trigger.',
    },
  },
  steps: {
    zh: '逐单设置',
    en: 'Order by order',
    help: {
      zh: '为每次补仓单独设置跌幅、倍数(相对首单)和回调;留空的按上面的规则。',
      en: 'Drop, size (in first orders) and callback of each add; what is left empty follows the rules above.',
    },
  },
  tp_mode: {
    zh: '止盈方式',
    en: 'Exit mode',
    help: {
      zh: '全仓:按均价止盈,一次卖出。尾单:最后一单自己够利润就先卖它,阶梯退回一级。',
      en: 'Full sells everything on the average. Tail sells only the last lot on its own profit, and the ladder goes back one step.',
    },
  },
  tail_from: {
    zh: '尾单起始',
    en: 'Tail from',
    help: {
      zh: '做到第几单起启用尾单止盈;之前按全仓。',
      en: 'From this many orders on the tail is sold; before that, everything.',
    },
  },
  cycle: {
    zh: '循环方式',
    en: 'Rounds',
    help: {
      zh: '循环:止盈后自动开始下一轮。单次:一轮结束即停止。',
      en: 'Loop begins again after each exit. Once stops after the first.',
    },
  },
  loop_count: {
    zh: '循环次数',
    en: 'Number of rounds',
    help: { zh: '做完几轮后停止;0 为不限。', en: 'It stops after so many rounds; 0 is without end.' },
  },
  loop_interval: {
    zh: '循环间隔',
    en: 'Pause between rounds',
    help: {
      zh: '一轮结束后等多久开始下一轮;手动平仓后至少 60 秒。',
      en: 'How long it waits before the next round; at least 60 s after a manual close.',
    },
  },
  stop_off: {
    zh: '关闭止损',
    en: 'No stop loss',
    help: {
      zh: '打开后没有任何止损,单边下跌可能损失全部投入。',
      en: 'Switched on, nothing stops a loss; a one-way market can take everything.',
    },
  },
  guard_drop: {
    zh: '防瀑布',
    en: 'Crash guard',
    help: {
      zh: '短时间内跌幅(做空为涨幅)超过此值时暂缓补仓;不影响止盈止损。',
      en: 'Adds wait while the price has moved further than this in a short time; exits never wait.',
    },
  },
  guard_minutes: {
    zh: '防瀑布时长',
    en: 'Guard window',
    help: { zh: '用最近几分钟的最高价来量跌幅。', en: 'The minutes over which the move is measured.' },
  },
  trend_gate: {
    zh: '趋势过滤',
    en: 'Trend gate',
    help: {
      zh: '价格在 200 均线下方且均线向下时暂缓补仓;做空相反。',
      en: 'Adds wait while the price is below a falling 200-period average; for a short, above a rising one.',
    },
  },
  trend_tf: {
    zh: '趋势周期',
    en: 'Trend timeframe',
    help: { zh: '趋势过滤所看的K线周期。', en: 'The candles the trend gate looks at.' },
  },
  vol_spacing: {
    zh: '波动间距',
    en: 'Volatility spacing',
    help: {
      zh: '波动大时拉大补仓间距,小时缩小(0.5–3 倍);上一单成交时定下,不再变动。',
      en: 'Drops grow in wild markets and shrink in calm ones (0.5-3x); fixed when the order before has filled.',
    },
  },
  unstuck_budget: {
    zh: '解套预算',
    en: 'Unstuck budget',
    help: {
      zh: '补满后,用本策略已实现利润的这一比例逐步卖出套得最深的一单;0 为关闭。',
      en: 'With the ladder full, this share of its own realised profit may pay for closing the deepest lots; 0 is off.',
    },
  },
} as const;

/** Fields that mean something else to a martingale. */
export const martinMeanings = {
  'martin.take_profit': {
    zh: '止盈比例',
    en: 'Take profit',
    help: {
      zh: '按持仓均价(含手续费)计算,已扣除平仓手续费。',
      en: 'Measured from the average cost, fees of both sides included.',
    },
  },
  'martin.tp_callback': {
    zh: '盈利回调',
    en: 'Profit callback',
    help: {
      zh: '到止盈价后跟随最高价,回落这么多才平仓;须小于止盈比例,绝不在盈亏平衡价之下平仓。0 为到价即平。',
      en: 'Past the target it follows the best price and closes after this retrace, never below break-even. 0 closes at the target.',
    },
  },
  'martin.stop_loss': {
    zh: '止损比例',
    en: 'Stop loss',
    help: {
      zh: '低于均价这么多时市价平仓;做空为高于。合约留空则取 15% 与强平距离 70% 中较小者,不可关闭。24 小时内两次止损则暂停。',
      en: 'Closes at market this far past the average. On contracts it cannot be off: empty takes 15 % or 70 % of the way to liquidation. Two within 24 hours pause it.',
    },
  },
} as const;
