// The market as the Gate wire writes it: pairs, contracts, tickers, candles, depth, trades, funding and tiers of margin. Steps of spot
// are told by their decimals, sizes of contracts in contracts, and most times in seconds.
import { formatPrice, formatQty, formatQuote } from '@cormorant/core/market/conversions.ts';
import { termsOf } from '@cormorant/core/market/margin.ts';
import { decimalsOf, formatScaled } from '@cormorant/core/money/decimal-text.ts';
import type { BookLevel } from '@cormorant/core/venue/open-book.ts';
import { MAX_NOTIONAL } from '../../exchange/filters.ts';
import { type ContractDesk, isTrading, lastTradeIdOf, type SymbolDesk } from '../../exchange/symbol-desk.ts';
import { type CandleRow, dayFiguresOf } from '../../market/candles.ts';
import type { PublicTrade } from '../../store/records.ts';
import { multiplierOf, type SizeForm, sizeText } from './contract-sizes.ts';
import { secondsOf } from './exact-numbers.ts';
import { DEVIATE_PERCENT } from './order-requests.ts';
import { pairOf } from './pairs.ts';

const PPM_DECIMALS = 6;
const RATE_DECIMALS = 8;
const SECOND_MS = 1_000;
const MOST_RISK = '1000000000';

export function pairView(desk: SymbolDesk) {
  const { instrument, filters } = desk;
  const decimals = (text: string) => decimalsOf(trimmed(text));
  return {
    ...{ id: pairOf(desk), base: instrument.base, base_name: instrument.base, quote: instrument.quote },
    ...{ quote_name: instrument.quote, fee: '0.1', type: 'normal', st_tag: false, trade_url: '' },
    min_base_amount: formatQty(instrument, filters.minQtyLots),
    max_base_amount: formatQty(instrument, filters.maxQtyLots),
    min_quote_amount: formatQuote(instrument, filters.minNotionalAtoms, true),
    max_quote_amount: String(MAX_NOTIONAL),
    amount_precision: decimals(formatQty(instrument, filters.stepLots)),
    precision: decimals(formatPrice(instrument, filters.tickTicks)),
    trade_status: isTrading(desk) ? 'tradable' : 'untradable',
    ...{ sell_start: 0, buy_start: 0, delisting_time: 0 },
  };
}

export function contractView(desk: SymbolDesk, contract: ContractDesk, size: SizeForm) {
  const { instrument, filters, tape } = desk;
  const { brackets, fundingIntervalMs } = termsOf(instrument);
  const { rate, next } = fundingNow(desk, contract);
  const mark = formatPrice(instrument, contract.venue.markTicks);
  return {
    ...{ name: pairOf(desk), type: 'direct', quanto_multiplier: multiplierOf(desk), enable_decimal: true },
    ...{ leverage_min: '1', leverage_max: String(brackets[0]?.maxLeverage ?? 1), mark_type: 'index' },
    maintenance_rate: formatScaled(brackets[0]?.maintenancePpm ?? 0, PPM_DECIMALS, true),
    ...{ mark_price: mark, index_price: mark, last_price: formatPrice(instrument, tape.lastTicks) },
    ...{ maker_fee_rate: '0.0002', taker_fee_rate: '0.0005', mark_price_round: formatPrice(instrument, 1) },
    order_price_round: trimmed(formatPrice(instrument, filters.tickTicks)),
    ...{ funding_rate: rate, funding_rate_indicative: rate, funding_interval: fundingIntervalMs / SECOND_MS },
    ...{ funding_next_apply: Math.floor(next / SECOND_MS), funding_offset: 0 },
    // What is less than a contract is told whoever asks: a rule that is cut off is none.
    order_size_min: size === sizeText ? sizeText(filters.minQtyLots) : Math.max(1, Number(size(filters.minQtyLots))),
    ...{ order_size_max: size(filters.maxQtyLots), market_order_size_max: size(filters.maxMarketLots) },
    ...{
      order_price_deviate: String(DEVIATE_PERCENT / 100),
      orders_limit: instrument.maxOpenOrders,
      in_delisting: !isTrading(desk),
    },
    ...{ status: isTrading(desk) ? 'trading' : 'delisted', trade_id: lastTradeIdOf(desk), orderbook_id: desk.seq },
    ...{ trade_size: 0, position_size: 0, config_change_time: Math.floor(tape.startMs / SECOND_MS) },
    ...{ create_time: Math.floor(tape.startMs / SECOND_MS), launch_time: Math.floor(tape.startMs / SECOND_MS) },
    ...{ enable_bonus: false, enable_credit: false, ref_discount_rate: '0', ref_rebate_rate: '0' },
  };
}

function fundingNow({ tape }: SymbolDesk, { feed }: ContractDesk): { readonly rate: string; readonly next: number } {
  const next = feed.nextSettlementMs(tape.lastAtMs);
  const rateE8 = next === null ? null : feed.rateE8(next, tape.lastAtMs);
  return { rate: formatScaled(rateE8 ?? 0, RATE_DECIMALS, true), next: next ?? 0 };
}

/** Null before the first print. */
export function spotTickerView(desk: SymbolDesk) {
  const { instrument, tape } = desk;
  const day = dayFiguresOf(tape);
  if (day === null) return null;
  const price = (ticks: number) => formatPrice(instrument, ticks);
  const { asks, bids } = depthOf(desk, 1);
  return {
    ...{ currency_pair: pairOf(desk), last: price(tape.lastTicks), high_24h: price(day.highTicks) },
    ...{ low_24h: price(day.lowTicks), change_percentage: changeOf(tape.lastTicks, day.openTicks) },
    ...{ lowest_ask: textOf(asks[0], price), highest_bid: textOf(bids[0], price) },
    lowest_size: asks[0] === undefined ? '' : formatQty(instrument, asks[0].qtyLots),
    highest_size: bids[0] === undefined ? '' : formatQty(instrument, bids[0].qtyLots),
    base_volume: formatQty(instrument, day.baseVolumeLots),
    quote_volume: statistic(desk, day.quoteVolumeTickLots),
  };
}

/** Null before the first print. */
export function contractTickerView(desk: SymbolDesk, contract: ContractDesk) {
  const { instrument, tape } = desk;
  const day = dayFiguresOf(tape);
  if (day === null) return null;
  const price = (ticks: number) => formatPrice(instrument, ticks);
  const { asks, bids } = depthOf(desk, 1);
  const { rate } = fundingNow(desk, contract);
  const mark = price(contract.venue.markTicks);
  const volume = statistic(desk, day.quoteVolumeTickLots);
  return {
    ...{ contract: pairOf(desk), last: price(tape.lastTicks), low_24h: price(day.lowTicks) },
    ...{ high_24h: price(day.highTicks), change_percentage: changeOf(tape.lastTicks, day.openTicks) },
    ...{ mark_price: mark, index_price: mark, funding_rate: rate, funding_rate_indicative: rate, total_size: '0' },
    ...{ lowest_ask: textOf(asks[0], price), highest_bid: textOf(bids[0], price) },
    ...{ volume_24h: sizeText(day.baseVolumeLots), volume_24h_base: formatQty(instrument, day.baseVolumeLots) },
    ...{ volume_24h_quote: volume, volume_24h_settle: volume, quanto_base_rate: '' },
  };
}

function textOf(level: BookLevel | undefined, price: (ticks: number) => string): string {
  return level === undefined ? '' : price(level.priceTicks);
}

/** In percent, as a page shows it. */
function changeOf(lastTicks: number, openTicks: number): string {
  return (((lastTicks - openTicks) / openTicks) * 100).toFixed(2);
}

/** The best first. */
export function depthOf(desk: SymbolDesk, limit: number) {
  const { bids, asks } = desk.strangers.book.depth();
  return { asks: asks.slice(0, limit), bids: bids.slice(0, limit) };
}

export function spotDepthView(desk: SymbolDesk, limit: number, nowMs: number) {
  const { asks, bids } = depthOf(desk, limit);
  const view = ({ priceTicks, qtyLots }: BookLevel) => [
    formatPrice(desk.instrument, priceTicks),
    formatQty(desk.instrument, qtyLots),
  ];
  return { id: desk.seq, current: nowMs, update: desk.tape.lastAtMs, asks: asks.map(view), bids: bids.map(view) };
}

export function contractDepthView(desk: SymbolDesk, limit: number, nowMs: number, size: SizeForm) {
  const { asks, bids } = depthOf(desk, limit);
  const view = ({ priceTicks, qtyLots }: BookLevel) => ({
    ...{ p: formatPrice(desk.instrument, priceTicks), s: size(qtyLots) },
  });
  const times = { current: secondsOf(nowMs), update: secondsOf(desk.tape.lastAtMs) };
  return { id: desk.seq, ...times, asks: asks.map(view), bids: bids.map(view) };
}

export function spotCandleView(desk: SymbolDesk, row: CandleRow): string[] {
  const { instrument } = desk;
  const price = (ticks: number) => formatPrice(instrument, ticks);
  return [
    ...[String(Math.floor(row.atMs / SECOND_MS)), statistic(desk, row.close * row.volume), price(row.close)],
    ...[price(row.high), price(row.low), price(row.open), formatQty(instrument, row.volume), 'true'],
  ];
}

export function contractCandleView(desk: SymbolDesk, row: CandleRow, size: SizeForm) {
  const price = (ticks: number) => formatPrice(desk.instrument, ticks);
  return {
    ...{ t: Math.floor(row.atMs / SECOND_MS), v: size(row.volume), c: price(row.close), h: price(row.high) },
    ...{ l: price(row.low), o: price(row.open), sum: statistic(desk, row.close * row.volume) },
  };
}

export function spotTradeView(desk: SymbolDesk, trade: PublicTrade) {
  const { instrument } = desk;
  return {
    ...{ id: String(trade.id), create_time: String(Math.floor(trade.atMs / SECOND_MS)) },
    ...{ create_time_ms: `${trade.atMs}.000`, currency_pair: pairOf(desk), side: trade.buyerIsMaker ? 'sell' : 'buy' },
    ...{ amount: formatQty(instrument, trade.qtyLots), price: formatPrice(instrument, trade.priceTicks) },
    sequence_id: String(trade.id),
  };
}

/** As the stream tells it: the number and the time are numbers there. */
export function spotTradeEvent(desk: SymbolDesk, trade: PublicTrade) {
  const { id, create_time, sequence_id, ...row } = spotTradeView(desk, trade);
  return { ...row, id: Number(id), create_time: Number(create_time), id_market: Number(sequence_id) };
}

export function contractTradeView(desk: SymbolDesk, trade: PublicTrade, size: SizeForm) {
  return {
    ...{ id: trade.id, create_time: secondsOf(trade.atMs), create_time_ms: trade.atMs, contract: pairOf(desk) },
    ...{ size: size(trade.buyerIsMaker ? -trade.qtyLots : trade.qtyLots) },
    price: formatPrice(desk.instrument, trade.priceTicks),
  };
}

/** Newest first. */
export function fundingHistory(desk: SymbolDesk, { feed }: ContractDesk) {
  const { tape } = desk;
  const known = feed.settlements(tape.startMs - 1, tape.lastAtMs).flatMap((atMs) => {
    const rateE8 = feed.rateE8(atMs, atMs);
    return rateE8 === null ? [] : [{ atMs, rate: formatScaled(rateE8, RATE_DECIMALS, true) }];
  });
  return known.reverse().map(({ atMs, rate }) => ({ t: Math.floor(atMs / SECOND_MS), r: rate }));
}

/** Each tier with the most it is for. */
export function tierViews(desk: SymbolDesk) {
  const { instrument } = desk;
  const { brackets } = termsOf(instrument);
  return brackets.map(({ cumAtoms, maxLeverage, maintenancePpm }, at) => {
    const next = brackets[at + 1];
    return {
      ...{ tier: at + 1, contract: pairOf(desk), leverage_max: String(maxLeverage) },
      risk_limit: next === undefined ? MOST_RISK : formatQuote(instrument, next.floorAtoms, true),
      ...{ initial_rate: (1 / maxLeverage).toFixed(PPM_DECIMALS), deduction: formatQuote(instrument, cumAtoms, true) },
      maintenance_rate: formatScaled(maintenancePpm, PPM_DECIMALS, true),
    };
  });
}

/** Of a day or a minute, never an amount of anybody's. */
function statistic({ instrument }: SymbolDesk, tickLots: number): string {
  return ((tickLots * instrument.quoteAtomsPerTickLot) / 10 ** instrument.quoteScale).toFixed(3);
}

function trimmed(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}
