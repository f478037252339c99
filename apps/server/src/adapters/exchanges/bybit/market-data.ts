// Public data of Bybit through ccxt: markets with their tiers of margin, prices of the day, candles, funding rates. Rules are kept
// for an hour and read at once when an order broke one of them (reliability B6); tiers, of which a request tells fifteen contracts,
// as long as the process lives. Only contracts settled in USDT are told of.

import type { MarketKind } from '@cormorant/core/market/instrument.ts';
import type * as z from 'zod';
import type {
  Timeframe,
  VenueBook,
  VenueCandle,
  VenueContract,
  VenueSymbol,
  VenueTicker,
} from '../../../ports/venue.ts';
import { compareDecimals, isZero, quotient, times, trimmed } from '../shared/exact-json.ts';
import { type MarketName, nameOf, symbolOf } from '../shared/market-names.ts';
import type { PublicData } from '../shared/public-data.ts';
import { takingBand } from '../shared/taking-band.ts';
import { noneUnlessTold, toldOrNull } from '../shared/told-figures.ts';
import { wellNamed } from '../shared/well-named.ts';
import { candleOf, ListedMarkets, type MarketDataDeps } from '../transport/listed-markets.ts';
import { parsed } from '../transport/order-outcomes.ts';
import type { Share } from '../transport/request-budget.ts';
import {
  bookRow,
  klineRow,
  lastTradeRow,
  linearRow,
  linearTickerRow,
  pageOf,
  type RiskRow,
  rateRow,
  riskRow,
  spotRow,
  tickerRow,
} from './rows.ts';

const PATIENCE_MS = 15_000;
const MOST_CANDLES = 1_000;
const MOST_RATES = 200;
const PAGE = 1_000;
const SETTLED_IN = 'USDT';
const QUOTES = new Set([SETTLED_IN, 'USDC']);
const CROSS_QUOTES = new Set(['BTC', 'ETH']);
const MOST_OPEN_ORDERS = 500;
/** It tells no price limits of spot: far beyond what a book can hold. */
const MOST_TICKS = '1000000000';
const INTERVALS: Readonly<Record<Timeframe, string>> = {
  '1m': '1',
  '5m': '5',
  '15m': '15',
  '1h': '60',
  '4h': '240',
  '1d': 'D',
};
/** Trades of one match share its number. */
const TRADES_A_MATCH = 1_000n;

/** Ascends over the trades of a market. */
export function tradeNumber(seq: string, at = 0): string {
  return String(BigInt(seq) * TRADES_A_MATCH + BigInt(at));
}

export function categoryOf(kind: MarketKind): 'spot' | 'linear' {
  return kind === 'spot' ? 'spot' : 'linear';
}

export class BybitMarketData extends ListedMarkets implements PublicData {
  readonly mostAsked = { spot: 10, futures: 10 };
  #tiers: ReadonlyMap<string, readonly RiskRow[]> = new Map();

  constructor(deps: MarketDataDeps) {
    super(deps, nameOf);
  }

  async candles(symbol: string, timeframe: Timeframe, limit: number, endMs?: number): Promise<VenueCandle[]> {
    const { id, kind } = nameOf(symbol);
    const found: VenueCandle[] = [];
    let untilMs = endMs;
    while (found.length < limit) {
      const asked = Math.min(limit - found.length, MOST_CANDLES);
      const params = { symbol: id, interval: INTERVALS[timeframe], limit: asked };
      const end = untilMs === undefined ? {} : { end: untilMs };
      const { list } = await this.#list('publicGetV5MarketKline', kind, klineRow, { ...params, ...end });
      const page = list.map(candleOf);
      found.unshift(...page.reverse());
      if (list.length < asked || found[0] === undefined) break;
      untilMs = found[0][0] - 1;
    }
    return found;
  }

  async fundingRates(symbol: string, limit: number): Promise<{ rate: string; atMs: number }[]> {
    const params = { symbol: nameOf(symbol).id, limit: Math.min(limit, MOST_RATES) };
    const { list } = await this.#list('publicGetV5MarketFundingHistory', 'futures', rateRow, params);
    return list
      .map(({ fundingRate, fundingRateTimestamp }) => ({ rate: trimmed(fundingRate), atMs: fundingRateTimestamp }))
      .reverse();
  }

  async book(symbol: string): Promise<VenueBook> {
    const { id, kind } = nameOf(symbol);
    const call = 'publicGetV5MarketOrderbook';
    const { a, b } = await this.#read(call, kind, bookRow, { symbol: id, limit: 1 }, 'kept');
    return { bid: trimmed(b[0]?.[0] ?? '0'), ask: trimmed(a[0]?.[0] ?? '0') };
  }

  async lastTradeIds(symbols: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const told = new Map<string, string>();
    const ask = async (symbol: string) => {
      const { id, kind } = nameOf(symbol);
      const params = { symbol: id, limit: 1 };
      const { list } = await this.#list('publicGetV5MarketRecentTrade', kind, lastTradeRow, params, 'reads');
      if (list[0] !== undefined) told.set(symbol, tradeNumber(list[0].seq));
    };
    await Promise.all(symbols.map((symbol) => ask(symbol).catch(() => {})));
    return told;
  }

  async #read<T>(
    call: string,
    kind: MarketKind,
    schema: z.ZodType<T>,
    params: Readonly<Record<string, unknown>>,
    share: Share = 'public',
  ): Promise<T> {
    const asked = { family: kind, call, weight: 1, params: { category: categoryOf(kind), ...params } };
    return parsed(schema, await this.deps.line.read({ ...asked, share, patienceMs: PATIENCE_MS }), call);
  }

  #list<Row extends z.ZodType>(
    call: string,
    kind: MarketKind,
    row: Row,
    params: Readonly<Record<string, unknown>>,
    share: Share = 'public',
  ) {
    return this.#read(call, kind, pageOf(row), params, share);
  }

  async #all<Row extends z.ZodType>(call: string, kind: MarketKind, row: Row, params: Record<string, unknown>) {
    const rows: z.infer<Row>[] = [];
    for (let cursor = ''; ; ) {
      const more = cursor === '' ? {} : { cursor };
      const { list, nextPageCursor } = await this.#list(call, kind, row, { ...params, ...more });
      rows.push(...list);
      if (!nextPageCursor || nextPageCursor === cursor) return rows;
      cursor = nextPageCursor;
    }
  }

  protected async readRules(): Promise<VenueSymbol[]> {
    const [spot, linear] = await Promise.all([
      this.#all('publicGetV5MarketInstrumentsInfo', 'spot', spotRow, {}),
      this.#all('publicGetV5MarketInstrumentsInfo', 'futures', linearRow, { limit: PAGE }),
    ]);
    const contracts = linear.filter(
      ({ baseCoin, contractType, settleCoin, symbol }) =>
        contractType === 'LinearPerpetual' && settleCoin === SETTLED_IN && symbol === baseCoin + SETTLED_IN,
    );
    if (contracts.some(({ symbol }) => !this.#tiers.has(symbol))) await this.#readTiers();
    return wellNamed([...spot.flatMap((row) => this.#spot(row)), ...contracts.flatMap((row) => this.#contract(row))]);
  }

  async #readTiers(): Promise<void> {
    const rows = await this.#all('publicGetV5MarketRiskLimit', 'futures', riskRow, {});
    rows.sort((a, b) => compareDecimals(a.riskLimitValue, b.riskLimitValue));
    const tiers = new Map<string, RiskRow[]>();
    for (const row of rows) tiers.set(row.symbol, [...(tiers.get(row.symbol) ?? []), row]);
    this.#tiers = tiers;
  }

  #spot(row: z.infer<typeof spotRow>): VenueSymbol[] {
    const { baseCoin: base, quoteCoin: quote, lotSizeFilter: lot, priceFilter } = row;
    const isHidden = CROSS_QUOTES.has(quote);
    const most = noneUnlessTold(lot.maxLimitOrderQty || lot.maxOrderQty);
    const atMarket = noneUnlessTold(lot.maxMarketOrderQty);
    const isUseless = isZero(priceFilter.tickSize) || isZero(lot.basePrecision) || isZero(most);
    if (isUseless || row.symbol !== base + quote || (!isHidden && !QUOTES.has(quote))) return [];
    const [tick, step] = [trimmed(priceFilter.tickSize), trimmed(lot.basePrecision)];
    return [
      {
        ...{ symbol: symbolOf(base, quote, 'spot'), market: 'spot', base, quote, tick, step },
        ...{
          minQty: greatestOf(step, noneUnlessTold(lot.minOrderQty)),
          maxQty: most,
          minNotional: trimmed(lot.minOrderAmt),
        },
        ...(!isZero(atMarket) && { maxMarketQty: atMarket }),
        ...(!isZero(noneUnlessTold(lot.maxOrderAmt)) && { maxNotional: noneUnlessTold(lot.maxOrderAmt) }),
        ...{ minPrice: tick, maxPrice: times(tick, MOST_TICKS), maxOpenOrders: MOST_OPEN_ORDERS },
        ...bandOf(row.riskParameters),
        ...{ ...this.deps.card.fees.spot, feeAsset: 'received', status: statusOf(row.status) },
        ...(isHidden ? { hidden: true } : {}),
      },
    ];
  }

  /** Contracts without tiers cannot be traded by us. */
  #contract(row: z.infer<typeof linearRow>): VenueSymbol[] {
    const { baseCoin: base, quoteCoin: quote, lotSizeFilter: lot, priceFilter } = row;
    const tiers = this.#tiers.get(row.symbol);
    if (tiers === undefined || isZero(priceFilter.tickSize) || isZero(lot.qtyStep)) return [];
    return [
      {
        ...{ symbol: symbolOf(base, quote, 'futures'), market: 'futures', base, quote },
        ...{ tick: trimmed(priceFilter.tickSize), step: trimmed(lot.qtyStep), minQty: trimmed(lot.minOrderQty) },
        ...{ maxQty: trimmed(lot.maxOrderQty), minNotional: trimmed(lot.minNotionalValue) },
        ...(!isZero(noneUnlessTold(lot.maxMktOrderQty)) && { maxMarketQty: trimmed(lot.maxMktOrderQty) }),
        ...{ minPrice: trimmed(priceFilter.minPrice), maxPrice: trimmed(priceFilter.maxPrice) },
        ...{ maxOpenOrders: MOST_OPEN_ORDERS, ...bandOf(row.riskParameters), ...this.deps.card.fees.futures },
        ...{ feeAsset: 'quote', status: statusOf(row.status) },
        contract: {
          brackets: bracketsOf(tiers),
          fundingHours: Number(quotient(row.fundingInterval, '60') ?? '8'),
          liquidationFee: '0',
        },
      },
    ];
  }

  protected async readTickers(): Promise<VenueTicker[]> {
    const call = 'publicGetV5MarketTickers';
    const [spot, linear, spotNames, linearNames, atMs] = await Promise.all([
      this.#list(call, 'spot', tickerRow, {}),
      this.#list(call, 'futures', linearTickerRow, {}),
      this.names('spot'),
      this.names('futures'),
      this.deps.line.exchangeNowMs(),
    ]);
    type Row = z.infer<typeof tickerRow> & Partial<z.infer<typeof linearTickerRow>>;
    const told = (rows: readonly Row[], names: ReadonlyMap<string, MarketName>) =>
      rows.flatMap((row): VenueTicker[] => {
        const name = names.get(row.symbol);
        const last = toldOrNull(row.lastPrice);
        if (name === undefined || last === null || isZero(last)) return [];
        return [
          {
            ...{
              symbol: name.symbol,
              last,
              open24h: toldOrNull(row.prevPrice24h),
              high24h: toldOrNull(row.highPrice24h),
            },
            ...{ low24h: toldOrNull(row.lowPrice24h), quoteVolume24h: toldOrNull(row.turnover24h), atMs },
            ...(row.markPrice && { mark: trimmed(row.markPrice) }),
            ...(row.fundingRate && { fundingRate: trimmed(row.fundingRate) }),
            ...(row.nextFundingTime && { nextFundingMs: row.nextFundingTime }),
          },
        ];
      });
    return [...told(spot.list, spotNames), ...told(linear.list, linearNames)];
  }
}

/** Past the market by x at the most, and never farther than y. */
function bandOf(told: z.infer<typeof spotRow>['riskParameters']) {
  const ratios = [told?.priceLimitRatioX, told?.priceLimitRatioY].map(noneUnlessTold).filter((one) => !isZero(one));
  const [least = '0'] = ratios.sort(compareDecimals);
  return takingBand(least, least);
}

function statusOf(told: string): VenueSymbol['status'] {
  return told === 'Trading' ? 'trading' : 'halt';
}

function greatestOf(a: string, b: string): string {
  return compareDecimals(a, b) < 0 ? b : a;
}

/** A tier is for what is worth at most its limit: it begins where the one before ends. */
function bracketsOf(tiers: readonly RiskRow[]): VenueContract['brackets'] {
  return tiers.map(({ maintenanceMargin, maxLeverage, mmDeduction }, at) => ({
    floor: at === 0 ? '0' : trimmed(tiers[at - 1]?.riskLimitValue ?? '0'),
    ...{
      maxLeverage: Math.floor(Number(maxLeverage)),
      maintenance: trimmed(maintenanceMargin),
      cum: noneUnlessTold(mmDeduction),
    },
  }));
}
