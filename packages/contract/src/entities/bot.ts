// A bot as its owner sees it: list row, detail and editable configuration. Figures of one answer agree with each other:
// profit + unrealized = total_profit, and the parts of `profit_parts` add up to its total to the last digit.
import * as z from 'zod';
import { decimal, decimalOrNull, exchangeCode, flag, id, marketKind, timeMs } from '../wire.ts';
import { botKind } from './bot-type.ts';
import { legName, position } from './position.ts';

export const botStatus = z.enum(['running', 'paused', 'stopped']);
export const phase = z.enum(['idle', 'waiting', 'opening', 'holding', 'closing', 'cooldown', 'error']);
export const pauseReason = z.enum([
  '',
  'user',
  'fuel',
  'api',
  'maintenance',
  'risk',
  'balance',
  'exchange',
  'operator',
]);
export const stopReason = z.enum([
  '',
  'user',
  'take_profit',
  'stop_loss',
  'rounds_done',
  'liquidated',
  'delisted',
  'operator',
]);
export const side = z.enum(['buy', 'sell']);
export const direction = z.enum(['long', 'short', 'dual', 'neutral']);
/** Parameters by their field keys: decimal strings, option values, 0|1 switches as '0'|'1', counts as numbers. */
export const botParams = z.record(z.string(), z.unknown());

const identity = {
  id,
  name: z.string(),
  exchange: exchangeCode,
  market: marketKind,
  type_id: id,
  type: botKind,
  symbol: z.string(),
  status: botStatus,
  version: z.int(),
};

/** The names of the specification at the top level; null where a category gives them no meaning. */
const mirrored = {
  investment: decimal,
  multiplier: decimalOrNull,
  max_positions: z.int().nullable(),
  take_profit: decimalOrNull,
  stop_loss: decimalOrNull,
  grid_levels: z.int().nullable(),
  grid_spacing: decimalOrNull,
};

/** Of one coin or contract: the bot's own, what all bots of the account hold together, what the exchange has. */
const comparedHolding = z.object({ asset: z.string(), own: decimal, booked: decimal, found: decimal });

/** The last comparison with the exchange that found nothing to say (extension). */
export const botAgreement = z.object({
  at: timeMs,
  market_at: timeMs,
  /** Older than three minutes. */
  stale: flag,
  orders: z.int().min(0),
  trades: z.int().min(0),
  holdings: z.array(comparedHolding),
});
export type BotAgreement = z.output<typeof botAgreement>;

/** What was done by hand beside the bot and waits for its owner's answer (extension). */
export const botDrift = z.object({
  /** shortage: the exchange has not what the books say; the bot is paused · trade: somebody traded in its market. */
  kind: z.enum(['shortage', 'trade']),
  asset: z.string(),
  /** Of a shortage. */
  booked: decimalOrNull,
  found: decimalOrNull,
  /** The newest 20, and how many there were. */
  trades: z.array(z.object({ side, price: decimal, qty: decimal, at: timeMs })),
  count: z.int().min(0),
  at: timeMs,
});
export type BotDrift = z.output<typeof botDrift>;

export const bot = z.object({
  ...identity,
  exchange_name: z.string(),
  type_name: z.string(),
  symbols: z.array(z.string()).optional(),
  direction,
  leverage: z.int(),
  margin_mode: z.enum(['isolated', 'cross']),
  simulate: flag,
  public: flag,
  phase,
  pause_reason: pauseReason,
  stop_reason: stopReason,
  ...mirrored,
  /** What `stop_loss` and `take_profit` are counted in. */
  stop_unit: z.enum(['percent', 'price']),
  /** Net realised over its whole life. */
  profit: decimal,
  /** Percent of the investment. */
  profit_rate: decimal,
  profit_today: decimal,
  unrealized: decimal,
  total_profit: decimal,
  total_rate: decimal,
  rounds: z.int(),
  win_rounds: z.int(),
  adds_used: z.int(),
  position_count: z.int(),
  fuel_used: decimal,
  /** Percent. */
  max_drawdown: decimal,
  params: botParams,
  source_id: id.optional(),
  last_error: z.object({ code: z.int(), msg: z.string(), at: timeMs }).optional(),
  started_at: timeMs.optional(),
  stopped_at: timeMs.optional(),
  run_seconds: z.int(),
  created_at: timeMs,
  updated_at: timeMs,
  // Extension: what a list row draws without another call.
  /** Last price of its market; null before the first print. */
  price: decimalOrNull,
  /** Equity over its life for the row's sparkline, at most 30 values, oldest first. */
  curve: z.array(decimal),
  /** Its market is generated or replayed, or it trades paper money: the screen says simulated. */
  simulated_market: flag,
  /** Of a live bot; null = its exchange has not been compared with it since it started. */
  agrees: botAgreement.nullable().optional(),
  /** Null = nothing waits for an answer. */
  drift: botDrift.nullable().optional(),
  /** Stopped by panic: paused, without any order. */
  halted: flag.optional(),
});
export type Bot = z.output<typeof bot>;

export const botOrder = z.object({
  side,
  price: decimal,
  qty: decimal,
  filled: decimal,
  type: z.enum(['limit', 'market']),
  /** Why it exists (extension). */
  purpose: z.enum([
    'entry',
    'grid',
    'add',
    'manual_add',
    'close',
    'take_profit',
    'stop_loss',
    'trail',
    'dust',
    'unstuck',
    'leg',
    'unwind',
  ]),
  status: z.enum(['intended', 'open', 'cancelling', 'unknown']),
});
export type BotOrder = z.output<typeof botOrder>;

/**
 * live: an order rests on the line · pending: sent, not confirmed yet · empty: the line beside the price that waits for
 * a neighbour's fill · missing: an order should rest here and does not; `reason` says why.
 */
export const gridLine = z.object({
  /** 0 = the lowest line. */
  line: z.int().min(0),
  price: decimal,
  side: z.enum(['buy', 'sell', '']),
  state: z.enum(['live', 'pending', 'empty', 'missing']),
  qty: decimal,
  filled: decimal,
  /** Key of the reason, empty when nothing is wrong. */
  reason: z.string(),
  /** The reason in the caller's language. */
  reason_text: z.string(),
});
export type GridLine = z.output<typeof gridLine>;

/** A fill as the chart marks it. */
export const fillMark = z.object({
  t: timeMs,
  side,
  price: decimal,
  qty: decimal,
  /** In quote, at the fill's own price. */
  fee: decimal,
  /** Why it was traded; liquidation = by force of the venue. */
  purpose: z.enum([...botOrder.shape.purpose.options, 'liquidation']),
});

export const profitParts = z.object({
  /** Net of matched grid pairs (of closed rounds for other categories). */
  grid: decimal,
  /** Net realised by anything else: stop, manual close, dust. */
  other: decimal,
  unrealized: decimal,
  /** All funding so far, settled (inside the parts above) or pending (inside `unrealized`). */
  funding: decimal.optional(),
  /** grid + other + unrealized, exactly. */
  total: decimal,
  /** Percent of the investment. */
  total_rate: decimal,
  grid_rate: decimal,
  grid_today: decimal,
  /** Exchange fees paid so far in quote; the parts above are already net of them. */
  fees: decimal,
  fuel: decimal,
  pairs: z.int(),
  pairs_today: z.int(),
});

/** What the present round waits for (extension). Prices null = none. */
export const botWatch = z.object({
  side: z.enum(['long', 'short']),
  /** 0 = none yet. */
  round: z.int(),
  /** Orders of the ladder filled, the first included, and how many there may be. */
  adds: z.int(),
  max_adds: z.int(),
  average: decimalOrNull,
  next_add_price: decimalOrNull,
  take_profit_price: decimalOrNull,
  stop_loss_price: decimalOrNull,
  /** A callback that is being followed: the best price so far, and where it fires. */
  trail: z.object({ of: z.enum(['add', 'take_profit']), best: decimal, fire: decimal }).nullable(),
  /** Why adds or the entry wait although the price is there. */
  held: z.array(z.object({ key: z.string(), text: z.string() })),
  next_at: timeMs.nullable(),
});
export type BotWatch = z.output<typeof botWatch>;

/** Of a bot on a contract (extension). */
export const botMargin = z.object({
  mode: z.enum(['isolated', 'cross']),
  leverage: z.int(),
  /** Cash as the exchange shows it, and what of it stands behind the position. */
  wallet: decimal,
  position_margin: decimal,
  reserve: decimal,
  free: decimal,
  mark_price: decimalOrNull,
  liq_price: decimalOrNull,
  /** From the mark to liquidation, in percent. */
  liq_distance: decimalOrNull,
  /** After every order that waits has filled, by the preview of its params. */
  worst_liq_price: decimalOrNull,
  /** Where the protective stop that stands at the exchange triggers; null = none stands. */
  guard_price: decimalOrNull,
  /** What of the position that stop does not cover, in coin. */
  unguarded: decimalOrNull,
  funding: decimal,
});

export const priceLine = z.object({
  kind: z.enum(['average', 'add', 'take_profit', 'stop_loss', 'liquidation']),
  price: decimal,
  step: z.int().optional(),
});

const ladderOrder = z.object({
  step: z.int(),
  trigger: decimal,
  amount: decimal,
  filled: flag,
  /** Of the position after this order, fees included; absent where the machine does not say it. */
  average: decimal.optional(),
});

/** One leg of a bot that has several (extension). Amounts are in the leg's own quote coin. */
export const botLeg = z.object({
  leg: legName,
  bot_id: id,
  exchange: exchangeCode,
  market: marketKind,
  symbol: z.string(),
  side: z.enum(['long', 'short']),
  leverage: z.int(),
  /** Coin held; of a short what is owed. */
  qty: decimal,
  avg_price: decimal,
  /** What the coin held cost with fees; of a short what it brought. */
  cost: decimal,
  /** Null before the first print. */
  mark_price: decimalOrNull,
  liq_price: decimalOrNull,
  unrealized: decimal,
  realized: decimal,
  fee: decimal,
  funding: decimal,
  orders: z.array(botOrder),
  status: botStatus,
  /** Of a leg that decides for itself (a side of a martingale of two), what a bot of its own would say. */
  phase: phase.optional(),
  watch: botWatch.nullable().optional(),
  ladder: z.array(ladderOrder).optional(),
  margin: botMargin.nullable().optional(),
  can_add: flag.optional(),
});
export type BotLeg = z.output<typeof botLeg>;

/** What a bot of several legs says beside them. */
export const legFigure = z.object({
  key: z.string(),
  label: z.string(),
  unit: z.enum(['percent', 'quote', 'base', 'price', 'count']),
  value: z.string(),
});

/** What closing all that a bot holds at the last price would come to, in quote (extension). */
export const botClosing = z.object({
  /** Null of a bot of several legs. */
  price: decimalOrNull,
  /** What is traded for it, over all legs, and the taker's fee for that. */
  value: decimal,
  fee: decimal,
  /** What is open, less the fee. */
  profit: decimal,
  /** All the bot would have earned then, and what its money would be. */
  total_profit: decimal,
  balance: decimal,
});
export type BotClosing = z.output<typeof botClosing>;

/** Of a bot that is set aside (4026) `resume` alone, which has it tried again. */
const can = z.object({
  start: flag,
  stop: flag,
  pause: flag,
  resume: flag,
  add: flag,
  close: flag,
  edit: flag,
  delete: flag,
  /** Why the foremost of them is refused, in the caller's language; empty when nothing is. */
  reason: z.string(),
});

export const botDetail = bot.extend({
  /** Of a bot that trades by a key (extension): the key bound to its account; null = none is bound to it any more. */
  key: z.object({ label: z.string(), key_mask: z.string() }).nullable().optional(),
  position: position.nullable(),
  positions: z.array(position),
  orders: z.array(botOrder),
  ladder: z.array(ladderOrder),
  grid: z.array(gridLine).optional(),
  /** Of a bot of several legs: its legs and what it says beside them; `position` is null then. */
  legs: z.array(botLeg).optional(),
  figures: z.array(legFigure).optional(),
  watch: botWatch.nullable().optional(),
  margin: botMargin.nullable().optional(),
  /** Prices that the chart draws. */
  lines: z.array(priceLine).optional(),
  price_at: timeMs.nullable(),
  change_24h: decimalOrNull,
  /** Money added and taken out excepted, what the bot is worth; at most 200 points, oldest first. */
  equity_curve: z.array(z.object({ t: timeMs, v: decimal })),
  /** Newest 500, oldest first. */
  fills: z.array(fillMark),
  profit_parts: profitParts,
  /** What the bot holds now on its own books. */
  holdings: z.object({ base: z.string(), base_qty: decimal, quote: z.string(), quote_amount: decimal }),
  /** Null = nothing that could be closed, or no price yet. */
  closing: botClosing.nullable(),
  /** Worst case by the params, in quote; null when the category cannot say. */
  worst_case: decimalOrNull,
  actions_total: z.int(),
  /** The webhook of a bot that has one; its address is masked, botHook shows a new one. */
  webhook: z.object({ url: z.string(), last_at: timeMs.nullable() }).optional(),
  can,
});
export type BotDetail = z.output<typeof botDetail>;

export const botInfo = z.object({
  ...identity,
  exchange_name: z.string(),
  type_name: z.string(),
  simulate: flag,
  public: flag,
  direction,
  leverage: z.int(),
  margin_mode: z.enum(['isolated', 'cross']),
  ...mirrored,
  stop_unit: z.enum(['percent', 'price']),
  params: botParams,
  /** Keys that must not change while a position is open. */
  locked_fields: z.array(z.string()),
  /** Keys that a bot is made with for good. */
  fixed_fields: z.array(z.string()),
});
export type BotInfo = z.output<typeof botInfo>;
