// The market as the Bitget wire writes it: symbols, contracts, tickers, candles, depth, trades, funding and tiers of margin. Steps are
// told by their decimals; of contracts the tick is so many units of its last decimal.
import { formatPrice, formatQty, formatQuote } from '@cormorant/core/market/conversions.ts';
import { termsOf } from '@cormorant/core/market/margin.ts';
import { decimalsOf, formatScaled } from '@cormorant/core/money/decimal-text.ts';
import type { BookLevel } from '@cormorant/core/venue/open-book.ts';
import { type ContractDesk, isTrading, type SymbolDesk } from '../../exchange/symbol-desk.ts';
import { type CandleRow, dayFiguresOf } from '../../market/candles.ts';
import type { PublicTrade } from '../../store/records.ts';
import { MARGIN_COIN, pairOf } from './pairs.ts';

const PPM_DECIMALS = 6;
const RATE_DECIMALS = 8;
const HOUR_MS = 3_600_000;
/** How far past the market the price of an order may be. */
export const PRICE_LIMIT_PERCENT = 5;
const LIMIT_RATIO = String(PRICE_LIMIT_PERCENT / 100);

export function spotSymbolView(desk: SymbolDesk) {
  const { instrument, filters } = desk;
  return {
    ...{ symbol: pairOf(desk), baseCoin: instrument.base, quoteCoin: instrument.quote },
    ...{
      minTradeAmount: formatQty(instrument, filters.minQtyLots),
      maxTradeAmount: formatQty(instrument, filters.maxQtyLots),
    },
    ...{ takerFeeRate: '0.001', makerFeeRate: '0.001', orderQuantity: '500', areaSymbol: 'no' },
    pricePrecision: String(decimalsOf(trimmed(formatPrice(instrument, filters.tickTicks)))),
    quantityPrecision: String(decimalsOf(trimmed(formatQty(instrument, filters.stepLots)))),
    ...{ quotePrecision: '8', status: isTrading(desk) ? 'online' : 'offline' },
    minTradeUSDT: formatQuote(instrument, filters.minNotionalAtoms, true),
    ...{ buyLimitPriceRatio: LIMIT_RATIO, sellLimitPriceRatio: LIMIT_RATIO },
  };
}

export function contractView(desk: SymbolDesk) {
  const { instrument, filters, tape } = desk;
  const { brackets, fundingIntervalMs } = termsOf(instrument);
  const tick = trimmed(formatPrice(instrument, filters.tickTicks));
  const step = trimmed(formatQty(instrument, filters.stepLots));
  return {
    ...{
      symbol: pairOf(desk),
      baseCoin: instrument.base,
      quoteCoin: instrument.quote,
      supportMarginCoins: [MARGIN_COIN],
    },
    ...{
      buyLimitPriceRatio: LIMIT_RATIO,
      sellLimitPriceRatio: LIMIT_RATIO,
      feeRateUpRatio: '0.005',
      openCostUpRatio: '0.01',
    },
    ...{ makerFeeRate: '0.0002', takerFeeRate: '0.0005', minTradeNum: formatQty(instrument, filters.minQtyLots) },
    ...{ pricePlace: String(decimalsOf(tick)), priceEndStep: tick.replace('.', '').replace(/^0+/, '') },
    ...{ volumePlace: String(decimalsOf(step)), sizeMultiplier: step, symbolType: 'perpetual' },
    minTradeUSDT: formatQuote(instrument, filters.minNotionalAtoms, true),
    ...{
      maxSymbolOrderNum: '200',
      maxProductOrderNum: '1000',
      maxPositionNum: '150',
      maxOrderQty: formatQty(instrument, filters.maxQtyLots),
      maxMarketOrderQty: formatQty(instrument, filters.maxMarketLots),
    },
    ...{ symbolStatus: isTrading(desk) ? 'normal' : 'off', offTime: '-1', limitOpenTime: '-1', deliveryTime: '' },
    ...{ deliveryStartTime: '', launchTime: String(tape.startMs), fundInterval: String(fundingIntervalMs / HOUR_MS) },
    ...{ minLever: '1', maxLever: String(brackets[0]?.maxLeverage ?? 1), posLimit: '1', maintainTime: '' },
  };
}

/** Null before the first print. */
export function tickerView(desk: SymbolDesk) {
  const { instrument, tape, contract } = desk;
  const day = dayFiguresOf(tape);
  if (day === null) return null;
  const price = (ticks: number) => formatPrice(instrument, ticks);
  const { bids, asks } = depthOf(desk, 1);
  const volume = statistic(desk, day.quoteVolumeTickLots);
  return {
    ...{
      symbol: pairOf(desk),
      lastPr: price(tape.lastTicks),
      high24h: price(day.highTicks),
      low24h: price(day.lowTicks),
    },
    ...{ askPr: asks[0]?.[0] ?? '', askSz: asks[0]?.[1] ?? '', bidPr: bids[0]?.[0] ?? '', bidSz: bids[0]?.[1] ?? '' },
    ...{ baseVolume: formatQty(instrument, day.baseVolumeLots), quoteVolume: volume, usdtVolume: volume },
    ...{ openUtc: price(day.openTicks), change24h: '0', changeUtc24h: '0', ts: String(tape.lastAtMs) },
    ...(contract === null
      ? { open: price(day.openTicks) }
      : { open24h: price(day.openTicks), ...contractFigures(desk, contract) }),
  };
}

function contractFigures({ instrument, tape }: SymbolDesk, { venue, feed }: ContractDesk) {
  const next = feed.nextSettlementMs(tape.lastAtMs);
  const rateE8 = next === null ? null : feed.rateE8(next, tape.lastAtMs);
  const mark = formatPrice(instrument, venue.markTicks);
  return {
    ...{ markPrice: mark, indexPrice: mark, fundingRate: formatScaled(rateE8 ?? 0, RATE_DECIMALS, true) },
    ...{ holdingAmount: '0', deliveryStartTime: '', deliveryTime: '', deliveryStatus: '' },
  };
}

/** As the stream tells a ticker. */
export function tickerEvent(desk: SymbolDesk) {
  const ticker = tickerView(desk);
  if (ticker === null) return null;
  const { symbol, ...figures } = ticker;
  const nextFundingTime = desk.contract?.feed.nextSettlementMs(desk.tape.lastAtMs) ?? 0;
  return {
    instId: symbol,
    ...figures,
    ...(desk.contract === null ? {} : { nextFundingTime: String(nextFundingTime) }),
  };
}

/** The best first: [price, size]. */
export function depthOf(desk: SymbolDesk, limit: number) {
  const { bids, asks } = desk.strangers.book.depth();
  const view = ({ priceTicks, qtyLots }: BookLevel): readonly [string, string] => [
    formatPrice(desk.instrument, priceTicks),
    formatQty(desk.instrument, qtyLots),
  ];
  const levels = { asks: asks.slice(0, limit).map(view), bids: bids.slice(0, limit).map(view) };
  return { ...levels, ts: String(desk.tape.lastAtMs), scale: '', precision: 'scale0', isMaxPrecision: 'YES' };
}

export function candleView(desk: SymbolDesk, row: CandleRow): string[] {
  const { instrument } = desk;
  const prices = [row.open, row.high, row.low, row.close].map((ticks) => formatPrice(instrument, ticks));
  const volume = statistic(desk, row.close * row.volume);
  return [String(row.atMs), ...prices, formatQty(instrument, row.volume), volume, volume];
}

export function tradeView(desk: SymbolDesk, trade: PublicTrade) {
  return { symbol: pairOf(desk), ...tradeEvent(desk, trade) };
}

/** As the stream tells a trade. */
export function tradeEvent({ instrument }: SymbolDesk, trade: PublicTrade) {
  return {
    ...{
      tradeId: String(trade.id),
      price: formatPrice(instrument, trade.priceTicks),
      size: formatQty(instrument, trade.qtyLots),
    },
    ...{ side: trade.buyerIsMaker ? 'sell' : 'buy', ts: String(trade.atMs) },
  };
}

export function fundingView(desk: SymbolDesk) {
  const { tape, contract, instrument } = desk;
  const { feed } = contract as ContractDesk;
  const next = feed.nextSettlementMs(tape.lastAtMs);
  const rateE8 = next === null ? null : feed.rateE8(next, tape.lastAtMs);
  return {
    ...{
      symbol: pairOf(desk),
      fundingRate: formatScaled(rateE8 ?? 0, RATE_DECIMALS, true),
      nextUpdate: String(next ?? 0),
    },
    ...{
      fundingRateInterval: String(termsOf(instrument).fundingIntervalMs / HOUR_MS),
      minFundingRate: '',
      maxFundingRate: '',
    },
  };
}

/** Newest first. */
export function fundingHistory(desk: SymbolDesk) {
  const { tape, contract } = desk;
  const { feed } = contract as ContractDesk;
  const known = feed.settlements(tape.startMs - 1, tape.lastAtMs).flatMap((atMs) => {
    const rateE8 = feed.rateE8(atMs, atMs);
    return rateE8 === null ? [] : [{ atMs, rate: formatScaled(rateE8, RATE_DECIMALS, true) }];
  });
  return known
    .reverse()
    .map(({ atMs, rate }) => ({ symbol: pairOf(desk), fundingRate: rate, fundingTime: String(atMs) }));
}

/** Each tier with the notional that it is for; the rates are those of the whole. */
export function tierViews(desk: SymbolDesk) {
  const { instrument } = desk;
  const { brackets } = termsOf(instrument);
  return brackets.map(({ floorAtoms, maxLeverage, maintenancePpm }, at) => {
    const next = brackets[at + 1];
    return {
      ...{ symbol: pairOf(desk), level: String(at + 1), startUnit: formatQuote(instrument, floorAtoms, true) },
      endUnit: next === undefined ? '1000000000' : formatQuote(instrument, next.floorAtoms, true),
      ...{ leverage: String(maxLeverage), keepMarginRate: formatScaled(maintenancePpm, PPM_DECIMALS, true) },
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
