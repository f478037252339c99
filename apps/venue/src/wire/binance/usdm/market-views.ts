// Contracts as the USD-M wire shows them to everybody: symbols with their filters, tickers, depth, marks and funding.
import { formatPrice, formatQty, formatQuote } from '@cormorant/core/market/conversions.ts';
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import { bracketOf, termsOf } from '@cormorant/core/market/margin.ts';
import { formatScaled } from '@cormorant/core/money/decimal-text.ts';
import type { Lots, Ticks } from '@cormorant/core/money/units.ts';
import type { BookLevel } from '@cormorant/core/venue/open-book.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import { type ContractDesk, isTrading, lastTradeIdOf, type SymbolDesk } from '../../../exchange/symbol-desk.ts';
import { dayFiguresOf } from '../../../market/candles.ts';
import { nameOf } from '../symbols.ts';
import { BAND_PERCENT, TIMES_IN_FORCE, USDM_ORDER_TYPES } from './order-requests.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** What perpetuals have for a day of delivery. */
const NEVER_MS = 4_133_404_800_000;
const PPM_DECIMALS = 6;
const RATE_DECIMALS = 8;
const WHOLE_PPM = 1_000_000;
const BAND = BAND_PERCENT / 100;

export function contractView(desk: SymbolDesk) {
  const { instrument, tape } = desk;
  const terms = termsOf(instrument);
  return {
    symbol: nameOf(desk),
    pair: nameOf(desk),
    contractType: 'PERPETUAL',
    deliveryDate: NEVER_MS,
    onboardDate: tape.startMs,
    status: isTrading(desk) ? 'TRADING' : 'SETTLING',
    maintMarginPercent: percent(bracketOf(terms, 0).maintenancePpm),
    requiredMarginPercent: percent(Math.ceil(WHOLE_PPM / bracketOf(terms, 0).maxLeverage)),
    baseAsset: instrument.base,
    quoteAsset: instrument.quote,
    marginAsset: instrument.quote,
    pricePrecision: instrument.priceDecimals,
    quantityPrecision: instrument.qtyDecimals,
    baseAssetPrecision: 8,
    quotePrecision: 8,
    underlyingType: 'COIN',
    underlyingSubType: [],
    triggerProtect: BAND.toFixed(4),
    marketTakeBound: BAND.toFixed(2),
    settlePlan: 0,
    liquidationFee: formatScaled(terms.liquidationFeePpm, PPM_DECIMALS),
    orderTypes: USDM_ORDER_TYPES,
    timeInForce: TIMES_IN_FORCE,
    filters: filtersView(desk),
  };
}

function filtersView({ instrument, filters }: SymbolDesk) {
  const price = (ticks: Ticks) => formatPrice(instrument, ticks);
  const qty = (lots: Lots) => formatQty(instrument, lots);
  const lots = { minQty: qty(filters.minQtyLots), maxQty: qty(filters.maxQtyLots), stepSize: qty(filters.stepLots) };
  return [
    {
      filterType: 'PRICE_FILTER',
      minPrice: price(instrument.minPriceTicks),
      maxPrice: price(instrument.maxPriceTicks),
      tickSize: price(filters.tickTicks),
    },
    { filterType: 'LOT_SIZE', ...lots },
    { filterType: 'MARKET_LOT_SIZE', ...lots, maxQty: qty(filters.maxMarketLots) },
    { filterType: 'MAX_NUM_ORDERS', limit: instrument.maxOpenOrders },
    { filterType: 'MIN_NOTIONAL', notional: formatQuote(instrument, filters.minNotionalAtoms) },
    { filterType: 'PERCENT_PRICE', multiplierUp: '1.0500', multiplierDown: '0.9500', multiplierDecimal: '4' },
  ];
}

/** Null before the first print. */
export function contractDayView(desk: SymbolDesk) {
  const { instrument, tape } = desk;
  const day = dayFiguresOf(tape);
  if (day === null) return null;
  const change = tape.lastTicks - day.openTicks;
  const average = day.baseVolumeLots > 0 ? Math.round(day.quoteVolumeTickLots / day.baseVolumeLots) : tape.lastTicks;
  return {
    symbol: nameOf(desk),
    priceChange: formatPrice(instrument, change),
    priceChangePercent: ((change / day.openTicks) * 100).toFixed(3),
    weightedAvgPrice: formatPrice(instrument, average),
    lastPrice: formatPrice(instrument, tape.lastTicks),
    openPrice: formatPrice(instrument, day.openTicks),
    highPrice: formatPrice(instrument, day.highTicks),
    lowPrice: formatPrice(instrument, day.lowTicks),
    volume: statistic(day.baseVolumeLots * (instrument.stepUnits / 10 ** instrument.qtyDecimals)),
    quoteVolume: statistic((day.quoteVolumeTickLots * instrument.quoteAtomsPerTickLot) / 10 ** instrument.quoteScale),
    openTime: tape.lastAtMs - DAY_MS,
    closeTime: tape.lastAtMs,
    lastId: lastTradeIdOf(desk),
  };
}

/** What a taker meets first; zeros where nothing rests. */
export function bestPrices({ instrument, strangers }: SymbolDesk) {
  const { bids, asks } = strangers.book.depth();
  const text = (level: BookLevel | undefined) => ({
    price: formatPrice(instrument, level?.priceTicks ?? 0),
    qty: formatQty(instrument, level?.qtyLots ?? 0),
  });
  return { bid: text(bids[0]), ask: text(asks[0]) };
}

/** [price, quantity] */
export function levelTexts(instrument: Instrument, levels: readonly BookLevel[]): [string, string][] {
  return levels.map(({ priceTicks, qtyLots }) => [formatPrice(instrument, priceTicks), formatQty(instrument, qtyLots)]);
}

export function contractBookTicker(desk: SymbolDesk) {
  const { bid, ask } = bestPrices(desk);
  return {
    symbol: nameOf(desk),
    bidPrice: bid.price,
    bidQty: bid.qty,
    askPrice: ask.price,
    askQty: ask.qty,
    time: desk.tape.lastAtMs,
    lastUpdateId: desk.strangers.updateId,
  };
}

/** The mark, what the spot pair costs, and the funding to come. */
export function premiumView(exchange: Exchange, desk: SymbolDesk) {
  const { instrument, contract, tape } = desk;
  const { venue, feed } = contract as ContractDesk;
  const next = feed.nextSettlementMs(tape.lastAtMs);
  const rateE8 = next === null ? null : feed.rateE8(next, tape.lastAtMs);
  return {
    symbol: nameOf(desk),
    markPrice: formatPrice(instrument, venue.markTicks),
    indexPrice: indexPrice(exchange, desk),
    estimatedSettlePrice: indexPrice(exchange, desk),
    lastFundingRate: formatScaled(rateE8 ?? 0, RATE_DECIMALS),
    interestRate: '0.00010000',
    nextFundingTime: next ?? 0,
    time: tape.lastAtMs,
  };
}

/** The last price of the spot pair; where none is listed the mark stands for it. */
function indexPrice(exchange: Exchange, { instrument, contract }: SymbolDesk): string {
  const spot = exchange.desk(instrument.symbol);
  if (spot !== undefined && spot.tape.lastTicks > 0) return formatPrice(spot.instrument, spot.tape.lastTicks);
  return formatPrice(instrument, (contract as ContractDesk).venue.markTicks);
}

export function fundingHistoryOf(desk: SymbolDesk, fromMs: number, toMs: number, limit: number, newest: boolean) {
  const { tape, contract } = desk;
  const { feed } = contract as ContractDesk;
  const settled = feed.settlements(Math.max(tape.startMs, fromMs) - 1, Math.min(tape.lastAtMs, toMs));
  const known = settled.flatMap((atMs) => {
    const rateE8 = feed.rateE8(atMs, atMs);
    return rateE8 === null ? [] : [{ atMs, rateE8 }];
  });
  const rows = newest ? known.slice(-limit) : known.slice(0, limit);
  return rows.map(({ atMs, rateE8 }) => ({
    symbol: nameOf(desk),
    fundingTime: atMs,
    fundingRate: formatScaled(rateE8, RATE_DECIMALS),
    // Binance has none either for what lies further back.
    markPrice: '',
  }));
}

export function fundingInfoView(desk: SymbolDesk) {
  return { symbol: nameOf(desk), fundingIntervalHours: termsOf(desk.instrument).fundingIntervalMs / HOUR_MS };
}

function percent(ppm: number): string {
  return formatScaled(ppm, PPM_DECIMALS - 2);
}

/** A statistic of a day, never an amount of anybody's. */
function statistic(value: number): string {
  return value.toFixed(3);
}

export function candleTexts(
  instrument: Instrument,
  candle: { open: Ticks; high: Ticks; low: Ticks; close: Ticks; volume: Lots },
) {
  const { open, high, low, close, volume } = candle;
  return {
    ...{ open: formatPrice(instrument, open), high: formatPrice(instrument, high) },
    ...{
      low: formatPrice(instrument, low),
      close: formatPrice(instrument, close),
      volume: formatQty(instrument, volume),
    },
    quoteVolume: statistic((close * volume * instrument.quoteAtomsPerTickLot) / 10 ** instrument.quoteScale),
  };
}
