// Orders, stops and trades as Binance writes them, turned into ours. An answer to a placement is a receipt: fields that it
// lacks right after the creation are filled with what was asked for, and nothing else is concluded from it (reliability A18).
import * as z from 'zod';
import type { NewOrder, PositionSide, VenueOrder } from '../../../ports/venue.ts';
import { isZero, trimmed } from '../shared/exact-json.ts';
import { decimal, momentOrNone, timeMs, wholeNumber } from '../shared/row-fields.ts';
import { ExchangeUnreadable, heard } from '../shared/unreadable.ts';

const side = z.enum(['BUY', 'SELL']).transform((text) => (text === 'BUY' ? ('buy' as const) : ('sell' as const)));
const SIDES: Readonly<Record<string, PositionSide>> = { BOTH: 'net', LONG: 'long', SHORT: 'short' };
export const positionSide = z.enum(['BOTH', 'LONG', 'SHORT']).transform((text): PositionSide => SIDES[text] ?? 'net');

const text = z.string().min(1);

/** Both markets, as receipts tell it; what only contracts have is optional. */
export const orderRow = z.object({
  symbol: text,
  orderId: wholeNumber,
  clientOrderId: text,
  origClientOrderId: z.string().min(1).optional(),
  price: decimal,
  origQty: decimal,
  executedQty: decimal,
  status: text,
  timeInForce: text,
  type: text,
  side,
  time: timeMs.optional(),
  updateTime: timeMs.optional(),
  transactTime: timeMs.optional(),
  /** -1 of one that does not work yet, as the waiting half of a pair of orders. */
  workingTime: momentOrNone.optional(),
  positionSide: positionSide.optional(),
  reduceOnly: z.boolean().optional(),
});
export type OrderRow = z.infer<typeof orderRow>;
/** As a reading tells it: when it was made, and of a contract for which position. */
export const readOrderRow = {
  spot: orderRow.extend({ time: timeMs }),
  futures: orderRow.extend({ time: timeMs, positionSide, reduceOnly: z.boolean() }),
} as const;

/** What waits for a price otherwise than ours, which tells no price of its own. */
const TRAILING = 'TRAILING_STOP_MARKET';
export const algoRow = z
  .object({
    ...{
      algoId: wholeNumber,
      clientAlgoId: text,
      symbol: text,
      side,
      positionSide,
      quantity: decimal,
      algoStatus: text,
    },
    orderType: z.enum(['STOP_MARKET', 'TAKE_PROFIT_MARKET', 'STOP', 'TAKE_PROFIT', TRAILING]),
    triggerPrice: z.union([decimal, z.literal('')]),
    workingType: z.enum(['MARK_PRICE', 'CONTRACT_PRICE']),
    ...{ reduceOnly: z.boolean(), createTime: timeMs, actualOrderId: z.string().nullish() },
  })
  .refine(({ orderType, triggerPrice }) => triggerPrice !== '' || orderType === TRAILING, 'no trigger');
export type AlgoRow = z.infer<typeof algoRow>;
export const algoRows = z.array(algoRow);
/** Of these the order that it became tells how it fares. */
export const HAS_TRIGGERED = new Set(['TRIGGERED', 'FINISHED']);

const trade = {
  ...{ symbol: text, id: wholeNumber, orderId: wholeNumber, price: decimal, qty: decimal, commission: decimal },
  ...{ commissionAsset: text, time: timeMs },
};
/** Of spot and of contracts: each has its own names for who bought and who made. */
export const tradeRows = {
  spot: z.array(
    z
      .object({ ...trade, isBuyer: z.boolean(), isMaker: z.boolean() })
      .transform((row) => ({ ...row, positionSide: 'net' as PositionSide })),
  ),
  futures: z.array(
    z
      .object({ ...trade, buyer: z.boolean(), maker: z.boolean(), positionSide })
      .transform((row) => ({ ...row, isBuyer: row.buyer, isMaker: row.maker })),
  ),
} as const;
export type TradeRow = Pick<
  z.infer<(typeof tradeRows)['spot']>[number],
  keyof typeof trade | 'isBuyer' | 'isMaker' | 'positionSide'
>;

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

const LIMITED = new Set(['LIMIT', 'LIMIT_MAKER', 'STOP_LOSS_LIMIT', 'TAKE_PROFIT_LIMIT', 'STOP', 'LIQUIDATION']);
const AT_MARKET = new Set(['MARKET', 'STOP_LOSS', 'STOP_MARKET', 'TAKE_PROFIT_MARKET', TRAILING]);

/** Throws ExchangeUnreadable of a word that nobody here knows: its price would be taken for none. */
export function typeOf(type: string, price: string): VenueOrder['type'] {
  if (LIMITED.has(type)) return 'limit';
  // On spot it trades at market, on contracts at a limit.
  if (type === 'TAKE_PROFIT') return isZero(price) ? 'market' : 'limit';
  if (AT_MARKET.has(type)) return 'market';
  throw new ExchangeUnreadable(`type: ${type.slice(0, 40)}`, null);
}

/** Throws ExchangeUnreadable where a figure that it needs is not told. */
export function orderOf(symbol: string, row: OrderRow): VenueOrder {
  const type = typeOf(row.type, row.price);
  const createdAtMs = row.time ?? row.workingTime ?? row.transactTime ?? row.updateTime;
  if (createdAtMs === undefined) throw new ExchangeUnreadable('when it was made is not told', null);
  return {
    cid: row.origClientOrderId ?? row.clientOrderId,
    ...{ symbol, side: row.side, type, tif: tifOf(row.type, row.timeInForce) },
    ...{ price: type === 'market' ? '0' : trimmed(row.price), qty: trimmed(row.origQty) },
    ...{ filled: trimmed(row.executedQty), status: statusOf(row.status) },
    createdAtMs,
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
    ...(row.triggerPrice !== '' && {
      trigger: {
        kind: row.orderType.startsWith('TAKE_PROFIT') ? 'take_profit' : 'stop',
        by: row.workingType === 'MARK_PRICE' ? 'mark' : 'last',
        price: trimmed(row.triggerPrice),
      },
    }),
  };
}

/** What a receipt leaves out is as it was asked for, by our clock where it tells no time, and nothing has traded of it yet. */
export function receiptOf(order: NewOrder, value: unknown, nowMs: number): VenueOrder | null {
  const bare = z.object({ orderId: wholeNumber, clientOrderId: z.string() }).safeParse(value);
  if (!bare.success || bare.data.clientOrderId !== order.cid) return null;
  const whole = orderRow.safeParse(value);
  const { cid, symbol, side: asked, type, tif, price, qty, positionSide: of, reduceOnly } = order;
  const standing = whole.success ? heard(() => orderOf(symbol, whole.data)) : null;
  if (standing !== null) return { ...standing, tif, ...(symbol.includes(':') ? { positionSide: of, reduceOnly } : {}) };
  const times = z.object({ transactTime: timeMs.optional(), updateTime: timeMs.optional() }).safeParse(value);
  return {
    ...{ cid, symbol, side: asked, type, tif, price, qty, filled: '0', status: 'open' },
    createdAtMs: (times.success ? (times.data.transactTime ?? times.data.updateTime) : undefined) ?? nowMs,
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
