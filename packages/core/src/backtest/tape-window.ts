// The look back of a backtest, read from the candle columns and the prints of the present candle: what MinuteWindow would
// say if every print had been fed to it, without feeding any. So it is the same however the tape is walked.
import type { PriceWindow } from '../engine/bot.ts';
import { candlePrintTimeMs, isHighFirst, PRINTS_PER_CANDLE } from '../market/candle-prints.ts';
import { type Candles, MINUTE_MS } from '../market/candles.ts';
import type { Ticks, TimeMs } from '../money/units.ts';

export class TapeWindow implements PriceWindow {
  private readonly candles: Candles;
  private row = 0;
  private print = 0;
  private high = 0;
  private low = 0;

  constructor(candles: Candles) {
    this.candles = candles;
  }

  /** The present print: k of a candle. */
  at(row: number, k: number): void {
    this.row = row;
    this.print = k;
  }

  highWithin(minutes: number): Ticks {
    this.look(minutes);
    return this.high;
  }

  lowWithin(minutes: number): Ticks {
    this.look(minutes);
    return this.low;
  }

  private look(minutes: number): void {
    const { openTimeMs, intervalMs } = this.candles;
    const nowMs = candlePrintTimeMs(openTimeMs[this.row]!, intervalMs, this.print);
    const fromMs = (Math.floor(nowMs / MINUTE_MS) - minutes + 1) * MINUTE_MS;
    this.high = 0;
    this.low = Number.POSITIVE_INFINITY;
    this.take(this.row, this.print, fromMs);
    for (let row = this.row - 1; row >= 0; row--) {
      if (candlePrintTimeMs(openTimeMs[row]!, intervalMs, PRINTS_PER_CANDLE - 1) < fromMs) break;
      this.take(row, PRINTS_PER_CANDLE - 1, fromMs);
    }
  }

  /** Prints 0..last of a candle that are not older than `fromMs`. */
  private take(row: number, last: number, fromMs: TimeMs): void {
    const { openTimeMs, intervalMs, openTicks, highTicks, lowTicks, closeTicks } = this.candles;
    const openMs = openTimeMs[row]!;
    const open = openTicks[row]!;
    const high = highTicks[row]!;
    const low = lowTicks[row]!;
    if (last === PRINTS_PER_CANDLE - 1 && openMs >= fromMs) {
      this.see(high);
      this.see(low);
      return;
    }
    const highFirst = isHighFirst(open, high, low);
    for (let k = 0; k <= last; k++) {
      if (candlePrintTimeMs(openMs, intervalMs, k) < fromMs) continue;
      this.see(k === 0 ? open : k === 3 ? closeTicks[row]! : (k === 1) === highFirst ? high : low);
    }
  }

  private see(ticks: Ticks): void {
    if (ticks > this.high) this.high = ticks;
    if (ticks < this.low) this.low = ticks;
  }
}
