// The engine: feeds one event to one bot, keeps its books and its orders, passes every intent through risk, and tells
// the host what to send and what happened. Synchronous and deterministic; one instance serves all bots of one market.
// Books change by fills, funding and liquidation alone, and an order is live until the host proves that it ended.

import { baseValueAtoms, notionalAtoms } from '../market/conversions.ts';
import type { Atoms, Lots, Ticks } from '../money/units.ts';
import type { BotEvent, Command, FillEvent, MarginTerms, RefusalReason, Side } from '../strategy/strategy.ts';
import { addingSide, costOfTaking } from './adopt.ts';
import { bookFunding, bookTrade } from './books.ts';
import {
  type Bot,
  type BotOrder,
  type Effects,
  type Guard,
  type HostEvent,
  type Market,
  NEVER_ABOVE,
  NEVER_AT,
  NEVER_BELOW,
} from './bot.ts';
import { Desk } from './desk.ts';
import { GUARD_RETRY_MS, heldAgainst } from './guard.ts';
import { haltedFrom, isHalted } from './halt.ts';
import type { HandTrade } from './hand-trade.ts';
import { endOrder, holdLess, isKnown, liveOrder } from './orders.ts';

/** A machine that answers each refusal by placing the same thing again is broken; this many in one step proves it. */
const MAX_REFUSALS_A_STEP = 1_000;

const TIMER: BotEvent = { type: 'timer' };

/** True when a print at this market state concerns the bot. */
export function wakes(bot: Bot, market: Market): boolean {
  const { wake } = bot;
  return market.nowMs >= wake.atMs || market.lastTicks >= wake.aboveTicks || market.lastTicks <= wake.belowTicks;
}

export class Engine<Params, State> extends Desk<Params, State> {
  private readonly fillEvent: FillEvent = {
    type: 'fill',
    slot: 0,
    cycle: 0,
    side: 'buy',
    purpose: 'grid',
    priceTicks: 0,
    qtyLots: 0,
    leftLots: 0,
    notionalAtoms: 0,
    feeAtoms: 0,
    feeInBase: false,
    feeQuoteAtoms: 0,
    maker: false,
  };

  /**
   * One event, whole: books, machine, risk, effects, wake points. False when the event names an order or a position this
   * bot does not have (a foreign or repeated fill): nothing was changed, and the host must not go on as if nothing happened.
   */
  step(bot: Bot<Params, State>, event: HostEvent, market: Market, effects: Effects): boolean {
    switch (event.type) {
      case 'fill': {
        const { slot, cycle, priceTicks, qtyLots, feeAtoms, feeInBase, maker } = event;
        return this.fill(bot, market, effects, slot, cycle, priceTicks, qtyLots, feeAtoms, feeInBase, maker);
      }
      case 'adopt':
        return this.adopt(bot, market, effects, event.side, event.trades);
      case 'accepted':
        return this.accepted(bot, event.slot, event.cycle);
      case 'print':
        this.print(bot, market, effects);
        return true;
      case 'command':
        this.command(bot, market, effects, event.command);
        return true;
      case 'halt':
        this.halt(bot, market, effects);
        return true;
      case 'release':
        this.release(bot, market, effects);
        return true;
      case 'refused':
        return this.refused(bot, market, effects, event.slot, event.cycle, event.reason);
      case 'cancelled':
        return this.cancelled(bot, market, effects, event.slot, event.cycle, event.filledLots, event.isLost);
      case 'funding':
        return this.funding(bot, market, effects, event.amountAtoms, event.rateE8);
      case 'liquidated':
        return this.liquidated(bot, market, effects, event.side, event.qtyLots, event.priceTicks, event.feeAtoms);
      case 'unknown': {
        const order = liveOrder(bot, event.slot, event.cycle);
        if (order !== undefined && order.status === 'intended') order.status = 'unknown';
        return isKnown(bot, event.slot, event.cycle);
      }
    }
  }

  /** Timer first, then touch: each only if due. A price that is none (zero, NaN, a fraction) moves nobody. */
  print(bot: Bot<Params, State>, market: Market, effects: Effects): void {
    const { wake } = bot;
    if (!Number.isSafeInteger(market.lastTicks) || market.lastTicks <= 0 || isHalted(bot)) return;
    if (market.nowMs >= wake.atMs) {
      this.enter(bot, market, effects, -1);
      this.deliver(TIMER);
    }
    if (market.lastTicks >= wake.aboveTicks || market.lastTicks <= wake.belowTicks) {
      this.enter(bot, market, effects, -1);
      this.deliver({ type: 'touch', priceTicks: market.lastTicks });
    }
  }

  fill(
    bot: Bot<Params, State>,
    market: Market,
    effects: Effects,
    slot: number,
    cycle: number,
    priceTicks: Ticks,
    qtyLots: Lots,
    feeAtoms: Atoms,
    feeInBase: boolean,
    maker: boolean,
  ): boolean {
    const order = liveOrder(bot, slot, cycle);
    if (order === undefined) return false;
    const leftLots = order.qtyLots - order.filledLots - qtyLots;
    if (leftLots < 0 || qtyLots <= 0) return false;
    const { instrument } = this;
    if (order === bot.guard && qtyLots * instrument.baseAtomsPerLot > heldAgainst(bot, order.side)) return false;
    this.enter(bot, market, effects, slot);
    if (order === bot.guard && order.filledLots === 0) bot.openOrders++;
    const event = this.fillEvent;
    event.slot = slot;
    event.cycle = cycle;
    event.side = order.side;
    event.purpose = order.purpose;
    event.priceTicks = priceTicks;
    event.qtyLots = qtyLots;
    event.leftLots = leftLots;
    const notional = notionalAtoms(instrument, priceTicks, qtyLots);
    const feeQuoteAtoms = feeInBase ? baseValueAtoms(instrument, feeAtoms, priceTicks, 'floor') : feeAtoms;
    event.notionalAtoms = notional;
    event.feeAtoms = feeAtoms;
    event.feeInBase = feeInBase;
    event.feeQuoteAtoms = feeQuoteAtoms;
    event.maker = maker;
    bookTrade(bot, instrument, order.side, priceTicks, qtyLots, notional, feeAtoms, feeInBase, feeQuoteAtoms);
    order.filledLots += qtyLots;
    if (leftLots === 0) endOrder(bot, order, this.contract);
    else this.relock(order);
    bot.fills++;
    effects.fill(bot, order, priceTicks, qtyLots, notional, feeAtoms, feeInBase, feeQuoteAtoms, maker);
    this.deliver(event);
    if (leftLots > 0 && order.finalLots === order.filledLots) this.endCancelled(order);
    return true;
  }

  /** As the parts of one add. False when the bot has no open round that could take it now: nothing was changed. */
  adopt(bot: Bot<Params, State>, market: Market, effects: Effects, side: Side, trades: readonly HandTrade[]): boolean {
    const { instrument } = this;
    if (trades.length === 0 || side !== addingSide(bot) || !this.adopts(bot, market)) return false;
    const { needAtoms, freeAtoms } = costOfTaking(bot, instrument, side, trades);
    if (needAtoms > freeAtoms) return false;
    const slot = this.strategy.adoptSlot?.(bot.params, bot.state as State, this) ?? -1;
    let leftLots = trades.reduce((sum, { qtyLots }) => sum + qtyLots, 0);
    for (const trade of trades) {
      const { feeAtoms, feeInBase, maker, priceTicks, qtyLots } = trade;
      leftLots -= qtyLots;
      this.enter(bot, market, effects, -1);
      const notional = notionalAtoms(instrument, priceTicks, qtyLots);
      const feeQuoteAtoms = feeInBase ? baseValueAtoms(instrument, feeAtoms, priceTicks, 'floor') : feeAtoms;
      bookTrade(bot, instrument, side, priceTicks, qtyLots, notional, feeAtoms, feeInBase, feeQuoteAtoms);
      bot.fills++;
      effects.adopted?.(bot, side, trade, notional, feeQuoteAtoms);
      const fill = { slot, cycle: 0, side, purpose: 'manual_add', priceTicks, qtyLots, leftLots } as const;
      this.deliver({ type: 'fill', ...fill, notionalAtoms: notional, feeAtoms, feeInBase, feeQuoteAtoms, maker });
    }
    return true;
  }

  /** Whether its open round could take a trade of its owner's in now. */
  adopts(bot: Bot<Params, State>, market: Market): boolean {
    if (bot.state === null || bot.status === 'stopped' || isHalted(bot)) return false;
    this.bot = bot;
    this.market = market;
    return (this.strategy.adoptSlot?.(bot.params, bot.state, this) ?? null) !== null;
  }

  /** Whether it is of a kind that ever could. */
  get canAdopt(): boolean {
    return this.strategy.adoptSlot !== undefined;
  }

  accepted(bot: Bot<Params, State>, slot: number, cycle: number): boolean {
    const order = liveOrder(bot, slot, cycle);
    if (order === undefined) return isKnown(bot, slot, cycle);
    if (order.status !== 'cancelling') order.status = 'open';
    return true;
  }

  refused(
    bot: Bot<Params, State>,
    market: Market,
    effects: Effects,
    slot: number,
    cycle: number,
    reason: RefusalReason,
  ): boolean {
    const order = liveOrder(bot, slot, cycle);
    if (order === undefined) return isKnown(bot, slot, cycle);
    this.enter(bot, market, effects, slot);
    if (order === bot.guard) {
      this.endGuard(bot.guard);
      order.next = 'attempt';
      bot.guard.retryAtMs = market.nowMs + GUARD_RETRY_MS;
      effects.refused(bot, order, reason, 'venue');
      this.tendGuard();
      return true;
    }
    endOrder(bot, order, this.contract);
    order.next = 'attempt';
    effects.refused(bot, order, reason, 'venue');
    this.deliver({ type: 'refused', slot, cycle, reason });
    return true;
  }

  cancelled(
    bot: Bot<Params, State>,
    market: Market,
    effects: Effects,
    slot: number,
    cycle: number,
    filledLots: Lots,
    isLost = false,
  ): boolean {
    const order = liveOrder(bot, slot, cycle);
    if (order === undefined) return isKnown(bot, slot, cycle);
    this.enter(bot, market, effects, slot);
    // It may still stand there: the next one rests until that would have shown itself.
    if (isLost && order === bot.guard) bot.guard.retryAtMs = market.nowMs + GUARD_RETRY_MS;
    order.finalLots = filledLots;
    if (order.filledLots >= filledLots) this.endCancelled(order);
    return true;
  }

  command(bot: Bot<Params, State>, market: Market, effects: Effects, command: Command): void {
    this.enter(bot, market, effects, -1);
    if (!this.admit(command)) return;
    // Leverage and reserve come with the params, which change between commands only.
    if (this.contract) bot.margin = this.strategy.margin?.(bot.params) ?? null;
    if (bot.state === null) bot.state = this.strategy.open(bot.params, this);
    this.deliver({ type: 'command', command });
  }

  /** Whatever rests is cancelled, exits included, and what its machine wishes is refused until it goes on. */
  halt(bot: Bot<Params, State>, market: Market, effects: Effects): void {
    if (bot.status === 'stopped' || isHalted(bot)) return;
    this.enter(bot, market, effects, -1);
    const ran = bot.status === 'running';
    bot.halted = haltedFrom(bot);
    bot.status = 'paused';
    bot.pauseReason = 'user';
    effects.changed(bot);
    effects.log(bot, 'pause', 'panic', {});
    if (ran) this.deliver({ type: 'command', command: { name: 'pause', reason: 'user' } });
    for (const order of bot.orders) if (order !== null) this.cancel(order.slot);
    this.sleep();
    this.tendGuard();
  }

  release(bot: Bot<Params, State>, market: Market, effects: Effects): void {
    const { halted = '' } = bot;
    if (halted === '' || halted === 'running') return;
    this.enter(bot, market, effects, -1);
    bot.halted = '';
    bot.pauseReason = halted;
    effects.changed(bot);
    effects.log(bot, 'pause', 'panic_over', { reason: halted });
    this.sleep();
    if (bot.state !== null) this.strategy.wake(bot.params, bot.state, this);
    this.tendGuard();
  }

  funding(bot: Bot<Params, State>, market: Market, effects: Effects, amountAtoms: Atoms, rateE8: number): boolean {
    if (!this.contract || bot.state === null) return false;
    this.enter(bot, market, effects, -1);
    bookFunding(bot, amountAtoms);
    effects.funding?.(bot, amountAtoms, rateE8);
    this.deliver({ type: 'funding', amountAtoms, rateE8 });
    return true;
  }

  /** The whole position was closed by force. False when it is not the position that this bot has. */
  liquidated(
    bot: Bot<Params, State>,
    market: Market,
    effects: Effects,
    side: Side,
    qtyLots: Lots,
    priceTicks: Ticks,
    feeAtoms: Atoms,
  ): boolean {
    const { instrument } = this;
    const closedAtoms = (side === 'sell' ? qtyLots : -qtyLots) * instrument.baseAtomsPerLot;
    if (!this.contract || bot.state === null || qtyLots <= 0 || closedAtoms !== bot.books.baseAtoms) return false;
    this.enter(bot, market, effects, -1);
    for (const order of bot.orders) if (order !== null && order.status !== 'done') endOrder(bot, order, true);
    const notional = notionalAtoms(instrument, priceTicks, qtyLots);
    bookTrade(bot, instrument, side, priceTicks, qtyLots, notional, feeAtoms, false, feeAtoms);
    bot.fills++;
    effects.liquidated?.(bot, side, qtyLots, priceTicks, notional, feeAtoms);
    this.deliver({ type: 'liquidated', side, qtyLots, priceTicks, notionalAtoms: notional, feeAtoms });
    if (bot.status !== 'stopped') this.endLiquidated();
    return true;
  }

  /** What the machine says of its ladder now; for screens. */
  ladder(bot: Bot<Params, State>, market: Market) {
    this.bot = bot;
    this.market = market;
    return bot.state === null ? [] : this.strategy.ladder(bot.params, bot.state, this);
  }

  /** What the present round waits for; for screens. Null when there is nothing to say. */
  watch(bot: Bot<Params, State>, market: Market) {
    this.bot = bot;
    this.market = market;
    return bot.state === null ? null : (this.strategy.watch?.(bot.params, bot.state, this) ?? null);
  }

  /** Where it closes as a whole by its params alone; null of a kind whose rounds say it. */
  ends(params: Params) {
    return this.strategy.ends?.(params) ?? null;
  }

  /** How its present params use margin; null on spot. */
  margin(bot: Bot<Params, State>): MarginTerms | null {
    return this.contract && bot.state !== null ? (this.strategy.margin?.(bot.params) ?? null) : null;
  }

  holds(bot: Bot<Params, State>): boolean {
    return bot.state !== null && this.strategy.holds(bot.state);
  }

  costAtoms(bot: Bot<Params, State>): Atoms {
    return bot.state === null ? 0 : this.strategy.costAtoms(bot.state);
  }

  // --- inside ---

  private deliver(event: BotEvent): void {
    const { bot, strategy } = this;
    const { params } = bot;
    const state = bot.state as State;
    strategy.on(event, params, state, this, this);
    if (this.refusals.length > 0) this.deliverRefusals(state);
    this.sleep();
    if (!isHalted(bot)) strategy.wake(params, state, this);
    if (bot.guard !== undefined) this.tendGuard();
  }

  private sleep(): void {
    const { wake } = this.bot;
    wake.aboveTicks = NEVER_ABOVE;
    wake.belowTicks = NEVER_BELOW;
    wake.atMs = NEVER_AT;
  }

  /** What risk refused comes back as an event of its own, after the machine's turn has ended. */
  private deliverRefusals(state: State): void {
    const { refusals, strategy, bot } = this;
    for (let at = 0; at < refusals.length; at++) {
      if (at > MAX_REFUSALS_A_STEP) throw new Error(`bot ${bot.id} places again whatever risk refuses`);
      const { slot, cycle, reason } = refusals[at]!;
      strategy.on({ type: 'refused', slot, cycle, reason }, bot.params, state, this, this);
    }
    refusals.length = 0;
  }

  /** Which commands mean anything now; sets the status the machine will then see to. */
  private admit(command: Command): boolean {
    const { bot, effects } = this;
    switch (command.name) {
      case 'start':
        if (bot.status !== 'stopped') return false;
        bot.status = 'running';
        bot.stopReason = '';
        bot.startedAtMs = this.market.nowMs;
        bot.stoppedAtMs = 0;
        break;
      case 'pause':
        if (bot.status !== 'running') return false;
        bot.status = 'paused';
        bot.pauseReason = command.reason;
        break;
      case 'resume':
        if (bot.status !== 'paused') return false;
        bot.status = 'running';
        bot.pauseReason = '';
        bot.halted = '';
        break;
      case 'stop':
      case 'close':
        if (bot.status === 'stopped' || bot.state === null) return false;
        bot.halted = '';
        return true;
      case 'add':
      case 'signal':
        return bot.status !== 'stopped' && bot.state !== null && !isHalted(bot);
      case 'edit':
        return bot.status !== 'running' && bot.state !== null;
    }
    effects.changed(bot);
    effects.log(bot, command.name, command.name, command.name === 'pause' ? { reason: command.reason } : {});
    return true;
  }

  /** A machine that does not end itself after its liquidation is ended: nothing of it may trade on. */
  private endLiquidated(): void {
    const { bot } = this;
    for (const order of bot.orders) if (order !== null) this.cancel(order.slot);
    this.finish('stopped', 'liquidated');
    this.sleep();
  }

  /** Of a guard that has traded in part the machine waits for the end: it looks again at what is left to close. */
  private endGuard(guard: Guard): boolean {
    const { bot } = this;
    guard.status = 'done';
    if (guard.filledLots === 0) return false;
    bot.openOrders--;
    return true;
  }

  private endCancelled(order: BotOrder): void {
    const { guard } = this.bot;
    if (order === guard) {
      // What the venue ends unasked it may end again at once.
      if (guard.status !== 'cancelling') guard.retryAtMs = this.market.nowMs + GUARD_RETRY_MS;
      if (this.endGuard(guard)) this.deliver(TIMER);
      else this.tendGuard();
      return;
    }
    endOrder(this.bot, order, this.contract);
    this.deliver({ type: 'cancelled', slot: order.slot, cycle: order.cycle, filledLots: order.filledLots });
  }

  /** On contracts a part that traded never makes the rest dearer: what was judged when it was placed stands. */
  private relock(order: BotOrder): void {
    const lockedAtoms = this.lockOf(order);
    holdLess(this.bot, order, this.contract ? Math.min(lockedAtoms, order.lockedAtoms) : lockedAtoms, this.contract);
  }
}
