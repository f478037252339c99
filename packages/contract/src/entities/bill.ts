// The profit bill opened: its rows are settlements, the realised results of bots. gross − fee + funding = profit holds in
// every row to the last digit, and every headline figure is the sum of its rows.
import * as z from 'zod';
import { decimal, decimalOrNull, exchangeCode, flag, id, marketKind, timeMs } from '../wire.ts';
import { botOrder, side } from './bot.ts';
import { botKind } from './bot-type.ts';
import { legName } from './position.ts';

/** Why a trade or a result came about; a venue's forced trade is no order of ours. */
const tradePurpose = z.enum([...new Set([...botOrder.shape.purpose.options, 'liquidation' as const])]);

export const settlement = z.object({
  id,
  bot_id: id,
  bot_name: z.string(),
  exchange: exchangeCode,
  market: marketKind,
  symbol: z.string(),
  type: botKind,
  /** Groups the legs of one result within its bot. */
  pair_id: z.int(),
  /** Of a bot of several legs: whose result it is. */
  leg: legName.optional(),
  /** Why it was closed: a matched grid pair, a stop, a take profit … */
  purpose: tradePurpose,
  /** What was closed, in coin. */
  qty: decimal,
  /** Before fees and funding. */
  gross: decimal,
  fee: decimal,
  /** Received; negative = paid. */
  funding: decimal,
  /** Net: gross − fee + funding. */
  profit: decimal,
  fuel: decimal,
  /** The service fee it was charged in, alone or with others of its bot (extension). */
  charge_id: id.optional(),
  settled_at: timeMs,
  simulate: flag,
  /** Its exchange trades simulated money: the screen says so. */
  simulated_market: flag,
});
export type Settlement = z.output<typeof settlement>;

/** Over all rows asked for, not those of one page alone (extension). gross − fee + funding = profit. */
export const billSum = z.object({ gross: decimal, fee: decimal, funding: decimal, profit: decimal, fuel: decimal });
export type BillSum = z.output<typeof billSum>;

/** `profit` is net of the exchange's fees and funding; `net` has the service fee taken off as well. */
export const billDay = z.object({
  date: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
  profit: decimal,
  fuel: decimal,
  net: decimal,
  count: z.int(),
});

export const billGroups = z.object({
  /** Days with results, oldest first; calendar days in UTC+8 of the market's clock. */
  list: z.array(billDay),
  by_bot: z.array(z.object({ bot_id: id, name: z.string(), symbol: z.string(), profit: decimal, rounds: z.int() })),
  by_type: z.array(z.object({ type: botKind, profit: decimal })),
  /** The day that is today by the market's clock. */
  today: billDay.shape.date,
});
export type BillGroups = z.output<typeof billGroups>;

/** A trade of one leg. Where a trade served several results, `part_` says what of it belongs to this one. */
export const billFill = z.object({
  leg: z.enum(['entry', 'exit']),
  /** Of a bot of several legs: which of them traded, and where. */
  of: legName.optional(),
  symbol: z.string().optional(),
  side,
  price: decimal,
  qty: decimal,
  part_qty: decimal,
  part_value: decimal,
  /** In quote. */
  part_fee: decimal,
  purpose: tradePurpose,
  at: timeMs,
});

/** A settlement of funding that the result contains. */
export const billFunding = z.object({
  of: legName.optional(),
  /** Percent of the position's worth at the mark; null where the exchange told none, as the mark. */
  rate: decimalOrNull,
  mark: decimalOrNull,
  /** Received; negative = paid. */
  amount: decimal,
  at: timeMs,
});

/** One leg of a result: what it settled, null where it only passed coin on, and what its trades moved, in its own quote. */
export const billLeg = z.object({
  leg: legName,
  market: marketKind,
  symbol: z.string(),
  settlement: settlement.nullable(),
  bought: decimal,
  sold: decimal,
});

export const billDetail = z.object({
  settlement,
  fills: z.array(billFill),
  /** They sum to the result's funding; empty for results without any. */
  fundings: z.array(billFunding),
  /** Of a bot of several legs: all legs of the result, and their sum. */
  legs: z.array(billLeg).optional(),
  total: z.object({ gross: decimal, fee: decimal, funding: decimal, profit: decimal }).optional(),
  sums: z.object({
    /** Of the listed parts; of several legs, of those that trade for the coin that the bot counts in. */
    bought: decimal,
    sold: decimal,
    fees: decimal,
    /** gross − (sold − bought): fees taken in coin, remainders and rounding, which the books count to the atom. */
    value_rest: decimal,
    fee_rest: decimal,
  }),
  /** gross − fee + funding = profit, and the exit legs close the whole quantity. */
  adds_up: flag,
  /** Every leg is listed; 0 for results older than the keeping of legs. */
  complete: flag,
});
export type BillDetail = z.output<typeof billDetail>;
