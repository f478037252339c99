// Small closed candles into every larger timeframe that a hub computes, cut at UTC boundaries: what a backtest, or a host
// that has minutes only, feeds. A larger candle closes with its last small one, or when its time is over; one that was
// entered in the middle is never closed, because its beginning is not known.
import { type CandleTimeframe, TIMEFRAME_MS } from '../market/candles.ts';
import type { Lots, Ticks, TimeMs } from '../money/units.ts';
import type { IndicatorHub } from './hub.ts';

interface Forming {
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
  private readonly forming = new Map<CandleTimeframe, Forming>();
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
    for (const tf of this.hub.timeframes()) {
      const largeMs = TIMEFRAME_MS[tf];
      if (largeMs === this.intervalMs) this.hub.closed(tf, openTimeMs, open, high, low, close, volume);
      else if (largeMs % this.intervalMs === 0) this.fold(tf, openTimeMs, open, high, low, close, volume);
    }
    this.closedMs = openTimeMs + this.intervalMs;
  }

  /** Market time: larger candles whose time is over close, and intervals without any print become flat ones. */
  until(nowMs: TimeMs): void {
    for (const [tf, forming] of this.forming) {
      if (forming.openTimeMs !== NONE && forming.openTimeMs + forming.intervalMs <= nowMs) this.close(tf, forming);
    }
    this.hub.until(nowMs);
  }

  private fold(
    tf: CandleTimeframe,
    openTimeMs: TimeMs,
    open: Ticks,
    high: Ticks,
    low: Ticks,
    close: Ticks,
    volume: Lots,
  ): void {
    const forming = this.formingOf(tf);
    const startMs = openTimeMs - (openTimeMs % forming.intervalMs);
    if (forming.openTimeMs !== NONE && forming.openTimeMs !== startMs) this.close(tf, forming);
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
    if (openTimeMs + this.intervalMs === startMs + forming.intervalMs) this.close(tf, forming);
  }

  private formingOf(tf: CandleTimeframe): Forming {
    let forming = this.forming.get(tf);
    if (forming === undefined) {
      const empty = { openTimeMs: NONE, whole: false, open: 0, high: 0, low: 0, close: 0, volume: 0 };
      forming = { intervalMs: TIMEFRAME_MS[tf], ...empty };
      this.forming.set(tf, forming);
    }
    return forming;
  }

  private close(tf: CandleTimeframe, forming: Forming): void {
    const { openTimeMs, whole, open, high, low, close, volume } = forming;
    forming.openTimeMs = NONE;
    if (whole) this.hub.closed(tf, openTimeMs, open, high, low, close, volume);
  }
}
