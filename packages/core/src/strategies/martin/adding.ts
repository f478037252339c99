// The adds. With a callback an add is an order at market, because the bounce that confirms it has happened already; one
// add per confirmed bounce, however many levels the price fell through. Without a callback nothing is awaited, so the add
// rests as a limit order and is filled at its own price as a maker - but only while the crash guard could not object to a
// fall to it, because a resting order cannot be held back.
import { formatPrice, formatQuote } from '../../market/conversions.ts';
import { formatPercent } from '../../money/decimal-text.ts';
import { mulDiv } from '../../money/mul-div.ts';
import type { Ppm, Ticks } from '../../money/units.ts';
import { minEntryLots, mostLots } from '../../strategy/order-minimums.ts';
import { isTold, nextMinute, RESTING_PATIENCE, retryAtMs } from '../../strategy/round/patience.ts';
import { isPast, isReached, oppositeOf, type PositionSide } from '../../strategy/round/side.ts';
import { retraceTicks } from '../../strategy/round/targets.ts';
import type { Intents, RefusalReason, View } from '../../strategy/strategy.ts';
import { heldBy, isCalm, nearTicks, nextTrendClose } from './guards.ts';
import { PPM } from './ladder-plan.ts';
import { drawLevels, drawNextAdd, lotsFor, setNextAdd } from './levels.ts';
import { finishLot } from './lots.ts';
import type { MartinParams } from './params.ts';
import { ADD_SLOT, entrySide, type MartinState, nextAtoms, nextStep, openAdd, sideOf } from './state.ts';

export function callbackPpm(params: MartinParams, state: MartinState): Ppm {
  return params.callbacksPpm[nextStep(state)] ?? 0;
}

/** Where an armed callback fires: a bounce is what a retrace is for the other side. */
export function bounceTicks(side: PositionSide, troughTicks: Ticks, ppm: Ppm): Ticks {
  return retraceTicks(oppositeOf(side), troughTicks, ppm);
}

/** Looks at the next add as the price stands. Called with nothing being closed. */
export function watchAdd(params: MartinParams, state: MartinState, view: View, out: Intents): void {
  const wanted = !state.paused && state.addTicks > 0;
  const order = view.order(ADD_SLOT);
  if (order !== undefined) {
    if (order.type === 'limit' && !(wanted && order.priceTicks === state.addTicks && mayRest(params, state, view))) {
      withdraw(state, out);
    }
    if (view.nowMs >= state.recheckAtMs) state.recheckAtMs = nextTrendClose(params, view.nowMs);
    return;
  }
  if (!wanted || view.nowMs < state.recheckAtMs) {
    if (wanted) followTrough(params, state, view);
    return;
  }
  state.recheckAtMs = 0;
  if (callbackPpm(params, state) > 0) watchCallback(params, state, view, out);
  else watchLevel(params, state, view, out);
}

export function withdraw(state: MartinState, out: Intents): void {
  state.withdrawing = true;
  out.cancel(ADD_SLOT);
}

function followTrough(params: MartinParams, state: MartinState, view: View): void {
  if (state.troughTicks > 0 && isPast(sideOf(params), view.lastTicks, state.troughTicks)) {
    state.troughTicks = view.lastTicks;
  }
}

function watchCallback(params: MartinParams, state: MartinState, view: View, out: Intents): void {
  const side = sideOf(params);
  const { lastTicks } = view;
  if (state.troughTicks === 0) {
    if (isPast(side, lastTicks, state.addTicks)) state.troughTicks = lastTicks;
    return;
  }
  followTrough(params, state, view);
  if (!isReached(side, lastTicks, bounceTicks(side, state.troughTicks, callbackPpm(params, state)))) return;
  if (isReached(side, lastTicks, state.refTicks)) {
    // Held back, it has recovered to where the drop was measured from: buying here is no add any more.
    disarm(state, view, out);
    return;
  }
  if (isHeld(params, state, lastTicks, view, out)) return;
  const { instrument } = view;
  const sent = {
    ...addFigures(params, state, view),
    best: formatPrice(instrument, state.troughTicks),
    rate: formatPercent(callbackPpm(params, state)),
  };
  if (placeAdd(params, state, view, out)) out.log('success', 'add_bounced', sent);
}

/** Without a callback: at market when the price is there already, else resting while no guard could object. */
function watchLevel(params: MartinParams, state: MartinState, view: View, out: Intents): void {
  const side = sideOf(params);
  if (isPast(side, view.lastTicks, state.addTicks)) {
    if (isHeld(params, state, view.lastTicks, view, out)) return;
    const sent = addFigures(params, state, view);
    if (placeAdd(params, state, view, out)) out.log('success', 'add_reached', sent);
    return;
  }
  if (!isPast(side, view.lastTicks, nearTicks(side, state.addTicks, params.guardDropPpm))) return;
  if (!mayRest(params, state, view)) {
    state.recheckAtMs = nextMinute(view.nowMs);
    return;
  }
  const { instrument } = view;
  const amount = nextAtoms(params, state);
  const wanted = Math.floor(amount / (state.addTicks * instrument.quoteAtomsPerTickLot));
  const lots = Math.min(wanted, mostLots(instrument, 'limit', state.addTicks));
  if (lots < minEntryLots(instrument, state.addTicks)) {
    skip(params, state, 'notional_small', view, out);
    return;
  }
  state.resting = true;
  state.recheckAtMs = nextTrendClose(params, view.nowMs);
  out.place(ADD_SLOT, entrySide(params), 'limit', 'gtc', state.addTicks, lots, 'add');
}

/** True while an order that rests at the level could not be filled in a crash, or against the trend. */
function mayRest(params: MartinParams, state: MartinState, view: View): boolean {
  const side = sideOf(params);
  const near = nearTicks(side, state.addTicks, params.guardDropPpm);
  if (!isPast(side, view.lastTicks, near) || !isCalm(params, near, view)) return false;
  return !heldBy(params, state.addTicks, view).some((guard) => guard !== 'guard_crash');
}

function isHeld(params: MartinParams, state: MartinState, priceTicks: Ticks, view: View, out: Intents): boolean {
  state.held = heldBy(params, priceTicks, view);
  if (state.held.length === 0) {
    state.recheckAtMs = 0;
    return false;
  }
  state.recheckAtMs = nextMinute(view.nowMs);
  if (!state.heldTold) {
    state.heldTold = true;
    const { instrument } = view;
    out.log('failed', 'add_held', {
      step: nextStep(state) + 1,
      level: formatPrice(instrument, state.addTicks),
      price: formatPrice(instrument, priceTicks),
      guard: state.held[0]!,
    });
  }
  return true;
}

function disarm(state: MartinState, view: View, out: Intents): void {
  state.troughTicks = 0;
  state.held = [];
  state.heldTold = false;
  state.recheckAtMs = 0;
  out.log('success', 'add_disarmed', {
    step: nextStep(state) + 1,
    level: formatPrice(view.instrument, state.addTicks),
    price: formatPrice(view.instrument, view.lastTicks),
  });
}

/** True when the order was sent. */
function placeAdd(params: MartinParams, state: MartinState, view: View, out: Intents): boolean {
  const lots = lotsFor(params, nextAtoms(params, state), view);
  if (lots < minEntryLots(view.instrument, view.lastTicks)) {
    skip(params, state, 'notional_small', view, out);
    return false;
  }
  out.place(ADD_SLOT, entrySide(params), 'market', 'ioc', 0, lots, 'add');
  return true;
}

/** An add is complete, or what there is of it: the next level counts from it. */
export function onAdded(params: MartinParams, state: MartinState, slot: number, view: View, out: Intents): void {
  state.withdrawing = false;
  if (slot === ADD_SLOT) state.resting = false;
  if (finishLot(state, slot, view) === undefined) return;
  drawLevels(params, state, view);
  if (state.stage !== 'holding') return;
  drawNextAdd(params, state, view);
  tellFull(params, state, view, out);
}

/**
 * An add that had traded in part was cancelled. Withdrawn by us, or ended because it met another order of the account, it keeps
 * its place: the rest is sent again when the add may go, so that a short touch of its level does not use it up. Taken away by the venue, or with too little left for an
 * order, what traded is all of it (strategies.md 2.0).
 */
export function onAddCut(params: MartinParams, state: MartinState, metOwn: boolean, view: View, out: Intents): void {
  const ours = state.withdrawing || metOwn;
  const { instrument } = view;
  const left = nextAtoms(params, state);
  const restLots = Math.floor(left / (state.addTicks * instrument.quoteAtomsPerTickLot));
  if (
    !ours ||
    state.stage !== 'holding' ||
    openAdd(state) === undefined ||
    restLots < minEntryLots(instrument, state.addTicks)
  ) {
    onAdded(params, state, ADD_SLOT, view, out);
    return;
  }
  state.withdrawing = false;
  state.resting = false;
  state.recheckAtMs = metOwn ? nextMinute(view.nowMs) : 0;
  drawLevels(params, state, view);
}

/** An add ended without a fill: for want of money it is skipped, otherwise tried again, then only now and then. */
export function onAddEnded(
  params: MartinParams,
  state: MartinState,
  reason: RefusalReason,
  metOwn: boolean,
  view: View,
  out: Intents,
): void {
  const ours = state.withdrawing;
  const rested = state.resting;
  state.withdrawing = false;
  state.resting = false;
  state.recheckAtMs = 0;
  if (state.stage !== 'holding' || (reason === 'cancelled' && ours)) return;
  // A resting add that the venue took away by its risk control is not sent again: the next level follows.
  if ((rested && reason === 'cancelled' && !metOwn) || isFinal(reason)) {
    skip(params, state, reason, view, out);
    return;
  }
  state.addTries++;
  state.recheckAtMs = retryAtMs(RESTING_PATIENCE, state.addTries, view.nowMs);
  if (isTold(RESTING_PATIENCE, state.addTries)) {
    out.log('failed', 'add_retried', { step: nextStep(state) + 1, reason, tries: state.addTries });
  }
}

function isFinal(reason: RefusalReason): boolean {
  return ['budget', 'funds', 'notional_small', 'qty_small', 'qty_large', 'leverage'].includes(reason);
}

/** This order of the ladder will not be: the next one counts from its level. */
function skip(params: MartinParams, state: MartinState, reason: RefusalReason, view: View, out: Intents): void {
  const { instrument } = view;
  out.log('failed', 'add_skipped', {
    step: nextStep(state) + 1,
    reason,
    amount: formatQuote(instrument, nextAtoms(params, state)),
  });
  if (openAdd(state) !== undefined) {
    onAdded(params, state, ADD_SLOT, view, out);
    return;
  }
  const levelTicks = state.addTicks;
  state.depthE9 = Math.max(state.depthE9, state.nextDepthE9);
  state.used++;
  drawNextAdd(params, state, view);
  if (state.addTicks > 0 && params.addBase !== 'first') {
    setNextAdd(
      params,
      state,
      isPast(sideOf(params), view.lastTicks, levelTicks) ? view.lastTicks : levelTicks,
      params.dropsE9[state.used]!,
    );
  }
  drawLevels(params, state, view);
  tellFull(params, state, view, out);
}

/** Once a round: everything is used, and what it takes to get out. */
export function tellFull(params: MartinParams, state: MartinState, view: View, out: Intents): void {
  if (state.fullTold || state.used < params.maxOrders || state.lots.length === 0) return;
  state.fullTold = true;
  const { instrument, lastTicks } = view;
  const away = mulDiv(Math.abs(state.tpTicks - lastTicks), PPM, lastTicks, 'ceil');
  out.log('success', 'ladder_full', {
    step: state.used,
    average: formatPrice(instrument, state.averageTicks),
    level: formatPrice(instrument, state.tpTicks),
    rate: formatPercent(away),
  });
}

function addFigures(params: MartinParams, state: MartinState, view: View) {
  const { instrument } = view;
  return {
    step: nextStep(state) + 1,
    level: formatPrice(instrument, state.addTicks),
    price: formatPrice(instrument, view.lastTicks),
    amount: formatQuote(instrument, nextAtoms(params, state)),
  };
}
