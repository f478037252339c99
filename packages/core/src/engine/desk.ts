// Where a machine puts what it wants: every order passes risk here and nowhere else, ties up what it may cost, and goes
// to the host; what risk refuses waits for the end of the machine's turn.

import { formatPrice, formatQty } from '../market/conversions.ts';
import { assertSafe } from '../money/safe-integer.ts';
import type { Atoms, Lots, Ticks, TimeMs } from '../money/units.ts';
import {
  type ApprovedOrder,
  approve,
  approveContract,
  approveGuard,
  contractLockAtoms,
  lockAtoms,
} from '../risk/approve.ts';
import type {
  Intents,
  LogAction,
  OrderType,
  PauseReason,
  Phase,
  Purpose,
  RefusalReason,
  Side,
  StopReason,
  TimeInForce,
  Wake,
} from '../strategy/strategy.ts';
import type { BotOrder, Guard } from './bot.ts';
import { GUARD_LOOK_MS, guards, mayStand, wantedGuard } from './guard.ts';
import { isHalted } from './halt.ts';
import { leverageOf, marginForEntry, sideNotionalAtoms, unclaimedAtoms } from './margin-use.ts';
import { freshOrder, hold, renew } from './orders.ts';
import { BotView } from './view.ts';

interface Refusal {
  slot: number;
  cycle: number;
  reason: RefusalReason;
}

export class Desk<Params, State> extends BotView<Params, State> implements Intents, Wake {
  protected readonly refusals: Refusal[] = [];

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
    const order = freshOrder(this.bot, slot);
    order.side = side;
    order.type = type;
    order.tif = tif;
    order.priceTicks = priceTicks;
    order.qtyLots = qtyLots;
    order.purpose = purpose;
    order.reduceOnly = reduceOnly && this.contract;
    const lockedAtoms = this.lockOf(order);
    if (isHalted(this.bot)) {
      // Not worth a row each: that it places nothing was said when it was halted.
      order.next = 'same';
      this.refusals.push({ slot, cycle: order.cycle, reason: 'kill_switch' });
      return;
    }
    const verdict = this.contract
      ? this.judgeContract(order, lockedAtoms)
      : approve(order, lockedAtoms, this.instrument, this.limits, this);
    if (typeof verdict === 'string') {
      order.next = 'same';
      this.effects.refused(this.bot, order, verdict, 'risk');
      this.refusals.push({ slot, cycle: order.cycle, reason: verdict });
      return;
    }
    order.status = 'intended';
    this.bot.openOrders++;
    hold(this.bot, order, lockedAtoms, this.contract);
    this.effects.order(this.bot, verdict);
  }

  cancel(slot: number): void {
    const order = this.bot.orders[slot];
    if (order !== null && order !== undefined) this.callBack(order);
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
    if (status === 'stopped') bot.halted = '';
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
    if (action === 'failed' && isHalted(this.bot)) return;
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

  /** What the unfilled part of an order ties up at the present price. */
  protected lockOf(order: BotOrder): Atoms {
    const { instrument, limits, market } = this;
    if (!this.contract) return lockAtoms(instrument, limits, order, market.lastTicks);
    return contractLockAtoms(instrument, limits, order, market.lastTicks, leverageOf(this.bot));
  }

  private callBack(order: BotOrder): void {
    if (order.status === 'done' || order.status === 'cancelling') return;
    order.status = 'cancelling';
    this.effects.cancel(this.bot, order);
  }

  /**
   * Brings the protective stop to where it should be. The next one is placed when the end of the one before is proven:
   * two would close twice what the first had left.
   */
  protected tendGuard(): void {
    const { bot, instrument, market } = this;
    const { guard } = bot;
    if (guard === undefined) return;
    const wanted = wantedGuard(bot, this.strategy, instrument);
    if (guard.status !== 'done') {
      if (guards(guard, wanted)) return;
      const isKept = bot.status === 'stopped' && bot.books.baseAtoms !== 0;
      if (isKept && guard.status !== 'cancelling') this.log('success', 'guard_removed', this.wordsOf(guard));
      this.callBack(guard);
      return;
    }
    if (wanted === null) return;
    const { qtyLots, side, triggerTicks: priceTicks } = wanted;
    const next: Guard = { ...guard, side, priceTicks, qtyLots };
    renew(next);
    const verdict = mayStand(guard, wanted, market) ? approveGuard(next, instrument) : null;
    // Nothing else may wake the bot while it is without one.
    if (verdict === null) return this.at(Math.max(guard.retryAtMs, market.nowMs + GUARD_LOOK_MS));
    next.status = 'intended';
    bot.guard = next;
    this.effects.order(bot, verdict);
    const isMoved = guard.priceTicks !== priceTicks || guard.side !== side;
    const restLots = wanted.heldLots - qtyLots;
    const words = this.wordsOf(next);
    if (restLots > 0) this.log('failed', 'guard_part', { ...words, rest: formatQty(instrument, restLots) });
    else if (isMoved) this.log('success', 'guard_placed', words);
  }

  private wordsOf({ priceTicks, qtyLots }: BotOrder) {
    const { instrument } = this;
    return { price: formatPrice(instrument, priceTicks), qty: formatQty(instrument, qtyLots), base: instrument.base };
  }

  private judgeContract(order: BotOrder, lockedAtoms: Atoms): ApprovedOrder | RefusalReason {
    const { bot, instrument, market } = this;
    const { side } = order;
    // What cannot be counted is refused before anybody asks what it needs.
    const entry = { side, lots: order.qtyLots, lockedAtoms: Number.isSafeInteger(lockedAtoms) ? lockedAtoms : 0 };
    const { freeAtoms: freeMarginAtoms, needAtoms } = marginForEntry(bot, instrument, entry);
    const closes = bot.books.baseAtoms !== 0 && bot.books.baseAtoms > 0 === (side === 'sell');
    return approveContract(order, lockedAtoms, instrument, this.limits, {
      lastTicks: market.lastTicks,
      openOrders: bot.openOrders,
      heldAtoms: this.heldAtoms,
      ...{ freeMarginAtoms, needAtoms },
      claimableAtoms: closes ? unclaimedAtoms(bot) : 0,
      leverage: leverageOf(bot),
      sideNotionalAtoms: sideNotionalAtoms(bot, side, instrument.quoteAtomsPerTickLot),
    });
  }
}
