// Rows of the exchange's tables as the records they are.
import type { FillRecord, FundingRecord, OrderForm, OrderRecord } from './records.ts';

export type Row = Record<string, unknown>;

export function orderOf(row: Row): OrderRecord {
  return {
    id: Number(row.id),
    accountId: Number(row.account_id),
    cid: String(row.cid),
    symbol: String(row.symbol),
    side: row.side as OrderRecord['side'],
    type: row.type as OrderRecord['type'],
    tif: row.tif as OrderRecord['tif'],
    priceTicks: Number(row.price_ticks),
    qtyLots: Number(row.qty_lots),
    filledLots: Number(row.filled_lots),
    positionSide: row.position_side as OrderRecord['positionSide'],
    reduceOnly: row.reduce_only === 1,
    trigger:
      row.trigger_kind === null
        ? null
        : {
            kind: row.trigger_kind as 'stop' | 'take_profit',
            by: row.trigger_by as 'mark' | 'last',
            priceTicks: Number(row.trigger_ticks),
          },
    lockTicks: Number(row.lock_ticks ?? row.price_ticks),
    status: row.status as OrderRecord['status'],
    createdAtMs: Number(row.created_at),
    updatedAtMs: Number(row.updated_at),
    spentTickLots: Number(row.spent_tick_lots),
    preventedBy: row.prevented_by === null ? null : Number(row.prevented_by),
    workingAtMs: row.working_at === null ? null : Number(row.working_at),
    listId: row.list_id === null ? null : Number(row.list_id),
    form: row.form === null ? null : (JSON.parse(String(row.form)) as OrderForm),
    handle: -1,
  };
}

export function fillOf(row: Row): FillRecord {
  return {
    id: Number(row.id),
    tradeId: row.trade_id === null ? null : Number(row.trade_id),
    orderId: Number(row.order_id),
    accountId: Number(row.account_id),
    cid: String(row.cid),
    symbol: String(row.symbol),
    side: row.side as FillRecord['side'],
    priceTicks: Number(row.price_ticks),
    qtyLots: Number(row.qty_lots),
    feeAtoms: Number(row.fee_atoms),
    feeInBase: row.fee_in_base === 1,
    maker: row.maker === 1,
    lastTicks: Number(row.last_ticks),
    atMs: Number(row.at),
    positionSide: row.position_side as FillRecord['positionSide'],
    liquidation: row.liquidation === 1,
    realisedAtoms: Number(row.realised_atoms),
  };
}

export function fundingOf(row: Row): FundingRecord {
  return {
    id: Number(row.id),
    accountId: Number(row.account_id),
    symbol: String(row.symbol),
    positionSide: row.position_side as FundingRecord['positionSide'],
    rateE8: Number(row.rate_e8),
    markTicks: Number(row.mark_ticks),
    amountAtoms: Number(row.amount_atoms),
    atMs: Number(row.at),
  };
}
