// Words of simulation and rank.
export const practice = {
  simulation: {
    title: 'Simulation',
    intro: 'Simulated market, paper money; losing runs stay listed',
    capital: 'Preset capital',
    realised: 'Realised profit',
    realisedRate: 'Realised rate',
    totalRate: 'Total rate',
    unrealised: 'Unrealised',
    drawdown: 'Max drawdown',
    days: 'Running {{time}}',
    empty: 'No simulated bots yet',
    emptyDetail: 'Your account at the local exchange holds paper money; you can create one right away.',
    create: 'New simulation',
    dayCount: '{{days}} d {{hours}} h',
    minuteCount: '{{minutes}} min',
    hourCount: '{{hours}} h {{minutes}} min',
    filters: { all: 'All', running: 'Running', paused: 'Paused', stopped: 'Stopped' },
    filterLabel: 'Status',
    noneHere: 'No bot has this status',
  },
  rank: {
    title: 'Rank',
    empty: 'Nobody qualifies yet',
    emptyDetail:
      'Simulated trading at the local exchange does not count. Once real exchanges are connected, people who meet the rules below and show their results appear here.',
    ruleTitle: 'How it works',
    rules: {
      score:
        'Net return of 30 days: realised profit plus change of open profit, over average capital (at least 500 USDT)',
      days: 'At least 7 days of live running and 10 settled rounds',
      capital: 'Average capital of at least 100 USDT, pairs with 5 M USDT of 24 h volume',
      losses: 'Open losses count; deleting or restarting a bot does not remove its losses',
      ties: 'Equal returns: the smaller drawdown stands first; updated hourly, top 100',
    },
    past: 'Past performance does not predict future results',
    toSimulation: 'See simulation',
  },
} as const;
