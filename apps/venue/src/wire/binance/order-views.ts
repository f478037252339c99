// Orders and trades of an account as the Binance wire writes them.
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import type { SymbolDesk } from '../../exchange/symbol-desk.ts';
import { partnerIdOf } from '../../exchange/waiting-stops.ts';
import type { AmendmentRecord, FillRecord, OrderForm, OrderRecord } from '../../store/records.ts';
import { feeText, priceText, qtyText, spentText, ZERO } from './figures.ts';
import { preventionMode } from './prevention.ts';
import { nameOf } from './symbols.ts';

export type OrderStatus = 'NEW' | 'PARTIALLY_FILLED' | 'FILLED' | 'CANCELED' | 'EXPIRED' | 'EXPIRED_IN_MATCH';

const NO_LIST = -1;
const NEVER_WORKED = -1;
const PLAIN: OrderForm = { type: 'LIMIT', timeInForce: 'GTC', quoteOrderQty: '' };

export function formOfOrder({ form }: OrderRecord): OrderForm {
  return form ?? PLAIN;
}

/** What never rests cannot be cancelled: its end is its expiry. */
export function statusOf(order: OrderRecord): OrderStatus {
  if (order.status === 'filled') return 'FILLED';
  if (order.status === 'open') return order.filledLots > 0 ? 'PARTIALLY_FILLED' : 'NEW';
  // The other one of its pair has acted.
  if (order.preventedBy !== null && order.preventedBy === partnerIdOf(order)) return 'EXPIRED';
  if (order.preventedBy !== null) return 'EXPIRED_IN_MATCH';
  const { type, timeInForce } = formOfOrder(order);
  const atMarket = type === 'MARKET' || (order.type === 'market' && order.workingAtMs !== null);
  return !atMarket && timeInForce === 'GTC' ? 'CANCELED' : 'EXPIRED';
}

/** The fields that every answer about an order has. */
export function orderCore(desk: SymbolDesk, order: OrderRecord) {
  const { instrument } = desk;
  const form = formOfOrder(order);
  return {
    symbol: nameOf(desk),
    orderId: order.id,
    orderListId: order.listId ?? NO_LIST,
    clientOrderId: order.cid,
    price: priceText(instrument, order.priceTicks),
    origQty: qtyText(instrument, order.qtyLots),
    executedQty: qtyText(instrument, order.filledLots),
    origQuoteOrderQty: form.quoteOrderQty === '' ? ZERO : form.quoteOrderQty,
    cummulativeQuoteQty: spentText(instrument, order.spentTickLots),
    status: statusOf(order),
    timeInForce: form.timeInForce,
    type: form.type,
    side: order.side.toUpperCase(),
    selfTradePreventionMode: preventionMode(form),
    ...(order.trigger !== null && { stopPrice: priceText(instrument, order.trigger.priceTicks) }),
    ...(statusOf(order) === 'EXPIRED_IN_MATCH' && {
      preventedQuantity: qtyText(instrument, order.qtyLots - order.filledLots),
    }),
  };
}

export function orderView(desk: SymbolDesk, order: OrderRecord) {
  return {
    stopPrice: ZERO,
    ...orderCore(desk, order),
    icebergQty: ZERO,
    time: order.createdAtMs,
    updateTime: order.updatedAtMs,
    isWorking: order.workingAtMs !== null,
    workingTime: order.workingAtMs ?? NEVER_WORKED,
  };
}

export function ackView(desk: SymbolDesk, order: OrderRecord) {
  return {
    symbol: nameOf(desk),
    orderId: order.id,
    orderListId: order.listId ?? NO_LIST,
    clientOrderId: order.cid,
    transactTime: order.updatedAtMs,
  };
}

export function resultView(desk: SymbolDesk, order: OrderRecord) {
  return { ...orderCore(desk, order), transactTime: order.updatedAtMs, workingTime: order.workingAtMs ?? NEVER_WORKED };
}

export function fullView(desk: SymbolDesk, order: OrderRecord, fills: readonly FillRecord[]) {
  const { instrument } = desk;
  return {
    ...resultView(desk, order),
    fills: fills.map((fill) => ({
      price: priceText(instrument, fill.priceTicks),
      qty: qtyText(instrument, fill.qtyLots),
      commission: feeText(instrument, fill.feeAtoms, fill.feeInBase),
      commissionAsset: feeAsset(instrument, fill),
      tradeId: fill.tradeId,
    })),
  };
}

export function cancelView(desk: SymbolDesk, order: OrderRecord, cancelId: string) {
  return {
    ...orderCore(desk, order),
    origClientOrderId: order.cid,
    clientOrderId: cancelId,
    transactTime: order.updatedAtMs,
  };
}

/** An order that has just become smaller, as it stands now. */
export function amendView(desk: SymbolDesk, order: OrderRecord, { atMs, id, oldCid }: AmendmentRecord) {
  const { clientOrderId, cummulativeQuoteQty, origQty, origQuoteOrderQty, ...core } = orderCore(desk, order);
  return {
    transactTime: atMs,
    executionId: id,
    amendedOrder: {
      ...core,
      origClientOrderId: oldCid,
      clientOrderId,
      qty: origQty,
      preventedQty: ZERO,
      quoteOrderQty: origQuoteOrderQty,
      cumulativeQuoteQty: cummulativeQuoteQty,
      workingTime: order.workingAtMs ?? NEVER_WORKED,
    },
  };
}

export function amendmentView(desk: SymbolDesk, amendment: AmendmentRecord) {
  const { atMs, id, newCid, newLots, oldCid, oldLots, orderId } = amendment;
  return {
    symbol: nameOf(desk),
    orderId,
    executionId: id,
    origClientOrderId: oldCid,
    newClientOrderId: newCid,
    origQty: qtyText(desk.instrument, oldLots),
    newQty: qtyText(desk.instrument, newLots),
    time: atMs,
  };
}

export function tradeView(desk: SymbolDesk, fill: FillRecord) {
  const { instrument } = desk;
  return {
    symbol: nameOf(desk),
    id: fill.tradeId,
    orderId: fill.orderId,
    orderListId: -1,
    price: priceText(instrument, fill.priceTicks),
    qty: qtyText(instrument, fill.qtyLots),
    quoteQty: spentText(instrument, fill.priceTicks * fill.qtyLots),
    commission: feeText(instrument, fill.feeAtoms, fill.feeInBase),
    commissionAsset: feeAsset(instrument, fill),
    time: fill.atMs,
    isBuyer: fill.side === 'buy',
    isMaker: fill.maker,
    isBestMatch: true,
  };
}

export function feeAsset({ base, quote }: Instrument, { feeInBase }: FillRecord): string {
  return feeInBase ? base : quote;
}
