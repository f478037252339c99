// The last known state of a venue's markets, shared by everybody who looks. It is refreshed by polling, publishes a
// ticker only when it changed, and knows how old it is: an old board is reported, never shown as the present.
import type { VenueHealth } from '@cormorant/contract/entities/market.ts';
import { type Ticker, tickerChannelOf } from '@cormorant/contract/push.ts';
import type { MarketKind } from '@cormorant/core/market/instrument.ts';
import type { Bus } from '../../ports/bus.ts';
import type { Clock } from '../../ports/clock.ts';
import type { MarketData, VenueSymbol, VenueTicker } from '../../ports/venue.ts';
import { HealthWatch, TOO_OLD_MS } from './venue-health.ts';
import { pairOf } from './venue-instrument.ts';

const SYMBOLS_EVERY_MS = 30_000;

export interface MarketBoard {
  readonly exchange: string;
  /** In the venue's order; empty until it has answered once. */
  symbols(): readonly VenueSymbol[];
  symbol(symbol: string): VenueSymbol | undefined;
  /** By the pair's name, 'BTC/USDT', on either market. */
  pair(market: MarketKind, pair: string): VenueSymbol | undefined;
  ticker(symbol: string): VenueTicker | undefined;
  /** True while the venue answers. */
  fresh(): boolean;
  health(): { state: VenueHealth; latencyMs: number | null; atMs: number };
  updatedAtMs(): number;
  /** The market's own clock as of the newest quote. */
  marketNowMs(): number;
  refresh(): Promise<void>;
  /** The list of markets may have grown: it is read at once. */
  relist(): Promise<void>;
}

export interface MarketBoardDeps {
  readonly exchange: string;
  readonly market: MarketData;
  readonly bus: Bus;
  readonly clock: Clock;
}

/** Percent of change with two decimals, never '-0.00'; null where there is no price of a day ago. */
export function changePercent(open: string | null, last: string): string | null {
  const from = Number(open);
  if (!(from > 0)) return null;
  const text = ((Number(last) / from - 1) * 100).toFixed(2);
  return text === '-0.00' ? '0.00' : text;
}

export function toTicker(ticker: VenueTicker): Ticker {
  return { last: ticker.last, change_24h: changePercent(ticker.open24h, ticker.last), at: ticker.atMs };
}

export function createMarketBoard({ exchange, market, bus, clock }: MarketBoardDeps): MarketBoard {
  let symbols: readonly VenueSymbol[] = [];
  let bySymbol = new Map<string, VenueSymbol>();
  let byPair = new Map<string, VenueSymbol>();
  let tickers = new Map<string, VenueTicker>();
  let symbolsAtMs = Number.NEGATIVE_INFINITY;
  const watch = new HealthWatch();

  const fresh = (): boolean => clock.nowMs() - watch.updatedAtMs < TOO_OLD_MS;

  function publishChanged(next: ReadonlyMap<string, VenueTicker>): void {
    for (const [symbol, ticker] of next) {
      const before = tickers.get(symbol);
      if (before?.last === ticker.last && before.open24h === ticker.open24h) continue;
      const rules = bySymbol.get(symbol);
      const pair = rules === undefined ? symbol : pairOf(rules);
      bus.publish({
        channel: tickerChannelOf(exchange, rules?.market ?? 'spot', pair) as `ticker:${string}`,
        data: toTicker(ticker),
      });
    }
  }

  async function refresh(): Promise<void> {
    try {
      await readAll();
    } catch (error) {
      watch.failed(error);
      throw error;
    }
  }

  async function relist(): Promise<void> {
    symbols = await market.symbols();
    bySymbol = new Map(symbols.map((symbol) => [symbol.symbol, symbol]));
    byPair = new Map(symbols.map((symbol) => [`${symbol.market} ${pairOf(symbol)}`, symbol]));
    symbolsAtMs = clock.nowMs();
  }

  async function readAll(): Promise<void> {
    if (!fresh() || clock.nowMs() - symbolsAtMs >= SYMBOLS_EVERY_MS) await relist();
    const askedAtMs = clock.nowMs();
    const next = new Map((await market.tickers()).map((ticker) => [ticker.symbol, ticker]));
    publishChanged(next);
    tickers = next;
    watch.answered(clock.nowMs() - askedAtMs, clock.nowMs());
  }

  return {
    exchange,
    symbols: () => symbols,
    symbol: (symbol) => bySymbol.get(symbol),
    pair: (market, pair) => byPair.get(`${market} ${pair}`),
    ticker: (symbol) => tickers.get(symbol),
    fresh,
    health: () => ({ state: watch.state(clock.nowMs()), latencyMs: watch.latencyMs, atMs: watch.updatedAtMs }),
    updatedAtMs: () => watch.updatedAtMs,
    marketNowMs: () =>
      [...tickers.values()].reduce((latest, ticker) => Math.max(latest, ticker.atMs), 0) || clock.nowMs(),
    refresh,
    relist,
  };
}
