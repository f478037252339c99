// Any bot on a venue made of a few lines of test code: it shares nothing with core/venue, and it can misbehave (refuse,
// fill in parts, lose the race against a cancel). After every event the rig checks what must always hold. On contracts
// the mark is the last price, and the venue liquidates before the bot hears of a print.
import { addingSide, costOfTaking } from '@cormorant/core/engine/adopt.ts';
import { type Bot, type HostEvent, type Market, openBot } from '@cormorant/core/engine/bot.ts';
import { keepGuard } from '@cormorant/core/engine/guard.ts';
import { isHalted } from '@cormorant/core/engine/halt.ts';
import type { HandTrade } from '@cormorant/core/engine/hand-trade.ts';
import { marginedPosition } from '@cormorant/core/engine/margin-use.ts';
import { MinuteWindow } from '@cormorant/core/engine/price-window.ts';
import { readBot } from '@cormorant/core/engine/read-bot.ts';
import { Engine, wakes } from '@cormorant/core/engine/step.ts';
import { feeAtoms as feeOf, notionalAtoms } from '@cormorant/core/market/conversions.ts';
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import { bankruptcyTicks, isLiquidated } from '@cormorant/core/market/margin.ts';
import { defaultRiskLimits } from '@cormorant/core/risk/limits.ts';
import { GUARD_SLOT } from '@cormorant/core/strategy/guard.ts';
import type { Command, OwnOrder, RefusalReason } from '@cormorant/core/strategy/strategy.ts';
import type { MachineCase } from './case.ts';
import { checkBot, checkWallet } from './rig-checks.ts';
import { RigFacts } from './rig-facts.ts';
import { WildIndicators } from './wild-indicators.ts';
import type { HandShare } from './worlds.ts';

interface Resting extends OwnOrder {
  leftLots: number;
}

/** How the test venue misbehaves; each answers false by default. */
export interface Mischief {
  refuse?(order: OwnOrder): RefusalReason | false;
  /** Lots of this order that trade at this print; the whole rest when absent. */
  part?(leftLots: number): number;
  /** Lots of a market order that find a counterpart; the venue takes the rest away. All when absent. */
  marketPart?(qtyLots: number): number;
  /** The same of a limit order that takes at once. */
  takenPart?(qtyLots: number): number;
  /** True = the cancel comes too late and the order trades first. */
  loseRace?(): boolean;
}

export class MachineRig {
  readonly facts = new RigFacts();
  readonly market: Market;
  readonly resting = new Map<string, Resting>();
  readonly sentIds: string[] = [];
  bot: Bot;
  mischief: Mischief = {};
  private readonly window = new MinuteWindow();
  private readonly engine: Engine<unknown, unknown>;
  private readonly pending: { kind: 'place' | 'cancel'; order: OwnOrder }[] = [];
  private readonly given: MachineCase;
  private readonly instrument: Instrument;
  private readonly effects = this.facts.effects({
    order: (_bot, order) => {
      this.pending.push({ kind: 'place', order: { ...order } });
      this.sentIds.push(`${order.slot}/${order.cycle}/${order.attempt}`);
    },
    cancel: (_bot, order) => this.pending.push({ kind: 'cancel', order: { ...order } }),
  });

  constructor(
    given: MachineCase,
    instrument: Instrument,
    params: unknown,
    investmentAtoms: number,
    startMs: number,
    guarded = false,
  ) {
    this.given = given;
    this.instrument = instrument;
    this.market = { lastTicks: 0, nowMs: startMs, window: this.window };
    this.market.indicators = new WildIndicators(this.market);
    this.engine = new Engine(given.strategy, instrument, defaultRiskLimits());
    const { kind } = given.strategy;
    this.bot = openBot({ id: 7, kind, symbol: instrument.symbol, params, investmentAtoms });
    if (guarded) keepGuard(this.bot);
  }

  /** One print: crossing orders trade, the venue liquidates or fires a stop, then the bot wakes, then what it wants is done. */
  print(priceTicks: number, stepMs = 1000): void {
    this.market.lastTicks = priceTicks;
    this.market.nowMs += stepMs;
    this.window.print(priceTicks, this.market.nowMs);
    const crossed = [...this.resting.values()].filter(
      (order) =>
        order.slot !== GUARD_SLOT &&
        (order.side === 'buy' ? priceTicks < order.priceTicks : priceTicks > order.priceTicks),
    );
    for (const order of crossed) this.trade(order, order.priceTicks, this.mischief.part?.(order.leftLots), true);
    this.liquidate();
    this.fireGuard();
    if (wakes(this.bot, this.market)) this.step({ type: 'print' });
    this.settleAll();
    if (this.instrument.contract !== null) checkWallet(this.bot, this.facts);
  }

  command(command: Command): void {
    this.facts.trace.push(`command ${JSON.stringify(command)}`);
    this.step({ type: 'command', command });
    this.settleAll();
  }

  /** Everything of it stops at once; or that ends. */
  panic(type: 'halt' | 'release'): void {
    this.facts.trace.push(type);
    this.step({ type });
    this.settleAll();
  }

  /** Trades of its owner beside it; true = the bot took them. What it may not take leaves it as it is. */
  adopt(shares: readonly HandShare[]): boolean {
    const { bot, instrument, market } = this;
    const side = addingSide(bot) ?? 'buy';
    const trades = shares.map(({ maker, movePpm, sharePpm }): HandTrade => {
      const priceTicks = Math.max(1, Math.round(market.lastTicks * (1 + movePpm / 1e6)));
      const lot = priceTicks * instrument.quoteAtomsPerTickLot;
      const qtyLots = Math.max(1, Math.floor((bot.books.investmentAtoms * sharePpm) / 1e6 / lot));
      const feeInBase = instrument.feeAsset === 'received' && side === 'buy';
      const ppm = maker ? instrument.makerPpm : instrument.takerPpm;
      return { priceTicks, qtyLots, feeAtoms: feeOf(instrument, side, priceTicks, qtyLots, ppm), feeInBase, maker };
    });
    const before = JSON.stringify(bot);
    const { needAtoms, freeAtoms } = costOfTaking(bot, instrument, side, trades);
    const may = this.engine.adopts(bot, market) && bot.books.baseAtoms !== 0 && needAtoms <= freeAtoms;
    const taken = this.engine.step(bot, { type: 'adopt', side, trades }, market, this.effects);
    if (taken !== may) throw new Error(`took ${taken}, may ${may}`);
    if (!taken && JSON.stringify(bot) !== before) throw new Error('what was not taken changed the bot');
    if (taken) {
      this.facts.trace.push(`adopt ${JSON.stringify(trades)}`);
      this.check();
      this.liquidate();
    }
    this.settleAll();
    return taken;
  }

  /** Funding of the position at the last price. */
  fund(rateE8: number): void {
    const lots = this.bot.books.baseAtoms / this.instrument.baseAtomsPerLot;
    if (this.instrument.contract === null || lots === 0) return;
    const paid = Math.ceil((notionalAtoms(this.instrument, this.market.lastTicks, Math.abs(lots)) / 1e8) * rateE8);
    this.step({ type: 'funding', amountAtoms: lots > 0 ? -paid : paid, rateE8 });
    this.liquidate();
    this.settleAll();
  }

  /** The venue cancels an order by its own will, or because it met another one of the account. */
  takeAway(slot: number, cycle: number, metOwn = false): void {
    this.end(this.resting.get(`${slot}/${cycle}`)!, metOwn);
    this.settleAll();
  }

  /** The bot as another process would find it: through its snapshot. */
  restart(): void {
    this.bot = readBot(JSON.parse(JSON.stringify(this.bot)));
  }

  private step(event: HostEvent): void {
    const known = this.engine.step(this.bot, event, this.market, this.effects);
    if (!known) throw new Error(`the engine does not know ${JSON.stringify(event)}`);
    this.check();
  }

  private check(): void {
    const direction = this.given.direction?.(this.bot.params) ?? null;
    checkBot(this.bot, this.facts, this.engine.costAtoms(this.bot), this.instrument, this.market.lastTicks, direction);
    this.engine.ladder(this.bot, this.market);
    this.engine.watch(this.bot, this.market);
  }

  private settleAll(): void {
    for (let turns = 0; this.pending.length > 0; turns++) {
      if (turns > 5000) throw new Error(`the bot never comes to rest\n${this.facts.trace.slice(-25).join('\n')}`);
      const { kind, order } = this.pending.shift()!;
      if (kind === 'place') this.place(order);
      else this.cancel(order);
    }
    this.checkGuard();
    if (isHalted(this.bot) && (this.resting.size > 0 || this.bot.openOrders > 0 || this.bot.status !== 'paused'))
      throw new Error(`halted, and not at rest\n${this.facts.trace.slice(-25).join('\n')}`);
  }

  /** The protective stop trades before the bot hears of the print, as when nobody is there to act. */
  private fireGuard(): void {
    const guard = [...this.resting.values()].find(({ slot }) => slot === GUARD_SLOT);
    const { lastTicks } = this.market;
    if (guard === undefined) return;
    if (guard.side === 'sell' ? lastTicks > guard.priceTicks : lastTicks < guard.priceTicks) return;
    this.trade(guard, lastTicks, this.mischief.marketPart?.(guard.qtyLots), false);
    this.end(guard);
  }

  /** One at most, none without a position, and never one that would close less or more than is held. */
  private checkGuard(): void {
    const stands = [...this.resting.values()].filter(({ slot }) => slot === GUARD_SLOT);
    const lots = Math.abs(this.bot.books.baseAtoms) / this.instrument.baseAtomsPerLot;
    const isOff = stands.some(({ leftLots, qtyLots }) => leftLots === qtyLots && leftLots !== lots);
    if (stands.length > (lots > 0 && this.bot.status !== 'stopped' ? 1 : 0) || isOff)
      throw new Error(`guards ${JSON.stringify(stands)}\n${this.facts.trace.slice(-25).join('\n')}`);
  }

  private isLive({ slot, cycle }: OwnOrder): boolean {
    const order = slot === GUARD_SLOT ? this.bot.guard : this.bot.orders[slot];
    return order !== null && order !== undefined && order.cycle === cycle && order.status !== 'done';
  }

  private place(order: OwnOrder): void {
    const { slot, cycle, side, type } = order;
    if (!this.isLive(order)) return;
    const reason = this.mischief.refuse?.(order);
    if (reason) {
      this.step({ type: 'refused', slot, cycle, reason });
      return;
    }
    this.step({ type: 'accepted', slot, cycle });
    const resting = { ...order, leftLots: order.qtyLots };
    this.resting.set(`${slot}/${cycle}`, resting);
    if (slot === GUARD_SLOT) {
      if (this.closable(resting) === 0) this.end(resting);
      this.fireGuard();
      return;
    }
    const { lastTicks } = this.market;
    const slip = Math.ceil(lastTicks * 0.0002);
    const takenTicks = side === 'buy' ? lastTicks + slip : Math.max(1, lastTicks - slip);
    if (type === 'market') {
      this.trade(resting, takenTicks, this.mischief.marketPart?.(order.qtyLots), false);
      this.end(resting);
      return;
    }
    const takes = side === 'buy' ? order.priceTicks >= lastTicks : order.priceTicks <= lastTicks;
    const best = side === 'buy' ? Math.min(order.priceTicks, takenTicks) : Math.max(order.priceTicks, takenTicks);
    if (takes) this.trade(resting, best, this.mischief.takenPart?.(order.qtyLots), false);
    if (this.bot.orders[slot]!.tif === 'ioc') this.end(resting);
  }

  private cancel(order: OwnOrder): void {
    const resting = this.resting.get(`${order.slot}/${order.cycle}`);
    if (resting === undefined) {
      // A liquidation has ended it at the venue.
      if (this.isLive(order))
        this.step({ type: 'cancelled', slot: order.slot, cycle: order.cycle, filledLots: order.filledLots });
      return;
    }
    if (this.mischief.loseRace?.()) {
      this.trade(resting, resting.priceTicks, undefined, true);
      return;
    }
    this.end(resting);
  }

  /** The venue takes the rest of an order away. */
  private end(order: Resting, metOwn = false): void {
    const { slot, cycle } = order;
    if (!this.resting.delete(`${slot}/${cycle}`)) return;
    this.step({ type: 'cancelled', slot, cycle, filledLots: order.qtyLots - order.leftLots, metOwn });
  }

  private trade(order: Resting, priceTicks: number, part: number | undefined, maker: boolean): void {
    const { slot, cycle, side } = order;
    if (!this.resting.has(`${slot}/${cycle}`)) return;
    const qtyLots = Math.min(order.leftLots, part ?? order.leftLots, this.closable(order));
    if (qtyLots > 0) {
      const { instrument } = this;
      order.leftLots -= qtyLots;
      if (order.leftLots === 0) this.resting.delete(`${slot}/${cycle}`);
      const feeInBase = instrument.feeAsset === 'received' && side === 'buy';
      const ppm = maker ? instrument.makerPpm : instrument.takerPpm;
      const feeAtoms = feeOf(instrument, side, priceTicks, qtyLots, ppm);
      this.step({ type: 'fill', slot, cycle, priceTicks, qtyLots, feeAtoms, feeInBase, maker });
    }
    for (const other of [...this.resting.values()]) if (this.closable(other) === 0) this.end(other);
  }

  /** Lots that a reduce-only order may still trade; any other order as many as it wants. */
  private closable(order: Resting): number {
    if (!order.reduceOnly) return Number.POSITIVE_INFINITY;
    const lots = this.bot.books.baseAtoms / this.instrument.baseAtomsPerLot;
    return Math.max(0, order.side === 'sell' ? lots : -lots);
  }

  private liquidate(): void {
    const { bot, instrument, market } = this;
    if (instrument.contract === null || bot.books.baseAtoms === 0) return;
    const position = marginedPosition(bot, instrument);
    if (!isLiquidated(instrument, position, market.lastTicks)) return;
    this.resting.clear();
    const side = position.qtyLots > 0 ? 'sell' : 'buy';
    const priceTicks = Math.max(1, bankruptcyTicks(instrument, position));
    this.step({ type: 'liquidated', side, qtyLots: Math.abs(position.qtyLots), priceTicks, feeAtoms: 0 });
    if (bot.status !== 'stopped') throw new Error('liquidated, and not stopped');
  }
}
