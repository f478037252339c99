// Orders, trades, funding and moves of margin as the OKX wire writes them. A fee is negative there.
import { formatBase, formatPrice, formatQuote } from '@cormorant/core/market/conversions.ts';
import type { Atoms } from '@cormorant/core/money/units.ts';
import type { SymbolDesk } from '../../exchange/symbol-desk.ts';
import type { FillRecord, FundingRecord, MarginAddRecord, OrderRecord } from '../../store/records.ts';
import { entryPrice } from '../views.ts';
import { instIdOf, instTypeOf, sizeText } from './instruments.ts';
import { clientIdOf } from './order-requests.ts';

export const FUNDING_BILL = '8';
export const MARGIN_BILL = '6';

/** What its trades came to. */
export interface OrderTrades {
  readonly feeAtoms: Atoms;
  readonly realisedAtoms: Atoms;
}

export function orderView(desk: SymbolDesk, order: OrderRecord, trades: OrderTrades, mode: 'isolated' | 'cross') {
  const { instrument } = desk;
  const isSpot = desk.contract === null;
  const byCost = order.form?.quoteOrderQty ?? '';
  const feeInBase = isSpot && order.side === 'buy';
  return {
    ...{ instType: instTypeOf(desk), instId: instIdOf(desk), ordId: String(order.id), clOrdId: clientIdOf(order) },
    ...{
      tag: '',
      ccy: '',
      category: 'normal',
      source: '',
      algoId: '',
      algoClOrdId: '',
      stpMode: `cancel_${order.form?.prevention ?? 'maker'}`,
    },
    ...{ px: order.type === 'market' ? '' : formatPrice(instrument, order.priceTicks) },
    sz: byCost === '' ? sizeText(desk, order.qtyLots) : byCost,
    tgtCcy: !isSpot || order.type !== 'market' ? '' : byCost === '' ? 'base_ccy' : 'quote_ccy',
    ...{ ordType: orderType(order), side: order.side, posSide: order.positionSide },
    tdMode: isSpot ? 'cash' : mode,
    accFillSz: sizeText(desk, order.filledLots),
    avgPx: order.filledLots === 0 ? '' : averagePrice(desk, order),
    ...{ fillPx: '', fillSz: '0', fillTime: '', tradeId: '' },
    ...{ state: stateOf(order), reduceOnly: String(order.reduceOnly), lever: '', cancelSource: cancelSource(order) },
    ...{ pnl: formatQuote(instrument, trades.realisedAtoms), fee: feeOf(desk, trades.feeAtoms, feeInBase) },
    ...{ feeCcy: feeInBase ? instrument.base : instrument.quote, rebate: '0', rebateCcy: instrument.quote },
    ...{ cTime: String(order.createdAtMs), uTime: String(order.updatedAtMs) },
  };
}

/** What the order's row has besides when one of its trades is told. */
export function fillFields(desk: SymbolDesk, fill: FillRecord) {
  const { instrument } = desk;
  return {
    ...{ fillPx: formatPrice(instrument, fill.priceTicks), fillSz: sizeText(desk, fill.qtyLots) },
    ...{ fillTime: String(fill.atMs), tradeId: tradeIdOf(fill), execType: fill.maker ? 'M' : 'T' },
    ...{ fillFee: feeOf(desk, fill.feeAtoms, fill.feeInBase), fillFeeCcy: feeCurrency(desk, fill) },
    ...{ fillPnl: formatQuote(instrument, fill.realisedAtoms), category: categoryOf(fill) },
  };
}

export function tradeRow(desk: SymbolDesk, fill: FillRecord) {
  const { instrument } = desk;
  return {
    ...{ instType: instTypeOf(desk), instId: instIdOf(desk), tradeId: tradeIdOf(fill), ordId: String(fill.orderId) },
    ...{ clOrdId: clientIdOf(fill), billId: String(fill.id), tag: '', subType: subTypeOf(fill) },
    ...{ fillPx: formatPrice(instrument, fill.priceTicks), fillSz: sizeText(desk, fill.qtyLots) },
    ...{ side: fill.side, posSide: fill.positionSide, execType: fill.maker ? 'M' : 'T' },
    ...{ feeCcy: feeCurrency(desk, fill), fee: feeOf(desk, fill.feeAtoms, fill.feeInBase) },
    fillPnl: formatQuote(instrument, fill.realisedAtoms),
    ...{ fillTime: String(fill.atMs), ts: String(fill.atMs) },
  };
}

export function fundingBill(desk: SymbolDesk, row: FundingRecord) {
  const amount = formatQuote(desk.instrument, row.amountAtoms);
  return {
    ...{ billId: String(row.id), type: FUNDING_BILL, subType: row.amountAtoms < 0 ? '173' : '174' },
    ...{ instType: 'SWAP', instId: instIdOf(desk), ccy: desk.instrument.quote, balChg: amount, pnl: amount, fee: '0' },
    ...{ px: formatPrice(desk.instrument, row.markTicks), posSide: row.positionSide, ts: String(row.atMs) },
    ...{ ordId: '', clOrdId: '', tradeId: '', mgnMode: '', notes: '' },
  };
}

/** Moves of margin have no number here: their times name them. */
export function marginBill(desk: SymbolDesk, row: MarginAddRecord, at: number) {
  const amount = formatQuote(desk.instrument, row.amountAtoms);
  return {
    ...{ billId: `${row.atMs}${String(at).padStart(3, '0')}`, type: MARGIN_BILL },
    ...{ subType: row.amountAtoms < 0 ? '161' : '160', instType: 'SWAP', instId: instIdOf(desk) },
    ...{ ccy: desk.instrument.quote, balChg: amount, posSide: row.positionSide, ts: String(row.atMs) },
    ...{ ordId: '', clOrdId: '', tradeId: '', mgnMode: 'isolated', notes: '', fee: '0', pnl: '0', px: '' },
  };
}

export function averagePrice({ instrument }: SymbolDesk, { spentTickLots, filledLots }: OrderRecord): string {
  return entryPrice(instrument, spentTickLots * instrument.quoteAtomsPerTickLot, filledLots);
}

/** Unique within its instrument. */
export function tradeIdOf({ id, tradeId }: FillRecord): string {
  return String(tradeId ?? id);
}

/** Forced: of a side's close, else of a purchase or a sale. */
function subTypeOf({ liquidation, positionSide, side }: FillRecord): string {
  if (!liquidation) return side === 'buy' ? '1' : '2';
  if (positionSide === 'net') return side === 'buy' ? '106' : '107';
  return positionSide === 'long' ? '104' : '105';
}

function feeCurrency({ instrument }: SymbolDesk, { feeInBase }: FillRecord): string {
  return feeInBase ? instrument.base : instrument.quote;
}

function feeOf({ instrument }: SymbolDesk, atoms: Atoms, inBase: boolean): string {
  const text = inBase ? formatBase(instrument, atoms) : formatQuote(instrument, atoms);
  return atoms === 0 ? '0' : `-${text}`;
}

function categoryOf({ liquidation }: FillRecord): string {
  return liquidation ? 'full_liquidation' : 'normal';
}

function stateOf({ status, filledLots }: OrderRecord): string {
  if (status === 'open') return filledLots > 0 ? 'partially_filled' : 'live';
  return status === 'filled' ? 'filled' : 'canceled';
}

/** 1: by its owner. 31: it was to wait for takers only, and would have taken. 32: it would have traded with its own account. */
function cancelSource({ status, form, preventedBy }: OrderRecord): string {
  if (status !== 'cancelled') return '';
  if (preventedBy !== null) return '32';
  return form?.wouldTake === true ? '31' : '1';
}

/** An order that came by another wire is told in the words nearest to it. */
function orderType({ form, type, tif }: OrderRecord): string {
  if (type === 'market') return 'market';
  if (tif === 'post') return 'post_only';
  if (tif === 'gtc') return 'limit';
  return form?.timeInForce === 'FOK' ? 'fok' : 'ioc';
}
