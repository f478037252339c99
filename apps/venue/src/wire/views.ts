// The exchange's rows as the wire writes them (PROTOCOL.md): decimal strings, market times, no internal counts.
import { formatBase, formatPrice, formatQty, formatQuote } from '@cormorant/core/market/conversions.ts';
import type { ContractTerms, Instrument } from '@cormorant/core/market/instrument.ts';
import { formatScaled } from '@cormorant/core/money/decimal-text.ts';
import { mulDiv } from '@cormorant/core/money/mul-div.ts';
import type { Atoms, Lots, Ticks } from '@cormorant/core/money/units.ts';
import { unrealisedOf } from '@cormorant/core/venue/margin-account.ts';
import type { Account } from '../exchange/account.ts';
import { FUNDING_ASSET } from '../exchange/deposits.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { MAX_NOTIONAL } from '../exchange/filters.ts';
import { type ContractDesk, isTrading, type SymbolDesk } from '../exchange/symbol-desk.ts';
import { type CandleRow, dayFiguresOf } from '../market/candles.ts';
import type { FillRecord, FundingRecord, MarginAddRecord, OrderRecord } from '../store/records.ts';

const PPM_DECIMALS = 6;
const RATE_DECIMALS = 8;
const HOUR_MS = 3_600_000;
const LONGEST_INTERVAL_MS = 8 * HOUR_MS;
const ENTRY_DECIMALS = 4;

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
    ...(instrument.contract === null ? {} : contractOrderView(instrument, order)),
  };
}

function contractOrderView(instrument: Instrument, { positionSide, reduceOnly, trigger }: OrderRecord) {
  return {
    position_side: positionSide,
    reduce_only: reduceOnly ? 1 : 0,
    ...(trigger === null
      ? {}
      : { trigger: { kind: trigger.kind, by: trigger.by, price: formatPrice(instrument, trigger.priceTicks) } }),
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
    ...(instrument.contract === null
      ? {}
      : { position_side: fill.positionSide, liquidation: fill.liquidation ? 1 : 0 }),
  };
}

export function marginAddView(instrument: Instrument, add: MarginAddRecord) {
  const { amountAtoms, atMs, positionSide, ref } = add;
  return { ref, position_side: positionSide, amount: formatQuote(instrument, amountAtoms), at: atMs };
}

export function fundingView(instrument: Instrument, funding: FundingRecord) {
  return {
    id: String(funding.id),
    symbol: funding.symbol,
    position_side: funding.positionSide,
    rate: formatScaled(funding.rateE8, RATE_DECIMALS, true),
    mark: formatPrice(instrument, funding.markTicks),
    amount: formatQuote(instrument, funding.amountAtoms),
    at: funding.atMs,
  };
}

export function instrumentView(desk: SymbolDesk) {
  const { instrument, tape, filters } = desk;
  return {
    symbol: desk.symbol,
    name: tape.title,
    market: instrument.market,
    base: instrument.base,
    quote: instrument.quote,
    tick: filters.tickTicks === 1 ? instrument.tickSize : formatPrice(instrument, filters.tickTicks),
    step: filters.stepLots === 1 ? instrument.stepSize : formatQty(instrument, filters.stepLots),
    min_qty: formatQty(instrument, filters.minQtyLots),
    max_qty: formatQty(instrument, filters.maxQtyLots),
    max_market_qty: formatQty(instrument, filters.maxMarketLots),
    min_notional: formatQuote(instrument, filters.minNotionalAtoms),
    ...(instrument.contract === null ? { max_notional: String(MAX_NOTIONAL) } : {}),
    min_price: formatPrice(instrument, instrument.minPriceTicks),
    max_price: formatPrice(instrument, instrument.maxPriceTicks),
    max_open_orders: instrument.maxOpenOrders,
    maker: formatScaled(instrument.makerPpm, PPM_DECIMALS, true),
    taker: formatScaled(instrument.takerPpm, PPM_DECIMALS, true),
    fee_asset: instrument.feeAsset,
    status: isTrading(desk) ? 'trading' : 'halt',
    hidden: tape.hidden === true ? 1 : 0,
    ...(instrument.contract === null ? {} : { contract: contractView(instrument, instrument.contract) }),
    simulated: true,
  };
}

function contractView(instrument: Instrument, terms: ContractTerms) {
  return {
    brackets: terms.brackets.map(({ floorAtoms, maxLeverage, maintenancePpm, cumAtoms }) => ({
      floor: formatQuote(instrument, floorAtoms),
      max_leverage: maxLeverage,
      maintenance: formatScaled(maintenancePpm, PPM_DECIMALS, true),
      cum: formatQuote(instrument, cumAtoms),
    })),
    funding_hours: terms.fundingIntervalMs / HOUR_MS,
    liquidation_fee: formatScaled(terms.liquidationFeePpm, PPM_DECIMALS, true),
  };
}

/** Null before the symbol's first print. */
export function tickerView({ symbol, instrument, tape, contract }: SymbolDesk) {
  const day = dayFiguresOf(tape);
  if (day === null) return null;
  return {
    symbol,
    ...(contract === null ? {} : contractTickerView(instrument, contract, tape.lastAtMs)),
    last: formatPrice(instrument, tape.lastTicks),
    open_24h: formatPrice(instrument, day.openTicks),
    high_24h: formatPrice(instrument, day.highTicks),
    low_24h: formatPrice(instrument, day.lowTicks),
    quote_volume_24h: quoteVolume(instrument, day.quoteVolumeTickLots),
    at: tape.lastAtMs,
  };
}

function contractTickerView(instrument: Instrument, { venue, feed }: ContractDesk, nowMs: number) {
  const next = feed.nextSettlementMs(nowMs);
  const rateE8 = next === null ? null : feed.rateE8(next, nowMs);
  return {
    ...(venue.markTicks === 0 ? {} : { mark: formatPrice(instrument, venue.markTicks) }),
    ...(next === null || rateE8 === null
      ? {}
      : { funding_rate: formatScaled(rateE8, RATE_DECIMALS, true), next_funding_at: next }),
  };
}

/** The last `limit` settlements that a contract has seen, oldest first. */
export function fundingRateViews({ tape }: SymbolDesk, { feed }: ContractDesk, limit: number) {
  const nowMs = tape.lastAtMs;
  const settled = feed.settlements(Math.max(tape.startMs, nowMs - limit * LONGEST_INTERVAL_MS), nowMs);
  const known = settled.map((at) => ({ at, rateE8: feed.rateE8(at, at) }));
  return known
    .filter(({ rateE8 }) => rateE8 !== null)
    .slice(-limit)
    .map(({ at, rateE8 }) => ({ rate: formatScaled(rateE8 as number, RATE_DECIMALS, true), at }));
}

export function positionViews(exchange: Exchange, account: Account) {
  const { book } = exchange.contracts;
  return exchange.desks.flatMap(({ symbol, instrument, contract }) => {
    if (contract === null) return [];
    const seat = book.seatOf(account.id, instrument.symbol);
    return [...seat.positions.values()].map((position) => ({
      symbol,
      position_side: position.side,
      qty: formatQty(instrument, position.qtyLots),
      entry_price: entryPrice(instrument, position.entryAtoms, Math.abs(position.qtyLots)),
      margin: formatQuote(instrument, position.marginAtoms),
      margin_mode: seat.marginMode,
      leverage: seat.leverage,
      mark_price: formatPrice(instrument, seat.markTicks),
      liq_price: priceOrNone(instrument, book.liquidationTicksOf(account.id, instrument.symbol, position.side)),
      unrealized: formatQuote(instrument, unrealisedOf(seat, position)),
    }));
  });
}

/** Free is what may go into orders or out; locked is all else of the equity. */
export function futuresBalanceViews({ contracts }: Exchange, account: Account) {
  const { book, scale } = contracts;
  const free = formatScaled(book.availableAtoms(account.id), scale, true);
  return [{ asset: FUNDING_ASSET, free, locked: formatScaled(book.lockedAtoms(account.id), scale, true) }];
}

function priceOrNone(instrument: Instrument, ticks: Ticks): string {
  return ticks === 0 ? '0' : formatPrice(instrument, ticks);
}

/** An average may lie between two ticks: four decimals more than a tick has, rounded down. */
export function entryPrice(instrument: Instrument, entryAtoms: Atoms, qtyLots: Lots): string {
  const perTick = qtyLots * instrument.quoteAtomsPerTickLot;
  const units = mulDiv(entryAtoms, instrument.tickUnits * 10 ** ENTRY_DECIMALS, perTick, 'floor');
  return formatScaled(units, instrument.priceDecimals + ENTRY_DECIMALS, true);
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
