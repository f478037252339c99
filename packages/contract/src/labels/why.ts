// The why-line of a log row: one sentence with its figures, in the tone "what happened, why, what now". Rows carry a key
// and figures; the sentence is made when it is read, in the reader's language, so old rows follow a change of language.
import type { Lang } from '../envelope.ts';
import { arbitrageWhys } from './arbitrage-why.ts';
import { conditionWords } from './condition-words.ts';
import { customWhys } from './custom-why.ts';
import { fieldLabel } from './fields.ts';
import { moneyFigure, plainFigure, signedFigure } from './figures.ts';
import { heldWords, martinWhys } from './martin-why.ts';
import { pauseWords, refusalWords, sideWords, stopWords, type Words, wordsOf } from './words.ts';

export type Figures = Readonly<Record<string, string | number>>;

/** Sentences of one key, the fullest first: the first whose figures are all known is said. */
type Sentences = readonly Words[];

const whys: Readonly<Record<string, Sentences>> = {
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

  // Said of every kind and of both directions: none of them tells whether it bought or sold.
  fill_entry: [
    { zh: '开仓成交:{qty} {base},价格 {price}。', en: 'Opening order filled: {qty} {base} at {price}.' },
    { zh: '开仓成交。', en: 'The opening order filled.' },
  ],
  fill_manual_add: [{ zh: '手动补仓已成交。', en: 'The manual add filled.' }],
  fill_add: [
    { zh: '补仓成交:{qty} {base},价格 {price}。', en: 'Add filled: {qty} {base} at {price}.' },
    { zh: '补仓成交。', en: 'An add filled.' },
  ],
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
  fill_close: [{ zh: '按市价平仓。', en: 'Closed at market.' }],
  fill_take_profit: [{ zh: '到达止盈价,平仓成交。', en: 'Take-profit price reached; closed.' }],
  fill_stop_loss: [
    {
      zh: '到达止损价,按市价平仓;成交价可能差于止损价。',
      en: 'Stop price reached; closed at market, which may be worse than the stop price.',
    },
  ],
  fill_guard: [
    {
      zh: '交易所里的保护止损成交:{qty} {base},价格 {price};本轮按止损结束。',
      en: 'The protective stop at the exchange traded: {qty} {base} at {price}. The round ends as by a stop loss.',
    },
    { zh: '交易所里的保护止损已成交。', en: 'The protective stop at the exchange traded.' },
  ],
  guard_placed: [
    {
      zh: '已在交易所挂保护止损:触发价 {price},连不上时由交易所平仓。',
      en: 'Protective stop placed at the exchange: it triggers at {price}, should we not be there to act.',
    },
  ],
  guard_removed: [
    {
      zh: '持仓保留,交易所里的保护止损({price})已撤。',
      en: 'What it holds is kept; the protective stop at the exchange ({price}) is taken away.',
    },
  ],
  fill_trail: [{ zh: '区间上移时的成交。', en: 'Traded while the range moved up.' }],
  fill_dust: [
    {
      zh: '手续费以币收取留下的零头,已凑够一单卖出。',
      en: 'Left-over coin from fees had grown to an order’s size and was sold.',
    },
  ],

  closed_stop: [
    { zh: '停止时按市价平仓 {qty},净结果 {profit}。', en: 'Closed {qty} at market when it stopped, {profit} net.' },
    { zh: '停止时已平仓。', en: 'What it held was closed when it stopped.' },
  ],
  closed_stop_loss: [
    {
      zh: '价格到 {price},触发止损;平仓 {qty},净结果 {profit}。',
      en: 'Price came to {price} and hit the stop; closed {qty}, {profit} net.',
    },
    { zh: '触发止损,已平仓。', en: 'The stop was hit; what it held was closed.' },
  ],
  closed_take_profit: [
    {
      zh: '价格到 {price},触发止盈;平仓 {qty},净结果 {profit}。',
      en: 'Price came to {price} and reached the take profit; closed {qty}, {profit} net.',
    },
    { zh: '触发止盈,已平仓。', en: 'The take profit was reached; what it held was closed.' },
  ],
  closed_round: [
    {
      zh: '您手动平仓 {qty},净结果 {profit};稍后按现价开始新一轮。',
      en: 'You closed {qty}, {profit} net; a new round starts shortly from the present price.',
    },
    { zh: '您手动平仓;稍后开始新一轮。', en: 'You closed it; a new round starts shortly.' },
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
  order_refused: [
    {
      zh: '{refuser}拒绝了 {price} 的{side}单:{refusal}。',
      en: '{refuser} refused the {side} order at {price}: {refusal}.',
    },
    { zh: '{refuser}拒绝了下单:{refusal}。', en: '{refuser} refused an order: {refusal}.' },
    { zh: '下单被拒:{refusal}。', en: 'An order was refused: {refusal}.' },
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
  kept_gone: [
    {
      zh: '停止时留下的 {booked} {asset} 在交易所只剩 {found};按成本 {cost} 了结,重新开始一轮。',
      en: 'Of the {booked} {asset} an earlier stop left, the exchange has {found}; it is let go at its cost of {cost}, and a new round begins.',
    },
  ],
  reserve_refused: [
    {
      zh: '预留保证金 {amount} 未能加到持仓;强平价比预估更近。',
      en: 'The reserve of {amount} could not be put behind the position; liquidation is nearer than estimated.',
    },
  ],
  drift_fill: [
    {
      zh: '交易所有一笔不属于本策略的成交:{qty} @ {price}。请核对后再恢复。',
      en: 'The exchange reports a fill that is not this bot’s: {qty} @ {price}. Check it before you resume.',
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
  drift_order: [
    {
      zh: '交易所上有一张本策略不认识的挂单({cid})。请核对后再恢复。',
      en: 'The exchange holds an order this bot does not know ({cid}). Check it before you resume.',
    },
  ],
  manual_trade: [
    {
      zh: '账户上有一笔不是策略下的成交:{side} {qty} {base} @ {price}。没有记入任何策略,请确认。',
      en: 'A trade on the account that no strategy made: {side} {qty} {base} at {price}. No strategy booked it; please confirm.',
    },
  ],
  manual_taken: [
    {
      zh: '您把账户上的一笔人工成交并入本轮:{side} {qty} {base} @ {price},手续费 {fee} {quote},按手动补仓记账。',
      en: 'You gave a trade made by hand to this round: {side} {qty} {base} at {price}, fee {fee} {quote}, booked as an add by hand.',
    },
  ],
  manual_mine: [
    {
      zh: '您确认 {count} 笔成交是您自己的,与策略无关。',
      en: 'You said that {count} trades were your own and no strategy’s.',
    },
  ],
  drift_over: [{ zh: '交易所的 {asset} 与账面重新一致。', en: 'The exchange’s {asset} agrees with the books again.' }],
  orphan_cancelled: [
    {
      zh: '交易所上还有一张本策略停止后遗留的挂单({qty} @ {price}),已撤销。',
      en: 'An order left behind after this bot stopped ({qty} at {price}) was still at the exchange; it is cancelled.',
    },
    { zh: '遗留在交易所的一张挂单已撤销。', en: 'An order left behind at the exchange is cancelled.' },
  ],
  drift_holdings: [
    {
      zh: '账面有 {booked} {asset},交易所只有 {found};可能在外部动用过。请核对后再恢复。',
      en: 'The books say {booked} {asset}, the exchange has {found}; it may have been moved elsewhere. Check it before you resume.',
    },
  ],
  engine_fault: [
    {
      zh: '这个策略的数据无法处理,已单独停下,挂单保持原样;您的其他策略不受影响。',
      en: 'The figures of this bot cannot be processed; it was set aside with its orders as they stand. Your other bots go on.',
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
  ...arbitrageWhys,
  ...customWhys,
  ...martinWhys,
  buy_skipped: [
    {
      zh: '本次定投 {amount} 未成交:{refusal};不补买,等下一个时点。',
      en: 'This buy of {amount} did not happen: {refusal}. It is not caught up; the next time comes.',
    },
  ],
  slots_missed: [
    {
      zh: '停机或暂停期间错过 {count} 个时点;不补买,等下一个。',
      en: '{count} times passed while it was down or paused; they are not caught up.',
    },
  ],
  buys_done: [
    {
      zh: '本轮 {count} 次定投已全部完成,只等退出条件。',
      en: 'All {count} buys of the round are done; it waits for its exit.',
    },
  ],
  safety_skipped: [
    {
      zh: '第 {step} 张补仓单({price},{amount})本轮不再挂出:{refusal}。',
      en: 'Safety order {step} ({price}, {amount}) is left out of this round: {refusal}.',
    },
  ],
  target_missing: [
    {
      zh: '{price} 的止盈单没有挂上:{refusal};会自动重试。',
      en: 'The take-profit order at {price} is missing: {refusal}. It is tried again by itself.',
    },
  ],
  add_refused: [
    { zh: '手动补仓 {amount} 未成交:{refusal}。', en: 'The add of {amount} did not happen: {refusal}.' },
    { zh: '手动补仓未成交:{refusal}。', en: 'The add did not happen: {refusal}.' },
  ],
  stopped_twice: [
    {
      zh: '24 小时内 {count} 次止损,已暂停以免反复亏损。',
      en: '{count} stop losses within 24 hours; it paused rather than go on losing.',
    },
  ],
  dca_closed_take_profit: [
    {
      zh: '到达止盈,平仓 {qty},净结果 {profit};现价 {price}。',
      en: 'The take profit was reached; closed {qty}, {profit} net, at about {price}.',
    },
  ],
  dca_closed_stop_loss: [
    {
      zh: '价格到 {price},触发止损;平仓 {qty},净结果 {profit}。',
      en: 'Price reached {price} and hit the stop; closed {qty}, {profit} net.',
    },
  ],
  dca_closed_stop: [
    { zh: '停止时按市价平仓 {qty},净结果 {profit}。', en: 'Closed {qty} at market when it stopped, {profit} net.' },
  ],
  dca_closed_round: [
    {
      zh: '您手动平仓 {qty},净结果 {profit};稍后开始新一轮。',
      en: 'You closed {qty}, {profit} net; a new round follows.',
    },
  ],
  funding_paid: [
    {
      zh: '资金费结算:费率 {rate}%,按标记价 {mark} 计算,支付 {paid} USDT。',
      en: 'Funding was settled: {rate}% at a mark price of {mark}; {paid} USDT paid.',
    },
  ],
  funding_received: [
    {
      zh: '资金费结算:费率 {rate}%,按标记价 {mark} 计算,收到 {paid} USDT。',
      en: 'Funding was settled: {rate}% at a mark price of {mark}; {paid} USDT received.',
    },
  ],
  liquidated: [
    {
      zh: '标记价格到达强平价,交易所在 {price} 强制平仓 {qty},净结果 {profit};策略已停止。',
      en: 'The mark price reached liquidation; the exchange closed {qty} at {price}, {profit} net, and it stopped.',
    },
  ],
  request_rejected: [{ zh: '操作未被执行。', en: 'The operation was not carried out.' }],
};

/** The keys that have sentences. */
export const whyKeys: readonly string[] = Object.keys(whys);

/** Of a bot of two sides: which of them a row is about. */
const positions: Readonly<Record<string, Words>> = {
  long: { zh: '做多:', en: 'Long side: ' },
  short: { zh: '做空:', en: 'Short side: ' },
};

/** The sentence of a row; empty for a key that has none. */
export function whyText(why: string, figures: Figures, lang: Lang): string {
  if (!Object.hasOwn(whys, why)) return '';
  const position = Object.hasOwn(figures, 'position') ? String(figures['position']) : '';
  const whose = Object.hasOwn(positions, position) ? wordsOf(positions, position, lang) : '';
  for (const sentence of whys[why] ?? []) {
    const said = complete(sentence[lang], figures, lang);
    if (said !== null) return whose + said;
  }
  return '';
}

function complete(template: string, figures: Figures, lang: Lang): string | null {
  let known = true;
  const text = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const said = sayFigure(name, figures, lang);
    if (said === '') known = false;
    return said;
  });
  return known ? text : null;
}

/** One figure as a reader sees it; empty when the row does not have it. */
function sayFigure(name: string, figures: Figures, lang: Lang): string {
  const value = (key: string) => (Object.hasOwn(figures, key) ? (figures[key] ?? '') : '');
  const reason = String(value('reason'));
  switch (name) {
    case 'pause':
      return wordsOf(pauseWords, reason, lang);
    case 'stop':
      return wordsOf(stopWords, reason, lang);
    case 'refusal':
      return wordsOf(refusalWords, reason, lang);
    case 'refuser':
      return wordsOf(refusers, String(value('by')), lang);
    case 'side':
      return lowerFirst(wordsOf(sideWords, String(value('side')), lang));
    case 'guard':
      return lowerFirst(wordsOf(heldWords, String(value('guard')), lang));
    case 'changed':
      return String(value(name))
        .split(/,\s*/)
        .flatMap((key) => (key === '' ? [] : [fieldLabel(key, lang)]))
        .join(lang === 'zh' ? '、' : ', ');
    case 'profit':
    case 'next_profit':
      return value(name) === '' ? '' : signedFigure(value(name));
    case 'held':
    case 'conditions':
      return conditionWords(String(value(name)), lang);
    case 'id':
      return String(value(name));
    case 'signal':
      return lowerFirst(wordsOf(signalWords, String(value('action')), lang));
    case 'left':
    case 'amount':
    case 'free':
    case 'min':
      return value(name) === '' ? '' : `${moneyFigure(value(name))} USDT`;
    default:
      return value(name) === '' ? '' : plainFigure(value(name));
  }
}

const signalWords: Readonly<Record<string, Words>> = {
  open: { zh: '开仓', en: 'Open' },
  add: { zh: '加仓', en: 'Add' },
  close: { zh: '平仓', en: 'Close' },
};

const refusers: Readonly<Record<string, Words>> = {
  risk: { zh: '风控', en: 'Risk control' },
  venue: { zh: '交易所', en: 'The exchange' },
};

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
