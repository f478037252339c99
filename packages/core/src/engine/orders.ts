// The orders of one bot, one per slot: which is live, which id the next one gets, and what each ties up. What orders tie
// up is always the sum of what the live ones hold.

import type { Atoms } from '../money/units.ts';
import { GUARD_SLOT } from '../strategy/guard.ts';
import type { Bot, BotOrder } from './bot.ts';
import { CYCLES, LAST_ATTEMPT } from './client-order-id.ts';

/** The slot's next order: a new cycle, or the same one tried again after a proven refusal. Throws when it is taken. */
export function freshOrder(bot: Bot, slot: number): BotOrder {
  const { orders } = bot;
  if (slot >= orders.length) {
    if (slot >= GUARD_SLOT) throw new Error(`slot ${slot} does not fit an order id`);
    while (orders.length <= slot) orders.push(null);
  }
  const order = orders[slot];
  if (order === null || order === undefined) {
    const first = newOrder(slot);
    orders[slot] = first;
    return first;
  }
  if (order.status !== 'done') throw new Error(`bot ${bot.id} places into the taken slot ${slot}`);
  renew(order);
  return order;
}

/** One that has ended becomes the next of its slot, with the id that this one has. */
export function renew(order: BotOrder): void {
  if (order.next === 'attempt' && order.attempt < LAST_ATTEMPT) {
    order.attempt++;
  } else if (order.next !== 'same') {
    order.cycle = order.cycle + 1 < CYCLES ? order.cycle + 1 : 0;
    order.attempt = 0;
  }
  order.next = 'cycle';
  order.filledLots = 0;
  order.finalLots = -1;
}

function orderIn(bot: Bot, slot: number): BotOrder | null | undefined {
  return slot === GUARD_SLOT ? bot.guard : bot.orders[slot];
}

export function liveOrder(bot: Bot, slot: number, cycle: number): BotOrder | undefined {
  const order = orderIn(bot, slot);
  return order === null || order === undefined || order.cycle !== cycle || order.status === 'done' ? undefined : order;
}

/** An outcome that comes late for an order that has ended is no fault; one for an order never made is. */
export function isKnown(bot: Bot, slot: number, cycle: number): boolean {
  const order = orderIn(bot, slot);
  return order !== null && order !== undefined && cycle <= order.cycle;
}

/** The order has become live and ties up so much. */
export function hold(bot: Bot, order: BotOrder, lockedAtoms: Atoms, contract: boolean): void {
  order.lockedAtoms = lockedAtoms;
  tieUp(bot, order, lockedAtoms, contract);
}

/** Part of it traded: it ties up less. */
export function holdLess(bot: Bot, order: BotOrder, lockedAtoms: Atoms, contract: boolean): void {
  tieUp(bot, order, lockedAtoms - order.lockedAtoms, contract);
  order.lockedAtoms = lockedAtoms;
}

/** The order has ended: its slot and what it tied up are free. */
export function endOrder(bot: Bot, order: BotOrder, contract: boolean): void {
  tieUp(bot, order, -order.lockedAtoms, contract);
  order.lockedAtoms = 0;
  order.status = 'done';
  bot.openOrders--;
}

function tieUp(bot: Bot, order: BotOrder, atoms: Atoms, contract: boolean): void {
  if (contract) {
    if (order.reduceOnly) bot.lockedBaseAtoms += atoms;
    else if (order.side === 'buy') bot.lockedQuoteAtoms += atoms;
    else bot.lockedShortAtoms += atoms;
  } else if (order.side === 'buy') {
    bot.lockedQuoteAtoms += atoms;
  } else {
    bot.lockedBaseAtoms += atoms;
  }
}

export function newOrder(slot: number): BotOrder {
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
