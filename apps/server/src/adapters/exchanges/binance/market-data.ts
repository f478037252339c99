// Public data of Binance through ccxt: markets with their rules, prices of the day, candles, funding rates, the clock. Rules
// are kept for an hour and read at once when an order broke one of them (reliability B6); contracts are told as soon as any key
// is bound, because their margin tables are told to keys only.
import type * as z from 'zod';
import type { Timeframe, VenueBook, VenueCandle, VenueSymbol, VenueTicker } from '../../../ports/venue.ts';
import { trimmed } from '../shared/exact-json.ts';
import type { Family, TradingCard } from '../shared/exchange-profile.ts';
import { nameOf } from '../shared/market-names.ts';
import { wireTime } from '../shared/own-clock.ts';
import type { PublicData } from '../shared/public-data.ts';
import { ExchangeUnreadable } from '../shared/unreadable.ts';
import { wellNamed } from '../shared/well-named.ts';
import type { ExchangeBudget } from '../transport/exchange-budget.ts';
import type { Share } from '../transport/request-budget.ts';
import type { SignedRequests } from '../transport/signed-requests.ts';
import {
  type Brackets,
  bookRow,
  bracketLists,
  bracketsOf,
  dayRows,
  exchangeInfo,
  fundingInfos,
  fundingRateRows,
  futuresSymbols,
  klines,
  type LastTradeRow,
  lastTradeRows,
  limitsOf,
  premiums,
  priceRows,
  spotSymbols,
} from './market-rows.ts';

const RULES_MS = 3_600_000;
/** Of rules that an order has just shown to be old; a storm of refusals reads them no oftener. */
const RULES_AGAIN_MS = 5_000;
const TICKERS_MS = 2_000;
/** Figures of the day cost forty times as much as prices, and change slowly. */
const DAY_MS = 30_000;
const PATIENCE_MS = 15_000;
const MOST_CANDLES = { spot: 1_000, futures: 1_500 } as const;
const MOST_RATES = 1_000;
/** Asked for one by one where a list was refused. */
const MOST_SINGLE = 4;

export interface MarketDataDeps {
  readonly card: TradingCard;
  readonly line: SignedRequests;
  readonly budget: ExchangeBudget;
}

type DayRows = [z.infer<typeof dayRows>, z.infer<typeof dayRows>];

interface Kept<T> {
  readonly atMs: number;
  readonly value: Promise<T>;
}

/** Of the markets that were listed then: those that are listed since have no price in it. */
interface KeptTickers extends Kept<VenueTicker[]> {
  readonly listed: readonly VenueSymbol[];
}

export class BinanceMarketData implements PublicData {
  readonly #deps: MarketDataDeps;
  /** Every two seconds: 60 and 360 of what is left to reads in a minute, 2,565 on spot and 1,026 on contracts. */
  readonly mostAsked = { spot: 20, futures: 12 };
  #rules: Kept<VenueSymbol[]> | null = null;
  #tickers: KeptTickers | null = null;
  #days: Kept<DayRows> | null = null;
  #brackets: Brackets = new Map();
  /** By the exchange's name of a spot market: what an order there may say against trading with itself. */
  #preventions: ReadonlyMap<string, readonly string[]> = new Map();
  /** By account: when its key was last asked for the margin tables. */
  readonly #bracketsAskedAtMs = new Map<string, number>();

  constructor(deps: MarketDataDeps) {
    this.#deps = deps;
  }

  async symbols(): Promise<VenueSymbol[]> {
    const known = this.#rules;
    if (known === null || this.#now() - known.atMs >= RULES_MS) return this.#readRules();
    const rules = await known.value;
    if (this.#brackets.size > 0 || (await this.#accountsToAsk()).length === 0) return this.#rules?.value ?? rules;
    // Others that waited for the same may have begun to read.
    return this.#rules === known ? this.#readRules() : this.symbols();
  }

  /** An order broke a rule that it kept as far as we knew. */
  rulesAreOld(): void {
    const known = this.#rules;
    if (known !== null && this.#now() - known.atMs >= RULES_AGAIN_MS) this.#rules = null;
  }

  /** Unless the market is known not to. */
  offersPrevention(id: string, mode: string): boolean {
    return this.#preventions.get(id)?.includes(mode) !== false;
  }

  async tickers(): Promise<VenueTicker[]> {
    const listed = await this.symbols();
    const known = this.#tickers;
    if (known?.listed === listed && this.#now() - known.atMs < TICKERS_MS) return known.value;
    const value = this.#readTickers(listed);
    this.#tickers = { atMs: this.#now(), listed, value };
    value.catch(() => {
      this.#tickers = null;
    });
    return value;
  }

  async candles(symbol: string, timeframe: Timeframe, limit: number, endMs?: number): Promise<VenueCandle[]> {
    const { id, kind } = nameOf(symbol);
    const call = kind === 'spot' ? 'publicGetKlines' : 'fapiPublicGetKlines';
    const found: VenueCandle[] = [];
    let lastMs = endMs;
    while (found.length < limit) {
      const asked = Math.min(limit - found.length, MOST_CANDLES[kind]);
      const params = {
        symbol: id,
        interval: timeframe,
        limit: asked,
        ...(lastMs !== undefined && { endTime: lastMs }),
      };
      const rows = await this.#read(kind, call, candleWeight(kind, asked), klines, params);
      found.unshift(
        ...rows.map(
          ([atMs, open, high, low, close, volume]): VenueCandle => [
            atMs,
            trimmed(open),
            trimmed(high),
            trimmed(low),
            trimmed(close),
            trimmed(volume),
          ],
        ),
      );
      if (rows.length < asked || found[0] === undefined) break;
      lastMs = found[0][0] - 1;
    }
    return found;
  }

  async fundingRates(symbol: string, limit: number): Promise<{ rate: string; atMs: number }[]> {
    const params = { symbol: nameOf(symbol).id, limit: Math.min(limit, MOST_RATES) };
    const rows = await this.#read('futures', 'fapiPublicGetFundingRate', 1, fundingRateRows, params);
    return rows.map(({ fundingRate, fundingTime }) => ({ rate: trimmed(fundingRate), atMs: fundingTime }));
  }

  async clock() {
    const { card, line } = this.#deps;
    if (!card.ownClock)
      return {
        ...{ marketNowMs: await line.exchangeNowMs(), speed: 1 },
        ...{ state: 'running' as const, books: card.exchange },
      };
    const told = wireTime.safeParse(await line.own('/v1/time'));
    if (!told.success) throw new ExchangeUnreadable('its clock tells no time', null);
    return told.data;
  }

  async book(symbol: string): Promise<VenueBook> {
    const { id, kind } = nameOf(symbol);
    const call = kind === 'spot' ? 'publicGetTickerBookTicker' : 'fapiPublicGetTickerBookTicker';
    const { askPrice, bidPrice } = await this.#read(kind, call, 2, bookRow, { symbol: id }, undefined, 'kept');
    return { bid: trimmed(bidPrice), ask: trimmed(askPrice) };
  }

  /** On spot one request tells of twenty for the price of one; on contracts each is asked for itself. */
  async lastTradeIds(symbols: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const isSpot = symbols.every((symbol) => nameOf(symbol).kind === 'spot');
    const ids = symbols.map((symbol) => nameOf(symbol).id);
    const days = isSpot
      ? // One name that the exchange does not know any more has the whole list refused.
        await this.#daysOf({ symbols: JSON.stringify(ids) }).catch(() => this.#daysOneByOne(ids.slice(0, MOST_SINGLE)))
      : await this.#daysOneByOne(ids, true);
    const told = new Map(days.map(({ lastId, symbol }) => [symbol, lastId]));
    return new Map(
      symbols.flatMap((symbol, at): [string, string][] => {
        const lastId = told.get(ids[at] ?? '');
        return lastId === undefined || lastId === '-1' ? [] : [[symbol, lastId]];
      }),
    );
  }

  async #daysOneByOne(ids: readonly string[], areContracts = false): Promise<LastTradeRow[]> {
    const rows = ids.map((symbol) => this.#daysOf({ symbol }, areContracts).catch(() => []));
    return (await Promise.all(rows)).flat();
  }

  #daysOf(params: Readonly<Record<string, string>>, areContracts = false): Promise<LastTradeRow[]> {
    const [family, call, weight] = areContracts
      ? (['futures', 'fapiPublicGetTicker24hr', 1] as const)
      : (['spot', 'publicGetTicker24hr', 2] as const);
    return this.#read(family, call, weight, lastTradeRows, params, undefined, 'reads');
  }

  #now(): number {
    return this.#deps.budget.nowMs();
  }

  async #read<T>(
    family: Family,
    call: string,
    weight: number,
    schema: z.ZodType<T>,
    params: Readonly<Record<string, unknown>> = {},
    account?: string,
    share: Share = 'public',
  ): Promise<T> {
    const value = await this.#deps.line.read({
      ...{ family, call, weight, params, share, patienceMs: PATIENCE_MS },
      ...(account !== undefined && { account }),
    });
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    const issue = parsed.error.issues[0];
    throw new ExchangeUnreadable(`${call}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`, null);
  }

  #readRules(): Promise<VenueSymbol[]> {
    const value = this.#rulesNow();
    const kept = { atMs: this.#now(), value };
    this.#rules = kept;
    // What cannot be read now is tried at the next call.
    value.catch(() => {
      if (this.#rules === kept) this.#rules = null;
    });
    return value;
  }

  async #rulesNow(): Promise<VenueSymbol[]> {
    const { card } = this.#deps;
    const [spot, futures, funding] = await Promise.all([
      this.#read('spot', 'publicGetExchangeInfo', 20, exchangeInfo),
      this.#read('futures', 'fapiPublicGetExchangeInfo', 1, exchangeInfo),
      this.#read('futures', 'fapiPublicGetFundingInfo', 1, fundingInfos),
    ]);
    this.#preventions = new Map(
      spot.symbols.flatMap(({ symbol, allowedSelfTradePreventionModes: modes }) =>
        modes === undefined ? [] : [[symbol, modes] as const],
      ),
    );
    this.#heedLimits('spot', spot);
    this.#heedLimits('futures', futures);
    await this.#readBrackets();
    const hours = new Map(funding.map((row) => [row.symbol, row.fundingIntervalHours]));
    return wellNamed([...spotSymbols(card, spot), ...futuresSymbols(card, futures, this.#brackets, hours)]);
  }

  #heedLimits(family: Family, info: z.infer<typeof exchangeInfo>): void {
    const { perMinute, orders } = limitsOf(info);
    const { budget } = this.#deps;
    if (perMinute !== null) budget.of(family).limit(perMinute);
    if (orders.length > 0) budget.limitOrders(family, orders);
  }

  /** One whose key was refused is left alone for a while; one that was bound just now is asked at once. */
  async #accountsToAsk(): Promise<string[]> {
    const accounts = await this.#deps.line.contractAccounts();
    const againMs = this.#now() - RULES_AGAIN_MS;
    return accounts.filter((account) => (this.#bracketsAskedAtMs.get(account) ?? againMs) <= againMs);
  }

  /** By any key that may: one that may not leaves the tables as they were. */
  async #readBrackets(): Promise<void> {
    for (const account of await this.#accountsToAsk()) {
      this.#bracketsAskedAtMs.set(account, this.#now());
      try {
        const lists = await this.#read('futures', 'fapiPrivateGetLeverageBracket', 1, bracketLists, {}, account);
        this.#brackets = bracketsOf(lists);
        return;
      } catch (error) {
        if (!(error instanceof ExchangeUnreadable)) throw error;
      }
    }
  }

  /** Where time runs as the exchange likes, its own figures are read each time. */
  #daysNow(): Promise<DayRows> {
    const known = this.#days;
    const keptMs = this.#deps.card.ownClock ? 0 : DAY_MS;
    if (known !== null && this.#now() - known.atMs < keptMs) return known.value;
    const value = Promise.all([
      this.#read('spot', 'publicGetTicker24hr', 80, dayRows),
      this.#read('futures', 'fapiPublicGetTicker24hr', 40, dayRows),
    ]);
    const kept = { atMs: this.#now(), value };
    this.#days = kept;
    value.catch(() => {
      if (this.#days === kept) this.#days = null;
    });
    return value;
  }

  /** The figures of the day with the prices of now; a row without one keeps its own. */
  async #quotesNow(): Promise<DayRows> {
    const days = await this.#daysNow();
    const ageMs = this.#now() - (this.#days?.atMs ?? this.#now());
    if (ageMs < TICKERS_MS) return days;
    const prices = await Promise.all([
      this.#read('spot', 'publicGetTickerPrice', 4, priceRows),
      this.#read('futures', 'fapiPublicGetTickerPrice', 2, priceRows),
    ]);
    const [spot, futures] = days.map((rows, at) => {
      const now = new Map(prices[at]?.map((row) => [row.symbol, row]));
      return rows.map((row) => {
        const quote = now.get(row.symbol);
        if (quote === undefined) return row;
        return { ...row, lastPrice: quote.price, closeTime: quote.time ?? row.closeTime + ageMs };
      });
    });
    return [spot ?? [], futures ?? []];
  }

  async #readTickers(listed: readonly VenueSymbol[]): Promise<VenueTicker[]> {
    const [[spot, futures], marks] = await Promise.all([
      this.#quotesNow(),
      this.#read('futures', 'fapiPublicGetPremiumIndex', 10, premiums),
    ]);
    const bySymbol = new Map(listed.map(({ symbol, base, quote, market }) => [`${base}${quote} ${market}`, symbol]));
    const markOf = new Map(marks.map((row) => [row.symbol, row]));
    const ticker = (row: z.infer<typeof dayRows>[number], symbol: string): VenueTicker => ({
      ...{ symbol, last: trimmed(row.lastPrice), open24h: trimmed(row.openPrice), high24h: trimmed(row.highPrice) },
      ...{ low24h: trimmed(row.lowPrice), quoteVolume24h: trimmed(row.quoteVolume), atMs: row.closeTime },
    });
    return [
      ...spot.flatMap((row) => {
        const symbol = bySymbol.get(`${row.symbol} spot`);
        return symbol === undefined ? [] : [ticker(row, symbol)];
      }),
      ...futures.flatMap((row) => {
        const symbol = bySymbol.get(`${row.symbol} futures`);
        const mark = markOf.get(row.symbol);
        if (symbol === undefined) return [];
        if (mark === undefined) return [ticker(row, symbol)];
        return [
          {
            ...{ ...ticker(row, symbol), mark: trimmed(mark.markPrice) },
            // 0 where none is coming.
            ...(mark.nextFundingTime > 0 && { nextFundingMs: mark.nextFundingTime }),
            ...(mark.lastFundingRate !== '' && { fundingRate: trimmed(mark.lastFundingRate) }),
          },
        ];
      }),
    ];
  }
}

/** Contracts: as many candles as are asked for weigh. */
function candleWeight(kind: 'spot' | 'futures', candles: number): number {
  if (kind === 'spot') return 2;
  if (candles < 100) return 1;
  if (candles < 500) return 2;
  return candles <= 1_000 ? 5 : 10;
}
