// A backtest: the same engine and machine as live, over the one simulated venue, fed by candles under the candle law.
// Candles in which nothing can happen may be passed over singly or in blocks; what comes out is identical, because a
// candle is only passed over when its range meets no order and no wake point and no wake time falls into it.
import { type Bot, type Effects, type Market, NEVER_AT, openBot } from '../engine/bot.ts';
import { type Profit, profitOf } from '../engine/profit.ts';
import { Engine, wakes } from '../engine/step.ts';
import { candlePrintTimeMs, isHighFirst, PRINTS_PER_CANDLE } from '../market/candle-prints.ts';
import { type Candles, firstCandleFrom } from '../market/candles.ts';
import type { Instrument } from '../market/instrument.ts';
import { RangeIndex } from '../market/range-index.ts';
import type { Atoms, Lots, Ppm, Ticks } from '../money/units.ts';
import type { ApprovedOrder } from '../risk/approve.ts';
import { defaultRiskLimits } from '../risk/limits.ts';
import type { LogAction, OwnOrder, RefusalReason, Strategy } from '../strategy/strategy.ts';
import { DEFAULT_SLIPPAGE_PPM, SimVenue } from '../venue/sim-venue.ts';
import { refusalOf, type VenueSink } from '../venue/sink.ts';
import { EquityTrack } from './equity-track.ts';
import { Journal } from './journal.ts';

/** print: every print of every candle · candle: prints only of candles that touch something · block: leaps. */
export type Stride = 'print' | 'candle' | 'block';

export interface BacktestOptions<Params, State> {
  readonly strategy: Strategy<Params, State>;
  readonly params: Params;
  readonly instrument: Instrument;
  readonly candles: Candles;
  readonly investmentAtoms: Atoms;
  readonly symbol?: string;
  /** The bot starts right after this print of the tape (1 = the first candle's open). */
  readonly startPrint?: number;
  readonly slippagePpm?: Ppm;
  readonly stride?: Stride;
  /** For stride block; built when absent. It must be of these candles. */
  readonly index?: RangeIndex;
}

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

class Backtest<Params, State> implements Effects {
  private readonly candles: Candles;
  private readonly instrument: Instrument;
  private readonly engine: Engine<Params, State>;
  private readonly venue: SimVenue;
  private readonly bot: Bot<Params, State>;
  private readonly market: Market = { lastTicks: 0, nowMs: 0 };
  private readonly journal = new Journal();
  private readonly equity: EquityTrack;
  private readonly stride: Stride;
  private readonly index: RangeIndex | undefined;
  private readonly startPrint: number;
  private printNo = 0;
  /** Venue handle of each slot's live order. */
  private readonly handles: number[] = [];
  /** Intents not yet sent, oldest first: slot and cycle; a cancel is the slot's complement. Reused, never shrunk. */
  private readonly queuedSlots: number[] = [];
  private readonly queuedCycles: number[] = [];
  private queued = 0;

  constructor(options: BacktestOptions<Params, State>) {
    const { instrument, candles, strategy, params, investmentAtoms } = options;
    const slippagePpm = options.slippagePpm ?? DEFAULT_SLIPPAGE_PPM;
    this.candles = candles;
    this.instrument = instrument;
    this.stride = options.stride ?? 'block';
    this.startPrint = options.startPrint ?? 1;
    if (this.startPrint < 1 || this.startPrint > candles.length * PRINTS_PER_CANDLE) {
      throw new RangeError(`no print ${this.startPrint} on a tape of ${candles.length} candles`);
    }
    this.index = this.stride === 'block' ? (options.index ?? new RangeIndex(candles)) : undefined;
    this.venue = new SimVenue(instrument, { law: 'candle', slippagePpm }, this.sink());
    this.engine = new Engine(strategy, instrument, { ...defaultRiskLimits(), slippagePpm });
    const symbol = options.symbol ?? instrument.symbol;
    this.bot = openBot({ id: 1, kind: strategy.kind, symbol, params, investmentAtoms });
    this.equity = new EquityTrack(instrument, investmentAtoms);
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
      if (k !== startAt) continue;
      this.engine.command(this.bot, this.market, this, { name: 'start' });
      this.send();
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
    const { candles, index, equity } = this;
    const { length } = candles;
    let row = from;
    while (row < length) {
      const below = this.nearestBelow();
      const above = this.nearestAbove();
      const timed = this.wakeRow();
      const patient = index === undefined ? length : Math.min(row + PATIENCE, length);
      row = equity.walkUntouched(candles, row, Math.min(patient, timed), below, above);
      if (row === patient && index !== undefined) {
        const touched = index.firstTouch(row, Math.max(row, timed), below, above);
        equity.leap(index, row, touched);
        row = touched;
      }
      if (row >= length) break;
      this.runCandle(row);
      row++;
    }
  }

  /** The prints of a candle that touches something. Between two acts of the bot, a print costs two comparisons. */
  private runCandle(row: number): void {
    const { candles } = this;
    const open = candles.openTicks[row]!;
    const high = candles.highTicks[row]!;
    const low = candles.lowTicks[row]!;
    const highFirst = isHighFirst(open, high, low);
    let acted = true;
    let below = 0;
    let above = 0;
    for (let k = 0; k < PRINTS_PER_CANDLE; k++) {
      const priceTicks = k === 0 ? open : k === 3 ? candles.closeTicks[row]! : (k === 1) === highFirst ? high : low;
      if (acted) {
        below = this.nearestBelow();
        above = this.nearestAbove();
      }
      acted = priceTicks <= below || priceTicks >= above || this.bot.wake.atMs !== NEVER_AT;
      if (acted) this.printAt(row, k, priceTicks);
    }
    this.closeCandle(row);
  }

  /** The highest price at or below which something happens. */
  private nearestBelow(): Ticks {
    return Math.max(this.venue.bestBuyTicks - 1, this.bot.wake.belowTicks);
  }

  /** The lowest price at or above which something happens. */
  private nearestAbove(): Ticks {
    return Math.min(this.venue.bestSellTicks + 1, this.bot.wake.aboveTicks);
  }

  private print(row: number, k: number): void {
    const { candles } = this;
    const open = candles.openTicks[row]!;
    const high = candles.highTicks[row]!;
    const low = candles.lowTicks[row]!;
    if (k === 0) this.printAt(row, k, open);
    else if (k === 3) this.printAt(row, k, candles.closeTicks[row]!);
    else this.printAt(row, k, (k === 1) === isHighFirst(open, high, low) ? high : low);
  }

  /** Fills first, then timer and touch, then what the bot wants is sent until nothing is left. */
  private printAt(row: number, k: number, priceTicks: Ticks): void {
    const { market, bot } = this;
    market.lastTicks = priceTicks;
    market.nowMs = candlePrintTimeMs(this.candles.openTimeMs[row]!, this.candles.intervalMs, k);
    this.printNo = row * PRINTS_PER_CANDLE + k + 1;
    this.venue.print(priceTicks, market.nowMs);
    if (wakes(bot, market)) this.engine.print(bot, market, this);
    this.send();
  }

  private closeCandle(row: number): void {
    const { books } = this.bot;
    this.equity.hold(books.quoteAtoms, books.baseAtoms);
    this.equity.close(this.candles.closeTicks[row]!);
  }

  /** The first candle with a print at or after the wake time. */
  private wakeRow(): number {
    const { atMs } = this.bot.wake;
    if (atMs === NEVER_AT) return this.candles.length;
    const { intervalMs } = this.candles;
    return firstCandleFrom(this.candles, atMs - candlePrintTimeMs(0, intervalMs, PRINTS_PER_CANDLE - 1));
  }

  private send(): void {
    const { queuedSlots, queuedCycles, bot, venue, engine, market, handles } = this;
    for (let at = 0; at < this.queued; at++) {
      const slot = queuedSlots[at]!;
      const cycle = queuedCycles[at]!;
      if (slot < 0) {
        this.sendCancel(~slot, cycle);
        continue;
      }
      const order = bot.orders[slot]!;
      const handle = venue.place(0, slot, order.side, order.type, order.tif, order.priceTicks, order.qtyLots);
      if (handle < 0) {
        engine.refused(bot, market, this, slot, cycle, refusalOf(handle));
      } else {
        handles[slot] = handle;
        engine.accepted(bot, slot, cycle);
      }
    }
    this.queued = 0;
  }

  private sendCancel(slot: number, cycle: number): void {
    const order = this.bot.orders[slot]!;
    if (order.cycle !== cycle || order.status === 'done') return;
    if (this.venue.cancel(this.handles[slot]!)) {
      this.engine.cancelled(this.bot, this.market, this, slot, cycle, order.filledLots);
    }
  }

  // --- Effects ---

  order(_bot: Bot, order: ApprovedOrder): void {
    this.queuedSlots[this.queued] = order.slot;
    this.queuedCycles[this.queued++] = order.cycle;
  }

  cancel(_bot: Bot, order: OwnOrder): void {
    this.queuedSlots[this.queued] = ~order.slot;
    this.queuedCycles[this.queued++] = order.cycle;
  }

  settlement(_bot: Bot, pairId: number, slot: number, qtyLots: Lots, grossAtoms: Atoms, feeAtoms: Atoms): void {
    this.journal.addSettlement(this.printNo, pairId, slot, qtyLots, grossAtoms, feeAtoms);
  }

  refused(_bot: Bot, _order: OwnOrder, _reason: RefusalReason): void {}

  changed(): void {}

  log(_bot: Bot, action: LogAction, why: string, data: Readonly<Record<string, string | number>>): void {
    this.journal.logs.push({ print: this.printNo, timeMs: this.market.nowMs, action, why, data });
  }

  fill(
    _bot: Bot,
    order: OwnOrder,
    priceTicks: Ticks,
    qtyLots: Lots,
    _notionalAtoms: Atoms,
    feeAtoms: Atoms,
    feeInBase: boolean,
    _feeQuoteAtoms: Atoms,
    maker: boolean,
  ): void {
    const { slot, side, purpose } = order;
    this.journal.addFill(this.printNo, slot, side, purpose, priceTicks, qtyLots, feeAtoms, feeInBase, maker);
  }

  // --- what the venue reports ---

  private venueFill(
    slot: number,
    priceTicks: Ticks,
    qtyLots: Lots,
    feeAtoms: Atoms,
    feeInBase: boolean,
    maker: boolean,
  ): void {
    const { bot, market } = this;
    const { cycle } = bot.orders[slot]!;
    const known = this.engine.fill(bot, market, this, slot, cycle, priceTicks, qtyLots, feeAtoms, feeInBase, maker);
    if (!known) throw new Error(`the venue filled an order that the bot does not have: slot ${slot}`);
  }

  private venueExpired(slot: number): void {
    const order = this.bot.orders[slot]!;
    this.engine.cancelled(this.bot, this.market, this, slot, order.cycle, order.filledLots);
  }

  /** The venue's handle of an order is its slot's, so the sink needs only the slot. */
  private sink(): VenueSink {
    return {
      fill: (_handle, _account, slot, _side, priceTicks, qtyLots, _left, feeAtoms, feeInBase, maker) =>
        this.venueFill(slot, priceTicks, qtyLots, feeAtoms, feeInBase, maker),
      expired: (_handle, _account, slot) => this.venueExpired(slot),
    };
  }
}
