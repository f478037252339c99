// Between the engine and the simulated venue of a backtest: carries orders out and outcomes back, first in first out, and
// writes the journal. A spot bot trades on SimVenue, a bot on a contract on the margin book.
import { type Bot, type Effects, type Market, openBot } from '../engine/bot.ts';
import { Engine, wakes } from '../engine/step.ts';
import { candlePrintTimeMs, isHighFirst, PRINTS_PER_CANDLE } from '../market/candle-prints.ts';
import type { Candles } from '../market/candles.ts';
import type { Instrument } from '../market/instrument.ts';
import type { Atoms, Lots, Ticks } from '../money/units.ts';
import type { ApprovedOrder } from '../risk/approve.ts';
import { defaultRiskLimits } from '../risk/limits.ts';
import type { LogAction, OwnOrder, RefusalReason, Side } from '../strategy/strategy.ts';
import type { Liquidation } from '../venue/liquidation.ts';
import type { FundingPayment } from '../venue/margin-book.ts';
import { DEFAULT_SLIPPAGE_PPM, SimVenue } from '../venue/sim-venue.ts';
import { refusalOf, type VenueSink } from '../venue/sink.ts';
import type { BacktestOptions } from './backtest-options.ts';
import { ContractMarket } from './contract-market.ts';
import { EquityTrack } from './equity-track.ts';
import { IndicatorFeed } from './indicator-feed.ts';
import { Journal } from './journal.ts';
import { MarkTrack } from './mark-track.ts';
import { TapeWindow } from './tape-window.ts';

export class BacktestDesk<Params, State> implements Effects {
  protected readonly candles: Candles;
  /** When print k of a candle happens, after its opening. */
  protected readonly printOffsetsMs: readonly number[];
  protected readonly instrument: Instrument;
  protected readonly engine: Engine<Params, State>;
  protected readonly venue: SimVenue;
  /** null on spot. */
  protected readonly contract: ContractMarket | null;
  protected readonly bot: Bot<Params, State>;
  protected readonly market: Market = { lastTicks: 0, nowMs: 0 };
  protected readonly journal = new Journal();
  protected readonly equity: EquityTrack;
  private readonly window: TapeWindow | null;
  private readonly feed: IndicatorFeed | null;
  private printNo = 0;
  /** Venue handle of each slot's live order. */
  private readonly handles: number[] = [];
  /** Intents not yet sent, oldest first: slot and cycle; a cancel is the slot's complement. Reused, never shrunk. */
  private readonly queuedSlots: number[] = [];
  private readonly queuedCycles: number[] = [];
  private queued = 0;

  constructor(options: BacktestOptions<Params, State>) {
    const { instrument, candles, strategy, params, investmentAtoms, mark, funding } = options;
    const slippagePpm = options.slippagePpm ?? DEFAULT_SLIPPAGE_PPM;
    this.candles = candles;
    this.printOffsetsMs = [0, 1, 2, 3].map((k) => candlePrintTimeMs(0, candles.intervalMs, k));
    this.instrument = instrument;
    this.venue = new SimVenue(instrument, { law: 'candle', slippagePpm }, this.sink());
    const marks = mark === undefined ? null : new MarkTrack(candles, mark);
    this.contract =
      instrument.contract === null
        ? null
        : new ContractMarket(instrument, investmentAtoms, slippagePpm, marks, funding, this);
    this.engine = new Engine(strategy, instrument, { ...defaultRiskLimits(), slippagePpm });
    const symbol = options.symbol ?? instrument.symbol;
    this.bot = openBot({ id: 1, kind: strategy.kind, symbol, params, investmentAtoms });
    this.equity = new EquityTrack(instrument, investmentAtoms);
    const reads = strategy.reads?.(params) ?? [];
    this.feed = reads.length > 0 ? new IndicatorFeed(instrument, candles, reads) : null;
    this.window = (strategy.windowMinutes?.(params) ?? 0) > 0 ? new TapeWindow(candles) : null;
    if (this.feed !== null) this.market.indicators = this.feed;
    if (this.window !== null) this.market.window = this.window;
    if (this.feed !== null && funding !== undefined) {
      for (let at = 0; at < funding.timeMs.length; at++) this.feed.funding(funding.rateE8[at]!, funding.timeMs[at]!);
    }
  }

  protected start(): void {
    this.engine.command(this.bot, this.market, this, { name: 'start' });
    this.contract?.use(this.bot.margin);
    this.send();
  }

  protected print(row: number, k: number): void {
    const { candles } = this;
    const open = candles.openTicks[row]!;
    const high = candles.highTicks[row]!;
    const low = candles.lowTicks[row]!;
    if (k === 0) this.printAt(row, k, open);
    else if (k === 3) this.printAt(row, k, candles.closeTicks[row]!);
    else this.printAt(row, k, (k === 1) === isHighFirst(open, high, low) ? high : low);
  }

  /** What the venue does first, then timer and touch, then what the bot wants is sent until nothing is left. */
  protected printAt(row: number, k: number, priceTicks: Ticks): void {
    const { market, bot, contract } = this;
    market.lastTicks = priceTicks;
    market.nowMs = this.candles.openTimeMs[row]! + this.printOffsetsMs[k]!;
    this.printNo = row * PRINTS_PER_CANDLE + k + 1;
    if (this.window !== null) this.window.at(row, k);
    if (this.feed !== null) this.feed.until(row, market.nowMs);
    if (contract === null) {
      this.venue.print(priceTicks, market.nowMs);
    } else {
      market.markTicks = contract.marks === null ? priceTicks : contract.marks.at(row, k);
      contract.print(priceTicks, market.markTicks, market.nowMs);
    }
    if (wakes(bot, market)) this.engine.print(bot, market, this);
    this.send();
  }

  protected closeCandle(row: number): void {
    const { books } = this.bot;
    this.equity.hold(books.quoteAtoms, books.baseAtoms);
    this.equity.close(this.candles.closeTicks[row]!);
  }

  private send(): void {
    if (this.queued === 0) return;
    const { queuedSlots, queuedCycles, bot, venue, engine, market, handles, contract } = this;
    for (let at = 0; at < this.queued; at++) {
      const slot = queuedSlots[at]!;
      const cycle = queuedCycles[at]!;
      if (slot < 0) {
        this.sendCancel(~slot, cycle);
        continue;
      }
      const order = bot.orders[slot]!;
      // A liquidation ends orders that were wished for and not yet sent.
      if (order.status === 'done' || order.cycle !== cycle) continue;
      const handle =
        contract === null
          ? venue.place(0, slot, order.side, order.type, order.tif, order.priceTicks, order.qtyLots)
          : contract.place(bot, slot);
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
    const handle = this.handles[slot]!;
    if (this.contract === null ? this.venue.cancel(handle) : this.contract.cancel(handle)) {
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

  settlement(
    _bot: Bot,
    pairId: number,
    slot: number,
    qtyLots: Lots,
    grossAtoms: Atoms,
    feeAtoms: Atoms,
    fundingAtoms: Atoms,
  ): void {
    this.journal.addSettlement(this.printNo, pairId, slot, qtyLots, grossAtoms, feeAtoms, fundingAtoms);
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

  venueFill(slot: number, priceTicks: Ticks, qtyLots: Lots, feeAtoms: Atoms, feeInBase: boolean, maker: boolean): void {
    const { bot, market } = this;
    const { cycle } = bot.orders[slot]!;
    const known = this.engine.fill(bot, market, this, slot, cycle, priceTicks, qtyLots, feeAtoms, feeInBase, maker);
    if (!known) throw new Error(`the venue filled an order that the bot does not have: slot ${slot}`);
  }

  venueExpired(slot: number): void {
    const order = this.bot.orders[slot]!;
    this.engine.cancelled(this.bot, this.market, this, slot, order.cycle, order.filledLots);
  }

  venueLiquidated({ side, qtyLots, priceTicks, feeAtoms, markTicks }: Liquidation): void {
    this.journal.liquidations.push({ print: this.printNo, side, qtyLots, priceTicks, feeAtoms, markTicks });
    this.tell(this.engine.liquidated(this.bot, this.market, this, side, qtyLots, priceTicks, feeAtoms), 'liquidated');
  }

  venueFunded({ amountAtoms, rateE8 }: FundingPayment): void {
    this.journal.fundings.push({ print: this.printNo, amountAtoms, rateE8 });
    this.tell(this.engine.funding(this.bot, this.market, this, amountAtoms, rateE8), 'paid funding on');
  }

  private tell(known: boolean, what: string): void {
    if (!known) throw new Error(`the venue ${what} a position that the bot does not have`);
  }

  /** The venue's handle of an order is its slot's, so the sink needs only the slot. */
  private sink(): VenueSink {
    return {
      fill: (_handle, _account, slot, _side: Side, priceTicks, qtyLots, _left, feeAtoms, feeInBase, maker) =>
        this.venueFill(slot, priceTicks, qtyLots, feeAtoms, feeInBase, maker),
      expired: (_handle, _account, slot) => this.venueExpired(slot),
    };
  }
}
