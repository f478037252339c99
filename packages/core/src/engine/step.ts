// The engine: feeds one event to one bot, keeps its books and its orders, passes every intent through risk, and tells
// the host what to send and what happened. Synchronous and deterministic; one instance serves all bots of one market.
// Books change by fills, funding and liquidation alone.

import { baseValueAtoms, notionalAtoms } from '../market/conversions.ts';
import type { Atoms, Lots, Ticks } from '../money/units.ts';
import type { Command, MarginTerms, Side } from '../strategy/strategy.ts';
import { admit } from './admit.ts';
import { addingSide, costOfTaking } from './adopt.ts';
import { bookFunding, bookTrade } from './books.ts';
import type { Bot, Effects, HostEvent, Market } from './bot.ts';
import { haltedFrom, isHalted } from './halt.ts';
import type { HandTrade } from './hand-trade.ts';
import { OrderEvents } from './order-events.ts';
import { endOrder } from './orders.ts';
import { TIMER } from './turn.ts';

/** True when a print at this market state concerns the bot. */
export function wakes(bot: Bot, market: Market): boolean {
  const { wake } = bot;
  return market.nowMs >= wake.atMs || market.lastTicks >= wake.aboveTicks || market.lastTicks <= wake.belowTicks;
}

export class Engine<Params, State> extends OrderEvents<Params, State> {
  /**
   * One event, whole: books, machine, risk, effects, wake points. False when the event names an order or a position this
   * bot does not have (a foreign or repeated fill): nothing was changed, and the host must not go on as if nothing happened.
   */
  step(bot: Bot<Params, State>, event: HostEvent, market: Market, effects: Effects): boolean {
    switch (event.type) {
      case 'fill': {
        const { slot, cycle, priceTicks, qtyLots, feeAtoms, feeInBase, maker, paidAtoms } = event;
        return this.fill(bot, market, effects, slot, cycle, priceTicks, qtyLots, feeAtoms, feeInBase, maker, paidAtoms);
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
        return this.cancelled(
          ...([bot, market, effects, event.slot, event.cycle, event.filledLots] as const),
          event.isLost,
          event.metOwn,
        );
      case 'funding':
        return this.funding(bot, market, effects, event.amountAtoms, event.rateE8);
      case 'liquidated':
        return this.liquidated(bot, market, effects, event.side, event.qtyLots, event.priceTicks, event.feeAtoms);
      case 'unknown':
        return this.unknown(bot, event.slot, event.cycle);
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
      const fill = {
        slot,
        cycle: 0,
        side,
        purpose: 'manual_add',
        priceTicks,
        qtyLots,
        leftLots,
        orderLots: 0,
      } as const;
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

  command(bot: Bot<Params, State>, market: Market, effects: Effects, command: Command): void {
    this.enter(bot, market, effects, -1);
    if (!admit(bot, command, market.nowMs, effects)) return;
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

  funding(
    bot: Bot<Params, State>,
    market: Market,
    effects: Effects,
    amountAtoms: Atoms,
    rateE8: number | null,
  ): boolean {
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

  /** A machine that does not end itself after its liquidation is ended: nothing of it may trade on. */
  private endLiquidated(): void {
    const { bot } = this;
    for (const order of bot.orders) if (order !== null) this.cancel(order.slot);
    this.finish('stopped', 'liquidated');
    this.sleep();
  }
}
