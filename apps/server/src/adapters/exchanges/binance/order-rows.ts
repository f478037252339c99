// Orders, stops and trades as Binance writes them, turned into ours. An answer to a placement is a receipt: fields that it
// lacks right after the creation are filled with what was asked for, and nothing else is concluded from it (reliability A18).
import * as z from 'zod';
import type { NewOrder, PositionSide, VenueOrder } from '../../../ports/venue.ts';
import { isZero, trimmed } from '../shared/exact-json.ts';
import { decimal, timeMs, wholeNumber } from '../shared/row-fields.ts';

const side = z.enum(['BUY', 'SELL']).transform((text) => (text === 'BUY' ? ('buy' as const) : ('sell' as const)));
const SIDES: Readonly<Record<string, PositionSide>> = { BOTH: 'net', LONG: 'long', SHORT: 'short' };
export const positionSide = z.enum(['BOTH', 'LONG', 'SHORT']).transform((text): PositionSide => SIDES[text] ?? 'net');

/** Both markets; what only contracts have is optional. */
export const orderRow = z.object({
  symbol: z.string(),
  orderId: wholeNumber,
  clientOrderId: z.string(),
  origClientOrderId: z.string().min(1).optional(),
  price: decimal,
  origQty: decimal,
  executedQty: decimal,
  status: z.string(),
  timeInForce: z.string(),
  type: z.string(),
  side,
  time: timeMs.optional(),
  updateTime: timeMs.optional(),
  transactTime: timeMs.optional(),
  workingTime: timeMs.optional(),
  positionSide: positionSide.optional(),
  reduceOnly: z.boolean().optional(),
});
export type OrderRow = z.infer<typeof orderRow>;
export const orderRows = z.array(orderRow);

export const algoRow = z.object({
  algoId: wholeNumber,
  clientAlgoId: z.string().min(1),
  symbol: z.string(),
  side,
  positionSide: positionSide.default('net'),
  quantity: decimal,
  algoStatus: z.string(),
  orderType: z.string(),
  triggerPrice: decimal,
  workingType: z.string(),
  reduceOnly: z.boolean().default(false),
  createTime: timeMs,
  actualOrderId: z.string().nullish(),
});
export type AlgoRow = z.infer<typeof algoRow>;
export const algoRows = z.array(algoRow);

/** Of spot and of contracts: the one says who bought, the other which side. */
export const tradeRow = z.object({
  id: wholeNumber,
  orderId: wholeNumber,
  price: decimal,
  qty: decimal,
  commission: decimal,
  commissionAsset: z.string().min(1),
  time: timeMs,
  isBuyer: z.boolean().optional(),
  buyer: z.boolean().optional(),
  isMaker: z.boolean().optional(),
  maker: z.boolean().optional(),
  positionSide: positionSide.default('net'),
});
export type TradeRow = z.infer<typeof tradeRow>;
export const tradeRows = z.array(tradeRow);

export const MET_ITSELF = 'EXPIRED_IN_MATCH';
const ENDED = new Set(['CANCELED', 'EXPIRED', MET_ITSELF, 'REJECTED']);

/** A status we have no word for is one that still may trade: nobody is told that it ended. */
export function statusOf(text: string): VenueOrder['status'] {
  if (text === 'FILLED') return 'filled';
  return ENDED.has(text) ? 'cancelled' : 'open';
}

export function tifOf(type: string, timeInForce: string): VenueOrder['tif'] {
  if (type === 'MARKET' || timeInForce === 'IOC' || timeInForce === 'FOK') return 'ioc';
  return type === 'LIMIT_MAKER' || timeInForce === 'GTX' ? 'post' : 'gtc';
}

export function typeOf(type: string): VenueOrder['type'] {
  return type === 'LIMIT' || type === 'LIMIT_MAKER' ? 'limit' : 'market';
}

export function orderOf(symbol: string, row: OrderRow): VenueOrder {
  const type = typeOf(row.type);
  return {
    cid: row.origClientOrderId ?? row.clientOrderId,
    ...{ symbol, side: row.side, type, tif: tifOf(row.type, row.timeInForce) },
    ...{ price: type === 'market' ? '0' : trimmed(row.price), qty: trimmed(row.origQty) },
    ...{ filled: trimmed(row.executedQty), status: statusOf(row.status) },
    createdAtMs: row.time ?? row.workingTime ?? row.transactTime ?? row.updateTime ?? 0,
    ...(row.positionSide !== undefined && { positionSide: row.positionSide, reduceOnly: row.reduceOnly ?? false }),
    ...(row.status === MET_ITSELF && { selfTrade: true }),
  };
}

const ENDED_ALGO: Readonly<Record<string, VenueOrder['status']>> = {
  CANCELED: 'cancelled',
  EXPIRED: 'cancelled',
  REJECTED: 'cancelled',
};

/** `traded`: the order it became, where it has. */
export function stopOf(symbol: string, row: AlgoRow, traded: VenueOrder | null): VenueOrder {
  return {
    ...{ cid: row.clientAlgoId, symbol, side: row.side, type: 'market', tif: 'ioc', price: '0' },
    qty: isZero(row.quantity) && traded !== null ? traded.qty : trimmed(row.quantity),
    filled: traded?.filled ?? '0',
    status: traded?.status ?? ENDED_ALGO[row.algoStatus] ?? 'open',
    ...{ createdAtMs: row.createTime, positionSide: row.positionSide, reduceOnly: row.reduceOnly },
    trigger: {
      kind: row.orderType.startsWith('TAKE_PROFIT') ? 'take_profit' : 'stop',
      by: row.workingType === 'MARK_PRICE' ? 'mark' : 'last',
      price: trimmed(row.triggerPrice),
    },
  };
}

/** What a receipt leaves out is as it was asked for, and nothing has traded of it yet. */
export function receiptOf(order: NewOrder, value: unknown): VenueOrder | null {
  const bare = z.object({ orderId: wholeNumber, clientOrderId: z.string() }).safeParse(value);
  if (!bare.success || bare.data.clientOrderId !== order.cid) return null;
  const whole = orderRow.safeParse(value);
  const { cid, symbol, side: asked, type, tif, price, qty, positionSide: of, reduceOnly } = order;
  if (whole.success) return { ...orderOf(symbol, whole.data), tif, ...(symbol.includes(':') ? { reduceOnly } : {}) };
  const told = z.object({ transactTime: timeMs.optional(), updateTime: timeMs.optional() }).safeParse(value);
  return {
    ...{ cid, symbol, side: asked, type, tif, price, qty, filled: '0', status: 'open' },
    createdAtMs: (told.success ? (told.data.transactTime ?? told.data.updateTime) : undefined) ?? 0,
    ...(symbol.includes(':') ? { positionSide: of, reduceOnly } : {}),
  };
}

const SIDE_NAMES: Readonly<Record<PositionSide, string>> = { net: 'BOTH', long: 'LONG', short: 'SHORT' };

export function sideName(of: PositionSide): string {
  return SIDE_NAMES[of];
}

/** In hedge mode the other side of the order closes, and nothing more may be said. */
function contractFields({ positionSide: of, reduceOnly }: NewOrder) {
  return { positionSide: sideName(of), ...(of === 'net' && reduceOnly ? { reduceOnly: 'true' } : {}) };
}

const FUTURES_TIF = { gtc: 'GTC', ioc: 'IOC', post: 'GTX' } as const;

/** A market order is always by quantity of coin (B9). */
export function spotParams(id: string, order: NewOrder): Record<string, string> {
  const { cid, side: of, type, tif, price, qty } = order;
  const common = {
    symbol: id,
    side: of.toUpperCase(),
    quantity: qty,
    newClientOrderId: cid,
    newOrderRespType: 'RESULT',
  };
  if (type === 'market') return { ...common, type: 'MARKET' };
  if (tif === 'post') return { ...common, type: 'LIMIT_MAKER', price };
  return { ...common, type: 'LIMIT', timeInForce: tif === 'ioc' ? 'IOC' : 'GTC', price };
}

export function futuresParams(id: string, order: NewOrder): Record<string, string> {
  const { cid, side: of, type, tif, price, qty } = order;
  const common = {
    ...{ symbol: id, side: of.toUpperCase(), quantity: qty, newClientOrderId: cid, newOrderRespType: 'RESULT' },
    ...contractFields(order),
  };
  if (type === 'market') return { ...common, type: 'MARKET' };
  return { ...common, type: 'LIMIT', timeInForce: FUTURES_TIF[tif], price };
}

export function stopParams(id: string, order: NewOrder): Record<string, string> {
  const { cid, side: of, qty, trigger } = order;
  if (trigger === undefined) throw new Error('an order without a trigger is no stop');
  return {
    ...{ algoType: 'CONDITIONAL', symbol: id, side: of.toUpperCase(), quantity: qty, clientAlgoId: cid },
    ...{ type: trigger.kind === 'stop' ? 'STOP_MARKET' : 'TAKE_PROFIT_MARKET', triggerPrice: trigger.price },
    ...{ workingType: trigger.by === 'mark' ? 'MARK_PRICE' : 'CONTRACT_PRICE', ...contractFields(order) },
  };
}
