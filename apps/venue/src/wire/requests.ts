// What clients may send, checked to the last field before the exchange sees it.

import { type CandleTimeframe, TIMEFRAME_MS } from '@cormorant/core/market/candles.ts';
import { priceToTicks, qtyToLots } from '@cormorant/core/market/conversions.ts';
import { MoneyError } from '@cormorant/core/money/safe-integer.ts';
import { z } from 'zod';
import type { PlaceRequest } from '../exchange/place-request.ts';
import { type RefusalCode, type Refused, refused } from '../exchange/refusals.ts';
import type { SymbolDesk } from '../exchange/symbol-desk.ts';

export const MAX_ORDERS_A_CALL = 100;
export const MAX_CANDLES = 1500;
export const DEFAULT_CANDLES = 500;
export const MAX_FILLS = 1000;

const Cid = z.string().regex(/^[A-Za-z0-9_-]{1,36}$/);
const DecimalText = z.string().regex(/^\d{1,20}(\.\d{1,20})?$/);

const PositionSideText = z.enum(['net', 'long', 'short']);
const SymbolText = z.string().min(1).max(32);

export const OrderBody = z.object({
  cid: Cid,
  symbol: z.string().min(1).max(32),
  side: z.enum(['buy', 'sell']),
  type: z.enum(['limit', 'market']),
  tif: z.enum(['gtc', 'ioc', 'post']),
  price: DecimalText,
  qty: DecimalText,
  // Contracts only.
  position_side: PositionSideText.optional(),
  reduce_only: z.union([z.literal(0), z.literal(1)]).optional(),
  trigger: z
    .object({ kind: z.enum(['stop', 'take_profit']), by: z.enum(['mark', 'last']), price: DecimalText })
    .optional(),
});
export type OrderBody = z.infer<typeof OrderBody>;

export const PlaceBody = z.object({ orders: z.array(z.unknown()).min(1).max(MAX_ORDERS_A_CALL) });
export const CancelBody = z.object({ cids: z.array(Cid).min(1).max(MAX_ORDERS_A_CALL) });
export const AccountBody = z.object({ ref: z.string().regex(/^[A-Za-z0-9_.:@-]{1,80}$/) });

export const PositionModeBody = z.object({ mode: z.enum(['one_way', 'hedge']) });
export const LeverageBody = z.object({
  symbol: SymbolText,
  leverage: z.number().int().min(1),
  mode: z.enum(['isolated', 'cross']),
});
export const MarginBody = z.object({
  symbol: SymbolText,
  position_side: PositionSideText,
  amount: z.string().regex(/^-?\d{1,20}(\.\d{1,20})?$/),
  ref: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/)
    .optional(),
});
export const MarginAddsQuery = z.object({
  symbol: SymbolText,
  since: z
    .string()
    .regex(/^\d{1,16}$/)
    .transform(Number),
});
export const AccountQuery = z.object({ wallet: z.enum(['spot', 'futures']).default('spot') });

const wholeNumber = (most: number) =>
  z
    .string()
    .regex(/^\d{1,16}$/)
    .transform(Number)
    .pipe(z.number().max(most));
const TIMEFRAMES = Object.keys(TIMEFRAME_MS) as [CandleTimeframe, ...CandleTimeframe[]];

export const CandlesQuery = z.object({
  symbol: z.string().min(1).max(32),
  interval: z.enum(TIMEFRAMES),
  limit: wholeNumber(MAX_CANDLES).pipe(z.number().min(1)).default(DEFAULT_CANDLES),
  end: wholeNumber(Number.MAX_SAFE_INTEGER).optional(),
});
export const FundingRatesQuery = z.object({
  symbol: SymbolText,
  limit: wholeNumber(MAX_FILLS).pipe(z.number().min(1)).default(100),
});
export const OrdersQuery = z.union([z.object({ cid: Cid }), z.object({ status: z.literal('open') })]);
export const FillsQuery = z.object({
  after: z.union([z.literal('').transform(() => 0), wholeNumber(Number.MAX_SAFE_INTEGER)]).default(0),
  limit: wholeNumber(MAX_FILLS).pipe(z.number().min(1)).default(MAX_FILLS),
  /** Of all symbols when it is left out. */
  symbol: z.string().max(40).optional(),
});

/** One order of a call in ticks and lots, or why it cannot be. */
export function readOrder(desk: SymbolDesk, body: OrderBody): PlaceRequest | Refused {
  const { cid, side, type, tif } = body;
  if (type === 'market' && tif === 'post') return refused('BAD_REQUEST', 'a market order cannot be post-only');
  const priceTicks =
    type === 'market' ? 0 : figure(() => priceToTicks(desk.instrument, body.price), 'PRICE_FILTER', 'PRICE_RANGE');
  if (typeof priceTicks !== 'number') return priceTicks;
  const qtyLots = figure(() => qtyToLots(desk.instrument, body.qty, 'exact'), 'LOT_SIZE', 'QTY_LARGE');
  if (typeof qtyLots !== 'number') return qtyLots;
  const order = { cid, side, type, tif, priceTicks, qtyLots };
  return desk.contract === null ? spotOrder(order, body) : contractOrder(desk, order, body);
}

function spotOrder(order: PlaceRequest, { position_side, reduce_only, trigger }: OrderBody): PlaceRequest | Refused {
  if ((position_side ?? 'net') !== 'net' || reduce_only === 1 || trigger !== undefined)
    return refused('BAD_REQUEST', 'position_side, reduce_only and trigger are for contracts');
  return order;
}

function contractOrder(desk: SymbolDesk, order: PlaceRequest, body: OrderBody): PlaceRequest | Refused {
  const { position_side: positionSide = 'net', reduce_only, trigger } = body;
  const reduceOnly = reduce_only === 1;
  if (trigger === undefined) return { ...order, positionSide, reduceOnly };
  if (order.type !== 'market') return refused('BAD_REQUEST', 'trigger: only a market order can wait for a price');
  const priceTicks = figure(() => priceToTicks(desk.instrument, trigger.price), 'PRICE_FILTER', 'PRICE_RANGE');
  if (typeof priceTicks !== 'number') return priceTicks;
  const { minPriceTicks, maxPriceTicks } = desk.instrument;
  if (priceTicks < minPriceTicks || priceTicks > maxPriceTicks) return refused('PRICE_RANGE');
  return { ...order, positionSide, reduceOnly, trigger: { kind: trigger.kind, by: trigger.by, priceTicks } };
}

/** The first thing wrong, named by its field. */
export function whatIsWrong(error: z.ZodError): string {
  const issue = error.issues[0];
  return issue === undefined ? 'unreadable' : `${issue.path.join('.') || 'body'}: ${issue.message}`;
}

function figure(read: () => number, offStep: RefusalCode, tooLarge: RefusalCode): number | Refused {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
    if (error.problem === 'digits') return refused(offStep);
    return error.problem === 'range' ? refused(tooLarge) : refused('BAD_REQUEST', error.message);
  }
}
