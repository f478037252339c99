// What the bots of one market read besides its prices: indicators of closed candles, the highest and lowest prints of the
// last minutes, funding rates. Before a print wakes anybody, everything that has closed by its time is fetched; while
// that fails, what is missing is known to be stale, and nothing old passes for fresh.
import type { LegMarket } from '@cormorant/core/engine/convoy-leg.ts';
import { MinuteWindow, WINDOW_MINUTES } from '@cormorant/core/engine/price-window.ts';
import { IndicatorHub } from '@cormorant/core/indicators/hub.ts';
import type { IndicatorRead } from '@cormorant/core/indicators/read.ts';
import { CandleColumns, type CandleTimeframe, TIMEFRAME_MS } from '@cormorant/core/market/candles.ts';
import { priceToTicks, qtyToLots } from '@cormorant/core/market/conversions.ts';
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import { parseScaled } from '@cormorant/core/money/decimal-text.ts';
import type { Clock } from '../../ports/clock.ts';
import type { MarketData, VenueCandle } from '../../ports/venue.ts';
import type { RunnerLog } from '../shared/runner-log.ts';

/** What a bot reads of its market. */
export interface Watched {
  readonly reads: readonly IndicatorRead[];
  readonly windowMinutes: number;
  /** The settled funding rates of the contract. */
  readonly rates?: boolean;
}
export const NOTHING_WATCHED: Watched = { reads: [], windowMinutes: 0 };

export type CandleSource = Pick<MarketData, 'candles' | 'fundingRates'>;

export interface ClosedCandlesDeps {
  readonly symbol: string;
  readonly instrument: Instrument;
  readonly market: LegMarket;
  readonly source: CandleSource;
  readonly clock: Clock;
  readonly log: RunnerLog;
}

const WARM_UP_CANDLES = 1_000;
/** The forming candle, and what closes while the answer is on its way. */
const SPARE_CANDLES = 4;
const FUNDING_RATES = 200;
const RATE_DECIMALS = 8;
/** After a failure; until then prints go on without what could not be read. */
const RETRY_MS = 1_000;
/** Market time until a venue that had not told its newest settlement is asked again. */
const LATE_RATE_MS = 60_000;

export class ClosedCandles {
  private readonly deps: ClosedCandlesDeps;
  private readonly hub: IndicatorHub;
  private windowReaders = 0;
  private windowWarm = false;
  private fundingReaders = 0;
  /** Up to which settlement the rates have been read, and until when nothing newer is asked for. */
  private fundingReadMs = 0;
  private fundingRestMs = 0;
  private failedAtMs = Number.NEGATIVE_INFINITY;
  /** Up to which boundary each timeframe has been read; one of a young market may have no closed candle yet. */
  private readonly readToMs = new Map<CandleTimeframe, number>();

  constructor(deps: ClosedCandlesDeps) {
    this.deps = deps;
    this.hub = new IndicatorHub(deps.instrument);
    deps.market.indicators = this.hub;
  }

  /** A bot reads other things than before. */
  change(before: Watched, after: Watched): void {
    this.hub.watch(after.reads);
    this.hub.unwatch(before.reads);
    const kept = new Set(this.hub.timeframes());
    for (const tf of this.readToMs.keys()) if (!kept.has(tf)) this.readToMs.delete(tf);
    const funding = ({ rates, reads }: Watched) =>
      reads.filter(({ ind }) => ind === 'funding').length + Number(rates === true);
    this.fundingReaders += funding(after) - funding(before);
    this.windowReaders += Number(after.windowMinutes > 0) - Number(before.windowMinutes > 0);
    if (this.windowReaders > 0) return;
    delete this.deps.market.window;
    this.windowWarm = false;
  }

  /** Of every price of the market. */
  print(priceTicks: number, atMs: number): void {
    const { window } = this.deps.market;
    if (window instanceof MinuteWindow) window.print(priceTicks, atMs);
  }

  /** False = nothing has to be read before a print of this time goes on. */
  needs(atMs: number): boolean {
    if (this.windowReaders > 0 && !this.windowWarm) return true;
    if (this.fundingReaders > 0 && this.fundingDue(atMs)) return true;
    return this.hub.timeframes().some((tf) => !this.isFresh(tf, atMs));
  }

  /** Reads what has closed by then. Never rejects: what could not be read stays stale, and the next print tries again. */
  async ready(atMs: number): Promise<void> {
    const { clock, log, symbol } = this.deps;
    if (!this.needs(atMs) || clock.nowMs() - this.failedAtMs < RETRY_MS) return;
    try {
      if (this.windowReaders > 0 && !this.windowWarm) await this.warmWindow(atMs);
      if (this.fundingReaders > 0 && this.fundingDue(atMs)) await this.readFunding(atMs);
      const due = this.hub.timeframes().filter((tf) => !this.isFresh(tf, atMs));
      for (const tf of due) await this.read(tf, atMs);
      // Only now: what is not in by then is taken for an interval without a print.
      this.hub.until(atMs);
      for (const tf of due) this.readToMs.set(tf, closedBy(tf, atMs));
      this.failedAtMs = Number.NEGATIVE_INFINITY;
    } catch (error) {
      log('warn', `${symbol}: closed candles could not be read; bots that read them wait`, error);
      this.failedAtMs = clock.nowMs();
      // Rates of before the last settlement are no present rates.
      if (this.fundingReaders > 0 && this.fundingDue(atMs)) this.deps.market.ratesE8 = [];
    }
  }

  /** Something of what is watched is older than the newest candle that has closed. */
  isStale({ reads }: Watched, nowMs: number): boolean {
    return reads.some(({ tf }) => !this.isFresh(tf, nowMs));
  }

  /** The funding rates are those of the last settlement before that time. */
  hasRates(nowMs: number): boolean {
    return !this.fundingDue(nowMs);
  }

  private isFresh(tf: CandleTimeframe, atMs: number): boolean {
    return (this.readToMs.get(tf) ?? 0) >= closedBy(tf, atMs);
  }

  private async read(tf: CandleTimeframe, atMs: number): Promise<void> {
    const { source, symbol } = this.deps;
    const intervalMs = TIMEFRAME_MS[tf];
    const known = this.readToMs.has(tf) ? this.hub.newestCloseMs(tf) : 0;
    const missing = known === 0 ? WARM_UP_CANDLES : Math.ceil((closedBy(tf, atMs) - known) / intervalMs);
    const rows = await source.candles(symbol, tf, Math.min(missing + SPARE_CANDLES, WARM_UP_CANDLES));
    const newest = rows.at(-1);
    // The print that is waiting lies in a candle that has begun: an answer without it is from before. No candle at all:
    // the market is younger than its first whole one.
    if (newest === undefined ? known > 0 : newest[0] < closedBy(tf, atMs))
      throw new Error(`the venue's newest ${tf} candle is older than its last print`);
    const columns = this.columns(
      rows.filter(([openMs]) => openMs + intervalMs <= atMs),
      intervalMs,
    );
    if (known === 0) this.hub.load(tf, columns);
    else {
      for (let row = 0; row < columns.length; row++) {
        const at = (column: Float64Array): number => column[row] ?? Number.NaN;
        const { openTimeMs, openTicks, highTicks, lowTicks, closeTicks, volumeLots } = columns;
        this.hub.closed(tf, at(openTimeMs), at(openTicks), at(highTicks), at(lowTicks), at(closeTicks), at(volumeLots));
      }
    }
  }

  private columns(rows: readonly VenueCandle[], intervalMs: number): CandleColumns {
    const { instrument } = this.deps;
    const columns = new CandleColumns(intervalMs, rows.length);
    for (const [openMs, open, high, low, close, volume] of rows) {
      const ticks = (price: string) => priceToTicks(instrument, price, 'floor');
      columns.push(openMs, ticks(open), ticks(high), ticks(low), ticks(close), qtyToLots(instrument, volume, 'floor'));
    }
    return columns;
  }

  private async warmWindow(atMs: number): Promise<void> {
    const { instrument, market, source, symbol } = this.deps;
    const rows = await source.candles(symbol, '1m', WINDOW_MINUTES);
    const window = new MinuteWindow();
    for (const [openMs, , high, low] of rows) {
      if (openMs > atMs) continue;
      window.print(priceToTicks(instrument, high, 'floor'), openMs);
      window.print(priceToTicks(instrument, low, 'floor'), openMs);
    }
    if (market.lastTicks > 0) window.print(market.lastTicks, market.nowMs);
    market.window = window;
    this.windowWarm = true;
  }

  private fundingDue(atMs: number): boolean {
    return atMs >= this.fundingRestMs && this.lastSettlementMs(atMs) > this.fundingReadMs;
  }

  private lastSettlementMs(atMs: number): number {
    const { contract } = this.deps.instrument;
    return contract === null ? 0 : Math.floor(atMs / contract.fundingIntervalMs) * contract.fundingIntervalMs;
  }

  private async readFunding(atMs: number): Promise<void> {
    const { market, source, symbol } = this.deps;
    const rows = (await source.fundingRates(symbol, FUNDING_RATES)).map(({ rate, atMs: settledMs }) => ({
      rateE8: parseScaled(rate, RATE_DECIMALS, 'floor'),
      settledMs,
    }));
    for (const { rateE8, settledMs } of rows) this.hub.funding(rateE8, settledMs);
    market.ratesE8 = rows.map(({ rateE8 }) => rateE8);
    // A venue tells a settlement some moments late: what it has is used, and it is asked again soon.
    if ((rows.at(-1)?.settledMs ?? 0) >= this.lastSettlementMs(atMs)) this.fundingReadMs = atMs;
    else this.fundingRestMs = atMs + LATE_RATE_MS;
  }
}

/** When the newest candle of the timeframe closed. */
function closedBy(tf: CandleTimeframe, atMs: number): number {
  return Math.floor(atMs / TIMEFRAME_MS[tf]) * TIMEFRAME_MS[tf];
}
