// A candle file as a tape: four prints a candle by the core's candle law, spread over its interval. Print n of the tape
// is always the same print, so a stored position is all it takes to go on after a restart.
import { candlePrints, candlePrintTimeMs, PRINTS_PER_CANDLE } from '@cormorant/core/market/candle-prints.ts';
import { type Candles, firstCandleFrom } from '@cormorant/core/market/candles.ts';
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import type { Lots, Ticks, TimeMs } from '@cormorant/core/money/units.ts';
import type { ContractFeed } from './contract-feed.ts';
import type { CandleVisitor, Tape } from './tape.ts';

export class ReplayTape implements Tape {
  readonly instrument: Instrument;
  readonly title: string;
  readonly startMs: TimeMs;
  readonly feed?: ContractFeed;
  readonly hidden: boolean;
  readonly #candles: Candles;
  readonly #corners = new Float64Array(PRINTS_PER_CANDLE);
  #cornersRow = -1;
  #position: number;

  /** `position` is the number of the last print made, from 0; -1 = none. */
  constructor(
    instrument: Instrument,
    candles: Candles,
    position: number,
    { feed, hidden = false }: { feed?: ContractFeed; hidden?: boolean } = {},
  ) {
    if (candles.length === 0) throw new Error(`${instrument.symbol}: no candles to replay`);
    this.instrument = instrument;
    this.hidden = hidden;
    if (feed !== undefined) this.feed = feed;
    this.title = `${instrument.base}${feed === undefined ? '' : ' perpetual'} (replay, simulated)`;
    this.#candles = candles;
    this.#position = Math.min(position, candles.length * PRINTS_PER_CANDLE - 1);
    this.startMs = candles.openTimeMs[0] as number;
  }

  get position(): number {
    return this.#position;
  }

  get nextAtMs(): TimeMs {
    const next = this.#position + 1;
    return next < this.#candles.length * PRINTS_PER_CANDLE ? this.#timeOf(next) : Number.POSITIVE_INFINITY;
  }

  get nextTicks(): Ticks {
    return this.#ticksOf(this.#position + 1);
  }

  get lastTicks(): Ticks {
    return this.#position < 0 ? 0 : this.#ticksOf(this.#position);
  }

  get lastAtMs(): TimeMs {
    return this.#position < 0 ? this.startMs - 1 : this.#timeOf(this.#position);
  }

  advance(): void {
    this.#position++;
  }

  visit(fromMs: TimeMs, toMs: TimeMs, intervalMs: number, visitor: CandleVisitor): void {
    const { intervalMs: ownMs, openTimeMs } = this.#candles;
    const whole = intervalMs % ownMs === 0;
    const printed = this.#position + 1;
    const closedRows = Math.floor(printed / PRINTS_PER_CANDLE);
    // A candle that opened earlier may still have prints inside the window.
    let row = firstCandleFrom(this.#candles, whole ? fromMs : fromMs - ownMs);
    for (; row < closedRows && (openTimeMs[row] as number) < toMs; row++) {
      if (whole) this.#visitCandle(row, visitor);
      else this.#visitPrints(row, PRINTS_PER_CANDLE, fromMs, toMs, visitor);
    }
    if (row === closedRows) this.#visitPrints(row, printed % PRINTS_PER_CANDLE, fromMs, toMs, visitor);
  }

  #visitCandle(row: number, visitor: CandleVisitor): void {
    const candles = this.#candles;
    visitor(
      candles.openTimeMs[row] as number,
      candles.openTicks[row] as number,
      candles.highTicks[row] as number,
      candles.lowTicks[row] as number,
      candles.closeTicks[row] as number,
      candles.volumeLots[row] as number,
    );
  }

  #visitPrints(row: number, count: number, fromMs: TimeMs, toMs: TimeMs, visitor: CandleVisitor): void {
    const { openTimeMs, intervalMs } = this.#candles;
    for (let print = 0; print < count; print++) {
      const atMs = candlePrintTimeMs(openTimeMs[row] as number, intervalMs, print);
      const ticks = this.#ticksOf(row * PRINTS_PER_CANDLE + print);
      if (atMs >= fromMs && atMs < toMs) visitor(atMs, ticks, ticks, ticks, ticks, this.#volumeOf(row, print));
    }
  }

  /** A quarter of the candle's volume each; the last print carries the rest. */
  #volumeOf(row: number, print: number): Lots {
    const whole = this.#candles.volumeLots[row] as number;
    const quarter = Math.floor(whole / PRINTS_PER_CANDLE);
    return print < PRINTS_PER_CANDLE - 1 ? quarter : whole - quarter * (PRINTS_PER_CANDLE - 1);
  }

  #timeOf(position: number): TimeMs {
    const { openTimeMs, intervalMs } = this.#candles;
    const row = Math.floor(position / PRINTS_PER_CANDLE);
    return candlePrintTimeMs(openTimeMs[row] as number, intervalMs, position % PRINTS_PER_CANDLE);
  }

  #ticksOf(position: number): Ticks {
    const row = Math.floor(position / PRINTS_PER_CANDLE);
    if (row !== this.#cornersRow) {
      const { openTicks, highTicks, lowTicks, closeTicks } = this.#candles;
      candlePrints(
        openTicks[row] as number,
        highTicks[row] as number,
        lowTicks[row] as number,
        closeTicks[row] as number,
        this.#corners,
      );
      this.#cornersRow = row;
    }
    return this.#corners[position % PRINTS_PER_CANDLE] as number;
  }
}
