// Words of panic, of the comparison with the exchange and of changes by hand, in English; the keys are the Chinese ones.
export const safety = {
  panic: {
    label: 'Panic stop',
    title: 'Panic stop: {{count}} strategies',
    go: 'Stop everything now',
    text: 'Pauses all your strategies and cancels every order of theirs at every exchange. Orders you placed yourself are not touched.',
    warning: 'Orders that take profit or stop losses go too: until you go on, nobody guards what is held.',
    after:
      'While an exchange cannot be reached the strategies pause at once all the same, and the cancels follow when it answers. One tap takes it back.',
  },
  calm: {
    label: 'End the panic stop',
    title: 'Go on with {{count}} strategies',
    go: 'Resume all',
    text: 'What ran before runs again with orders from the present price; what was paused before returns to that pause, with its closing orders only.',
    after: 'Each strategy checks balance, keys and exchange for itself; one that cannot go on says why.',
  },
  halted: 'Panic stop: {{count}} strategies have no order at all; nobody guards what they hold.',
  notBegun: 'Not done, please try again',
  agrees: {
    ok: 'Exchange agrees {{time}}',
    stale: 'Not compared since {{time}}',
    never: 'Not compared yet',
    differs: 'Exchange differs',
    title: 'Compared with the exchange',
    okText:
      'The last comparison found no difference. It is made every minute, and at once when a connection comes back.',
    staleText:
      'No comparison has succeeded for more than three minutes: the exchange may be away, or a difference is being looked at. It goes on by itself.',
    differsText: 'What the exchange has is not what the books say; below is when they last agreed.',
    neverText: 'Nothing was compared since the strategy started; the first time is within a minute.',
    at: 'Compared at',
    marketAt: 'Market time',
    orders: 'Open orders',
    ordersValue: '{{count}}, each as at the exchange',
    trades: 'Trades',
    tradesValue: '{{count}}, all booked',
    holding: '{{asset}} held',
    own: 'This strategy {{own}}',
    sums: 'All strategies {{booked}}, exchange {{found}}',
  },
  drift: {
    go: 'Resolve',
    later: 'Later',
    trades: '{{count}} trades on the account that no strategy made; please confirm.',
    shortage: '{{asset}}: the books say {{booked}}, the exchange {{found}}; the strategy is paused.',
    tradeTitle: 'Trades by hand on the account',
    tradeText:
      'These trades were made in the market of this strategy, and by no strategy. None has booked them, and all run on.',
    mine: 'They are mine',
    shortTitle: 'Exchange and books differ',
    shortText:
      'What the strategies of the account hold together is not what the exchange has: somebody sold, moved or changed it there. No strategy makes up for it by itself.',
    check: 'Compare again',
    stillShort: 'The exchange still differs from the books.',
    shortAfter:
      'Buy or move back what is missing, compare again, then resume; or stop the strategy and keep the position: its next start lets go of what is gone at cost.',
    booked: 'Booked by strategies',
    found: 'At the exchange',
    take: 'Give them to this strategy',
    takeText:
      'Or give them to the open round of this strategy: they are booked as one add by hand, at their own prices and fees, out of its money.',
    cannot: {
      kind: 'What a strategy of this kind holds belongs to cells or legs of its own; it takes no trades made by hand.',
      side: 'Trades against what this strategy holds cannot be given to it.',
      many: 'There are more than 20 trades by hand, too many to be booked one by one.',
      figures: 'Quantity, price or the coin of the fee have no exact place in the books.',
      none: 'There is no trade to give.',
      changed: 'Further trades were made by hand. Look at the list and answer again.',
      funds: 'The strategy has too little free: {{need}} needed, {{free}} {{coin}} free.',
    },
    buy: 'Bought {{qty}} {{asset}}',
    sell: 'Sold {{qty}} {{asset}}',
  },
} as const;
