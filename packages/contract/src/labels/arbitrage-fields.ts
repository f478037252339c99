// Names and help of an arbitrage bot's fields: those no other type has, and (`arbitrage.key`) those that mean something
// else to it. fields.ts puts them among the others.

/** Fields that arbitrage brought in. */
export const arbitrageFieldLabels = {
  kind: {
    zh: '套利方式',
    en: 'Kind',
    help: {
      zh: '三角:一家交易所的三个交易对。跨所:两家交易所的同一个币。资金费:现货对冲合约。',
      en: 'Triangular: three pairs of one exchange. Cross: one coin on two exchanges. Funding: spot against its contract.',
    },
  },
  max_breakeven_days: {
    zh: '最长回本天数',
    en: 'Longest break-even',
    help: {
      zh: '按近三天费率,四腿手续费在这么多天内收得回才开仓。',
      en: 'It opens only when funding at the rates of three days pays the fees of all four legs within so many days.',
    },
  },
  exit_rate: {
    zh: '退出费率',
    en: 'Exit rate',
    help: {
      zh: '最近三次资金费率的均值低于此值,两腿一起平仓。',
      en: 'When the mean of the last three rates is below this, both legs are closed.',
    },
  },
  basis_target: {
    zh: '基差止盈',
    en: 'Basis target',
    help: {
      zh: '两腿价差的收益(扣四腿手续费)达到现货成本的这个比例时平仓;留空或 0 不用。',
      en: 'Closes when the two prices have gained this much of the spot cost after all fees; empty or 0 for never.',
    },
  },
  margin_guard: {
    zh: '保证金防护',
    en: 'Margin guard',
    help: {
      zh: '标记价距强平价低于此值时,两腿各减两成;不会划转资金。',
      en: 'When the mark is nearer to liquidation than this, both legs are reduced by a fifth; money is never transferred.',
    },
  },
  exchange_b: {
    zh: '另一家交易所',
    en: 'Other exchange',
    help: {
      zh: '须已绑定密钥并预先存好币;本策略从不提现。',
      en: 'Its key must be bound and the coin must already be there; nothing is ever withdrawn.',
    },
  },
  via: {
    zh: '经由币种',
    en: 'Through',
    help: {
      zh: '三角路径经过的币:USDT → 该币 → 交易币 → USDT,或反向。',
      en: 'The coin between: USDT to it, to the traded coin and back to USDT, or the other way round.',
    },
  },
  min_profit: {
    zh: '最低净利',
    en: 'Least net profit',
    help: {
      zh: '按可成交价扣除全部手续费后,至少赚这么多才下单。',
      en: 'What a trade must bring at prices that can be had, after all fees.',
    },
  },
  max_order: {
    zh: '单次上限',
    en: 'Most per trade',
    help: {
      zh: '一次最多投入的金额;留空或 0 为全部可用。',
      en: 'The most one trade spends; empty or 0 for all there is.',
    },
  },
  depth_share: {
    zh: '深度占比',
    en: 'Share of depth',
    help: {
      zh: '只吃掉前五档挂单量的这个比例。',
      en: 'It takes no more than this part of what stands in the first five levels.',
    },
  },
  inventory_floor: {
    zh: '库存下限',
    en: 'Inventory floor',
    help: {
      zh: '任一边的币或资金低于此比例时停手,等反向价差。',
      en: 'Below this part of coin or cash on one side it waits for the reverse difference.',
    },
  },
};

export const arbitrageMeanings = {
  'arbitrage.leverage': {
    zh: '空头杠杆',
    en: 'Leverage of the short',
    help: {
      zh: '只用于合约空头;越高,投在对冲上的资金越多,强平价也越近。',
      en: 'Of the short leg alone; the higher, the more of the money is hedged and the nearer the liquidation.',
    },
  },
};
