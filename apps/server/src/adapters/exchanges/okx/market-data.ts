// Public data of OKX through ccxt: instruments with their tiers of margin, prices of the day, candles, funding rates. Rules are
// kept for an hour and read at once when an order broke one of them (reliability B6); tiers, which take a request for five
// contracts, as long as the process lives. A tier begins at a number of contracts: at the price of the moment, a notional. How far
// past its market an order may be priced is told of one market at a time: only markets that somebody asks for are asked about.
import type * as z from 'zod';
import type {
  Timeframe,
  VenueBook,
  VenueCandle,
  VenueContract,
  VenueSymbol,
  VenueTicker,
} from '../../../ports/venue.ts';
import { compareDecimals, isZero, times, trimmed } from '../shared/exact-json.ts';
import { type Kept, keptReading } from '../shared/kept-reading.ts';
import type { PublicData } from '../shared/public-data.ts';
import { takingBand } from '../shared/taking-band.ts';
import { noneUnlessTold, toldOrNull } from '../shared/told-figures.ts';
import { ExchangeUnreadable } from '../shared/unreadable.ts';
import { wellNamed } from '../shared/well-named.ts';
import { atOnce, inGroups } from '../transport/concurrency.ts';
import { candleOf, ListedMarkets, type MarketDataDeps, RULES_MS } from '../transport/listed-markets.ts';
import { parsed } from '../transport/order-outcomes.ts';
import type { Share } from '../transport/request-budget.ts';
import { OkxSizes } from './contract-sizes.ts';
import {
  bookRows,
  candleRows,
  fundingRows,
  type InstrumentRow,
  instrumentRows,
  markRows,
  priceLimitRows,
  rateRows,
  type TierRow,
  tickerRows,
  tierRows,
  tradeRows,
} from './rows.ts';
import { isOkxMarket, okxNameOf, okxSymbolOf } from './symbols.ts';

const PATIENCE_MS = 15_000;
const MOST_CANDLES = 300;
const MOST_RATES = 100;
const FAMILIES_AT_ONCE = 5;
const QUOTES = new Set(['USDT', 'USDC']);
const CROSS_QUOTES = new Set(['BTC', 'ETH']);
const MOST_OPEN_ORDERS = 500;
/** It tells no price limits: far beyond what a book can hold. */
const MOST_TICKS = '1000000000';
const FUNDING_HOURS = 8;
const BARS: Readonly<Record<Timeframe, string>> = {
  '1m': '1m',
  '5m': '5m',
  '15m': '15m',
  '1h': '1H',
  '4h': '4H',
  '1d': '1Dutc',
};

type Band = ReturnType<typeof takingBand>;

export class OkxMarketData extends ListedMarkets implements PublicData {
  readonly sizes = new OkxSizes(() => this.symbols());
  readonly mostAsked = { spot: 4, futures: 4 };
  /** By symbol. */
  readonly #bands = new Map<string, Kept<Band>>();
  readonly #tiers = new Map<string, readonly TierRow[]>();

  constructor(deps: MarketDataDeps) {
    super(deps, okxNameOf);
  }

  /** One whose price limit cannot be read now is told without. */
  async rulesOf(symbol: string): Promise<VenueSymbol | null> {
    const rules = (await this.symbols()).find((row) => row.symbol === symbol);
    if (rules === undefined) return null;
    const known = this.#bands.get(symbol) ?? null;
    const band = keptReading(known, RULES_MS, this.nowMs(), () => this.#readBand(symbol));
    this.#bands.set(symbol, band);
    return { ...rules, ...(await band.value.catch(() => ({}))) };
  }

  override rulesAreOld(): boolean {
    const areRead = super.rulesAreOld();
    if (areRead) this.#bands.clear();
    return areRead;
  }

  async candles(symbol: string, timeframe: Timeframe, limit: number, endMs?: number): Promise<VenueCandle[]> {
    const { id: instId } = okxNameOf(symbol);
    const found: VenueCandle[] = [];
    let olderThan = endMs === undefined ? undefined : endMs + 1;
    while (found.length < limit) {
      const asked = Math.min(limit - found.length, MOST_CANDLES);
      const after = olderThan === undefined ? {} : { after: olderThan };
      // The short list ends after some days; the long one does not have what is new.
      const call = found.length === 0 ? 'publicGetMarketCandles' : 'publicGetMarketHistoryCandles';
      const rows = await this.#read(call, candleRows, { instId, bar: BARS[timeframe], limit: asked, ...after });
      const page = rows.map(candleOf);
      found.unshift(...page.reverse());
      if (rows.length < asked || found[0] === undefined) break;
      olderThan = found[0][0];
    }
    return this.#inCoins(symbol, found);
  }

  async fundingRates(symbol: string, limit: number): Promise<{ rate: string; atMs: number }[]> {
    const params = { instId: okxNameOf(symbol).id, limit: Math.min(limit, MOST_RATES) };
    const rows = await this.#read('publicGetPublicFundingRateHistory', rateRows, params);
    return rows
      .map(({ fundingRate, realizedRate, fundingTime }) => ({
        rate: trimmed(realizedRate || fundingRate),
        atMs: fundingTime,
      }))
      .reverse();
  }

  async book(symbol: string): Promise<VenueBook> {
    const params = { instId: okxNameOf(symbol).id, sz: 1 };
    const [book] = await this.#read('publicGetMarketBooks', bookRows, params, 'kept');
    return { bid: trimmed(book.bids[0]?.[0] ?? '0'), ask: trimmed(book.asks[0]?.[0] ?? '0') };
  }

  async lastTradeIds(symbols: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const told = new Map<string, string>();
    const ask = async (symbol: string) => {
      const params = { instId: okxNameOf(symbol).id, limit: 1 };
      const [trade] = await this.#read('publicGetMarketTrades', tradeRows, params, 'reads').catch(() => []);
      if (trade !== undefined) told.set(symbol, trade.tradeId);
    };
    await Promise.all(symbols.map(ask));
    return told;
  }

  async #read<T>(
    call: string,
    schema: z.ZodType<T>,
    params: Readonly<Record<string, unknown>> = {},
    share: Share = 'public',
  ): Promise<T> {
    const { line } = this.deps;
    return parsed(
      schema,
      await line.read({ family: 'spot', call, weight: 1, params, share, patienceMs: PATIENCE_MS }),
      call,
    );
  }

  /** Volumes of contracts are told in contracts. */
  async #inCoins(symbol: string, rows: VenueCandle[]): Promise<VenueCandle[]> {
    if (!symbol.includes(':')) return rows;
    const coins = await this.sizes.coinsOf(symbol);
    return rows.map(([atMs, open, high, low, close, volume]) => [atMs, open, high, low, close, coins(volume)]);
  }

  protected async readRules(): Promise<VenueSymbol[]> {
    const [spot, swaps] = await Promise.all([
      this.#read('publicGetPublicInstruments', instrumentRows, { instType: 'SPOT' }),
      this.#read('publicGetPublicInstruments', instrumentRows, { instType: 'SWAP' }),
    ]);
    const contracts = swaps.filter(({ ctType, settleCcy }) => ctType === 'linear' && QUOTES.has(settleCcy));
    for (const { instId, ctVal } of contracts)
      if (ctVal !== '' && !isZero(ctVal)) this.sizes.tell(okxSymbolOf(instId), trimmed(ctVal));
    await this.#readTiers(contracts);
    const prices = await this.#read('publicGetPublicMarkPrice', markRows, { instType: 'SWAP' });
    const marks = new Map(prices.map(({ instId, markPx }) => [instId, markPx]));
    return wellNamed([
      ...spot.flatMap((row) => this.#spot(row)),
      ...contracts.flatMap((row) => this.#contract(row, marks.get(row.instId))),
    ]);
  }

  /** In thousandths of the price between the two, which moves with the market while they stay as far apart. */
  async #readBand(symbol: string): Promise<Band> {
    const params = { instId: okxNameOf(symbol).id };
    const [{ buyLmt, enabled, sellLmt }] = await this.#read('publicGetPublicPriceLimit', priceLimitRows, params);
    const [most, least] = [Number(noneUnlessTold(buyLmt)), Number(noneUnlessTold(sellLmt))];
    if (!enabled || least <= 0 || most <= least) return {};
    const ratio = ((most - least) / (most + least)).toFixed(3);
    return takingBand(ratio, ratio);
  }

  async #readTiers(contracts: readonly InstrumentRow[]): Promise<void> {
    const unknown = contracts
      .map(({ instFamily }) => instFamily)
      .filter((family) => family !== '' && !this.#tiers.has(family));
    const reads = inGroups(unknown, FAMILIES_AT_ONCE).map((families) => {
      const call = 'publicGetPublicPositionTiers';
      const params = { instType: 'SWAP', tdMode: 'isolated', instFamily: families.join(',') };
      return async () => {
        const rows = await this.#read(call, tierRows, params);
        if (rows.some(({ instFamily }) => !families.includes(instFamily)))
          throw new ExchangeUnreadable(`${call}: of another family`, null);
        return rows;
      };
    });
    await atOnce(reads, (rows) => {
      for (const family of new Set(rows.map(({ instFamily }) => instFamily)))
        this.#tiers.set(
          family,
          rows.filter((row) => row.instFamily === family).sort((a, b) => compareDecimals(a.minSz, b.minSz)),
        );
    });
  }

  #spot(row: InstrumentRow): VenueSymbol[] {
    const [base = '', quote = ''] = row.instId.split('-');
    const isHidden = CROSS_QUOTES.has(quote);
    const figures = figuresOf(row, null, quote);
    if (figures === null || (!isHidden && !QUOTES.has(quote))) return [];
    return [
      {
        ...{ symbol: okxSymbolOf(row.instId), market: 'spot', base, quote, ...figures },
        ...{ ...this.deps.card.fees.spot, feeAsset: 'received', status: row.state === 'live' ? 'trading' : 'halt' },
        ...(isHidden ? { hidden: true } : {}),
      },
    ];
  }

  /** Null-priced contracts and such without tiers cannot be traded by us. */
  #contract(row: InstrumentRow, mark: string | undefined): VenueSymbol[] {
    const symbol = okxSymbolOf(row.instId);
    const value = this.sizes.valueOf(symbol);
    const tiers = this.#tiers.get(row.instFamily);
    const [base = '', quote = ''] = row.instId.split('-');
    const figures = value === undefined ? null : figuresOf(row, value, quote);
    if (figures === null || value === undefined || tiers === undefined || mark === undefined || isZero(mark)) return [];
    return [
      {
        ...{ symbol, market: 'futures', base, quote, ...figures, ...this.deps.card.fees.futures },
        ...{ feeAsset: 'quote', status: row.state === 'live' ? 'trading' : 'halt' },
        contract: { brackets: bracketsOf(tiers, times(mark, value)), fundingHours: FUNDING_HOURS, liquidationFee: '0' },
      },
    ];
  }

  protected async readTickers(): Promise<VenueTicker[]> {
    const [spot, swaps, marks, rates] = await Promise.all([
      this.#read('publicGetMarketTickers', tickerRows, { instType: 'SPOT' }),
      this.#read('publicGetMarketTickers', tickerRows, { instType: 'SWAP' }),
      this.#read('publicGetPublicMarkPrice', markRows, { instType: 'SWAP' }),
      this.#read('publicGetPublicFundingRate', fundingRows, { instId: 'ANY' }),
    ]);
    const listed = new Set((await this.symbols()).map(({ symbol }) => symbol));
    const markOf = new Map(marks.map((row) => [row.instId, row]));
    const rateOf = new Map(rates.map((row) => [row.instId, row]));
    return [...spot, ...swaps].flatMap((row): VenueTicker[] => {
      const symbol = okxSymbolOf(row.instId);
      const last = toldOrNull(row.last);
      if (!isOkxMarket(row.instId) || !listed.has(symbol) || last === null || isZero(last)) return [];
      const [mark, rate] = [markOf.get(row.instId), rateOf.get(row.instId)];
      const volume = toldOrNull(row.volCcy24h);
      return [
        {
          ...{
            symbol,
            last,
            open24h: toldOrNull(row.open24h),
            high24h: toldOrNull(row.high24h),
            low24h: toldOrNull(row.low24h),
          },
          // Of contracts it is told in coin.
          quoteVolume24h: volume !== null && symbol.includes(':') ? roundedTimes(volume, last) : volume,
          atMs: row.ts,
          ...(mark !== undefined && { mark: trimmed(mark.markPx) }),
          ...(rate !== undefined && rate.fundingRate !== '' && { fundingRate: trimmed(rate.fundingRate) }),
          ...(rate !== undefined && rate.fundingTime !== '' && { nextFundingMs: rate.fundingTime }),
        },
      ];
    });
  }
}

/** A statistic of the day: too fine a product tells less. */
function roundedTimes(volume: string, price: string): string {
  return times(volume.replace(/(\.\d{4})\d+$/, '$1'), price.replace(/(\.\d{10})\d+$/, '$1'));
}

/** Null where one is missing. `value`: coins of one unit of size; null = spot, counted in coin. */
function figuresOf(row: InstrumentRow, value: string | null, quote: string) {
  const { tickSz, lotSz, minSz, maxLmtSz, maxMktSz } = row;
  if ([tickSz, lotSz, minSz, maxLmtSz].some((text) => text === '' || isZero(text))) return null;
  const [step, minQty, maxQty] = [lotSz, minSz, maxLmtSz].map((size) => times(size, value ?? '1')) as [
    string,
    string,
    string,
  ];
  return {
    ...{ tick: trimmed(tickSz), step, minQty, maxQty },
    ...(value !== null && isBound(maxMktSz) && { maxMarketQty: times(maxMktSz, value) }),
    ...(value === null && QUOTES.has(quote) && mostWorth(row)),
    ...{
      minNotional: '0',
      minPrice: trimmed(tickSz),
      maxPrice: times(tickSz, MOST_TICKS),
      maxOpenOrders: MOST_OPEN_ORDERS,
    },
  };
}

/** Of spot, in dollars; the size of a market order is counted so, too. */
function mostWorth({ maxLmtAmt, maxMktAmt, maxMktSz }: InstrumentRow) {
  const [atMarket] = [maxMktAmt, maxMktSz].filter(isBound).sort(compareDecimals);
  return {
    ...(isBound(maxLmtAmt) && { maxNotional: trimmed(maxLmtAmt) }),
    ...(atMarket !== undefined && { maxMarketNotional: trimmed(atMarket) }),
  };
}

function isBound(told: string): boolean {
  return told !== '' && !isZero(told);
}

/** The whole notional has its tier's rate there: nothing is deducted. */
function bracketsOf(tiers: readonly TierRow[], notionalOfOne: string): VenueContract['brackets'] {
  return tiers.map(({ minSz, mmr, maxLever }, at) => ({
    // To whole units: it is the price of a moment.
    floor: at === 0 ? '0' : (times(minSz, notionalOfOne).split('.')[0] ?? '0'),
    ...{ maxLeverage: Math.floor(Number(maxLever)), maintenance: trimmed(mmr), cum: '0' },
  }));
}
