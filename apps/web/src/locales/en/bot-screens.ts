// Words of the strategy list, the detail, the chart and the logs.
export const botScreens = {
  chart: {
    label: '{{symbol}} candles, {{timeframe}}',
    timeframe: 'Candle length',
    empty: 'No candles yet',
    bought: 'Bought',
    sold: 'Sold',
    buyOrder: 'Buy order',
    sellOrder: 'Sell order',
    credit: 'Charts by TradingView',
    outside: 'Outside the picture: {{list}}',
    kind: {
      upper: 'Upper',
      lower: 'Lower',
      average: 'Average',
      take_profit: 'Take profit',
      stop_loss: 'Stop loss',
      trigger: 'Trigger',
      buy: 'Buy',
      sell: 'Sell',
      last: 'Last',
    },
  },
} as const;
