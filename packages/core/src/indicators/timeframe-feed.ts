// Small closed candles into every larger timeframe that a hub computes, cut at UTC boundaries: what a backtest, or a host
// that has minutes only, feeds. A larger candle closes with its last small one, or when its time is over; one that was
// entered in the middle is never closed, because its beginning is not known.
import { type CandleTimeframe, TIMEFRAME_MS } from '../market/candles.ts';
import type { Lots, Ticks, TimeMs } from '../money/units.ts';
import type { IndicatorHub } from './hub.ts';

interface Forming {
  readonly tf: CandleTimeframe;
  readonly intervalMs: number;
  openTimeMs: TimeMs;
  /** Seen from its very beginning. */
  whole: boolean;
  open: Ticks;
  high: Ticks;
  low: Ticks;
  close: Ticks;
  volume: Lots;
}

const NONE = -1;

export class TimeframeFeed {
  private readonly hub: IndicatorHub;
  private readonly intervalMs: number;
  /** The timeframes that the hub was computing when `forming` was last put together. */
  private known: readonly CandleTimeframe[] = [];
  /** Those of them that these candles make. */
  private forming: Forming[] = [];
  private closedMs = 0;

  /** `intervalMs`: of the candles that will come. */
  constructor(hub: IndicatorHub, intervalMs: number) {
    this.hub = hub;
    this.intervalMs = intervalMs;
  }

  /** The timeframes that the hub computes and these candles cannot make. */
  starved(): CandleTimeframe[] {
    return this.hub.timeframes().filter((tf) => TIMEFRAME_MS[tf] % this.intervalMs !== 0);
  }

  /** One closed candle; older ones than the last are ignored. */
  candle(openTimeMs: TimeMs, open: Ticks, high: Ticks, low: Ticks, close: Ticks, volume: Lots): void {
    if (openTimeMs < this.closedMs) return;
    if (this.hub.timeframes() !== this.known) this.learn();
    for (const forming of this.forming) {
      if (forming.intervalMs === this.intervalMs) {
        this.hub.closed(forming.tf, openTimeMs, open, high, low, close, volume);
      } else {
        this.fold(forming, openTimeMs, open, high, low, close, volume);
      }
    }
    this.closedMs = openTimeMs + this.intervalMs;
  }

  /**
   * Market time: larger candles whose time is over close, and intervals without any print become flat ones. Answers when
   * the next candle of any timeframe will be over, unless one is given before.
   */
  until(nowMs: TimeMs): TimeMs {
    let nextMs = Number.POSITIVE_INFINITY;
    for (const forming of this.forming) {
      if (forming.openTimeMs === NONE) continue;
      const overMs = forming.openTimeMs + forming.intervalMs;
      if (overMs <= nowMs) this.close(forming);
      else if (overMs < nextMs) nextMs = overMs;
    }
    return Math.min(nextMs, this.hub.until(nowMs));
  }

  private fold(
    forming: Forming,
    openTimeMs: TimeMs,
    open: Ticks,
    high: Ticks,
    low: Ticks,
    close: Ticks,
    volume: Lots,
  ): void {
    const startMs = openTimeMs - (openTimeMs % forming.intervalMs);
    if (forming.openTimeMs !== NONE && forming.openTimeMs !== startMs) this.close(forming);
    if (forming.openTimeMs === NONE) {
      forming.openTimeMs = startMs;
      // After a hole in the candles nothing was missed: there were none.
      forming.whole = openTimeMs === startMs || (this.closedMs !== 0 && this.closedMs <= startMs);
      forming.open = open;
      forming.high = high;
      forming.low = low;
      forming.volume = 0;
    }
    if (high > forming.high) forming.high = high;
    if (low < forming.low) forming.low = low;
    forming.close = close;
    forming.volume += volume;
    if (openTimeMs + this.intervalMs === startMs + forming.intervalMs) this.close(forming);
  }

  /** Candles that are forming stay; timeframes come and go with their readers. */
  private learn(): void {
    const before = this.forming;
    this.known = this.hub.timeframes();
    this.forming = this.known
      .filter((tf) => TIMEFRAME_MS[tf] % this.intervalMs === 0)
      .map((tf) => before.find((forming) => forming.tf === tf) ?? emptyOf(tf));
  }

  private close(forming: Forming): void {
    const { tf, openTimeMs, whole, open, high, low, close, volume } = forming;
    forming.openTimeMs = NONE;
    if (whole) this.hub.closed(tf, openTimeMs, open, high, low, close, volume);
  }
}

function emptyOf(tf: CandleTimeframe): Forming {
  const empty = { openTimeMs: NONE, whole: false, open: 0, high: 0, low: 0, close: 0, volume: 0 };
  return { tf, intervalMs: TIMEFRAME_MS[tf], ...empty };
}
