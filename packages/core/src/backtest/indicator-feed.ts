// The indicators that a machine reads, over the tape of a backtest: candles are fed when they have closed and somebody
// is about to look, so passing over candles costs nothing until then and changes nothing. What is read of the tape's own
// candles is computed ahead (tape-indicators.ts), larger timeframes and funding come from the hub.
import type { IndicatorSource } from '../engine/bot.ts';
import { IndicatorHub } from '../indicators/hub.ts';
import type { IndicatorRead } from '../indicators/read.ts';
import { TimeframeFeed } from '../indicators/timeframe-feed.ts';
import type { Candles } from '../market/candles.ts';
import type { Instrument } from '../market/instrument.ts';
import type { TimeMs } from '../money/units.ts';
import { TapeIndicators } from './tape-indicators.ts';

/** The candles of the tape are too long to make what the bot reads. */
export class TapeTooCoarse extends Error {
  constructor(timeframe: string) {
    super(`the bot reads candles of ${timeframe}, which cannot be made of these`);
  }
}

export class IndicatorFeed implements IndicatorSource {
  private readonly candles: Candles;
  private readonly hub: IndicatorHub;
  private readonly feed: TimeframeFeed;
  /** What is read of the tape's own candles; null = nothing. */
  private readonly tape: TapeIndicators | null;
  /** Something is read that the hub must be fed for. */
  private readonly fedToHub: boolean;
  private fed = 0;
  /** Before this time nothing closes that has not been fed. */
  private nextCloseMs = 0;

  constructor(instrument: Instrument, candles: Candles, reads: readonly IndicatorRead[]) {
    this.candles = candles;
    const own = TapeIndicators.ownOf(candles, reads);
    this.tape = own.length > 0 ? new TapeIndicators(instrument, candles, own) : null;
    this.hub = new IndicatorHub(instrument);
    this.hub.watch(reads.filter((read) => !own.includes(read)));
    this.fedToHub = own.length < reads.length;
    this.feed = new TimeframeFeed(this.hub, candles.intervalMs);
    const [starved] = this.feed.starved();
    if (starved !== undefined) throw new TapeTooCoarse(starved);
  }

  /** Row `row` is forming; all before it have closed. */
  until(row: number, nowMs: TimeMs): void {
    if (this.tape !== null) this.tape.row = row;
    if (this.fedToHub && (this.fed !== row || nowMs >= this.nextCloseMs)) this.feedHub(row, nowMs);
  }

  funding(rateE8: number, atMs: TimeMs): void {
    this.hub.funding(rateE8, atMs);
  }

  value(read: IndicatorRead, back: 0 | 1): number {
    const { tape } = this;
    const column = tape === null ? undefined : tape.columnOf(read);
    return tape === null || column === undefined ? this.hub.value(read, back) : tape.value(column, back);
  }

  private feedHub(row: number, nowMs: TimeMs): void {
    const { openTimeMs, openTicks, highTicks, lowTicks, closeTicks, volumeLots } = this.candles;
    for (; this.fed < row; this.fed++) {
      const at = this.fed;
      this.feed.candle(
        openTimeMs[at]!,
        openTicks[at]!,
        highTicks[at]!,
        lowTicks[at]!,
        closeTicks[at]!,
        volumeLots[at]!,
      );
    }
    this.nextCloseMs = this.feed.until(nowMs);
  }
}
