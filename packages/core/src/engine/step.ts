// The engine: feeds one event to one bot, keeps its books and its orders, passes every intent through risk, and tells
// the host what to send and what happened. Synchronous and deterministic; one instance serves all bots of one market.
// Books change by fills alone, and an order is live until the host proves that it ended.

import type { IndicatorRead } from '../indicators/read.ts';
import { baseValueAtoms, notionalAtoms } from '../market/conversions.ts';
import type { Instrument } from '../market/instrument.ts';
import { assertSafe } from '../money/safe-integer.ts';
import type { Atoms, Lots, Ticks, TimeMs } from '../money/units.ts';
import { approve, lockAtoms } from '../risk/approve.ts';
import type { RiskLimits } from '../risk/limits.ts';
import type {
  Books,
  BotEvent,
  Command,
  FillEvent,
  Intents,
  LogAction,
  OrderType,
  OwnOrder,
  PauseReason,
  Phase,
  Purpose,
  RefusalReason,
  Side,
  StopReason,
  Strategy,
  TimeInForce,
  View,
  Wake,
} from '../strategy/strategy.ts';
import {
  type Bot,
  type BotOrder,
  type Effects,
  type HostEvent,
  type Market,
  NEVER_ABOVE,
  NEVER_AT,
  NEVER_BELOW,
} from './bot.ts';
import { CYCLES, LAST_ATTEMPT, MAX_SLOT } from './client-order-id.ts';

/** A machine that answers each refusal by placing the same thing again is broken; this many in one step proves it. */
const MAX_REFUSALS_A_STEP = 1_000;

interface Refusal {
  slot: number;
  cycle: number;
  reason: RefusalReason;
}

/** True when a print at this market state concerns the bot. */
export function wakes(bot: Bot, market: Market): boolean {
  const { wake } = bot;
  return market.nowMs >= wake.atMs || market.lastTicks >= wake.aboveTicks || market.lastTicks <= wake.belowTicks;
}

export class Engine<Params, State> implements View, Intents, Wake {
  readonly instrument: Instrument;
  readonly limits: RiskLimits;
  private readonly strategy: Strategy<Params, State>;
  private bot!: Bot<Params, State>;
  private market!: Market;
  private effects!: Effects;
  private slotNow = -1;
  private readonly refusals: Refusal[] = [];
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

  constructor(strategy: Strategy<Params, State>, instrument: Instrument, limits: RiskLimits) {
    this.strategy = strategy;
    this.instrument = instrument;
    this.limits = limits;
  }

  /**
   * One event, whole: books, machine, risk, effects, wake points. False when the event names an order this bot does not
   * have (a foreign or repeated fill): nothing was changed, and the host must not go on as if nothing happened.
   */
  step(bot: Bot<Params, State>, event: HostEvent, market: Market, effects: Effects): boolean {
    switch (event.type) {
      case 'fill': {
        const { slot, cycle, priceTicks, qtyLots, feeAtoms, feeInBase, maker } = event;
        return this.fill(bot, market, effects, slot, cycle, priceTicks, qtyLots, feeAtoms, feeInBase, maker);
      }
      case 'accepted':
        return this.accepted(bot, event.slot, event.cycle);
      case 'print':
        this.print(bot, market, effects);
        return true;
      case 'command':
        this.command(bot, market, effects, event.command);
        return true;
      case 'refused':
        return this.refused(bot, market, effects, event.slot, event.cycle, event.reason);
      case 'cancelled':
        return this.cancelled(bot, market, effects, event.slot, event.cycle, event.filledLots);
      case 'funding':
      case 'liquidated':
        throw new Error(`${event.type} is not stepped yet`);
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
    if (!Number.isSafeInteger(market.lastTicks) || market.lastTicks <= 0) return;
    if (market.nowMs >= wake.atMs) {
      this.enter(bot, market, effects, -1);
      this.deliver({ type: 'timer' });
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
    this.enter(bot, market, effects, slot);
    const event = this.fillEvent;
    event.slot = slot;
    event.cycle = cycle;
    event.side = order.side;
    event.purpose = order.purpose;
    event.priceTicks = priceTicks;
    event.qtyLots = qtyLots;
    event.leftLots = leftLots;
    event.notionalAtoms = notionalAtoms(this.instrument, priceTicks, qtyLots);
    event.feeAtoms = feeAtoms;
    event.feeInBase = feeInBase;
    event.feeQuoteAtoms = feeInBase ? baseValueAtoms(this.instrument, feeAtoms, priceTicks, 'floor') : feeAtoms;
    event.maker = maker;
    this.book(event);
    order.filledLots += qtyLots;
    if (leftLots === 0) this.close(order);
    else this.relock(order);
    bot.fills++;
    effects.fill(bot, order, priceTicks, qtyLots, event.notionalAtoms, feeAtoms, feeInBase, event.feeQuoteAtoms, maker);
    this.deliver(event);
    if (leftLots > 0 && order.finalLots === order.filledLots) this.endCancelled(order);
    return true;
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
    this.close(order);
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
  ): boolean {
    const order = liveOrder(bot, slot, cycle);
    if (order === undefined) return isKnown(bot, slot, cycle);
    this.enter(bot, market, effects, slot);
    order.finalLots = filledLots;
    if (order.filledLots >= filledLots) this.endCancelled(order);
    return true;
  }

  command(bot: Bot<Params, State>, market: Market, effects: Effects, command: Command): void {
    this.enter(bot, market, effects, -1);
    if (!this.admit(command)) return;
    if (bot.state === null) bot.state = this.strategy.open(bot.params, this);
    this.deliver({ type: 'command', command });
  }

  // --- View ---

  get lastTicks(): Ticks {
    return this.market.lastTicks;
  }

  get nowMs(): TimeMs {
    return this.market.nowMs;
  }

  get markTicks(): Ticks {
    return this.market.markTicks ?? this.market.lastTicks;
  }

  highWithin(minutes: number): Ticks {
    return this.market.window?.highWithin(minutes) ?? this.market.lastTicks;
  }

  lowWithin(minutes: number): Ticks {
    return this.market.window?.lowWithin(minutes) ?? this.market.lastTicks;
  }

  indicator(read: IndicatorRead, back: 0 | 1 = 0): number {
    return this.market.indicators?.value(read, back) ?? Number.NaN;
  }

  get books(): Books {
    return this.bot.books;
  }

  get freeQuoteAtoms(): Atoms {
    return this.bot.books.quoteAtoms - this.bot.lockedQuoteAtoms;
  }

  get freeBaseAtoms(): Atoms {
    return this.bot.books.baseAtoms - this.bot.lockedBaseAtoms;
  }

  get openOrders(): number {
    return this.bot.openOrders;
  }

  order(slot: number): OwnOrder | undefined {
    const { orders } = this.bot;
    if (slot >= orders.length) return undefined;
    const order = orders[slot];
    return order === null || order === undefined || order.status === 'done' ? undefined : order;
  }

  /** What the machine says of its ladder now; for screens. */
  ladder(bot: Bot<Params, State>, market: Market) {
    this.bot = bot;
    this.market = market;
    return bot.state === null ? [] : this.strategy.ladder(bot.params, bot.state, this);
  }

  holds(bot: Bot<Params, State>): boolean {
    return bot.state !== null && this.strategy.holds(bot.state);
  }

  costAtoms(bot: Bot<Params, State>): Atoms {
    return bot.state === null ? 0 : this.strategy.costAtoms(bot.state);
  }

  // --- Intents ---

  place(
    slot: number,
    side: Side,
    type: OrderType,
    tif: TimeInForce,
    priceTicks: Ticks,
    qtyLots: Lots,
    purpose: Purpose,
    reduceOnly = false,
  ): void {
    const order = this.freshOrder(slot);
    order.side = side;
    order.type = type;
    order.tif = tif;
    order.priceTicks = priceTicks;
    order.qtyLots = qtyLots;
    order.purpose = purpose;
    order.reduceOnly = reduceOnly;
    const lockedAtoms = lockAtoms(this.instrument, this.limits, order, this.market.lastTicks);
    const verdict = approve(order, lockedAtoms, this.instrument, this.limits, this);
    if (typeof verdict === 'string') {
      order.next = 'same';
      this.effects.refused(this.bot, order, verdict, 'risk');
      this.refusals.push({ slot, cycle: order.cycle, reason: verdict });
      return;
    }
    order.status = 'intended';
    order.lockedAtoms = lockedAtoms;
    this.bot.openOrders++;
    if (side === 'buy') this.bot.lockedQuoteAtoms += lockedAtoms;
    else this.bot.lockedBaseAtoms += lockedAtoms;
    this.effects.order(this.bot, verdict);
  }

  cancel(slot: number): void {
    const order = this.bot.orders[slot];
    if (order === null || order === undefined || order.status === 'done' || order.status === 'cancelling') return;
    order.status = 'cancelling';
    this.effects.cancel(this.bot, order);
  }

  settle(pairId: number, qtyLots: Lots, grossAtoms: Atoms, feeAtoms: Atoms, fundingAtoms: Atoms = 0): void {
    const { bot } = this;
    const net = grossAtoms - feeAtoms + fundingAtoms;
    bot.books.pendingFundingAtoms -= fundingAtoms;
    bot.books.realizedAtoms = assertSafe(bot.books.realizedAtoms + net, 'realised profit');
    bot.rounds++;
    if (net > 0) bot.winRounds++;
    this.effects.settlement(bot, pairId, this.slotNow, qtyLots, grossAtoms, feeAtoms, fundingAtoms);
  }

  phase(phase: Phase): void {
    if (this.bot.phase === phase) return;
    this.bot.phase = phase;
    this.effects.changed(this.bot);
  }

  finish(status: 'paused' | 'stopped', reason: PauseReason | StopReason): void {
    const { bot } = this;
    bot.status = status;
    bot.phase = 'idle';
    if (status === 'paused') {
      bot.pauseReason = reason as PauseReason;
    } else {
      bot.pauseReason = '';
      bot.stopReason = reason as StopReason;
      bot.stoppedAtMs = this.market.nowMs;
    }
    this.effects.changed(bot);
    this.effects.log(bot, status === 'paused' ? 'pause' : 'stop', status, { reason });
  }

  log(action: LogAction, why: string, data: Readonly<Record<string, string | number>>): void {
    this.effects.log(this.bot, action, why, data);
  }

  // --- Wake ---

  above(priceTicks: Ticks): void {
    const { wake } = this.bot;
    if (priceTicks < wake.aboveTicks) wake.aboveTicks = priceTicks;
  }

  below(priceTicks: Ticks): void {
    const { wake } = this.bot;
    if (priceTicks > wake.belowTicks) wake.belowTicks = priceTicks;
  }

  at(timeMs: TimeMs): void {
    const { wake } = this.bot;
    if (timeMs < wake.atMs) wake.atMs = timeMs;
  }

  // --- inside ---

  private enter(bot: Bot<Params, State>, market: Market, effects: Effects, slot: number): void {
    this.bot = bot;
    this.market = market;
    this.effects = effects;
    this.slotNow = slot;
  }

  private deliver(event: BotEvent): void {
    const { bot, strategy } = this;
    const { params, wake } = bot;
    const state = bot.state as State;
    strategy.on(event, params, state, this, this);
    if (this.refusals.length > 0) this.deliverRefusals(state);
    wake.aboveTicks = NEVER_ABOVE;
    wake.belowTicks = NEVER_BELOW;
    wake.atMs = NEVER_AT;
    strategy.wake(params, state, this);
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
        break;
      case 'stop':
        return bot.status !== 'stopped' && bot.state !== null;
      case 'close':
      case 'add':
      case 'signal':
        return bot.status !== 'stopped' && bot.state !== null;
      case 'edit':
        return bot.status !== 'running' && bot.state !== null;
    }
    effects.changed(bot);
    effects.log(bot, command.name, command.name, command.name === 'pause' ? { reason: command.reason } : {});
    return true;
  }

  private book(event: FillEvent): void {
    const { books } = this.bot;
    const coinAtoms = event.qtyLots * this.instrument.baseAtomsPerLot;
    const quoteFee = event.feeInBase ? 0 : event.feeAtoms;
    const baseFee = event.feeInBase ? event.feeAtoms : 0;
    if (event.side === 'buy') {
      books.quoteAtoms = assertSafe(books.quoteAtoms - event.notionalAtoms - quoteFee, 'cash');
      books.baseAtoms = assertSafe(books.baseAtoms + coinAtoms - baseFee, 'coin');
    } else {
      books.quoteAtoms = assertSafe(books.quoteAtoms + event.notionalAtoms - quoteFee, 'cash');
      books.baseAtoms = assertSafe(books.baseAtoms - coinAtoms - baseFee, 'coin');
    }
    books.feesQuoteAtoms += event.feeQuoteAtoms;
  }

  /** The slot's next order: a new cycle, or the same one tried again after a proven refusal. */
  private freshOrder(slot: number): BotOrder {
    const { orders } = this.bot;
    if (slot >= orders.length) {
      if (slot > MAX_SLOT) throw new Error(`slot ${slot} does not fit an order id`);
      while (orders.length <= slot) orders.push(null);
    }
    const order = orders[slot];
    if (order === null || order === undefined) {
      const first = newOrder(slot);
      orders[slot] = first;
      return first;
    }
    if (order.status !== 'done') throw new Error(`bot ${this.bot.id} places into the taken slot ${slot}`);
    if (order.next === 'attempt' && order.attempt < LAST_ATTEMPT) {
      order.attempt++;
    } else if (order.next !== 'same') {
      order.cycle = order.cycle + 1 < CYCLES ? order.cycle + 1 : 0;
      order.attempt = 0;
    }
    order.next = 'cycle';
    order.filledLots = 0;
    order.finalLots = -1;
    return order;
  }

  private endCancelled(order: BotOrder): void {
    this.close(order);
    this.deliver({ type: 'cancelled', slot: order.slot, cycle: order.cycle, filledLots: order.filledLots });
  }

  private close(order: BotOrder): void {
    this.unlock(order);
    order.status = 'done';
    this.bot.openOrders--;
  }

  private relock(order: BotOrder): void {
    const lockedAtoms = lockAtoms(this.instrument, this.limits, order, this.market.lastTicks);
    this.unlock(order);
    order.lockedAtoms = lockedAtoms;
    if (order.side === 'buy') this.bot.lockedQuoteAtoms += lockedAtoms;
    else this.bot.lockedBaseAtoms += lockedAtoms;
  }

  private unlock(order: BotOrder): void {
    if (order.side === 'buy') this.bot.lockedQuoteAtoms -= order.lockedAtoms;
    else this.bot.lockedBaseAtoms -= order.lockedAtoms;
    order.lockedAtoms = 0;
  }
}

function newOrder(slot: number): BotOrder {
  return {
    slot,
    cycle: 0,
    attempt: 0,
    side: 'buy',
    type: 'limit',
    tif: 'gtc',
    purpose: 'grid',
    reduceOnly: false,
    priceTicks: 0,
    qtyLots: 0,
    filledLots: 0,
    status: 'done',
    lockedAtoms: 0,
    finalLots: -1,
    next: 'cycle',
  };
}

function liveOrder(bot: Bot, slot: number, cycle: number): BotOrder | undefined {
  const order = bot.orders[slot];
  return order === null || order === undefined || order.cycle !== cycle || order.status === 'done' ? undefined : order;
}

/** An outcome that comes late for an order that has ended is no fault; one for an order never made is. */
function isKnown(bot: Bot, slot: number, cycle: number): boolean {
  const order = bot.orders[slot];
  return order !== null && order !== undefined && cycle <= order.cycle;
}
