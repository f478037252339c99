// 策略列表、详情、图表、日志的文字。
export const botScreens = {
  chart: {
    label: '{{symbol}} K线图,周期 {{timeframe}}',
    timeframe: 'K线周期',
    empty: '暂无K线',
    bought: '买入成交',
    sold: '卖出成交',
    buyOrder: '买单',
    sellOrder: '卖单',
    credit: '图表组件 TradingView',
    outside: '图外价位: {{list}}',
    kind: {
      upper: '上限',
      lower: '下限',
      average: '均价',
      take_profit: '止盈',
      stop_loss: '止损',
      trigger: '触发价',
      buy: '买单',
      sell: '卖单',
      last: '现价',
    },
  },
} as const;
