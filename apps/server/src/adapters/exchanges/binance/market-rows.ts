// What Binance says about markets, checked before it is believed: a row that does not fit is a broken answer. Every figure is a
// decimal string here (exact-json).

import type { MarketKind } from '@cormorant/core/market/instrument.ts';
import { plainDecimal } from '@cormorant/core/money/json-number.ts';
import * as z from 'zod';
import type { VenueSymbol } from '../../../ports/venue.ts';
import { compareDecimals, isZero, trimmed } from '../shared/exact-json.ts';
import type { TradingCard } from '../shared/exchange-profile.ts';
import { symbolOf } from '../shared/market-names.ts';
import { decimal, timeMs } from '../shared/row-fields.ts';
import type { OrderLimitRow } from '../transport/request-budget.ts';

const rateLimit = z.object({ rateLimitType: z.string(), interval: z.string(), intervalNum: timeMs, limit: timeMs });

const filter = z.object({ filterType: z.string().min(1) }).catchall(z.unknown());

const market = z.object({
  symbol: z.string().min(1),
  status: z.string().min(1),
  baseAsset: z.string().min(1),
  quoteAsset: z.string().min(1),
  contractType: z.string().optional(),
  marginAsset: z.string().optional(),
  liquidationFee: decimal.optional(),
  allowedSelfTradePreventionModes: z.array(z.string()).optional(),
  filters: z.array(filter),
});
type Market = z.infer<typeof market>;

export const exchangeInfo = z.object({ rateLimits: z.array(rateLimit), symbols: z.array(market) });

const bracket = z.object({
  initialLeverage: timeMs,
  notionalFloor: decimal,
  maintMarginRatio: decimal,
  cum: decimal,
});
export const bracketLists = z.array(z.object({ symbol: z.string().min(1), brackets: z.array(bracket).min(1) }));
export type Brackets = ReadonlyMap<string, NonNullable<VenueSymbol['contract']>['brackets']>;

export const fundingInfos = z.array(z.object({ symbol: z.string().min(1), fundingIntervalHours: timeMs }));

export function bracketsOf(lists: z.infer<typeof bracketLists>): Brackets {
  return new Map(
    lists.map(({ symbol, brackets }) => [
      symbol,
      brackets
        .map((row) => ({
          floor: trimmed(row.notionalFloor),
          maxLeverage: row.initialLeverage,
          maintenance: trimmed(row.maintMarginRatio),
          cum: trimmed(row.cum),
        }))
        .sort((a, b) => compareDecimals(a.floor, b.floor)),
    ]),
  );
}

const MS_OF: Readonly<Record<string, number>> = { SECOND: 1_000, MINUTE: 60_000, HOUR: 3_600_000, DAY: 86_400_000 };

/** Request weight a minute, and how many orders in which time. */
export function limitsOf({ rateLimits }: z.infer<typeof exchangeInfo>): {
  perMinute: number | null;
  orders: OrderLimitRow[];
} {
  const weight = rateLimits.find(
    ({ rateLimitType, interval, intervalNum }) =>
      rateLimitType === 'REQUEST_WEIGHT' && interval === 'MINUTE' && intervalNum === 1,
  );
  const orders = rateLimits
    .filter(({ rateLimitType, interval }) => rateLimitType === 'ORDERS' && MS_OF[interval] !== undefined)
    .map(({ interval, intervalNum, limit }) => ({ orders: limit, withinMs: intervalNum * (MS_OF[interval] ?? 0) }));
  return { perMinute: weight?.limit ?? null, orders };
}

/** Of these quotes bots are made; pairs among coins are for triangles, and left out of lists. */
const QUOTES = new Set(['USDT', 'USDC', 'FDUSD']);
const CROSS_QUOTES = new Set(['BTC', 'ETH', 'BNB']);
const STANDARD_OPEN_ORDERS = 200;

interface Figures {
  tick: string;
  step: string;
  minQty: string;
  maxQty: string;
  maxMarketQty?: string;
  minNotional: string;
  maxNotional?: string;
  maxMarketNotional?: string;
  minPrice: string;
  maxPrice: string;
  priceBand?: NonNullable<VenueSymbol['priceBand']>;
  maxOpenOrders: number;
}

/** Null where a figure is missing: such a market cannot be traded by us. */
function figuresOf(row: Market, kind: MarketKind): Figures | null {
  const { filters } = row;
  const text = (type: string, name: string): string | null => {
    const value = filters.find(({ filterType }) => filterType === type)?.[name];
    return typeof value === 'string' && decimal.safeParse(plainDecimal(value)).success ? trimmed(value) : null;
  };
  const [tick, step] = [text('PRICE_FILTER', 'tickSize'), text('LOT_SIZE', 'stepSize')];
  const [minQty, maxQty] = [text('LOT_SIZE', 'minQty'), text('LOT_SIZE', 'maxQty')];
  const [minPrice, maxPrice] = [text('PRICE_FILTER', 'minPrice'), text('PRICE_FILTER', 'maxPrice')];
  if (tick === null || step === null || minQty === null || maxQty === null || minPrice === null || maxPrice === null)
    return null;
  if ([tick, step, minPrice].some(isZero)) return null;
  const maxMarket = text('MARKET_LOT_SIZE', 'maxQty');
  const maxNotional = text('NOTIONAL', 'maxNotional');
  const isOfMarket = filters.some((one) => one.filterType === 'NOTIONAL' && one.applyMaxToMarket === true);
  const minNotional =
    text('NOTIONAL', 'minNotional') ?? text('MIN_NOTIONAL', 'minNotional') ?? text('MIN_NOTIONAL', 'notional');
  // A rule is there, and what it asks for is not told.
  if (minNotional === null && filters.some(({ filterType }) => /^(MIN_)?NOTIONAL$/.test(filterType))) return null;
  const most = text('MAX_NUM_ORDERS', 'maxNumOrders') ?? text('MAX_NUM_ORDERS', 'limit');
  return {
    ...{ tick, step, minQty: isZero(minQty) ? step : minQty, maxQty, minPrice, maxPrice },
    minNotional: minNotional ?? '0',
    maxOpenOrders: most === null ? STANDARD_OPEN_ORDERS : Number(most),
    ...bandOf(row, kind),
    ...(maxMarket !== null && !isZero(maxMarket) && { maxMarketQty: maxMarket }),
    ...(maxNotional !== null && { maxNotional, ...(isOfMarket && { maxMarketNotional: maxNotional }) }),
  };
}

/** On spot both sides are bounded on both ends; on contracts only what would take far from the mark is. */
function bandOf({ filters }: Market, kind: MarketKind): Pick<Figures, 'priceBand'> {
  const told = (type: string, name: string) => {
    const value = filters.find(({ filterType }) => filterType === type)?.[name];
    return typeof value === 'string' && decimal.safeParse(value).success && !isZero(value) ? trimmed(value) : undefined;
  };
  const [up, down] = [told('PERCENT_PRICE', 'multiplierUp'), told('PERCENT_PRICE', 'multiplierDown')];
  const side = (name: string) => told('PERCENT_PRICE_BY_SIDE', name);
  const isSpot = kind === 'spot';
  const [buyLeast, buyMost] = [isSpot ? (side('bidMultiplierDown') ?? down) : undefined, side('bidMultiplierUp') ?? up];
  const [sellLeast, sellMost] = [
    side('askMultiplierDown') ?? down,
    isSpot ? (side('askMultiplierUp') ?? up) : undefined,
  ];
  const priceBand = {
    ...{ ...(buyLeast !== undefined && { buyLeast }), ...(buyMost !== undefined && { buyMost }) },
    ...{ ...(sellLeast !== undefined && { sellLeast }), ...(sellMost !== undefined && { sellMost }) },
  };
  return Object.keys(priceBand).length === 0 ? {} : { priceBand };
}

export function spotSymbols(card: TradingCard, info: z.infer<typeof exchangeInfo>): VenueSymbol[] {
  return info.symbols.flatMap((row): VenueSymbol[] => {
    const { baseAsset: base, quoteAsset: quote } = row;
    const isHidden = CROSS_QUOTES.has(quote);
    const figures = figuresOf(row, 'spot');
    if (figures === null || (!isHidden && !QUOTES.has(quote))) return [];
    return [
      {
        ...{ symbol: symbolOf(base, quote, 'spot'), market: 'spot', base, quote, ...figures, ...card.fees.spot },
        ...{ feeAsset: 'received', status: row.status === 'TRADING' ? 'trading' : 'halt' },
        ...(isHidden ? { hidden: true } : {}),
      },
    ];
  });
}

const STANDARD_FUNDING_HOURS = 8;

/** Perpetuals settled in their quote whose margin table is known. */
export function futuresSymbols(
  card: TradingCard,
  info: z.infer<typeof exchangeInfo>,
  brackets: Brackets,
  fundingHours: ReadonlyMap<string, number>,
): VenueSymbol[] {
  return info.symbols.flatMap((row): VenueSymbol[] => {
    const { baseAsset: base, quoteAsset: quote } = row;
    const table = brackets.get(row.symbol);
    const figures = figuresOf(row, 'futures');
    if (row.contractType !== 'PERPETUAL' || row.marginAsset !== quote || !QUOTES.has(quote)) return [];
    if (table === undefined || figures === null || row.liquidationFee === undefined) return [];
    return [
      {
        ...{ symbol: symbolOf(base, quote, 'futures'), market: 'futures', base, quote, ...figures },
        ...card.fees.futures,
        ...{ feeAsset: 'quote', status: row.status === 'TRADING' ? 'trading' : 'halt' },
        contract: {
          brackets: table,
          fundingHours: fundingHours.get(row.symbol) ?? STANDARD_FUNDING_HOURS,
          liquidationFee: trimmed(row.liquidationFee),
        },
      },
    ];
  });
}

const dayRow = z.object({
  symbol: z.string().min(1),
  lastPrice: decimal,
  openPrice: decimal,
  highPrice: decimal,
  lowPrice: decimal,
  quoteVolume: decimal,
  closeTime: timeMs,
});
export const dayRows = z.array(dayRow);
/** -1 of one that has not traded. */
const lastTradeRow = z.object({ symbol: z.string().min(1), lastId: z.string().regex(/^(-1|\d{1,19})$/) });
export type LastTradeRow = z.infer<typeof lastTradeRow>;
/** Of one market it is no list. */
export const lastTradeRows = z.union([z.array(lastTradeRow), lastTradeRow.transform((row) => [row])]);
export const bookRow = z.object({ bidPrice: decimal, askPrice: decimal });
export const priceRows = z.array(z.object({ symbol: z.string().min(1), price: decimal, time: timeMs.optional() }));
export const premiums = z.array(
  z.object({
    ...{ symbol: z.string().min(1), markPrice: decimal, nextFundingTime: timeMs },
    lastFundingRate: z.union([decimal, z.literal('')]),
  }),
);
export const klines = z.array(z.tuple([timeMs, decimal, decimal, decimal, decimal, decimal]).rest(z.unknown()));
export const fundingRateRows = z.array(
  z.object({ fundingRate: decimal, fundingTime: timeMs, markPrice: z.union([decimal, z.literal('')]).optional() }),
);
