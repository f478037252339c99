// Orders and trades as the Bitget wire writes them, of spot and of contracts. What is paid is negative there.
import { formatBase, formatPrice, formatQty, formatQuote } from '@cormorant/core/market/conversions.ts';
import type { Atoms } from '@cormorant/core/money/units.ts';
import type { SymbolDesk } from '../../exchange/symbol-desk.ts';
import type { FillRecord, OrderRecord } from '../../store/records.ts';
import { entryPrice } from '../views.ts';
import { clientOidOf } from './order-requests.ts';
import { MARGIN_COIN, pairOf } from './pairs.ts';

/** Cancelled because it would have traded with its own account. */
const MET_ITSELF = 'stp_cancel';

export function spotOrderView(desk: SymbolDesk, order: OrderRecord) {
  const byCost = order.form?.quoteOrderQty ?? '';
  return {
    ...{
      userId: String(order.accountId),
      symbol: pairOf(desk),
      orderId: String(order.id),
      clientOid: clientOidOf(order),
    },
    ...{ price: priceText(desk, order), size: byCost === '' ? formatQty(desk.instrument, order.qtyLots) : byCost },
    ...{
      orderType: order.type,
      side: order.side,
      status: statusOf(order, 'cancelled'),
      priceAvg: averageOf(desk, order),
    },
    ...{ baseVolume: formatQty(desk.instrument, order.filledLots), quoteVolume: quoteVolume(desk, order) },
    ...{ enterPointSource: 'API', orderSource: 'normal', feeDetail: '', cancelReason: cancelReason(order) },
    ...{ cTime: String(order.createdAtMs), uTime: String(order.updatedAtMs) },
  };
}

/** `stateName`: one call says `state` what another says `status`. */
export function contractOrderView(
  desk: SymbolDesk,
  order: OrderRecord,
  marginMode: string,
  stateName: 'state' | 'status',
) {
  return {
    ...{ symbol: pairOf(desk), size: formatQty(desk.instrument, order.qtyLots), orderId: String(order.id) },
    ...{ clientOid: clientOidOf(order), baseVolume: formatQty(desk.instrument, order.filledLots), fee: '' },
    ...{ price: priceText(desk, order), priceAvg: averageOf(desk, order), [stateName]: statusOf(order, 'canceled') },
    ...{ force: forceOf(order), totalProfits: '0', ...directionView(order), marginCoin: MARGIN_COIN, marginMode },
    ...{ quoteVolume: quoteVolume(desk, order), orderType: order.type, leverage: '', enterPointSource: 'API' },
    ...{
      orderSource: 'normal',
      cancelReason: cancelReason(order),
      presetStopSurplusPrice: '',
      presetStopLossPrice: '',
    },
    ...{ cTime: String(order.createdAtMs), uTime: String(order.updatedAtMs) },
  };
}

export function spotTradeView(desk: SymbolDesk, fill: FillRecord) {
  return {
    ...{
      userId: String(fill.accountId),
      symbol: pairOf(desk),
      orderId: String(fill.orderId),
      tradeId: tradeIdOf(fill),
    },
    ...{ orderType: '', side: fill.side, priceAvg: formatPrice(desk.instrument, fill.priceTicks) },
    ...{ size: formatQty(desk.instrument, fill.qtyLots), amount: notional(desk, fill), tradeScope: scopeOf(fill) },
    feeDetail: { deduction: 'no', totalDeductionFee: '', ...feeView(desk, fill) },
    ...{ cTime: String(fill.atMs), uTime: String(fill.atMs) },
  };
}

export function contractTradeView(desk: SymbolDesk, fill: FillRecord) {
  const { side, tradeSide, posMode } = directionView({ ...fill, reduceOnly: false });
  return {
    ...{ tradeId: tradeIdOf(fill), symbol: pairOf(desk), orderId: String(fill.orderId), side, posMode },
    ...{ price: formatPrice(desk.instrument, fill.priceTicks), baseVolume: formatQty(desk.instrument, fill.qtyLots) },
    feeDetail: [{ deduction: 'no', totalDeductionFee: '', ...feeView(desk, fill) }],
    ...{ quoteVolume: notional(desk, fill), profit: formatQuote(desk.instrument, fill.realisedAtoms) },
    tradeSide: fill.liquidation ? `burst_${fill.positionSide === 'net' ? 'single' : fill.positionSide}` : tradeSide,
    ...{ enterPointSource: fill.liquidation ? 'SYS' : 'API', tradeScope: scopeOf(fill), cTime: String(fill.atMs) },
  };
}

/** As the stream tells an order: with the trade that moved it, where one did. */
export function orderEventView(desk: SymbolDesk, order: OrderRecord, fill: FillRecord | null, marginMode: string) {
  const { instrument } = desk;
  const isSpot = desk.contract === null;
  const size = formatQty(instrument, order.qtyLots);
  const filled = {
    accBaseVolume: formatQty(instrument, order.filledLots),
    ...(order.filledLots === 0 ? {} : { priceAvg: averageOf(desk, order) }),
  };
  return {
    ...{ instId: pairOf(desk), orderId: String(order.id), clientOid: clientOidOf(order) },
    ...(order.type === 'market' ? {} : { price: priceText(desk, order) }),
    // Of spot `size` is what it is worth, and `newSize` the quantity.
    ...(isSpot
      ? { newSize: size, size: '', notional: '' }
      : { size, ...directionView(order), marginMode, marginCoin: MARGIN_COIN }),
    ...{ orderType: order.type, force: forceOf(order), ...(isSpot ? { side: order.side } : {}), ...filled },
    status: statusOf(order, isSpot ? 'cancelled' : 'canceled'),
    ...{ cancelReason: cancelReason(order), feeDetail: [], enterPointSource: 'API' },
    ...(fill === null ? {} : fillFields(desk, fill)),
    ...{ cTime: String(order.createdAtMs), uTime: String(fill?.atMs ?? order.updatedAtMs) },
  };
}

function fillFields(desk: SymbolDesk, fill: FillRecord) {
  const { feeCoin, totalFee } = feeView(desk, fill);
  return {
    ...{ fillPrice: formatPrice(desk.instrument, fill.priceTicks), tradeId: tradeIdOf(fill) },
    ...{ baseVolume: formatQty(desk.instrument, fill.qtyLots), fillTime: String(fill.atMs) },
    ...{ fillFee: totalFee, fillFeeCoin: feeCoin, tradeScope: fill.maker ? 'M' : 'T' },
    ...(fill.liquidation ? { enterPointSource: 'SYS' } : {}),
  };
}

/** In hedge mode `side` is the position's, whichever way it trades. */
function directionView({ positionSide, reduceOnly, side }: Pick<OrderRecord, 'positionSide' | 'reduceOnly' | 'side'>) {
  if (positionSide === 'net')
    return {
      ...{ side, posSide: 'net', posMode: 'one_way_mode', tradeSide: `${side}_single` },
      reduceOnly: reduceOnly ? 'YES' : 'NO',
    };
  const closes = (positionSide === 'long') === (side === 'sell');
  return {
    ...{ side: positionSide === 'long' ? 'buy' : 'sell', posSide: positionSide, posMode: 'hedge_mode' },
    ...{ tradeSide: closes ? 'close' : 'open', reduceOnly: closes ? 'YES' : 'NO' },
  } as const;
}

/** Unique over the account: who trades with himself has two. */
function tradeIdOf({ id }: FillRecord): string {
  return String(id);
}

function scopeOf({ maker }: FillRecord): 'maker' | 'taker' {
  return maker ? 'maker' : 'taker';
}

function feeView({ instrument }: SymbolDesk, { feeAtoms, feeInBase }: FillRecord) {
  return {
    feeCoin: feeInBase ? instrument.base : instrument.quote,
    totalFee: negative(feeInBase ? formatBase(instrument, feeAtoms) : formatQuote(instrument, feeAtoms), feeAtoms),
  };
}

function negative(text: string, atoms: Atoms): string {
  return atoms === 0 ? '0' : `-${text}`;
}

function notional({ instrument }: SymbolDesk, { priceTicks, qtyLots }: FillRecord): string {
  return formatQuote(instrument, priceTicks * qtyLots * instrument.quoteAtomsPerTickLot);
}

function quoteVolume({ instrument }: SymbolDesk, { spentTickLots }: OrderRecord): string {
  return formatQuote(instrument, spentTickLots * instrument.quoteAtomsPerTickLot);
}

function averageOf({ instrument }: SymbolDesk, { spentTickLots, filledLots }: OrderRecord): string {
  return filledLots === 0 ? '0' : entryPrice(instrument, spentTickLots * instrument.quoteAtomsPerTickLot, filledLots);
}

function priceText({ instrument }: SymbolDesk, { priceTicks, type }: OrderRecord): string {
  return type === 'market' ? '0' : formatPrice(instrument, priceTicks);
}

function statusOf({ status, filledLots }: OrderRecord, ended: string): string {
  if (status === 'open') return filledLots > 0 ? 'partially_filled' : 'live';
  return status === 'filled' ? 'filled' : ended;
}

/** An order that came by another wire is told in the words nearest to it. */
function forceOf({ form, tif }: OrderRecord): string {
  if (tif === 'post') return 'post_only';
  if (tif === 'gtc') return 'gtc';
  return form?.timeInForce === 'FOK' ? 'fok' : 'ioc';
}

function cancelReason({ preventedBy, status }: OrderRecord): string {
  if (status !== 'cancelled') return '';
  return preventedBy === null ? 'normal_cancel' : MET_ITSELF;
}
