// Public data of Bitget through ccxt: markets with their tiers of margin, prices of the day, candles, funding rates. Rules are kept
// for an hour and read at once when an order broke one of them (reliability B6); tiers, which take a request for each contract, as
// long as the process lives. Only contracts settled in USDT are told of.
import type { MarketKind } from '@cormorant/core/market/instrument.ts';
import * as z from 'zod';
import type {
  Timeframe,
  VenueBook,
  VenueCandle,
  VenueContract,
  VenueSymbol,
  VenueTicker,
} from '../../../ports/venue.ts';
import { compareDecimals, isZero, times, trimmed } from '../shared/exact-json.ts';
import { type MarketName, nameOf, symbolOf } from '../shared/market-names.ts';
import type { PublicData } from '../shared/public-data.ts';
import { takingBand } from '../shared/taking-band.ts';
import { noneUnlessTold, toldOrNull } from '../shared/told-figures.ts';
import { wellNamed } from '../shared/well-named.ts';
import { atOnce } from '../transport/concurrency.ts';
import { candleOf, ListedMarkets, type MarketDataDeps } from '../transport/listed-markets.ts';
import { parsed } from '../transport/order-outcomes.ts';
import type { Share } from '../transport/request-budget.ts';
import {
  bookRow,
  candleRow,
  contractRow,
  contractTickerRow,
  rateNowRow,
  rateRow,
  spotRow,
  spotTickerRow,
  type TierRow,
  tierRow,
  tradeRow,
} from './rows.ts';

const PATIENCE_MS = 15_000;
const MOST_CANDLES = 1_000;
const MOST_OLD_CANDLES = 200;
const MOST_RATES = 100;
export const PRODUCT = 'USDT-FUTURES';
export const SETTLED_IN = 'USDT';
const QUOTES = new Set([SETTLED_IN, 'USDC']);
const CROSS_QUOTES = new Set(['BTC', 'ETH']);
const MOST_OPEN_ORDERS = { spot: 500, futures: 200 } as const;
/** It tells no price limits: far beyond what a book can hold. */
const MOST_TICKS = '1000000000';
/** Where it tells no bound, or one beyond anybody's means. */
const MOST_COINS = '1000000000';
const STANDARD_FUNDING_HOURS = 8;
const GRANULARITIES: Readonly<Record<MarketKind, Readonly<Record<Timeframe, string>>>> = {
  spot: { '1m': '1min', '5m': '5min', '15m': '15min', '1h': '1h', '4h': '4h', '1d': '1Dutc' },
  futures: { '1m': '1m', '5m': '5m', '15m': '15m', '1h': '1H', '4h': '4H', '1d': '1Dutc' },
};

export class BitgetMarketData extends ListedMarkets implements PublicData {
  readonly mostAsked = { spot: 8, futures: 8 };
  readonly #tiers = new Map<string, readonly TierRow[]>();

  constructor(deps: MarketDataDeps) {
    super(deps, nameOf);
  }

  async candles(symbol: string, timeframe: Timeframe, limit: number, endMs?: number): Promise<VenueCandle[]> {
    const { id, kind } = nameOf(symbol);
    const found: VenueCandle[] = [];
    let untilMs = endMs;
    while (found.length < limit) {
      // The newest come in long pages, what is older in short ones.
      const isNewest = untilMs === undefined;
      const asked = Math.min(limit - found.length, isNewest ? MOST_CANDLES : MOST_OLD_CANDLES);
      const params = { symbol: id, granularity: GRANULARITIES[kind][timeframe], limit: asked };
      const call = isNewest ? 'Candles' : 'HistoryCandles';
      const end = untilMs === undefined ? {} : { endTime: untilMs };
      const rows = await this.#read(`${prefixOf(kind)}Market${call}`, kind, z.array(candleRow), { ...params, ...end });
      const page = rows.map(candleOf);
      const older = page.sort(([a], [b]) => a - b).filter(([atMs]) => found[0] === undefined || atMs < found[0][0]);
      found.unshift(...older);
      if (rows.length < asked || older[0] === undefined) break;
      untilMs = older[0][0] - 1;
    }
    return found;
  }

  async fundingRates(symbol: string, limit: number): Promise<{ rate: string; atMs: number }[]> {
    const params = { symbol: nameOf(symbol).id, pageSize: Math.min(limit, MOST_RATES) };
    const rows = await this.#read('publicMixGetV2MixMarketHistoryFundRate', 'futures', z.array(rateRow), params);
    return rows.map(({ fundingRate, fundingTime }) => ({ rate: trimmed(fundingRate), atMs: fundingTime })).reverse();
  }

  async book(symbol: string): Promise<VenueBook> {
    const { id, kind } = nameOf(symbol);
    const call = kind === 'spot' ? 'publicSpotGetV2SpotMarketOrderbook' : 'publicMixGetV2MixMarketMergeDepth';
    const { asks, bids } = await this.#read(call, kind, bookRow, { symbol: id, limit: '1' }, 'kept');
    return { bid: trimmed(bids[0]?.[0] ?? '0'), ask: trimmed(asks[0]?.[0] ?? '0') };
  }

  async lastTradeIds(symbols: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const told = new Map<string, string>();
    const ask = async (symbol: string) => {
      const { id, kind } = nameOf(symbol);
      const call = `${prefixOf(kind)}MarketFills`;
      const [trade] = await this.#read(call, kind, z.array(tradeRow), { symbol: id, limit: 1 }, 'reads');
      if (trade !== undefined) told.set(symbol, trade.tradeId);
    };
    await Promise.all(symbols.map((symbol) => ask(symbol).catch(() => {})));
    return told;
  }

  async #read<T>(
    call: string,
    kind: MarketKind,
    schema: z.ZodType<T>,
    params: Readonly<Record<string, unknown>> = {},
    share: Share = 'public',
  ): Promise<T> {
    const asked = { ...(kind === 'futures' ? { productType: PRODUCT } : {}), ...params };
    const reading = { family: 'spot', call, weight: 1, params: asked, share, patienceMs: PATIENCE_MS } as const;
    return parsed(schema, await this.deps.line.read(reading), call);
  }

  protected async readRules(): Promise<VenueSymbol[]> {
    const [spot, perpetuals] = await Promise.all([
      this.#read('publicSpotGetV2SpotPublicSymbols', 'spot', z.array(spotRow)),
      this.#read('publicMixGetV2MixMarketContracts', 'futures', z.array(contractRow)),
    ]);
    const contracts = perpetuals.filter(
      ({ baseCoin, quoteCoin, symbol, symbolType }) =>
        symbolType === 'perpetual' && quoteCoin === SETTLED_IN && symbol === baseCoin + quoteCoin,
    );
    await this.#readTiers(contracts.map(({ symbol }) => symbol));
    return wellNamed([...spot.flatMap((row) => this.#spot(row)), ...contracts.flatMap((row) => this.#contract(row))]);
  }

  /** A contract whose tiers cannot be read is left out until the next reading. */
  async #readTiers(symbols: readonly string[]): Promise<void> {
    const call = 'publicMixGetV2MixMarketQueryPositionLever';
    const reads = symbols
      .filter((symbol) => !this.#tiers.has(symbol))
      .map((symbol) => async () => {
        const rows = await this.#read(call, 'futures', z.array(tierRow), { symbol }).catch(() => []);
        return [symbol, rows.sort((a, b) => compareDecimals(a.startUnit, b.startUnit))] as const;
      });
    await atOnce(reads, ([symbol, rows]) => {
      if (rows.length > 0) this.#tiers.set(symbol, rows);
    });
  }

  #spot(row: z.infer<typeof spotRow>): VenueSymbol[] {
    const { baseCoin: base, quoteCoin: quote } = row;
    const isHidden = CROSS_QUOTES.has(quote);
    if (row.symbol !== base + quote || (!isHidden && !QUOTES.has(quote))) return [];
    const [tick, step] = [unitOf(row.pricePrecision), unitOf(row.quantityPrecision)];
    return [
      {
        ...{ symbol: symbolOf(base, quote, 'spot'), market: 'spot', base, quote, tick, step },
        ...{ minQty: greatestOf(step, noneUnlessTold(row.minTradeAmount)), maxQty: bounded(row.maxTradeAmount) },
        ...{ minNotional: trimmed(row.minTradeUSDT), minPrice: tick, maxPrice: times(tick, MOST_TICKS) },
        ...bandOf(row),
        ...{ maxOpenOrders: MOST_OPEN_ORDERS.spot, ...this.deps.card.fees.spot, feeAsset: 'received' },
        status: row.status === 'online' ? 'trading' : 'halt',
        ...(isHidden ? { hidden: true } : {}),
      },
    ];
  }

  #contract(row: z.infer<typeof contractRow>): VenueSymbol[] {
    const { baseCoin: base, quoteCoin: quote } = row;
    const tiers = this.#tiers.get(row.symbol);
    if (tiers === undefined || isZero(row.priceEndStep) || isZero(row.sizeMultiplier)) return [];
    const tick = times(unitOf(row.pricePlace), row.priceEndStep);
    const step = trimmed(row.sizeMultiplier);
    return [
      {
        ...{ symbol: symbolOf(base, quote, 'futures'), market: 'futures', base, quote, tick, step },
        ...{ minQty: greatestOf(step, noneUnlessTold(row.minTradeNum)), minNotional: trimmed(row.minTradeUSDT) },
        ...{ maxQty: bounded(row.maxOrderQty), maxMarketQty: bounded(row.maxMarketOrderQty) },
        ...{ minPrice: tick, maxPrice: times(tick, MOST_TICKS), maxOpenOrders: MOST_OPEN_ORDERS.futures },
        ...{ ...bandOf(row), ...this.deps.card.fees.futures, feeAsset: 'quote' },
        status: row.symbolStatus === 'normal' ? 'trading' : 'halt',
        contract: {
          brackets: bracketsOf(tiers),
          fundingHours: Number(row.fundInterval || STANDARD_FUNDING_HOURS),
          liquidationFee: '0',
        },
      },
    ];
  }

  protected async readTickers(): Promise<VenueTicker[]> {
    const [spot, contracts, rates, spotNames, contractNames] = await Promise.all([
      this.#read('publicSpotGetV2SpotMarketTickers', 'spot', z.array(spotTickerRow)),
      this.#read('publicMixGetV2MixMarketTickers', 'futures', z.array(contractTickerRow)),
      this.#read('publicMixGetV2MixMarketCurrentFundRate', 'futures', z.array(rateNowRow)),
      this.names('spot'),
      this.names('futures'),
    ]);
    const rateOf = new Map(rates.map((row) => [row.symbol, row]));
    type Row = z.infer<typeof spotTickerRow> | z.infer<typeof contractTickerRow>;
    const told = (rows: readonly Row[], names: ReadonlyMap<string, MarketName>) =>
      rows.flatMap((row): VenueTicker[] => {
        const name = names.get(row.symbol);
        const last = toldOrNull(row.lastPr);
        if (name === undefined || last === null || isZero(last)) return [];
        const rate = name.kind === 'futures' ? rateOf.get(row.symbol) : undefined;
        return [
          {
            ...{
              symbol: name.symbol,
              last,
              open24h: toldOrNull(row.began),
              high24h: toldOrNull(row.high24h),
            },
            ...{ low24h: toldOrNull(row.low24h), quoteVolume24h: toldOrNull(row.quoteVolume), atMs: row.ts },
            ...('markPrice' in row && row.markPrice !== '' && { mark: trimmed(row.markPrice) }),
            ...(rate !== undefined && rate.fundingRate !== '' && { fundingRate: trimmed(rate.fundingRate) }),
            ...(rate !== undefined && rate.nextUpdate !== '' && { nextFundingMs: rate.nextUpdate }),
          },
        ];
      });
    return [...told(spot, spotNames), ...told(contracts, contractNames)];
  }
}

function bandOf(row: { readonly buyLimitPriceRatio: string; readonly sellLimitPriceRatio: string }) {
  return takingBand(noneUnlessTold(row.buyLimitPriceRatio), noneUnlessTold(row.sellLimitPriceRatio));
}

function prefixOf(kind: MarketKind): string {
  return kind === 'spot' ? 'publicSpotGetV2Spot' : 'publicMixGetV2Mix';
}

/** '2' as '0.01'. */
function unitOf(decimals: string): string {
  const count = Number(decimals);
  return count === 0 ? '1' : `0.${'1'.padStart(count, '0')}`;
}

function bounded(most: string): string {
  const told = noneUnlessTold(most);
  return isZero(told) ? MOST_COINS : leastOf(told, MOST_COINS);
}

function leastOf(a: string, b: string): string {
  return compareDecimals(a, b) < 0 ? a : b;
}

function greatestOf(a: string, b: string): string {
  return compareDecimals(a, b) < 0 ? b : a;
}

/** The whole notional has its tier's rate there: nothing is deducted. */
function bracketsOf(tiers: readonly TierRow[]): VenueContract['brackets'] {
  return tiers.map(({ keepMarginRate, leverage, startUnit }, at) => ({
    floor: at === 0 ? '0' : trimmed(startUnit),
    ...{ maxLeverage: Math.floor(Number(leverage)), maintenance: trimmed(keepMarginRate), cum: '0' },
  }));
}
