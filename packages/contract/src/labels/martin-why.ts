// The why-lines of a martingale, and the words for what holds an add back (Watch.held): each sentence names the rule and
// the figures that made it act.
import type { Words } from './words.ts';

export const heldWords: Readonly<Record<string, Words>> = {
  guard_crash: { zh: '防瀑布生效,暂缓补仓', en: 'Crash guard: adds wait' },
  guard_trend: { zh: '趋势向下,暂缓补仓', en: 'Trend gate: adds wait' },
  guard_trend_unknown: { zh: '均线数据不足,暂缓补仓', en: 'Trend not known yet: adds wait' },
  step_missed: {
    zh: '补仓价已被越过,等价格回来再挂单',
    en: 'The next level was passed; it waits for the price to return',
  },
  cooldown: { zh: '冷却中,暂不开仓', en: 'Cooling down: nothing is opened' },
};

export const martinWhys: Readonly<Record<string, readonly Words[]>> = {
  martin_open: [
    {
      zh: '第 {round} 轮开始:按市价 {price} 下首单 {amount}。',
      en: 'Round {round} begins: first order of {amount} at market, {price}.',
    },
  ],
  martin_open_price: [
    {
      zh: '价格 {price} 到达开仓价 {level},第 {round} 轮首单 {amount}。',
      en: 'The price, {price}, met the entry {level}: first order of round {round}, {amount}.',
    },
  ],
  martin_open_conditions: [
    {
      zh: '开仓条件成立({conditions}),第 {round} 轮以 {price} 下首单 {amount}。',
      en: 'The entry conditions hold ({conditions}): first order of round {round} at {price}, {amount}.',
    },
  ],
  first_small: [
    {
      zh: '首单 {amount} 低于此刻的最小下单额 {min},已暂停;没有开仓。',
      en: 'The first order of {amount} is below the present minimum of {min}; it paused and opened nothing.',
    },
  ],
  first_failed: [
    {
      zh: '首单 {tries} 次未成交({refusal}),已暂停;没有开仓。',
      en: 'The first order failed {tries} times ({refusal}); it paused and opened nothing.',
    },
  ],
  add_bounced: [
    {
      zh: '跌破第 {step} 单的触发价 {level},最低 {best},反弹 {rate}% 至 {price};补仓 {amount}。',
      en: 'Order {step}: past its level {level}, best price {best}, bounced {rate} % to {price}; adding {amount}.',
    },
  ],
  add_reached: [
    {
      zh: '价格 {price} 到达第 {step} 单的触发价 {level};补仓 {amount}。',
      en: 'Order {step}: the price, {price}, met its level {level}; adding {amount}.',
    },
  ],
  add_held: [
    {
      zh: '第 {step} 单(触发价 {level})在 {price} 暂缓:{guard};止盈止损不受影响。',
      en: 'Order {step} (level {level}) waits at {price}: {guard}. Exits are not affected.',
    },
  ],
  add_disarmed: [
    {
      zh: '价格已回到 {price},第 {step} 单不再追补,重新等待 {level}。',
      en: 'The price is back at {price}: order {step} is not chased and waits for {level} again.',
    },
  ],
  add_skipped: [
    {
      zh: '第 {step} 单({amount})没有补上:{refusal};跳过,继续等下一级。',
      en: 'Order {step} ({amount}) was not placed: {refusal}. It is skipped, the next level follows.',
    },
  ],
  add_retried: [
    {
      zh: '第 {step} 单未成交({refusal}),第 {tries} 次;稍后自动重试。',
      en: 'Order {step} was not filled ({refusal}), attempt {tries}; it is tried again shortly.',
    },
  ],
  add_rebased: [
    {
      zh: '停顿期间已越过触发价,不立即补;按现价 {price} 重算,第 {step} 单改在 {level}。',
      en: 'Its level was passed meanwhile and is not caught up: from {price} on, order {step} waits at {level}.',
    },
  ],
  ladder_full: [
    {
      zh: '{step} 单已全部用完,不再补仓;均价 {average},再变动 {rate}% 到 {level} 即止盈。',
      en: 'All {step} orders are used. Average {average}; it takes {rate} % to {level} to get out in profit.',
    },
  ],
  profit_armed: [
    {
      zh: '现价 {price} 到达止盈价 {level}(均价 {average});开始跟踪,回撤 {rate}% 平仓。',
      en: 'The price, {price}, met the target {level} (average {average}); following it, a retrace of {rate} % closes.',
    },
  ],
  profit_missed: [
    {
      zh: '价格跳到 {price},已差于盈亏平衡价 {level};不亏本平仓,继续持有。',
      en: 'The price leapt to {price}, past break-even {level}; it is not closed at a loss and holds on.',
    },
  ],
  exit_refused: [
    {
      zh: '平仓单被拒({refusal}),第 {tries} 次;稍后自动重试。',
      en: 'The closing order was refused ({refusal}), attempt {tries}; it is tried again shortly.',
    },
  ],
  closed_tail: [
    {
      zh: '尾单止盈:第 {step} 单以 {price} 平掉 {qty},净赚 {profit};下次补仓价恢复为 {level}。',
      en: 'Tail: order {step} closed at {price}, {qty}, {profit} net; the next add is back at {level}.',
    },
  ],
  closed_unstuck: [
    {
      zh: '解套:以 {price} 平掉第 {step} 单的 {qty},结果 {profit},由已实现利润支付;预算还剩 {left}。',
      en: 'Unstuck: {qty} of order {step} closed at {price}, {profit}, paid from realised profit; {left} of the budget is left.',
    },
  ],
  martin_take_profit: [
    {
      zh: '第 {round} 轮止盈:均价 {average},以 {price} 平掉 {qty},净结果 {profit}。',
      en: 'Round {round} took profit: average {average}, {qty} closed at {price}, {profit} net.',
    },
  ],
  martin_stop_loss: [
    {
      zh: '第 {round} 轮止损:价格 {price} 越过均价 {average} 的 {rate}%;平掉 {qty},净结果 {profit}。',
      en: 'Round {round} was stopped: {price} is {rate} % past the average {average}; {qty} closed, {profit} net.',
    },
  ],
  martin_closed: [
    {
      zh: '您手动平仓,第 {round} 轮结束:均价 {average},以 {price} 平掉 {qty},净结果 {profit}。',
      en: 'You closed round {round}: average {average}, {qty} closed at {price}, {profit} net.',
    },
  ],
  martin_stopped: [
    {
      zh: '停止时平仓:第 {round} 轮均价 {average},以 {price} 平掉 {qty},净结果 {profit}。',
      en: 'Closed when it stopped: round {round}, average {average}, {qty} at {price}, {profit} net.',
    },
  ],
  martin_liquidated: [
    {
      zh: '第 {round} 轮被强平:交易所以 {price} 平掉 {qty},净结果 {profit};策略已停止。',
      en: 'Round {round} was liquidated: the exchange closed {qty} at {price}, {profit} net; the bot has stopped.',
    },
  ],
  stops_paused: [
    {
      zh: '24 小时内 {count} 次止损,已暂停,以免循环亏损。',
      en: '{count} stop losses within 24 hours: it paused so as not to bleed in a loop.',
    },
  ],
  manual_add_limit: [
    {
      zh: '手动补仓已到上限:最多 {max} 单。',
      en: 'No further add by hand: {max} orders are the most.',
    },
  ],
  manual_add_small: [
    {
      zh: '手动补仓 {amount} 低于最小下单额 {min},没有下单。',
      en: 'An add of {amount} is below the minimum of {min}; nothing was ordered.',
    },
  ],
  manual_add_refused: [{ zh: '手动补仓没有成交:{refusal}。', en: 'The add by hand was not filled: {refusal}.' }],
  martin_adopted: [
    {
      zh: '已接管上次保留的持仓 {qty},均价 {average}。',
      en: 'Took over the position that was kept: {qty}, average {average}.',
    },
  ],
  martin_not_adopted: [
    {
      zh: '保留的持仓与账面 {qty} 不符,不接管;开始新一轮。',
      en: 'The kept position does not match the books ({qty}) and is left aside; a new round begins.',
    },
  ],
  dual_long_done: [
    {
      zh: '做多一侧的轮次已完成,停在原地;做空一侧做完后策略停止。',
      en: 'The long side has done its rounds and rests; the bot stops when the short side has, too.',
    },
  ],
  dual_short_done: [
    {
      zh: '做空一侧的轮次已完成,停在原地;做多一侧做完后策略停止。',
      en: 'The short side has done its rounds and rests; the bot stops when the long side has, too.',
    },
  ],
  dual_long_paused: [
    {
      zh: '做多一侧自行暂停,为避免单侧敞口,做空一侧一并暂停;两侧的平仓单保留。',
      en: 'The long side paused itself; the short side pauses with it, so that none trades alone. Exits of both stay.',
    },
  ],
  dual_short_paused: [
    {
      zh: '做空一侧自行暂停,为避免单侧敞口,做多一侧一并暂停;两侧的平仓单保留。',
      en: 'The short side paused itself; the long side pauses with it, so that none trades alone. Exits of both stay.',
    },
  ],
  dual_long_liquidated: [
    {
      zh: '做多一侧被强平:做空一侧按市价平仓,策略停止。',
      en: 'The long side was liquidated: the short side is closed at market and the bot stops.',
    },
  ],
  dual_short_liquidated: [
    {
      zh: '做空一侧被强平:做多一侧按市价平仓,策略停止。',
      en: 'The short side was liquidated: the long side is closed at market and the bot stops.',
    },
  ],

  // Notes of the preview.
  note_dual: [
    {
      zh: '双向各用一半投入,在同一合约上各走各的轮次;账户会切换为双向持仓模式。',
      en: 'Each side has half of the money and lives its own rounds on one contract; the account goes to hedge mode.',
    },
  ],
  note_dual_worst_long: [
    {
      zh: '做多一侧更差:若它触发全部补仓且跌至止损,预计亏损 {amount}。',
      en: 'The long side is the worse one: if all its adds fill and its stop is hit, loss ≈ {amount}.',
    },
  ],
  note_dual_worst_short: [
    {
      zh: '做空一侧更差:若它触发全部补仓且涨至止损,预计亏损 {amount}。',
      en: 'The short side is the worse one: if all its adds fill and its stop is hit, loss ≈ {amount}.',
    },
  ],
  note_worst_loss: [
    {
      zh: '若触发全部补仓且价格再走到止损,预计亏损 {amount}。',
      en: 'If all adds fill and the stop is hit, loss ≈ {amount}.',
    },
  ],
  note_no_stop: [
    {
      zh: '止损已关闭:单边下跌没有任何限制,可能损失全部投入。',
      en: 'The stop loss is off: nothing limits the loss, and all of the investment can be lost.',
    },
  ],
  note_stop_before_add: [
    {
      zh: '止损价 {price} 先于第 {step} 单的触发价:该单及之后的补仓不会发生。',
      en: 'The stop at {price} comes before order {step}: it and the later adds will never be.',
    },
  ],
  note_vol_spacing: [
    {
      zh: '已开启波动间距:实际跌幅为表中的 0.5–3 倍。',
      en: 'Spacing by volatility is on: the real drops are 0.5 to 3 times those in the table.',
    },
  ],
  note_martin_risk: [
    {
      zh: '马丁策略在单边行情中可能损失全部投入。',
      en: 'A martingale can lose everything in a one-way market.',
    },
  ],
};
