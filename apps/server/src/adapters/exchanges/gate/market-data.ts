// Public data of Gate through ccxt: markets with their tiers of margin, prices of the day, candles, funding rates. Rules are kept for an
// hour and read at once when an order broke one of them (reliability B6); tiers, of which a request tells a hundred contracts, as long as
// the process lives. Only contracts settled in USDT are told of.
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
import { compareDecimals, isBelowZero, isZero, minus, times, trimmed } from '../shared/exact-json.ts';
import { type MarketName, symbolOf } from '../shared/market-names.ts';
import type { PublicData } from '../shared/public-data.ts';
import { noneUnlessTold, toldOrNull } from '../shared/told-figures.ts';
import { wellNamed } from '../shared/well-named.ts';
import { ListedMarkets, type MarketDataDeps } from '../transport/listed-markets.ts';
import { parsed } from '../transport/order-outcomes.ts';
import type { Share } from '../transport/request-budget.ts';
import { coinsOf, GateSizes } from './contract-sizes.ts';
import {
  type ContractRow,
  contractBook,
  contractCandle,
  contractRow,
  contractTicker,
  lastTrade,
  pairRow,
  rateRow,
  spotBook,
  spotCandle,
  spotTicker,
  type TierRow,
  tierRow,
} from './rows.ts';
import { gateNameOf } from './symbols.ts';

const PATIENCE_MS = 15_000;
const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
/** Of a span; the newest come by their number. */
const MOST_CANDLES = 1_000;
const MOST_RATES = 100;
const MARKETS_A_PAGE = 100;
export const SETTLE = { settle: 'usdt' } as const;
export const SETTLED_IN = 'USDT';
const QUOTES = new Set([SETTLED_IN, 'USDC']);
const CROSS_QUOTES = new Set(['BTC', 'ETH']);
const MOST_OPEN_SPOT = 500;
/** It tells no price limits of spot: far beyond what a book can hold. */
const MOST_TICKS = '1000000000';
/** Where it tells no bound, or one beyond anybody's means. */
const MOST_COINS = '1000000000';
const STANDARD_FUNDING_HOURS = 8;
const LENGTH_MS: Readonly<Record<Timeframe, number>> = {
  '1m': 60_000,
  '5m': 300_000,
  '15m': 900_000,
  '1h': 3_600_000,
  '4h': 14_400_000,
  '1d': 86_400_000,
};

export class GateMarketData extends ListedMarkets implements PublicData {
  readonly mostAsked = { spot: 8, futures: 8 };
  readonly sizes = new GateSizes(() => this.symbols());
  #tiers: ReadonlyMap<string, readonly TierRow[]> = new Map();
  /** Of contracts: the next settlement as it was told, and the time from one to the next. */
  readonly #settlements = new Map<string, { readonly atMs: number; readonly everyMs: number }>();

  constructor(deps: MarketDataDeps) {
    super(deps, gateNameOf);
  }

  async candles(symbol: string, timeframe: Timeframe, limit: number, endMs?: number): Promise<VenueCandle[]> {
    const name = gateNameOf(symbol);
    const lengthMs = LENGTH_MS[timeframe];
    const found: VenueCandle[] = [];
    const nowMs = await this.deps.line.exchangeNowMs();
    // A time to come is as good as none: the newest come by their number.
    let untilMs = endMs !== undefined && endMs >= nowMs ? undefined : endMs;
    while (found.length < limit) {
      const asked = Math.min(limit - found.length, MOST_CANDLES);
      // A span and a number are not taken together: the span holds so many.
      const to = untilMs === undefined ? null : untilMs - (untilMs % lengthMs);
      const within =
        to === null
          ? { limit: asked }
          : { from: Math.max(0, to - (asked - 1) * lengthMs) / SECOND_MS, to: to / SECOND_MS };
      const page = await this.#candlePage(name, { interval: timeframe, ...within });
      const older = page.sort(([a], [b]) => a - b).filter(([atMs]) => found[0] === undefined || atMs < found[0][0]);
      if (older[0] === undefined) break;
      found.unshift(...older);
      untilMs = older[0][0] - 1;
    }
    return found;
  }

  async fundingRates(symbol: string, limit: number): Promise<{ rate: string; atMs: number }[]> {
    const rows = await this.rates(gateNameOf(symbol), { limit: Math.min(limit, MOST_RATES) });
    return rows.map(({ r, t }) => ({ rate: trimmed(r), atMs: t })).reverse();
  }

  /** Newest first. */
  rates({ id }: MarketName, more: Readonly<Record<string, number>>): Promise<z.infer<typeof rateRow>[]> {
    const params = { contract: id, ...more };
    return this.#read('publicFuturesGetSettleFundingRate', 'futures', z.array(rateRow), params);
  }

  async book(symbol: string): Promise<VenueBook> {
    const { id, kind } = gateNameOf(symbol);
    if (kind === 'spot') {
      const params = { currency_pair: id, limit: 1 };
      const { asks, bids } = await this.#read('publicSpotGetOrderBook', kind, spotBook, params, 'kept');
      return { bid: trimmed(bids[0]?.[0] ?? '0'), ask: trimmed(asks[0]?.[0] ?? '0') };
    }
    const params = { contract: id, limit: 1 };
    const { asks, bids } = await this.#read('publicFuturesGetSettleOrderBook', kind, contractBook, params, 'kept');
    return { bid: trimmed(bids[0]?.p ?? '0'), ask: trimmed(asks[0]?.p ?? '0') };
  }

  async lastTradeIds(symbols: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const told = new Map<string, string>();
    const ask = async (symbol: string) => {
      const { id, kind } = gateNameOf(symbol);
      const isSpot = kind === 'spot';
      const call = isSpot ? 'publicSpotGetTrades' : 'publicFuturesGetSettleTrades';
      const params = { ...(isSpot ? { currency_pair: id } : { contract: id }), limit: 1 };
      const [trade] = await this.#read(call, kind, z.array(lastTrade), params, 'reads');
      if (trade !== undefined) told.set(symbol, trade.id);
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
    const asked = { ...(kind === 'futures' ? SETTLE : {}), ...params };
    const reading = { family: kind, call, weight: 1, params: asked, share, patienceMs: PATIENCE_MS } as const;
    return parsed(schema, await this.deps.line.read(reading), call);
  }

  async #candlePage({ id, kind }: MarketName, params: Readonly<Record<string, unknown>>): Promise<VenueCandle[]> {
    if (kind === 'spot') {
      const asked = { currency_pair: id, ...params };
      const rows = await this.#read('publicSpotGetCandlesticks', kind, z.array(spotCandle), asked);
      return rows.map(([atMs, _quote, close, high, low, open, volume]) => [
        ...([atMs, trimmed(open), trimmed(high), trimmed(low), trimmed(close), trimmed(volume)] as const),
      ]);
    }
    const asked = { contract: id, ...params };
    const rows = await this.#read('publicFuturesGetSettleCandlesticks', kind, z.array(contractCandle), asked);
    const value = await this.sizes.needValueOf(id);
    return rows.map(({ c, h, l, o, t, v }) => [
      ...([t, trimmed(o), trimmed(h), trimmed(l), trimmed(c), coinsOf(v, value)] as const),
    ]);
  }

  protected async readRules(): Promise<VenueSymbol[]> {
    const [pairs, perpetuals] = await Promise.all([
      this.#read('publicSpotGetCurrencyPairs', 'spot', z.array(pairRow)),
      this.#read('publicFuturesGetSettleContracts', 'futures', z.array(contractRow)),
    ]);
    const contracts = perpetuals.filter(
      ({ name, quanto_multiplier, type }) =>
        type === 'direct' && /^[^_]+_USDT$/.test(name) && !isZero(quanto_multiplier),
    );
    for (const row of contracts) {
      this.sizes.tell(row.name, trimmed(row.quanto_multiplier));
      const { funding_next_apply: atMs } = row;
      if (atMs) this.#settlements.set(row.name, { atMs, everyMs: fundingHoursOf(row) * HOUR_MS });
    }
    if (contracts.some(({ name }) => !this.#tiers.has(name))) await this.#readTiers();
    return wellNamed([...pairs.flatMap((row) => this.#spot(row)), ...contracts.flatMap((row) => this.#contract(row))]);
  }

  async #readTiers(): Promise<void> {
    const tiers = new Map<string, TierRow[]>();
    for (let offset = 0; ; offset += MARKETS_A_PAGE) {
      const params = { limit: MARKETS_A_PAGE, offset };
      const rows = await this.#read('publicFuturesGetSettleRiskLimitTiers', 'futures', z.array(tierRow), params);
      const markets = new Set(rows.map(({ contract }) => contract));
      const isKnown = [...markets].every((contract) => tiers.has(contract));
      if (!isKnown) for (const row of rows) tiers.set(row.contract, [...(tiers.get(row.contract) ?? []), row]);
      if (isKnown || markets.size < MARKETS_A_PAGE) break;
    }
    for (const [contract, rows] of tiers) {
      rows.sort((a, b) => compareDecimals(a.risk_limit, b.risk_limit));
      // Each begins where the one before ends: of a contract of which one is missing none can be told.
      if (rows.some(({ tier }, at) => Number(tier) !== at + 1)) tiers.delete(contract);
    }
    this.#tiers = tiers;
  }

  #spot(row: z.infer<typeof pairRow>): VenueSymbol[] {
    const { base, quote } = row;
    const isHidden = CROSS_QUOTES.has(quote);
    if (row.id !== `${base}_${quote}` || (!isHidden && !QUOTES.has(quote))) return [];
    const [tick, step] = [unitOf(row.precision), unitOf(row.amount_precision)];
    const mostNotional = noneUnlessTold(row.max_quote_amount);
    return [
      {
        ...{ symbol: symbolOf(base, quote, 'spot'), market: 'spot', base, quote, tick, step },
        ...{ minQty: greatestOf(step, noneUnlessTold(row.min_base_amount)), maxQty: bounded(row.max_base_amount) },
        ...(!isZero(mostNotional) && { maxNotional: mostNotional }),
        ...{ minNotional: noneUnlessTold(row.min_quote_amount), minPrice: tick, maxPrice: times(tick, MOST_TICKS) },
        ...{ maxOpenOrders: MOST_OPEN_SPOT, ...this.deps.card.fees.spot, feeAsset: 'received' },
        status: row.trade_status === 'tradable' ? 'trading' : 'halt',
        ...(isHidden ? { hidden: true } : {}),
      },
    ];
  }

  /** Contracts without tiers cannot be traded by us. */
  #contract(row: ContractRow): VenueSymbol[] {
    const [base = '', quote = ''] = row.name.split('_');
    const tiers = this.#tiers.get(row.name);
    if (tiers === undefined || isZero(row.order_price_round)) return [];
    const coins = (size: string) => times(size, row.quanto_multiplier);
    const tick = trimmed(row.order_price_round);
    const atMarket = noneUnlessTold(row.market_order_size_max);
    return [
      {
        ...{ symbol: symbolOf(base, quote, 'futures'), market: 'futures', base, quote, tick },
        ...{ step: coins(stepOf(row)), minQty: coins(greatestOf(stepOf(row), row.order_size_min)), minNotional: '0' },
        ...{ maxQty: leastOf(coins(row.order_size_max), MOST_COINS) },
        ...(!isZero(atMarket) && { maxMarketQty: leastOf(coins(atMarket), MOST_COINS) }),
        ...{ minPrice: tick, maxPrice: times(tick, MOST_TICKS), ...bandOf(row) },
        ...{ maxOpenOrders: Number(row.orders_limit), feeAsset: 'quote' },
        ...this.deps.card.fees.futures,
        status: !row.in_delisting && row.status === 'trading' ? 'trading' : 'halt',
        contract: {
          brackets: bracketsOf(tiers),
          fundingHours: fundingHoursOf(row),
          liquidationFee: '0',
        },
      },
    ];
  }

  protected async readTickers(): Promise<VenueTicker[]> {
    const [spot, contracts, spotNames, contractNames, nowMs] = await Promise.all([
      this.#read('publicSpotGetTickers', 'spot', z.array(spotTicker)),
      this.#read('publicFuturesGetSettleTickers', 'futures', z.array(contractTicker)),
      this.names('spot'),
      this.names('futures'),
      this.deps.line.exchangeNowMs(),
    ]);
    // Neither when it was nor where the day began is told.
    const common = (row: { last: string; high_24h: string; low_24h: string }, name: MarketName, last: string) => ({
      ...{ symbol: name.symbol, last, open24h: null, high24h: toldOrNull(row.high_24h) },
      ...{ low24h: toldOrNull(row.low_24h), atMs: nowMs },
    });
    const ofSpot = spot.flatMap((row): VenueTicker[] => {
      const [name, last] = [spotNames.get(row.currency_pair), toldOrNull(row.last)];
      if (name === undefined || last === null || isZero(last)) return [];
      return [{ ...common(row, name, last), quoteVolume24h: toldOrNull(row.quote_volume) }];
    });
    const ofContracts = contracts.flatMap((row): VenueTicker[] => {
      const [name, last] = [contractNames.get(row.contract), toldOrNull(row.last)];
      if (name === undefined || last === null || isZero(last)) return [];
      const [mark, rate] = [toldOrNull(row.mark_price), toldOrNull(row.funding_rate)];
      const next = this.#nextFunding(row.contract, nowMs);
      return [
        {
          ...{ ...common(row, name, last), quoteVolume24h: toldOrNull(row.volume_24h_quote) },
          ...(mark !== null && { mark }),
          ...(rate !== null && next !== null && { fundingRate: rate, nextFundingMs: next }),
        },
      ];
    });
    return [...ofSpot, ...ofContracts];
  }

  /** It is told with the rules, which may be old: the one after it then. */
  #nextFunding(contract: string, nowMs: number): number | null {
    const told = this.#settlements.get(contract);
    if (told === undefined) return null;
    const { atMs, everyMs } = told;
    return atMs >= nowMs ? atMs : atMs + Math.ceil((nowMs - atMs) / everyMs) * everyMs;
  }
}

function fundingHoursOf({ funding_interval }: ContractRow): number {
  return Math.round((Number(funding_interval) * SECOND_MS) / HOUR_MS) || STANDARD_FUNDING_HOURS;
}

/** One contract, or what is least where decimals are taken and the least is a tenth, a hundredth and so on. */
function stepOf({ enable_decimal, order_size_min }: ContractRow): string {
  return enable_decimal === true && /^0\.0*10*$/.test(order_size_min) ? trimmed(order_size_min) : '1';
}

/** '2' as '0.01'. */
function unitOf(decimals: string): string {
  const count = Number(decimals);
  return count === 0 ? '1' : `0.${'1'.padStart(count, '0')}`;
}

function bounded(most: string | null | undefined): string {
  const told = noneUnlessTold(most);
  return isZero(told) ? MOST_COINS : leastOf(told, MOST_COINS);
}

function leastOf(a: string, b: string): string {
  return compareDecimals(a, b) < 0 ? trimmed(a) : trimmed(b);
}

function greatestOf(a: string, b: string): string {
  return compareDecimals(a, b) < 0 ? trimmed(b) : trimmed(a);
}

/** A price may be so far from the mark, to either side. */
function bandOf({ order_price_deviate }: ContractRow): Pick<VenueSymbol, 'priceBand'> {
  if (isZero(order_price_deviate)) return {};
  const [least, most] = [minus('1', order_price_deviate), minus('1', minus('0', order_price_deviate))];
  const below = isZero(least) || isBelowZero(least) ? {} : { buyLeast: least, sellLeast: least };
  return { priceBand: { ...below, buyMost: most, sellMost: most } };
}

/** Each is told with the most it is for: it begins where the one before ends. */
function bracketsOf(tiers: readonly TierRow[]): VenueContract['brackets'] {
  return tiers.map(({ deduction, leverage_max, maintenance_rate }, at) => ({
    ...{ floor: trimmed(tiers[at - 1]?.risk_limit ?? '0'), maxLeverage: Math.floor(Number(leverage_max)) },
    ...{ maintenance: trimmed(maintenance_rate), cum: trimmed(deduction) },
  }));
}
