// Orders, stops and trades of contracts as the USD-M wire writes them.
import { formatPrice, formatQty, formatQuote } from '@cormorant/core/market/conversions.ts';
import type { PositionSide } from '@cormorant/core/venue/margin-account.ts';
import type { SymbolDesk } from '../../../exchange/symbol-desk.ts';
import type { FillRecord, OrderForm, OrderRecord } from '../../../store/records.ts';
import { entryPrice } from '../../views.ts';
import { statusOf } from '../order-views.ts';
import { preventionMode } from '../prevention.ts';
import { nameOf } from '../symbols.ts';

const NO_PRICE = '0';
const SIDE_NAMES: Readonly<Record<PositionSide, string>> = { net: 'BOTH', long: 'LONG', short: 'SHORT' };

export function sideName(side: PositionSide): string {
  return SIDE_NAMES[side];
}

/** An order that came by the server's own wire, or of the exchange's own, says less of how it was asked for. */
export function usdmForm({ form, type, tif }: OrderRecord): OrderForm {
  if (form !== null) return form;
  const timeInForce = tif === 'post' ? 'GTX' : tif === 'ioc' && type !== 'market' ? 'IOC' : 'GTC';
  return { type: type === 'market' ? 'MARKET' : 'LIMIT', timeInForce, quoteOrderQty: '' };
}

/** A stop that has not come to trade is no order yet. */
export function isWaiting(order: OrderRecord): boolean {
  return order.trigger !== null && order.filledLots === 0;
}

export function averagePrice({ instrument }: SymbolDesk, { spentTickLots, filledLots }: OrderRecord): string {
  if (filledLots === 0) return NO_PRICE;
  return entryPrice(instrument, spentTickLots * instrument.quoteAtomsPerTickLot, filledLots);
}

export function usdmOrderView(desk: SymbolDesk, order: OrderRecord) {
  const { instrument } = desk;
  const form = usdmForm(order);
  // A stop that was reached trades as a market order.
  const type = order.trigger === null ? form.type : 'MARKET';
  return {
    orderId: order.id,
    symbol: nameOf(desk),
    status: usdmStatus(order),
    clientOrderId: order.cid,
    price: order.type === 'market' ? NO_PRICE : formatPrice(instrument, order.priceTicks),
    avgPrice: averagePrice(desk, order),
    origQty: formatQty(instrument, quantityOf(order)),
    executedQty: formatQty(instrument, order.filledLots),
    cumQty: formatQty(instrument, order.filledLots),
    cumQuote: formatQuote(instrument, order.spentTickLots * instrument.quoteAtomsPerTickLot),
    timeInForce: form.timeInForce,
    type,
    reduceOnly: order.reduceOnly,
    closePosition: form.closePosition === true,
    side: order.side.toUpperCase(),
    positionSide: sideName(order.positionSide),
    stopPrice: order.trigger === null ? NO_PRICE : formatPrice(instrument, order.trigger.priceTicks),
    workingType: order.trigger?.by === 'mark' ? 'MARK_PRICE' : 'CONTRACT_PRICE',
    priceProtect: false,
    origType: form.type,
    priceMatch: 'NONE',
    selfTradePreventionMode: preventionMode(form),
    goodTillDate: 0,
    time: order.createdAtMs,
    updateTime: order.updatedAtMs,
  };
}

/** What never rests cannot be cancelled, nor can what waits for a maker only: its end is its expiry. */
export function usdmStatus(order: OrderRecord): string {
  if (order.trigger !== null && order.status === 'cancelled' && order.filledLots > 0) return 'EXPIRED';
  return statusOf({ ...order, form: usdmForm(order) });
}

/** One that closes the position has no quantity of its own until it has traded. */
function quantityOf(order: OrderRecord): number {
  return usdmForm(order).closePosition === true ? order.filledLots : order.qtyLots;
}

export function algoView(desk: SymbolDesk, order: OrderRecord) {
  const { instrument } = desk;
  const form = usdmForm(order);
  const hasTraded = order.filledLots > 0;
  return {
    algoId: order.id,
    clientAlgoId: order.cid,
    algoType: 'CONDITIONAL',
    orderType: form.type,
    symbol: nameOf(desk),
    side: order.side.toUpperCase(),
    positionSide: sideName(order.positionSide),
    timeInForce: form.timeInForce,
    quantity: form.closePosition === true ? NO_PRICE : formatQty(instrument, order.qtyLots),
    algoStatus: algoStatus(order),
    actualOrderId: hasTraded ? String(order.id) : '',
    actualPrice: averagePrice(desk, order),
    triggerPrice: order.trigger === null ? NO_PRICE : formatPrice(instrument, order.trigger.priceTicks),
    price: NO_PRICE,
    icebergQuantity: null,
    selfTradePreventionMode: preventionMode(form),
    workingType: order.trigger?.by === 'mark' ? 'MARK_PRICE' : 'CONTRACT_PRICE',
    priceMatch: 'NONE',
    closePosition: form.closePosition === true,
    priceProtect: false,
    reduceOnly: order.reduceOnly,
    createTime: order.createdAtMs,
    updateTime: order.updatedAtMs,
    triggerTime: hasTraded ? order.updatedAtMs : 0,
    goodTillDate: 0,
  };
}

export function algoStatus(order: OrderRecord): string {
  if (order.filledLots > 0) return 'FINISHED';
  return order.status === 'open' ? 'NEW' : 'CANCELED';
}

export function usdmTradeView(desk: SymbolDesk, fill: FillRecord) {
  const { instrument } = desk;
  return {
    symbol: nameOf(desk),
    id: fill.id,
    orderId: fill.orderId,
    side: fill.side.toUpperCase(),
    price: formatPrice(instrument, fill.priceTicks),
    qty: formatQty(instrument, fill.qtyLots),
    realizedPnl: formatQuote(instrument, fill.realisedAtoms),
    quoteQty: formatQuote(instrument, fill.priceTicks * fill.qtyLots * instrument.quoteAtomsPerTickLot),
    commission: formatQuote(instrument, fill.feeAtoms),
    commissionAsset: instrument.quote,
    time: fill.atMs,
    positionSide: sideName(fill.positionSide),
    maker: fill.maker,
    buyer: fill.side === 'buy',
  };
}
