// Orders, trades and settlements of funding as the Gate wire writes them. Numbers of spot orders are texts, those of contract orders
// numbers of 17 digits; a sale of contracts is below zero.
import { formatBase, formatPrice, formatQty, formatQuote } from '@cormorant/core/market/conversions.ts';
import type { SymbolDesk } from '../../exchange/symbol-desk.ts';
import type { FillRecord, FundingRecord, OrderRecord } from '../../store/records.ts';
import { entryPrice } from '../views.ts';
import type { SizeForm } from './contract-sizes.ts';
import { exactNumber, longIdOf, secondsOf } from './exact-numbers.ts';
import { textOf } from './order-requests.ts';
import { pairOf } from './pairs.ts';

const SECOND_MS = 1_000;

export function spotOrderView(desk: SymbolDesk, order: OrderRecord) {
  const { instrument } = desk;
  const byCost = order.form?.quoteOrderQty ?? '';
  const total = formatQuote(instrument, order.spentTickLots * instrument.quoteAtomsPerTickLot);
  const filled = formatQty(instrument, order.filledLots);
  return {
    ...{ id: String(order.id), text: textOf(order) ?? 'apiv4', amend_text: '-', currency_pair: pairOf(desk) },
    ...{ create_time: seconds(order.createdAtMs), update_time: seconds(order.updatedAtMs) },
    ...{ create_time_ms: order.createdAtMs, update_time_ms: order.updatedAtMs, status: spotStatus(order) },
    ...{ type: order.type, account: 'spot', side: order.side, iceberg: '0', time_in_force: tifOf(order) },
    amount: byCost === '' ? formatQty(instrument, order.qtyLots) : byCost,
    price: order.type === 'market' ? '0' : formatPrice(instrument, order.priceTicks),
    left: byCost === '' ? formatQty(instrument, order.qtyLots - order.filledLots) : '0',
    ...{ filled_amount: filled, fill_price: total, filled_total: total, avg_deal_price: averageOf(desk, order) },
    ...{ fee: '0', fee_currency: order.side === 'buy' ? instrument.base : instrument.quote, point_fee: '0' },
    ...{ gt_fee: '0', gt_maker_fee: '0', gt_taker_fee: '0', gt_discount: false, rebated_fee: '0' },
    ...{ rebated_fee_currency: instrument.quote, stp_id: 0, stp_act: '-', finish_as: finishOf(order) },
  };
}

/** As the stream tells it: with what has just become of it. */
export function spotOrderEvent(desk: SymbolDesk, order: OrderRecord) {
  const { create_time_ms, update_time_ms, status: _status, ...row } = spotOrderView(desk, order);
  return {
    ...{ ...row, create_time_ms: String(create_time_ms), update_time_ms: String(update_time_ms) },
    ...{ user: order.accountId, event: eventOf(order) },
  };
}

export function contractOrderView(desk: SymbolDesk, order: OrderRecord, size: SizeForm) {
  const signed = (lots: number) => size(order.side === 'buy' ? lots : -lots);
  const isLiquidation = order.cid.startsWith('autoclose-');
  return {
    ...{ id: exactNumber(longIdOf(order.id)), user: order.accountId, create_time: secondsOf(order.createdAtMs) },
    ...(order.status === 'open'
      ? { status: 'open' }
      : { status: 'finished', finish_time: secondsOf(order.updatedAtMs), finish_as: finishOf(order) }),
    ...{ contract: pairOf(desk), size: signed(order.qtyLots), left: signed(order.qtyLots - order.filledLots) },
    ...{ price: order.type === 'market' ? '0' : formatPrice(desk.instrument, order.priceTicks), iceberg: size(0) },
    ...{ fill_price: averageOf(desk, order), tif: tifOf(order), is_reduce_only: reduces(order), is_close: false },
    ...{ is_liq: isLiquidation, text: textOf(order) ?? (isLiquidation ? 'liquidation' : 'api'), amend_text: '-' },
    ...{ mkfr: '0.0002', tkfr: '0.0005', refu: 0, stp_id: 0, stp_act: '-', biz_info: '-' },
  };
}

/** As the stream tells it. */
export function contractOrderEvent(desk: SymbolDesk, order: OrderRecord, size: SizeForm) {
  const { create_time: _at, ...row } = contractOrderView(desk, order, size);
  return {
    ...{ ...row, create_time: Math.floor(order.createdAtMs / SECOND_MS), create_time_ms: order.createdAtMs },
    ...{ finish_as: order.status === 'open' ? '_new' : finishOf(order), user: String(order.accountId) },
    ...{ finish_time: order.status === 'open' ? 0 : Math.floor(order.updatedAtMs / SECOND_MS), refr: 0 },
    ...{ finish_time_ms: order.status === 'open' ? 0 : order.updatedAtMs, update_id: 1 },
  };
}

export function spotFillView(desk: SymbolDesk, fill: FillRecord) {
  const { instrument } = desk;
  return {
    ...{ id: String(fill.id), create_time: seconds(fill.atMs), create_time_ms: `${fill.atMs}.000` },
    ...{
      currency_pair: pairOf(desk),
      side: fill.side,
      role: roleOf(fill),
      amount: formatQty(instrument, fill.qtyLots),
    },
    ...{ price: formatPrice(instrument, fill.priceTicks), order_id: String(fill.orderId), amend_text: '-' },
    fee: fill.feeInBase ? formatBase(instrument, fill.feeAtoms) : formatQuote(instrument, fill.feeAtoms),
    ...{ fee_currency: fill.feeInBase ? instrument.base : instrument.quote, point_fee: '0', gt_fee: '0' },
    ...{ sequence_id: String(fill.tradeId ?? fill.id), text: textOf(fill) ?? 'apiv4' },
  };
}

/** As the stream tells it: number and second are numbers there. */
export function spotFillEvent(desk: SymbolDesk, fill: FillRecord) {
  const { id, create_time, sequence_id: _sequence, ...row } = spotFillView(desk, fill);
  return { ...row, id: Number(id), create_time: Number(create_time), user_id: fill.accountId };
}

function contractFill(desk: SymbolDesk, fill: FillRecord, size: SizeForm) {
  return {
    ...{ contract: pairOf(desk), order_id: longIdOf(fill.orderId), size: size(signedLots(fill)) },
    ...{ price: formatPrice(desk.instrument, fill.priceTicks), role: roleOf(fill), amend_text: '-' },
    text: textOf(fill) ?? (fill.liquidation ? 'liquidation' : 'api'),
    ...{ fee: formatQuote(desk.instrument, fill.feeAtoms), point_fee: '0' },
  };
}

/** `nameOfId`: one call says `id` what another says `trade_id`. */
export function contractFillView(desk: SymbolDesk, fill: FillRecord, size: SizeForm, nameOfId: 'id' | 'trade_id') {
  return {
    ...contractFill(desk, fill, size),
    ...(nameOfId === 'id' ? { id: fill.id } : { trade_id: String(fill.id) }),
    ...{ create_time: secondsOf(fill.atMs), close_size: size(closes(fill) ? signedLots(fill) : 0) },
  };
}

/** As the stream tells it: whether it closed something is not said there. */
export function contractFillEvent(desk: SymbolDesk, fill: FillRecord, size: SizeForm) {
  const times = { create_time: Math.floor(fill.atMs / SECOND_MS), create_time_ms: fill.atMs };
  return { ...contractFill(desk, fill, size), ...times, id: String(fill.id) };
}

function signedLots({ qtyLots, side }: FillRecord): number {
  return side === 'buy' ? qtyLots : -qtyLots;
}

/** What comes and goes by the account's book. */
export function fundingView(desk: SymbolDesk, row: FundingRecord) {
  return {
    ...{ time: secondsOf(row.atMs), change: formatQuote(desk.instrument, row.amountAtoms), balance: '', type: 'fund' },
    ...{ text: `${pairOf(desk)}:${row.id}`, contract: pairOf(desk), trade_id: '', id: String(row.id) },
  };
}

function closes({ positionSide, realisedAtoms, side }: FillRecord): boolean {
  return positionSide === 'net' ? realisedAtoms !== 0 : (positionSide === 'long') === (side === 'sell');
}

/** In dual mode what closes a side says so, however it was asked for. */
function reduces({ positionSide, reduceOnly, side }: OrderRecord): boolean {
  return reduceOnly || (positionSide !== 'net' && (positionSide === 'long') === (side === 'sell'));
}

function roleOf({ maker }: FillRecord): 'maker' | 'taker' {
  return maker ? 'maker' : 'taker';
}

function seconds(ms: number): string {
  return String(Math.floor(ms / SECOND_MS));
}

function averageOf({ instrument }: SymbolDesk, { spentTickLots, filledLots }: OrderRecord): string {
  return filledLots === 0 ? '0' : entryPrice(instrument, spentTickLots * instrument.quoteAtomsPerTickLot, filledLots);
}

function spotStatus({ status }: OrderRecord): string {
  return status === 'filled' ? 'closed' : status;
}

function eventOf({ status, filledLots }: OrderRecord): 'put' | 'update' | 'finish' {
  if (status !== 'open') return 'finish';
  return filledLots > 0 ? 'update' : 'put';
}

function finishOf({ status, preventedBy, tif, form, type }: OrderRecord): string {
  if (status !== 'cancelled') return status;
  if (preventedBy !== null) return 'stp';
  if (tif !== 'ioc' && type !== 'market') return 'cancelled';
  return form?.timeInForce === 'FOK' ? 'fok' : 'ioc';
}

/** An order that came by another wire is told in the words nearest to it. */
function tifOf({ form, tif }: OrderRecord): string {
  if (tif === 'post') return 'poc';
  if (tif === 'gtc') return 'gtc';
  return form?.timeInForce === 'FOK' ? 'fok' : 'ioc';
}
