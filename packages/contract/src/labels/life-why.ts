// The why-lines of a bot's life, whatever its kind: saved, started, paused, stopped, and what stops it from outside.
import type { Words } from './words.ts';

export const lifeWhys: Readonly<Record<string, readonly Words[]>> = {
  create: [{ zh: '策略已保存。', en: 'Saved.' }],
  update: [
    { zh: '已修改:{changed}。', en: 'Changed: {changed}.' },
    { zh: '参数已修改。', en: 'Parameters changed.' },
  ],
  delete: [{ zh: '策略已删除;日志和账单保留。', en: 'Deleted; its log and bill stay.' }],
  start: [{ zh: '策略开始运行。', en: 'It runs now.' }],
  resume: [
    {
      zh: '策略恢复运行;按现价重新挂单,错过的价位不补。',
      en: 'It runs again; orders are placed from the present price, what was missed is not caught up.',
    },
  ],
  pause_api: [
    {
      zh: 'API密钥失效,策略已暂停。密钥更换之前无法下单、撤单和平仓;已挂在交易所的单仍然有效。',
      en: 'The API key is no longer valid, so the bot pauses. Until it is replaced nothing can be placed, cancelled or closed; what rests at the exchange stays.',
    },
  ],
  pause: [
    {
      zh: '{pause};加仓的挂单已撤,平仓的挂单保留。',
      en: '{pause}; orders that add are cancelled, those that close stay.',
    },
    {
      zh: '已暂停;加仓的挂单已撤,平仓的挂单保留。',
      en: 'Paused; orders that add are cancelled, those that close stay.',
    },
  ],
  panic: [
    {
      zh: '紧急停止:已暂停,全部挂单(含止盈止损)已撤;持仓无人看管,直到您恢复。',
      en: 'Panic: paused, every order is cancelled, stops and targets included; what it holds is unguarded until you go on.',
    },
  ],
  panic_over: [
    {
      zh: '紧急停止已解除,回到之前的暂停({pause});平仓的挂单恢复。',
      en: 'Panic is over; back to the pause of before ({pause}). Orders that close return.',
    },
    { zh: '紧急停止已解除,回到之前的暂停。', en: 'Panic is over; back to the pause of before.' },
  ],
  paused: [
    { zh: '策略自行暂停:{pause}。', en: 'It paused itself: {pause}.' },
    { zh: '策略自行暂停。', en: 'It paused itself.' },
  ],
  stopped: [
    { zh: '{stop},策略已停止,没有挂单留在交易所。', en: '{stop}; stopped, no order is left at the exchange.' },
    { zh: '策略已停止,没有挂单留在交易所。', en: 'Stopped; no order is left at the exchange.' },
  ],
  stop_kept: [
    {
      zh: '挂单已全部撤销;{qty} {base} 留在交易所,不再有人看管。',
      en: 'All orders are cancelled; {qty} {base} stays on the exchange and nobody guards it.',
    },
  ],
  market_halted: [
    {
      zh: '交易所已暂停 {symbol} 的交易,策略随之暂停;恢复交易后自动继续。其他策略不受影响。',
      en: 'The exchange has halted {symbol}, so the bot pauses; it goes on by itself when trading resumes. Other bots are not affected.',
    },
  ],
  filters_changed: [
    {
      zh: '交易所更新了 {symbol} 的下单规则:价格步长 {price_step},数量步长 {qty_step},最小金额 {min_notional}。之后的委托按新规则取整。',
      en: 'The exchange has changed the order rules of {symbol}: price in steps of {price_step}, quantity of {qty_step}, at least {min_notional}. Orders from now on are rounded to them.',
    },
  ],
  steps_finer: [
    {
      zh: '{symbol} 的一笔委托以 {qty} {base} 的零头结束:交易所的数量步长变细了。策略从现在起按 {qty_step} 计数,零头随之后的委托一起平掉。',
      en: 'An order of {symbol} ended with a part of {qty} {base}: the exchange trades in finer steps now. The bot counts in steps of {qty_step} from here on, and the part goes with its next orders.',
    },
  ],
  failures_paused: [
    {
      zh: '10 分钟内 {count} 次下单失败,已暂停以免反复出错;止盈止损仍有效。',
      en: '{count} orders failed within 10 minutes; it paused rather than go on failing. Exits still work.',
    },
  ],
  stop_losses_paused: [
    {
      zh: '{hours} 小时内 {count} 次止损,已暂停,以免反复亏损;恢复前请检查行情与参数。',
      en: '{count} stop losses within {hours} hours; it paused rather than bleed in a loop. Look at market and settings before you resume.',
    },
  ],
  stopped_twice: [
    {
      zh: '24 小时内 {count} 次止损,已暂停以免反复亏损。',
      en: '{count} stop losses within 24 hours; it paused rather than go on losing.',
    },
  ],
  fuel_charged: [
    {
      zh: '新增盈利 {base_amount},按 {fee_rate}% 扣除服务费 {fuel} 燃料。',
      en: 'New profit of {base_amount}: the service fee of {fee_rate}% took {fuel} fuel.',
    },
  ],
  fuel_short: [
    {
      zh: '新增盈利 {base_amount} 的服务费为 {fuel} 燃料,燃料不足,其中 {owed} 记入欠费;实盘策略暂停,充入后请手动恢复。',
      en: 'The service fee on new profit of {base_amount} is {fuel} fuel; there was not enough, and {owed} of it is owed. Live bots pause; add fuel, then resume them.',
    },
  ],
  engine_fault: [
    {
      zh: '这个策略的数据无法处理,已单独停下,挂单保持原样;您的其他策略不受影响。',
      en: 'The figures of this bot cannot be processed; it was set aside with its orders as they stand. Your other bots go on.',
    },
  ],
  engine_back: [
    {
      zh: '这个策略已重新读取,与交易所核对后继续运行。',
      en: 'This bot was read again, compared with the exchange, and goes on.',
    },
  ],
  engine_kept: [
    {
      zh: '多次重试后,这个策略的数据仍无法保存,已暂停并搁置,挂单保持原样;您的其他策略不受影响。',
      en: 'After several tries the figures of this bot still cannot be saved; it is paused and stays set aside with its orders as they stand. Your other bots go on.',
    },
  ],
  engine_unread: [
    {
      zh: '这个策略的存档无法由当前版本读取,已单独搁置,挂单保持原样,不会交易;您的其他策略不受影响。',
      en: 'This version cannot read what was saved of this bot; it was set aside with its orders as they stand and does not trade. Your other bots go on.',
    },
  ],
  exchange_closed: [
    {
      zh: '本服务已不在该交易所交易,机器人已暂停,无人看管挂单和持仓;请在交易所自行处理,或等服务恢复后自动继续。',
      en: 'This service no longer trades at that exchange. The bot is paused and nobody guards its orders and position: deal with them there, or wait until it is opened again, when the bot goes on by itself.',
    },
  ],
  request_rejected: [{ zh: '操作未被执行。', en: 'The operation was not carried out.' }],
};
