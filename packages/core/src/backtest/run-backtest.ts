// A backtest: the same engine and machine as live, over the one simulated venue, fed by candles under the candle law.
// Candles in which nothing can happen may be passed over singly or in blocks; what comes out is identical, because a
// candle is only passed over when its range meets no order, no wake point and no price that liquidates, and no wake or
// funding time falls into it.
import { type Bot, NEVER_AT } from '../engine/bot.ts';
import { type Profit, profitOf } from '../engine/profit.ts';
import { candlePrintTimeMs, isHighFirst, PRINTS_PER_CANDLE } from '../market/candle-prints.ts';
import { firstCandleFrom } from '../market/candles.ts';
import { RangeIndex } from '../market/range-index.ts';
import type { Ticks } from '../money/units.ts';
import { BacktestDesk } from './backtest-desk.ts';
import type { BacktestOptions, Stride } from './backtest-options.ts';
import type { ContractMarket } from './contract-market.ts';
import type { Journal } from './journal.ts';

export interface BacktestResult<Params = unknown, State = unknown> {
  readonly bot: Bot<Params, State>;
  readonly journal: Journal;
  readonly profit: Profit;
  readonly lastTicks: Ticks;
}

export function runBacktest<Params, State>(options: BacktestOptions<Params, State>): BacktestResult<Params, State> {
  return new Backtest(options).run();
}

/** Candles looked at one by one before the index is asked to leap. */
const PATIENCE = 48;

class Backtest<Params, State> extends BacktestDesk<Params, State> {
  private readonly stride: Stride;
  private readonly index: RangeIndex | undefined;
  private readonly startPrint: number;
  /** The next candle with a mark that liquidates, and for which prices that was asked. */
  private markedRow = -1;
  private markedBelow = Number.NaN;
  private markedAbove = Number.NaN;

  constructor(options: BacktestOptions<Params, State>) {
    super(options);
    const { candles } = options;
    this.stride = options.stride ?? 'block';
    this.startPrint = options.startPrint ?? 1;
    if (this.startPrint < 1 || this.startPrint > candles.length * PRINTS_PER_CANDLE) {
      throw new RangeError(`no print ${this.startPrint} on a tape of ${candles.length} candles`);
    }
    this.index = this.stride === 'block' ? (options.index ?? new RangeIndex(candles)) : undefined;
  }

  run(): BacktestResult<Params, State> {
    const { candles, bot, market, equity } = this;
    const first = Math.floor((this.startPrint - 1) / PRINTS_PER_CANDLE);
    this.startInside(first);
    if (this.stride === 'print') this.runEveryPrint(first + 1);
    else this.runTouched(first + 1);
    market.lastTicks = candles.closeTicks[candles.length - 1]!;
    bot.peakEquityAtoms = equity.peakAtoms;
    bot.drawdownPeakAtoms = equity.drawdownPeakAtoms;
    bot.drawdownTroughAtoms = equity.drawdownTroughAtoms;
    const profit = profitOf(bot, this.engine.costAtoms(bot), this.instrument, market.lastTicks);
    return { bot, journal: this.journal, profit, lastTicks: market.lastTicks };
  }

  /** The first candle: prints up to the start go by, then the bot starts and meets the rest. */
  private startInside(row: number): void {
    const startAt = (this.startPrint - 1) % PRINTS_PER_CANDLE;
    for (let k = 0; k < PRINTS_PER_CANDLE; k++) {
      this.print(row, k);
      if (k === startAt) this.start();
    }
    this.closeCandle(row);
  }

  private runEveryPrint(from: number): void {
    for (let row = from; row < this.candles.length; row++) {
      for (let k = 0; k < PRINTS_PER_CANDLE; k++) this.print(row, k);
      this.closeCandle(row);
    }
  }

  private runTouched(from: number): void {
    const { candles, index, equity, contract } = this;
    const { length } = candles;
    let row = from;
    while (row < length) {
      const wake = this.wakeRow(row);
      const timed = contract === null ? wake : Math.min(wake, this.venueRow(contract, row));
      const below = this.nearestBelow();
      const above = this.nearestAbove();
      if (timed > row) {
        const patient = index === undefined ? length : Math.min(row + PATIENCE, length);
        row = equity.walkUntouched(candles, row, Math.min(patient, timed), below, above);
        if (row === patient && index !== undefined) {
          const touched = index.firstTouch(row, Math.max(row, timed), below, above);
          equity.leap(index, row, touched);
          row = touched;
        }
        if (row >= length) break;
      }
      this.runCandle(row, below, above);
      row++;
    }
  }

  /**
   * The prints of a candle that touches something. Between two acts of the bot a print costs two comparisons, and none
   * once nothing can happen in the rest of the candle. `below` and `above` are the nearest prices at its start.
   */
  private runCandle(row: number, below: Ticks, above: Ticks): void {
    const { candles } = this;
    const open = candles.openTicks[row]!;
    const high = candles.highTicks[row]!;
    const low = candles.lowTicks[row]!;
    const highFirst = isHighFirst(open, high, low);
    let due = this.duePrint(row);
    for (let k = 0; k < PRINTS_PER_CANDLE; k++) {
      const priceTicks = k === 0 ? open : k === 3 ? candles.closeTicks[row]! : (k === 1) === highFirst ? high : low;
      if (k < due && priceTicks > below && priceTicks < above) continue;
      this.printAt(row, k, priceTicks);
      below = this.nearestBelow();
      above = this.nearestAbove();
      due = this.duePrint(row);
      if (due === PRINTS_PER_CANDLE && low > below && high < above) break;
    }
    this.closeCandle(row);
  }

  /** The highest price at or below which something happens. */
  private nearestBelow(): Ticks {
    const { bot, contract } = this;
    if (contract === null) return Math.max(this.venue.bestBuyTicks - 1, bot.wake.belowTicks);
    const touched = Math.max(contract.venue.bestBuyTicks - 1, bot.wake.belowTicks);
    return contract.marks === null ? Math.max(touched, contract.liquidationTicks('buy')) : touched;
  }

  /** The lowest price at or above which something happens. */
  private nearestAbove(): Ticks {
    const { bot, contract } = this;
    if (contract === null) return Math.min(this.venue.bestSellTicks + 1, bot.wake.aboveTicks);
    const touched = Math.min(contract.venue.bestSellTicks + 1, bot.wake.aboveTicks);
    return contract.marks === null ? Math.min(touched, contract.liquidationTicks('sell')) : touched;
  }

  /** The first print of a candle at which something happens whatever its price; one more than there are = none. */
  private duePrint(row: number): number {
    // The venue of a contract looks at its mark prices and its funding times at every print.
    if (this.contract !== null) return 0;
    const { atMs } = this.bot.wake;
    if (atMs === NEVER_AT) return PRINTS_PER_CANDLE;
    const { intervalMs } = this.candles;
    const openTimeMs = this.candles.openTimeMs[row]!;
    if (atMs >= openTimeMs + intervalMs) return PRINTS_PER_CANDLE;
    let k = 0;
    while (k < PRINTS_PER_CANDLE && openTimeMs + this.printOffsetsMs[k]! < atMs) k++;
    return k;
  }

  /** The first candle from `row` on with a print at or after the wake time. */
  private wakeRow(row: number): number {
    const { atMs } = this.bot.wake;
    if (atMs === NEVER_AT) return this.candles.length;
    return atMs <= this.candles.openTimeMs[row]! ? row : Math.max(row, this.rowAt(atMs));
  }

  /** The first candle from `row` on in which the venue settles funding, or its mark prices liquidate. */
  private venueRow(contract: ContractMarket, row: number): number {
    const { length } = this.candles;
    const { nextFundingMs, marks } = contract;
    const funded = nextFundingMs === Number.POSITIVE_INFINITY ? length : this.rowAt(nextFundingMs);
    if (marks === null) return funded;
    const below = contract.liquidationTicks('buy');
    const above = contract.liquidationTicks('sell');
    if (below === 0 && above === Number.POSITIVE_INFINITY) return funded;
    if (this.markedRow < row || this.markedBelow !== below || this.markedAbove !== above) {
      this.markedRow = marks.firstTouch(row, length, below, above);
      this.markedBelow = below;
      this.markedAbove = above;
    }
    return Math.min(funded, this.markedRow);
  }

  /** The first candle with a print at or after that time. */
  private rowAt(timeMs: number): number {
    const { intervalMs } = this.candles;
    return firstCandleFrom(this.candles, timeMs - candlePrintTimeMs(0, intervalMs, PRINTS_PER_CANDLE - 1));
  }
}
