// How a round begins: at once, at a price or on conditions; the first order, its failures, and a kept position taken over.
import { formatPrice, formatQty, formatQuote } from '../../market/conversions.ts';
import type { Atoms } from '../../money/units.ts';
import { evaluate, heldText, nextCandleClose, tickBounds } from '../../strategy/conditions.ts';
import { minEntryLots, wasLargest } from '../../strategy/order-minimums.ts';
import { MAX_OPENING_TRIES, nextMinute } from '../../strategy/round/patience.ts';
import { isPast } from '../../strategy/round/side.ts';
import type { FillEvent, Intents, RefusalReason, View } from '../../strategy/strategy.ts';
import { drawLevels, drawNextAdd, lotsFor } from './levels.ts';
import { finishLot, sellableLots } from './lots.ts';
import type { MartinParams } from './params.ts';
import { rebase } from './rebasing.ts';
import {
  ADD_SLOT,
  coinAtoms,
  costAtoms,
  emptySale,
  entrySide,
  holds,
  MANUAL_SLOT,
  type MartinState,
  OPEN_SLOT,
  sideOf,
} from './state.ts';

/** The command `start`: takes over what an earlier stop kept, or begins a round. */
export function start(params: MartinParams, state: MartinState, view: View, out: Intents): void {
  state.paused = false;
  state.ended = 0;
  if (state.stage === 'kept' && holds(state)) {
    const { baseAtomsPerLot } = view.instrument;
    if (Math.abs(view.books.baseAtoms) === coinAtoms(state, baseAtomsPerLot)) {
      adopt(params, state, view, out);
      return;
    }
    out.log('failed', 'martin_not_adopted', {
      qty: formatQty(view.instrument, Math.floor(Math.abs(view.books.baseAtoms) / baseAtomsPerLot)),
    });
    state.dustCostAtoms = costAtoms(state);
    state.dustAtoms = Math.abs(view.books.baseAtoms);
    state.lots = [];
    state.sale = emptySale();
  }
  awaitEntry(params, state, view, out);
}

function adopt(params: MartinParams, state: MartinState, view: View, out: Intents): void {
  state.stage = 'holding';
  out.phase('holding');
  drawLevels(params, state, view);
  drawNextAdd(params, state, view);
  rebase(params, state, view, out);
  const lots = Math.floor(coinAtoms(state, view.instrument.baseAtomsPerLot) / view.instrument.baseAtomsPerLot);
  out.log('success', 'martin_adopted', {
    average: formatPrice(view.instrument, state.averageTicks),
    qty: formatQty(view.instrument, lots),
  });
}

/** Waits for the entry, or opens when it is there. */
export function awaitEntry(params: MartinParams, state: MartinState, view: View, out: Intents): void {
  if (state.stage !== 'waiting') {
    state.stage = 'waiting';
    state.openTries = 0;
    out.phase('waiting');
  }
  tryEntry(params, state, view, out);
}

/** Opens when the entry is met; else remembers what would wake it. */
export function tryEntry(params: MartinParams, state: MartinState, view: View, out: Intents): void {
  if (state.paused || state.stage !== 'waiting') return;
  if (isEntry(params, view)) {
    open(params, state, view, out);
    return;
  }
  const tree = params.entryConditions;
  if (params.entry !== 'conditions' || tree === null) return;
  const { aboveTicks, belowTicks } = tickBounds([tree], view);
  state.entryAboveTicks = aboveTicks;
  state.entryBelowTicks = belowTicks;
  state.entryAtMs = nextCandleClose(tree, view.nowMs);
}

function isEntry(params: MartinParams, view: View): boolean {
  if (params.entry === 'price') return isPast(sideOf(params), view.lastTicks, params.entryTicks);
  if (params.entry === 'conditions') return params.entryConditions !== null && evaluate(params.entryConditions, view);
  return true;
}

/** The first order, at market: its size is the first amount at the worst price expected. */
function open(params: MartinParams, state: MartinState, view: View, out: Intents): void {
  const { instrument } = view;
  const amountAtoms = params.amountsAtoms[0]!;
  const lots = lotsFor(params, amountAtoms, view);
  const min = minEntryLots(instrument, view.lastTicks);
  if (lots < min) {
    const minAtoms: Atoms = min * view.lastTicks * instrument.quoteAtomsPerTickLot;
    out.log('failed', 'first_small', {
      amount: formatQuote(instrument, amountAtoms),
      min: formatQuote(instrument, minAtoms),
    });
    giveUp(state, out);
    return;
  }
  state.stage = 'opening';
  state.used = 0;
  state.depthE9 = 0;
  state.nextDepthE9 = 0;
  state.addTicks = 0;
  state.refTicks = 0;
  state.peakTicks = 0;
  state.fullTold = false;
  state.roundNetAtoms = 0;
  state.openRetryAtMs = 0;
  if (state.openTries === 0) {
    state.round++;
    logOpen(params, state, amountAtoms, view, out);
  }
  out.phase('opening');
  out.place(OPEN_SLOT, entrySide(params), 'market', 'ioc', 0, lots, 'entry');
}

/** The first order is complete, or what there is of it is enough to go on with. */
export function onOpened(params: MartinParams, state: MartinState, view: View, out: Intents): void {
  finishLot(state, OPEN_SLOT, view);
  state.openTries = 0;
  state.openRetryAtMs = 0;
  state.stage = 'holding';
  out.phase('holding');
  drawLevels(params, state, view);
  drawNextAdd(params, state, view);
}

/**
 * An order that had to be smaller than its amount, because the venue takes no larger one, is followed by another. True when one
 * was sent.
 */
export function sendRest(
  params: MartinParams,
  state: MartinState,
  event: FillEvent,
  view: View,
  out: Intents,
): boolean {
  const { purpose, slot } = event;
  const rested = slot === ADD_SLOT && state.resting;
  if (!wasLargest(view.instrument, rested ? 'limit' : 'market', event)) return false;
  if (state.stage !== (slot === OPEN_SLOT ? 'opening' : 'holding') || (state.paused && slot !== MANUAL_SLOT))
    return false;
  const lot = state.lots.find((one) => one.slot === slot);
  if (lot === undefined) return false;
  const wantedAtoms = (slot === MANUAL_SLOT ? state.manualAtoms : params.amountsAtoms[lot.step]) ?? 0;
  const lots = lotsFor(params, wantedAtoms - lot.notionalAtoms, view);
  if (lots < minEntryLots(view.instrument, view.lastTicks)) return false;
  if (slot === ADD_SLOT) state.resting = false;
  out.place(slot, entrySide(params), 'market', 'ioc', 0, lots, purpose);
  return true;
}

/** It ended without trading all: a part that can be sold again is a position; nothing is tried three times. */
export function onOpeningEnded(
  params: MartinParams,
  state: MartinState,
  reason: RefusalReason,
  view: View,
  out: Intents,
): void {
  if (state.stage !== 'opening') return;
  if (sellableLots(state, view) > 0) {
    onOpened(params, state, view, out);
    return;
  }
  // A part too small to be sold is left as dust, with its cost.
  for (const lot of state.lots) {
    state.dustAtoms += lot.coinAtoms;
    state.dustCostAtoms += lot.costAtoms;
  }
  state.lots = [];
  state.openTries++;
  if (state.openTries < MAX_OPENING_TRIES) {
    state.openRetryAtMs = nextMinute(view.nowMs);
    return;
  }
  out.log('failed', 'first_failed', { reason, tries: state.openTries });
  giveUp(state, out);
}

export function retryOpening(params: MartinParams, state: MartinState, view: View, out: Intents): void {
  if (state.openRetryAtMs === 0 || view.nowMs < state.openRetryAtMs || state.paused) return;
  if (view.order(OPEN_SLOT) === undefined) open(params, state, view, out);
}

function giveUp(state: MartinState, out: Intents): void {
  state.stage = 'fresh';
  state.openTries = 0;
  state.openRetryAtMs = 0;
  state.paused = true;
  out.finish('paused', 'balance');
}

function logOpen(params: MartinParams, state: MartinState, amountAtoms: Atoms, view: View, out: Intents): void {
  const { instrument, lastTicks } = view;
  const data = {
    round: state.round,
    price: formatPrice(instrument, lastTicks),
    amount: formatQuote(instrument, amountAtoms),
  };
  if (params.entry === 'price') {
    out.log('success', 'martin_open_price', { ...data, level: formatPrice(instrument, params.entryTicks) });
  } else if (params.entry === 'conditions' && params.entryConditions !== null) {
    out.log('success', 'martin_open_conditions', { ...data, conditions: heldText(params.entryConditions, view) });
  } else {
    out.log('success', 'martin_open', data);
  }
}
