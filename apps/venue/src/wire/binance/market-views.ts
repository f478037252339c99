// The market as the Binance spot wire writes it: symbols with their filters, tickers, candles, trades, depth.
import type { CandleTimeframe } from '@cormorant/core/market/candles.ts';
import { TIMEFRAME_MS } from '@cormorant/core/market/candles.ts';
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import type { BookLevel } from '@cormorant/core/venue/open-book.ts';
import { MAX_NOTIONAL } from '../../exchange/filters.ts';
import { isTrading, lastTradeIdOf, type SymbolDesk } from '../../exchange/symbol-desk.ts';
import { type CandleRow, dayFiguresOf } from '../../market/candles.ts';
import type { PublicTrade } from '../../store/records.ts';
import { priceText, qtyText, quoteText, spentText, statisticText, ZERO } from './figures.ts';
import { ORDER_TYPES, PRICE_MULTIPLE } from './order-requests.ts';
import { PREVENTION_MODES, SPOT_DEFAULT } from './prevention.ts';
import { nameOf } from './symbols.ts';

const DAY_MS = 86_400_000;

export function symbolView(desk: SymbolDesk) {
  const { instrument } = desk;
  const { base, quote } = instrument;
  return {
    symbol: nameOf(desk),
    status: isTrading(desk) ? 'TRADING' : 'BREAK',
    baseAsset: base,
    baseAssetPrecision: 8,
    quoteAsset: quote,
    quotePrecision: 8,
    quoteAssetPrecision: 8,
    baseCommissionPrecision: 8,
    quoteCommissionPrecision: 8,
    orderTypes: ORDER_TYPES,
    icebergAllowed: false,
    ocoAllowed: true,
    otoAllowed: false,
    quoteOrderQtyMarketAllowed: true,
    allowTrailingStop: false,
    cancelReplaceAllowed: false,
    amendAllowed: true,
    isSpotTradingAllowed: true,
    isMarginTradingAllowed: false,
    filters: filtersOf(desk),
    permissions: [],
    permissionSets: [['SPOT']],
    defaultSelfTradePreventionMode: SPOT_DEFAULT,
    allowedSelfTradePreventionModes: PREVENTION_MODES,
  };
}

function filtersOf({ instrument, filters }: SymbolDesk) {
  const price = (ticks: number) => priceText(instrument, ticks);
  const qty = (lots: number) => qtyText(instrument, lots);
  const multiples = {
    ...{ bidMultiplierUp: String(PRICE_MULTIPLE), bidMultiplierDown: String(1 / PRICE_MULTIPLE) },
    ...{ askMultiplierUp: String(PRICE_MULTIPLE), askMultiplierDown: String(1 / PRICE_MULTIPLE) },
  };
  const [maxQty, maxMarketQty] = [qty(filters.maxQtyLots), qty(filters.maxMarketLots)];
  return [
    {
      filterType: 'PRICE_FILTER',
      minPrice: price(instrument.minPriceTicks),
      maxPrice: price(instrument.maxPriceTicks),
      tickSize: price(filters.tickTicks),
    },
    { filterType: 'LOT_SIZE', minQty: qty(filters.minQtyLots), maxQty, stepSize: qty(filters.stepLots) },
    { filterType: 'MARKET_LOT_SIZE', minQty: ZERO, maxQty: maxMarketQty, stepSize: ZERO },
    { filterType: 'PERCENT_PRICE_BY_SIDE', ...multiples, avgPriceMins: 0 },
    {
      filterType: 'NOTIONAL',
      minNotional: quoteText(instrument, filters.minNotionalAtoms),
      applyMinToMarket: true,
      maxNotional: `${MAX_NOTIONAL}.00000000`,
      applyMaxToMarket: false,
      avgPriceMins: 0,
    },
    { filterType: 'MAX_NUM_ORDERS', maxNumOrders: instrument.maxOpenOrders },
  ];
}

/** Null before the first print. */
export function dayTickerView(desk: SymbolDesk) {
  const { instrument, tape } = desk;
  const day = dayFiguresOf(tape);
  if (day === null) return null;
  const lastTicks = tape.lastTicks;
  const { bid, ask } = bestOf(desk);
  const baseVolume = statisticText(day.baseVolumeLots * lotSize(instrument));
  const change = ((lastTicks - day.openTicks) / day.openTicks) * 100;
  return {
    symbol: nameOf(desk),
    priceChange: signedPrice(instrument, lastTicks - day.openTicks),
    priceChangePercent: change.toFixed(3),
    weightedAvgPrice: priceText(
      instrument,
      day.baseVolumeLots > 0 ? Math.round(day.quoteVolumeTickLots / day.baseVolumeLots) : lastTicks,
    ),
    prevClosePrice: priceText(instrument, day.openTicks),
    lastPrice: priceText(instrument, lastTicks),
    lastQty: ZERO,
    bidPrice: bid.price,
    bidQty: bid.qty,
    askPrice: ask.price,
    askQty: ask.qty,
    openPrice: priceText(instrument, day.openTicks),
    highPrice: priceText(instrument, day.highTicks),
    lowPrice: priceText(instrument, day.lowTicks),
    volume: baseVolume,
    quoteVolume: quoteVolume(instrument, day.quoteVolumeTickLots),
    openTime: tape.lastAtMs - DAY_MS,
    closeTime: tape.lastAtMs,
    firstId: -1,
    lastId: lastTradeIdOf(desk),
    count: 0,
  };
}

export function bookTickerView(desk: SymbolDesk) {
  const { bid, ask } = bestOf(desk);
  return { symbol: nameOf(desk), bidPrice: bid.price, bidQty: bid.qty, askPrice: ask.price, askQty: ask.qty };
}

export function bestOf(desk: SymbolDesk) {
  const { bids, asks } = desk.strangers.book.depth();
  const side = (level: BookLevel | undefined) =>
    level === undefined
      ? { price: ZERO, qty: ZERO }
      : { price: priceText(desk.instrument, level.priceTicks), qty: qtyText(desk.instrument, level.qtyLots) };
  return { bid: side(bids[0]), ask: side(asks[0]) };
}

export function levelsView(instrument: Instrument, levels: readonly BookLevel[]): [string, string][] {
  return levels.map(({ priceTicks, qtyLots }) => [priceText(instrument, priceTicks), qtyText(instrument, qtyLots)]);
}

export function candleFigures(instrument: Instrument, row: CandleRow) {
  return {
    open: priceText(instrument, row.open),
    high: priceText(instrument, row.high),
    low: priceText(instrument, row.low),
    close: priceText(instrument, row.close),
    volume: qtyText(instrument, row.volume),
    quoteVolume: quoteVolume(instrument, row.close * row.volume),
  };
}

export function candleView(instrument: Instrument, row: CandleRow, timeframe: CandleTimeframe) {
  const { open, high, low, close, volume, quoteVolume } = candleFigures(instrument, row);
  const closeTime = row.atMs + TIMEFRAME_MS[timeframe] - 1;
  return [row.atMs, open, high, low, close, volume, closeTime, quoteVolume, 0, ZERO, ZERO, '0'];
}

export function publicTradeView({ instrument }: SymbolDesk, trade: PublicTrade) {
  return {
    id: trade.id,
    price: priceText(instrument, trade.priceTicks),
    qty: qtyText(instrument, trade.qtyLots),
    quoteQty: spentText(instrument, trade.priceTicks * trade.qtyLots),
    time: trade.atMs,
    isBuyerMaker: trade.buyerIsMaker,
    isBestMatch: true,
  };
}

/** Each trade is an aggregate of its own. */
export function aggregateView({ instrument }: SymbolDesk, trade: PublicTrade) {
  return {
    a: trade.id,
    p: priceText(instrument, trade.priceTicks),
    q: qtyText(instrument, trade.qtyLots),
    f: trade.id,
    l: trade.id,
    T: trade.atMs,
    m: trade.buyerIsMaker,
    M: true,
  };
}

function signedPrice(instrument: Instrument, ticks: number): string {
  return ticks < 0 ? `-${priceText(instrument, -ticks)}` : priceText(instrument, ticks);
}

function quoteVolume(instrument: Instrument, tickLots: number): string {
  return statisticText((tickLots * instrument.quoteAtomsPerTickLot) / 10 ** instrument.quoteScale);
}

function lotSize({ stepUnits, qtyDecimals }: Instrument): number {
  return stepUnits / 10 ** qtyDecimals;
}
