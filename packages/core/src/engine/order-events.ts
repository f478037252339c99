// What the venue says of a bot's orders: filled, accepted, refused, cancelled, or that it is not known. Each is booked and
// told to the machine, but for the protective stop, of which the machine hears its trades alone. An order is live until the
// host proves that it ended. False = the event names an order this bot does not have: nothing was changed.

import { baseValueAtoms, notionalAtoms } from '../market/conversions.ts';
import type { Atoms, Lots, Ticks } from '../money/units.ts';
import type { FillEvent, RefusalReason } from '../strategy/strategy.ts';
import { bookTrade } from './books.ts';
import type { Bot, BotOrder, Effects, Guard, Market } from './bot.ts';
import { GUARD_RETRY_MS, heldAgainst } from './guard.ts';
import { endOrder, holdLess, isKnown, liveOrder } from './orders.ts';
import { TIMER, Turn } from './turn.ts';

export class OrderEvents<Params, State> extends Turn<Params, State> {
  private readonly fillEvent: FillEvent = {
    type: 'fill',
    slot: 0,
    cycle: 0,
    side: 'buy',
    purpose: 'grid',
    priceTicks: 0,
    qtyLots: 0,
    leftLots: 0,
    orderLots: 0,
    notionalAtoms: 0,
    feeAtoms: 0,
    feeInBase: false,
    feeQuoteAtoms: 0,
    maker: false,
  };

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
    paidAtoms?: Atoms,
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
    event.orderLots = order.qtyLots;
    const notional = paidAtoms ?? notionalAtoms(instrument, priceTicks, qtyLots);
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
    metOwn = false,
  ): boolean {
    const order = liveOrder(bot, slot, cycle);
    if (order === undefined) return isKnown(bot, slot, cycle);
    this.enter(bot, market, effects, slot);
    // It may still stand there: the next one rests until that would have shown itself.
    if (isLost && order === bot.guard) bot.guard.retryAtMs = market.nowMs + GUARD_RETRY_MS;
    order.finalLots = filledLots;
    if (order.filledLots >= filledLots) this.endCancelled(order, metOwn);
    return true;
  }

  unknown(bot: Bot<Params, State>, slot: number, cycle: number): boolean {
    const order = liveOrder(bot, slot, cycle);
    if (order !== undefined && order.status === 'intended') order.status = 'unknown';
    return isKnown(bot, slot, cycle);
  }

  /** Of a guard that has traded in part the machine waits for the end: it looks again at what is left to close. */
  private endGuard(guard: Guard): boolean {
    const { bot } = this;
    guard.status = 'done';
    if (guard.filledLots === 0) return false;
    bot.openOrders--;
    return true;
  }

  private endCancelled(order: BotOrder, metOwn = false): void {
    const { guard } = this.bot;
    if (order === guard) {
      // What the venue ends unasked it may end again at once.
      if (guard.status !== 'cancelling') guard.retryAtMs = this.market.nowMs + GUARD_RETRY_MS;
      if (this.endGuard(guard)) this.deliver(TIMER);
      else this.tendGuard();
      return;
    }
    endOrder(this.bot, order, this.contract);
    const { slot, cycle, filledLots } = order;
    this.deliver({ type: 'cancelled', slot, cycle, filledLots, metOwn });
  }

  /** On contracts a part that traded never makes the rest dearer: what was judged when it was placed stands. */
  private relock(order: BotOrder): void {
    const lockedAtoms = this.lockOf(order);
    holdLess(this.bot, order, this.contract ? Math.min(lockedAtoms, order.lockedAtoms) : lockedAtoms, this.contract);
  }
}
