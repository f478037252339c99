// The exchange's rows as the wire writes them (PROTOCOL.md): decimal strings, market times, no internal counts.
import { formatBase, formatPrice, formatQty, formatQuote } from '@cormorant/core/market/conversions.ts';
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import { formatScaled } from '@cormorant/core/money/decimal-text.ts';
import type { Account } from '../exchange/account.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { FillRecord, OrderRecord } from '../exchange/records.ts';
import { isOver, type SymbolDesk } from '../exchange/symbol-desk.ts';
import { type CandleRow, dayFiguresOf } from '../market/candles.ts';

const PPM_DECIMALS = 6;

export function orderView(instrument: Instrument, order: OrderRecord) {
  return {
    cid: order.cid,
    symbol: order.symbol,
    side: order.side,
    type: order.type,
    tif: order.tif,
    price: formatPrice(instrument, order.priceTicks),
    qty: formatQty(instrument, order.qtyLots),
    filled: formatQty(instrument, order.filledLots),
    status: order.status,
    created_at: order.createdAtMs,
  };
}

export function fillView(instrument: Instrument, fill: FillRecord) {
  return {
    id: String(fill.id),
    cid: fill.cid,
    symbol: fill.symbol,
    side: fill.side,
    price: formatPrice(instrument, fill.priceTicks),
    qty: formatQty(instrument, fill.qtyLots),
    fee: fill.feeInBase ? formatBase(instrument, fill.feeAtoms) : formatQuote(instrument, fill.feeAtoms),
    fee_asset: fill.feeInBase ? instrument.base : instrument.quote,
    maker: fill.maker ? 1 : 0,
    last: formatPrice(instrument, fill.lastTicks),
    at: fill.atMs,
  };
}

export function instrumentView(desk: SymbolDesk) {
  const { instrument, tape } = desk;
  return {
    symbol: instrument.symbol,
    name: tape.title,
    market: instrument.market,
    base: instrument.base,
    quote: instrument.quote,
    tick: instrument.tickSize,
    step: instrument.stepSize,
    min_qty: formatQty(instrument, instrument.minQtyLots),
    max_qty: formatQty(instrument, instrument.maxQtyLots),
    min_notional: formatQuote(instrument, instrument.minNotionalAtoms),
    min_price: formatPrice(instrument, instrument.minPriceTicks),
    max_price: formatPrice(instrument, instrument.maxPriceTicks),
    max_open_orders: instrument.maxOpenOrders,
    maker: formatScaled(instrument.makerPpm, PPM_DECIMALS, true),
    taker: formatScaled(instrument.takerPpm, PPM_DECIMALS, true),
    fee_asset: instrument.feeAsset,
    status: isOver(desk) ? 'halt' : 'trading',
    simulated: true,
  };
}

/** Null before the symbol's first print. */
export function tickerView({ instrument, tape }: SymbolDesk) {
  const day = dayFiguresOf(tape);
  if (day === null) return null;
  return {
    symbol: instrument.symbol,
    last: formatPrice(instrument, tape.lastTicks),
    open_24h: formatPrice(instrument, day.openTicks),
    high_24h: formatPrice(instrument, day.highTicks),
    low_24h: formatPrice(instrument, day.lowTicks),
    quote_volume_24h: quoteVolume(instrument, day.quoteVolumeTickLots),
    at: tape.lastAtMs,
  };
}

export function candleView(instrument: Instrument, row: CandleRow) {
  return [
    row.atMs,
    formatPrice(instrument, row.open),
    formatPrice(instrument, row.high),
    formatPrice(instrument, row.low),
    formatPrice(instrument, row.close),
    formatQty(instrument, row.volume),
  ];
}

export function balanceViews(exchange: Exchange, account: Account) {
  return [...exchange.balances.rowsOf(account.id)]
    .sort((a, b) => (a.asset < b.asset ? -1 : 1))
    .map(({ asset, freeAtoms, lockedAtoms }) => ({
      asset,
      free: exchange.balances.format(asset, freeAtoms),
      locked: exchange.balances.format(asset, lockedAtoms),
    }));
}

/** A day's turnover is a statistic and may leave the exact range: two decimals of a plain number. */
function quoteVolume(instrument: Instrument, tickLots: number): string {
  return ((tickLots * instrument.quoteAtomsPerTickLot) / 10 ** instrument.quoteScale).toFixed(2);
}
