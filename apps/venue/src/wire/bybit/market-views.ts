// The market as the Bybit wire writes it: instruments, tickers, candles, depth, trades, settled funding and tiers of margin.
import { formatPrice, formatQty, formatQuote } from '@cormorant/core/market/conversions.ts';
import { termsOf } from '@cormorant/core/market/margin.ts';
import { formatScaled } from '@cormorant/core/money/decimal-text.ts';
import type { BookLevel } from '@cormorant/core/venue/open-book.ts';
import { MAX_NOTIONAL } from '../../exchange/filters.ts';
import { type ContractDesk, isTrading, type SymbolDesk } from '../../exchange/symbol-desk.ts';
import { type CandleRow, dayFiguresOf } from '../../market/candles.ts';
import type { PublicTrade } from '../../store/records.ts';
import { priceLimits } from '../price-limits.ts';
import { LIMIT_PERCENT } from './order-requests.ts';
import { executionId } from './order-views.ts';
import { pairOf } from './pairs.ts';

const PPM_DECIMALS = 6;
const RATE_DECIMALS = 8;
const MINUTE_MS = 60_000;
const RISK_PARAMETERS = {
  priceLimitRatioX: String(LIMIT_PERCENT.x / 100),
  priceLimitRatioY: String(LIMIT_PERCENT.y / 100),
};

export function instrumentView(desk: SymbolDesk) {
  const { instrument, filters, contract } = desk;
  const common = {
    ...{ symbol: pairOf(desk), baseCoin: instrument.base, quoteCoin: instrument.quote },
    status: isTrading(desk) ? 'Trading' : 'Closed',
  };
  const tickSize = formatPrice(instrument, filters.tickTicks);
  const { maxMarketLots, maxQtyLots, minQtyLots, stepLots } = filters;
  const [step, least, most, mostAtMarket] = [stepLots, minQtyLots, maxQtyLots, maxMarketLots].map((lots) =>
    formatQty(instrument, lots),
  );
  const leastNotional = formatQuote(instrument, filters.minNotionalAtoms, true);
  if (contract === null)
    return {
      ...common,
      ...{ innovation: '0', marginTrading: 'none', stTag: '0' },
      lotSizeFilter: {
        ...{ basePrecision: step, quotePrecision: '0.00000001', minOrderQty: least, maxOrderQty: most },
        ...{
          minOrderAmt: leastNotional,
          maxOrderAmt: String(MAX_NOTIONAL),
          maxLimitOrderQty: most,
          maxMarketOrderQty: mostAtMarket,
        },
      },
      priceFilter: { tickSize },
      riskParameters: RISK_PARAMETERS,
    };
  const { brackets, fundingIntervalMs } = termsOf(instrument);
  return {
    ...common,
    ...{
      contractType: 'LinearPerpetual',
      launchTime: String(desk.tape.startMs),
      deliveryTime: '0',
      deliveryFeeRate: '',
    },
    priceScale: String(instrument.priceDecimals),
    leverageFilter: { minLeverage: '1', maxLeverage: String(brackets[0]?.maxLeverage ?? 1), leverageStep: '1' },
    priceFilter: {
      ...{ minPrice: formatPrice(instrument, instrument.minPriceTicks), tickSize },
      maxPrice: formatPrice(instrument, instrument.maxPriceTicks),
    },
    lotSizeFilter: {
      ...{ minNotionalValue: leastNotional, maxOrderQty: most, maxMktOrderQty: mostAtMarket, minOrderQty: least },
      ...{ qtyStep: step, postOnlyMaxOrderQty: most },
    },
    ...{ unifiedMarginTrade: true, fundingInterval: fundingIntervalMs / MINUTE_MS, settleCoin: instrument.quote },
    riskParameters: RISK_PARAMETERS,
    ...{ copyTrading: 'none', upperFundingRate: '', lowerFundingRate: '', isPreListing: false, preListingInfo: null },
  };
}

/** Null before the first print. */
export function tickerView(desk: SymbolDesk) {
  const { instrument, tape, contract } = desk;
  const day = dayFiguresOf(tape);
  if (day === null) return null;
  const price = (ticks: number) => formatPrice(instrument, ticks);
  const { bids, asks } = depthOf(desk, 1);
  return {
    ...{ symbol: pairOf(desk), lastPrice: price(tape.lastTicks), prevPrice24h: price(day.openTicks) },
    ...{ highPrice24h: price(day.highTicks), lowPrice24h: price(day.lowTicks), price24hPcnt: '' },
    ...{ volume24h: formatQty(instrument, day.baseVolumeLots), turnover24h: statistic(desk, day.quoteVolumeTickLots) },
    ...{ bid1Price: bids[0]?.[0] ?? '', bid1Size: bids[0]?.[1] ?? '' },
    ...{ ask1Price: asks[0]?.[0] ?? '', ask1Size: asks[0]?.[1] ?? '' },
    ...(contract === null ? { usdIndexPrice: price(tape.lastTicks) } : contractFigures(desk, contract)),
  };
}

function contractFigures({ instrument, tape }: SymbolDesk, { venue, feed }: ContractDesk) {
  const next = feed.nextSettlementMs(tape.lastAtMs);
  const rateE8 = next === null ? null : feed.rateE8(next, tape.lastAtMs);
  const mark = formatPrice(instrument, venue.markTicks);
  return {
    ...{ markPrice: mark, indexPrice: mark, openInterest: '0', openInterestValue: '0' },
    fundingRate: rateE8 === null ? '' : formatScaled(rateE8, RATE_DECIMALS, true),
    nextFundingTime: String(next ?? 0),
    ...{ predictedDeliveryPrice: '', basisRate: '', deliveryFeeRate: '', deliveryTime: '0' },
  };
}

/** Highest price of a buy and lowest of a sale; null before the first price. */
export function priceLimitView(desk: SymbolDesk) {
  const limits = priceLimits(desk, LIMIT_PERCENT.x);
  if (limits === null) return null;
  const { instrument } = desk;
  return {
    ...{ symbol: pairOf(desk), buyLmt: formatPrice(instrument, limits.mostTicks) },
    sellLmt: formatPrice(instrument, limits.leastTicks),
  };
}

/** The best first: [price, size]. */
export function depthOf(desk: SymbolDesk, limit: number) {
  const { bids, asks } = desk.strangers.book.depth();
  const view = ({ priceTicks, qtyLots }: BookLevel): readonly [string, string] => [
    formatPrice(desk.instrument, priceTicks),
    formatQty(desk.instrument, qtyLots),
  ];
  return { bids: bids.slice(0, limit).map(view), asks: asks.slice(0, limit).map(view) };
}

export function candleView(
  desk: SymbolDesk,
  row: CandleRow,
  price: (ticks: number) => string,
  qty: (lots: number) => string,
): string[] {
  const prices = [row.open, row.high, row.low, row.close].map(price);
  return [String(row.atMs), ...prices, qty(row.volume), statistic(desk, row.close * row.volume)];
}

export function tradeView(desk: SymbolDesk, trade: PublicTrade) {
  return {
    ...{ execId: executionId(trade.id), symbol: pairOf(desk), price: formatPrice(desk.instrument, trade.priceTicks) },
    ...{ size: formatQty(desk.instrument, trade.qtyLots), side: trade.buyerIsMaker ? 'Sell' : 'Buy' },
    ...{ time: String(trade.atMs), isBlockTrade: false, isRPITrade: false, seq: String(trade.id) },
  };
}

export function fundingHistory(desk: SymbolDesk, span: { startMs: number; endMs: number }, limit: number) {
  const { tape, contract } = desk;
  const { feed } = contract as ContractDesk;
  const settled = feed.settlements(Math.max(tape.startMs, span.startMs) - 1, Math.min(tape.lastAtMs, span.endMs));
  const known = settled.flatMap((atMs) => {
    const rateE8 = feed.rateE8(atMs, atMs);
    return rateE8 === null ? [] : [{ atMs, rate: formatScaled(rateE8, RATE_DECIMALS, true) }];
  });
  return known
    .reverse()
    .slice(0, limit)
    .map(({ atMs, rate }) => ({ symbol: pairOf(desk), fundingRate: rate, fundingRateTimestamp: String(atMs) }));
}

/** Each tier with the most it is for. */
export function riskViews(desk: SymbolDesk) {
  const { instrument } = desk;
  const { brackets } = termsOf(instrument);
  return brackets.map(({ cumAtoms, maxLeverage, maintenancePpm }, at) => {
    const next = brackets[at + 1];
    return {
      ...{ id: at + 1, symbol: pairOf(desk), isLowestRisk: at === 0 ? 1 : 0, maxLeverage: String(maxLeverage) },
      riskLimitValue: next === undefined ? '1000000000' : formatQuote(instrument, next.floorAtoms, true),
      maintenanceMargin: formatScaled(maintenancePpm, PPM_DECIMALS, true),
      ...{ initialMargin: (1 / maxLeverage).toFixed(6), mmDeduction: formatQuote(instrument, cumAtoms, true) },
    };
  });
}

/** Of a day or a minute, never an amount of anybody's. */
function statistic({ instrument }: SymbolDesk, tickLots: number): string {
  return ((tickLots * instrument.quoteAtomsPerTickLot) / 10 ** instrument.quoteScale).toFixed(3);
}
