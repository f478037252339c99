// Orders, trades and settlements of funding as the Bybit wire writes them. What is paid is positive there.
import { formatBase, formatPrice, formatQty, formatQuote } from '@cormorant/core/market/conversions.ts';
import { formatScaled } from '@cormorant/core/money/decimal-text.ts';
import type { SymbolDesk } from '../../exchange/symbol-desk.ts';
import type { FillRecord, FundingRecord, OrderRecord } from '../../store/records.ts';
import { entryPrice } from '../views.ts';
import { linkIdOf, positionIdxOf } from './order-requests.ts';
import { categoryOf, pairOf } from './pairs.ts';

const RATE_DECIMALS = 8;

/** Shaped as ids of trades are there; ascending as the numbers are. */
export function executionId(number: number): string {
  return `00000000-0000-5000-8000-${number.toString(16).padStart(12, '0')}`;
}

export function orderView(desk: SymbolDesk, order: OrderRecord) {
  const { instrument } = desk;
  const isSpot = desk.contract === null;
  const byCost = order.form?.quoteOrderQty ?? '';
  const isMarket = order.type === 'market';
  const { trigger } = order;
  const leftLots = order.status === 'open' ? order.qtyLots - order.filledLots : 0;
  return {
    ...{ orderId: String(order.id), orderLinkId: linkIdOf(order), blockTradeId: '', symbol: pairOf(desk) },
    ...{ price: isMarket ? '0' : formatPrice(instrument, order.priceTicks) },
    qty: byCost === '' ? formatQty(instrument, order.qtyLots) : byCost,
    ...{ side: sideText(order.side), isLeverage: isSpot ? '0' : '', positionIdx: positionIdxOf(order.positionSide) },
    ...{ orderStatus: statusOf(order, isSpot), cancelType: cancelType(order), rejectReason: rejectReason(order) },
    avgPrice: order.filledLots === 0 ? '' : averagePrice(desk, order),
    ...{ leavesQty: formatQty(instrument, leftLots), cumExecQty: formatQty(instrument, order.filledLots) },
    cumExecValue: formatQuote(instrument, order.spentTickLots * instrument.quoteAtomsPerTickLot),
    ...{ timeInForce: timeInForce(order), orderType: isMarket ? 'Market' : 'Limit' },
    ...(isSpot && isMarket ? { marketUnit: byCost === '' ? 'baseCoin' : 'quoteCoin' } : {}),
    ...{ stopOrderType: trigger === null ? '' : 'Stop', triggerPrice: '', triggerDirection: 0, triggerBy: '' },
    ...(trigger === null
      ? {}
      : {
          triggerPrice: formatPrice(instrument, trigger.priceTicks),
          triggerDirection: (trigger.kind === 'stop') === (order.side === 'buy') ? 1 : 2,
          triggerBy: trigger.by === 'mark' ? 'MarkPrice' : 'LastPrice',
        }),
    ...{ reduceOnly: order.reduceOnly, closeOnTrigger: false, smpType: smpType(order), smpGroup: 0 },
    smpOrderId: order.preventedBy === null ? '' : String(order.preventedBy),
    ...{ createdTime: String(order.createdAtMs), updatedTime: String(order.updatedAtMs) },
  };
}

/** `order`: the one that it is of, as it stands. */
export function tradeView(desk: SymbolDesk, fill: FillRecord, order: OrderRecord | null) {
  const { instrument } = desk;
  const isSpot = desk.contract === null;
  const notional = fill.priceTicks * fill.qtyLots * instrument.quoteAtomsPerTickLot;
  const qty = formatQty(instrument, fill.qtyLots);
  return {
    ...{ symbol: pairOf(desk), orderId: String(fill.orderId), orderLinkId: linkIdOf(fill), side: sideText(fill.side) },
    ...{ orderPrice: order === null ? '' : formatPrice(instrument, order.priceTicks) },
    ...{ orderQty: order === null ? '' : formatQty(instrument, order.qtyLots) },
    leavesQty: order === null ? '' : formatQty(instrument, order.qtyLots - order.filledLots),
    ...{ orderType: order?.type === 'market' ? 'Market' : 'Limit', stopOrderType: order?.trigger ? 'Stop' : '' },
    ...{ execId: executionId(fill.id), execPrice: formatPrice(instrument, fill.priceTicks), execQty: qty },
    ...{ execType: fill.liquidation ? 'BustTrade' : 'Trade', execValue: formatQuote(instrument, notional) },
    execFee: fill.feeInBase ? formatBase(instrument, fill.feeAtoms) : formatQuote(instrument, fill.feeAtoms),
    feeCurrency: fill.feeInBase ? instrument.base : instrument.quote,
    ...{ feeRate: '', execTime: String(fill.atMs), isMaker: fill.maker, seq: fill.tradeId ?? fill.id },
    ...{ closedSize: isSpot ? '' : closedSize(fill, qty), markPrice: '', blockTradeId: '', extraFees: '' },
  };
}

/** Of a side in hedge mode it is known; in one-way mode what realised something closed something. */
function closedSize({ positionSide, side, realisedAtoms }: FillRecord, qty: string): string {
  const closes = positionSide === 'net' ? realisedAtoms !== 0 : (positionSide === 'long') === (side === 'sell');
  return closes ? qty : '0';
}

export function fundingView(desk: SymbolDesk, row: FundingRecord) {
  const { instrument } = desk;
  const isPaid = row.amountAtoms < 0;
  const amount = formatQuote(instrument, Math.abs(row.amountAtoms));
  // Who pays a rate above zero is long.
  const isLong = isPaid === row.rateE8 >= 0;
  return {
    ...{ symbol: pairOf(desk), orderId: String(row.id), orderLinkId: '', side: isLong ? 'Sell' : 'Buy' },
    ...{ orderPrice: '0', orderQty: '0', leavesQty: '0', orderType: 'UNKNOWN', stopOrderType: 'UNKNOWN' },
    ...{ execId: executionId(row.id), execPrice: formatPrice(instrument, row.markTicks), execQty: '0' },
    ...{ execType: 'Funding', execValue: '0', execFee: isPaid || amount === '0' ? amount : `-${amount}` },
    ...{ feeCurrency: '', feeRate: formatScaled(row.rateE8, RATE_DECIMALS, true), execTime: String(row.atMs) },
    ...{
      isMaker: false,
      seq: row.id,
      closedSize: '',
      markPrice: '',
      blockTradeId: '',
      extraFees: '',
      category: categoryOf(desk),
    },
  };
}

function averagePrice({ instrument }: SymbolDesk, { spentTickLots, filledLots }: OrderRecord): string {
  return entryPrice(instrument, spentTickLots * instrument.quoteAtomsPerTickLot, filledLots);
}

export function sideText(side: 'buy' | 'sell'): 'Buy' | 'Sell' {
  return side === 'buy' ? 'Buy' : 'Sell';
}

function statusOf({ status, filledLots, trigger }: OrderRecord, isSpot: boolean): string {
  if (status === 'filled') return 'Filled';
  if (status === 'open') return trigger !== null ? 'Untriggered' : filledLots > 0 ? 'PartiallyFilled' : 'New';
  if (filledLots > 0) return isSpot ? 'PartiallyFilledCanceled' : 'Cancelled';
  return trigger === null ? 'Cancelled' : 'Deactivated';
}

function cancelType({ status, preventedBy, form, tif }: OrderRecord): string {
  if (status !== 'cancelled') return 'UNKNOWN';
  if (preventedBy !== null) return 'CancelBySmp';
  return form?.wouldTake === true || tif === 'ioc' ? 'UNKNOWN' : 'CancelByUser';
}

function rejectReason({ status, form, tif, filledLots, preventedBy }: OrderRecord): string {
  if (status !== 'cancelled') return 'EC_NoError';
  if (form?.wouldTake === true) return 'EC_PostOnlyWillTakeLiquidity';
  if (tif !== 'ioc' || preventedBy !== null) return 'EC_PerCancelRequest';
  if (form?.timeInForce === 'FOK') return 'EC_CancelForNoFullFill';
  return filledLots > 0 ? 'EC_NoEnoughQtyToFill' : 'EC_NoImmediateQtyToFill';
}

/** An order that came by another wire is told in the words nearest to it. */
function timeInForce({ form, tif }: OrderRecord): string {
  if (tif === 'post') return 'PostOnly';
  if (tif === 'gtc') return 'GTC';
  return form?.timeInForce === 'FOK' ? 'FOK' : 'IOC';
}

function smpType({ form }: OrderRecord): string {
  const { prevention } = form ?? {};
  if (prevention === undefined) return 'None';
  return prevention === 'both' ? 'CancelBoth' : prevention === 'taker' ? 'CancelTaker' : 'CancelMaker';
}
