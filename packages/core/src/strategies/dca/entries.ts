// How a DCA bot comes to its coin: the first order of a ladder, its safety orders (resting, `active_safety` at a time),
// a calendar's buys, and what the user adds by hand. A safety order is placed once a round; one that the price has
// already passed is given at the price, except after a pause, when it waits for the price to come back.
import { formatPrice, formatQuote } from '../../market/conversions.ts';
import type { Instrument } from '../../market/instrument.ts';
import { applyPpm, mulDiv } from '../../money/mul-div.ts';
import type { Atoms, Lots, Ticks } from '../../money/units.ts';
import { minEntryLots, mostLots, slippedTicks, wasLargest } from '../../strategy/order-minimums.ts';
import { MAX_OPENING_TRIES, nextMinute } from '../../strategy/round/patience.ts';
import { entrySideOf, isPast } from '../../strategy/round/side.ts';
import { retraceTicks } from '../../strategy/round/targets.ts';
import type { FillEvent, Intents, RefusalReason, View } from '../../strategy/strategy.ts';
import { refresh } from './exits.ts';
import type { DcaParams } from './params.ts';
import { leaveAsDust, sellableLots, takeIn } from './position.ts';
import { type DcaState, ENTRY_SLOT, emptyEntry, FIRST_SAFETY_SLOT, MANUAL_SLOT, type SafetyStep } from './state.ts';
import { stepAtoms, stepTicks } from './steps.ts';

const PPM = 1_000_000;
/** A safety order refused this often in a row is left out. */
const MAX_TRIES = 3;

/** Begins a ladder's round with its first order, at market. */
export function openRound(params: DcaParams, state: DcaState, view: View, out: Intents): void {
  state.round++;
  state.stage = 'opening';
  state.entry = emptyEntry();
  out.phase('opening');
  buyFirst(params, state, view, out);
}

export function buyFirst(params: DcaParams, state: DcaState, view: View, out: Intents): void {
  state.entry.retryAtMs = 0;
  const lots = marketLots(params, view, params.baseAtoms);
  state.entry.amountAtoms = params.baseAtoms;
  if (lots === 0) giveUpOpening(state, 'notional_small', out);
  else out.place(ENTRY_SLOT, entrySideOf(params.direction), 'market', 'ioc', 0, lots, 'entry');
}

/** What an amount buys at market, its slippage counted in; 0 when the venue would not take so little. */
export function marketLots(params: DcaParams, view: View, amountAtoms: Atoms): Lots {
  const { instrument, lastTicks } = view;
  const worstTicks = params.direction === 'long' ? slippedTicks('buy', lastTicks, params.slippagePpm) : lastTicks;
  const lots = Math.min(
    lotsFor(instrument, Math.max(0, amountAtoms), worstTicks),
    mostLots(instrument, 'market', lastTicks),
  );
  return lots >= minEntryLots(instrument, lastTicks) ? lots : 0;
}

export function onEntryFill(params: DcaParams, state: DcaState, event: FillEvent, view: View, out: Intents): void {
  takeIn(state, event, view.instrument);
  state.entry.doneLots += event.qtyLots;
  state.entry.notionalAtoms += event.notionalAtoms;
  if (event.leftLots > 0) return;
  const { amountAtoms = 0, notionalAtoms } = state.entry;
  if (!sendRest(params, state, event, amountAtoms - notionalAtoms, view, out)) entryDone(params, state, view, out);
}

/**
 * An order that had to be smaller than its amount, because the venue takes no larger one, is followed by another. True when one
 * was sent.
 */
function sendRest(
  params: DcaParams,
  state: DcaState,
  event: FillEvent,
  leftAtoms: Atoms,
  view: View,
  out: Intents,
): boolean {
  const { purpose, slot } = event;
  const isOver = (state.paused && slot !== MANUAL_SLOT) || !['opening', 'waiting', 'holding'].includes(state.stage);
  if (isOver || !wasLargest(view.instrument, 'market', event)) return false;
  const lots = marketLots(params, view, leftAtoms);
  if (lots > 0) out.place(slot, entrySideOf(params.direction), 'market', 'ioc', 0, lots, purpose);
  return lots > 0;
}

/** The first order, or a calendar's buy, ended without trading all it should. */
export function onEntryEnded(
  params: DcaParams,
  state: DcaState,
  reason: RefusalReason,
  view: View,
  out: Intents,
): void {
  const isFirst = params.mode === 'ladder' && state.stage === 'opening';
  if (state.entry.doneLots > 0 && (!isFirst || sellableLots(state, view) > 0)) {
    entryDone(params, state, view, out);
    return;
  }
  // Of a first order a part too small to be sold begins no round: it is left as dust, with its cost.
  if (isFirst && state.entry.doneLots > 0) {
    leaveAsDust(state);
    state.entry = { ...emptyEntry(), tries: state.entry.tries };
  }
  if (params.mode === 'calendar') {
    out.log('failed', 'buy_skipped', { reason, amount: formatQuote(view.instrument, params.amountAtoms) });
    state.entry = emptyEntry();
    return;
  }
  if (state.stage !== 'opening') return;
  state.entry.tries++;
  if (state.entry.tries < MAX_OPENING_TRIES) state.entry.retryAtMs = nextMinute(view.nowMs);
  else giveUpOpening(state, reason, out);
}

function giveUpOpening(state: DcaState, reason: RefusalReason, out: Intents): void {
  out.log('failed', 'opening_failed', { reason, tries: Math.max(1, state.entry.tries) });
  state.stage = 'fresh';
  state.entry = emptyEntry();
  out.finish('paused', 'balance');
}

function entryDone(params: DcaParams, state: DcaState, view: View, out: Intents): void {
  const { doneLots, notionalAtoms } = state.entry;
  const perTick = doneLots * view.instrument.quoteAtomsPerTickLot;
  state.entry = emptyEntry();
  state.entries++;
  if (params.mode === 'calendar') {
    state.buys++;
    if (state.stage === 'waiting') state.round++;
    if (state.buys === params.maxBuys) out.log('success', 'buys_done', { count: state.buys });
  } else if (state.firstTicks === 0) {
    state.firstTicks = mulDiv(notionalAtoms, 1, perTick, params.direction === 'long' ? 'floor' : 'ceil');
    drawSteps(params, state);
  }
  if (state.stage === 'opening' || state.stage === 'waiting') {
    state.stage = 'holding';
    out.phase('holding');
  }
  refresh(params, state, view);
}

/** The safety orders as the params want them; what has been filled or skipped stays so. */
export function drawSteps(params: DcaParams, state: DcaState): void {
  const before = state.steps;
  state.steps = [];
  for (let step = 1; step <= params.maxSafety; step++) {
    const old = before[step - 1];
    if (old !== undefined && old.status !== 'idle' && old.status !== 'missed') {
      state.steps.push(old);
      continue;
    }
    const ticks = stepTicks(params, state.firstTicks, step);
    const amountAtoms = stepAtoms(params, step);
    const spentAtoms = old?.spentAtoms ?? 0;
    state.steps.push({ ticks, amountAtoms, spentAtoms, status: 'idle', tries: 0, retryAtMs: 0, reason: '' });
  }
}

/** Rests as many safety orders as may rest at once, the nearest first. */
export function arrangeSafety(params: DcaParams, state: DcaState, view: View, out: Intents): void {
  if (state.stage !== 'holding' || state.paused) return;
  let live = 0;
  for (const step of state.steps) if (step.status === 'live' || step.status === 'leaving' || isBack(step, view)) live++;
  for (let index = 0; index < state.steps.length && live < params.activeSafety; index++) {
    const step = state.steps[index]!;
    // A long's safety orders lie below the price: one above it has been passed.
    if (step.status === 'missed' && isAhead(params, step, view)) step.status = 'idle';
    if (step.status !== 'idle' || step.retryAtMs > view.nowMs) continue;
    if (view.order(FIRST_SAFETY_SLOT + index) !== undefined) continue;
    if (placeStep(params, state, index, view, out)) live++;
  }
}

/** It met another order of the account and will rest again: nothing farther takes its place meanwhile. */
function isBack({ reason, retryAtMs, status }: SafetyStep, { nowMs }: View): boolean {
  return status === 'idle' && reason === 'cancelled' && retryAtMs > nowMs;
}

function isAhead(params: DcaParams, step: SafetyStep, view: View): boolean {
  return params.direction === 'long' ? step.ticks < view.lastTicks : step.ticks > view.lastTicks;
}

function placeStep(params: DcaParams, state: DcaState, index: number, view: View, out: Intents): boolean {
  const step = state.steps[index]!;
  const { instrument, lastTicks } = view;
  const long = params.direction === 'long';
  const priceTicks = long ? Math.min(step.ticks, lastTicks) : Math.max(step.ticks, lastTicks);
  if (priceTicks <= 0) {
    skip(step, 'price_range', index, view, out);
    return false;
  }
  let lots = lotsFor(instrument, Math.max(0, step.amountAtoms - step.spentAtoms), priceTicks);
  if (step.reason === 'budget' || step.reason === 'funds') {
    lots = Math.min(lots, affordableLots(params, view, priceTicks));
  }
  if (lots < minEntryLots(instrument, priceTicks)) {
    finishOrSkip(state, step, step.reason === '' ? 'notional_small' : step.reason, index, view, out);
    return false;
  }
  step.status = 'live';
  step.retryAtMs = 0;
  out.place(FIRST_SAFETY_SLOT + index, entrySideOf(params.direction), 'limit', 'gtc', priceTicks, lots, 'add');
  return true;
}

export function onSafetyFill(params: DcaParams, state: DcaState, index: number, event: FillEvent, view: View): void {
  takeIn(state, event, view.instrument);
  const step = state.steps[index];
  if (step !== undefined) step.spentAtoms += event.notionalAtoms;
  if (event.leftLots > 0) return;
  // As much as the venue takes in one order: its rest comes with the next.
  const isPart = step !== undefined && wasLargest(view.instrument, 'limit', event) && restOf(step, view) > 0;
  if (step !== undefined) step.status = isPart ? 'idle' : 'filled';
  if (!isPart) state.entries++;
  refresh(params, state, view);
}

/**
 * Taken away by us (pause, close) it may come again, with its rest when a part traded; by the venue, not, unless it met another
 * order of the account: that may be over in a minute.
 */
export function onSafetyCancelled(
  params: DcaParams,
  state: DcaState,
  index: number,
  filledLots: Lots,
  metOwn: boolean,
  view: View,
  out: Intents,
): void {
  const step = state.steps[index];
  if (filledLots > 0 && state.stage === 'holding') refresh(params, state, view);
  if (step?.status === 'leaving' && restOf(step, view) > 0) {
    // Back before the pause was over: the price may have passed it by now.
    step.status = isAhead(params, step, view) ? 'idle' : 'missed';
  } else if (step?.status === 'live' && metOwn && state.stage === 'holding' && restOf(step, view) > 0) {
    step.status = 'idle';
    step.reason = 'cancelled';
    step.retryAtMs = nextMinute(view.nowMs);
  } else if (step !== undefined && (step.spentAtoms > 0 || state.stage === 'holding')) {
    finishOrSkip(state, step, 'cancelled', index, view, out);
  }
}

/** Lots that a withdrawn order may come back with; 0 = what traded of it is enough, the rest is too little. */
function restOf({ ticks, amountAtoms, spentAtoms }: SafetyStep, { instrument }: View): Lots {
  if (spentAtoms === 0) return 1;
  const lots = lotsFor(instrument, Math.max(0, amountAtoms - spentAtoms), ticks);
  return lots >= minEntryLots(instrument, ticks) ? lots : 0;
}

export function onSafetyRefused(state: DcaState, index: number, reason: RefusalReason, view: View, out: Intents): void {
  const step = state.steps[index];
  if (step === undefined) return;
  step.status = 'idle';
  step.tries++;
  step.reason = reason;
  // Too little money: once more with what there is; anything else: again in a minute; in the end the step is left out.
  const shrinks = (reason === 'budget' || reason === 'funds') && step.tries === 1;
  if (step.tries >= MAX_TRIES || reason === 'notional_small') finishOrSkip(state, step, reason, index, view, out);
  else if (!shrinks) step.retryAtMs = nextMinute(view.nowMs);
}

/** No order of this step will come again: what traded of it stands, or it is left out. */
function finishOrSkip(
  state: DcaState,
  step: SafetyStep,
  reason: RefusalReason,
  index: number,
  view: View,
  out: Intents,
): void {
  if (step.spentAtoms === 0) {
    skip(step, reason, index, view, out);
    return;
  }
  step.status = 'filled';
  state.entries++;
}

function skip(step: SafetyStep, reason: RefusalReason, index: number, view: View, out: Intents): void {
  step.status = 'skipped';
  step.reason = reason;
  out.log('failed', 'safety_skipped', {
    reason,
    step: index + 1,
    price: formatPrice(view.instrument, Math.max(0, step.ticks)),
    amount: formatQuote(view.instrument, step.amountAtoms),
  });
}

/** Entries go: what rests is cancelled and comes back with the resume. */
export function withdrawSafety(state: DcaState, view: View, out: Intents): void {
  for (let index = 0; index < state.steps.length; index++) {
    const step = state.steps[index]!;
    if (step.status !== 'live' || view.order(FIRST_SAFETY_SLOT + index) === undefined) continue;
    step.status = 'leaving';
    out.cancel(FIRST_SAFETY_SLOT + index);
  }
}

/** After a pause: what the price has passed meanwhile is not caught up. */
export function markMissed(params: DcaParams, state: DcaState, view: View): void {
  for (const step of state.steps) {
    if (step.status === 'idle' && !isAhead(params, step, view)) step.status = 'missed';
  }
}

/** The command `add`: at market, 0 = the size of the next safety order, or of a calendar's buy. */
export function addByHand(params: DcaParams, state: DcaState, wanted: Atoms, view: View, out: Intents): void {
  if (state.stage !== 'holding' || view.order(MANUAL_SLOT) !== undefined) return;
  const next = state.steps.find(({ status }) => status !== 'filled' && status !== 'skipped');
  const usual = params.mode === 'calendar' ? params.amountAtoms : (next?.amountAtoms ?? params.safetyAtoms);
  const amountAtoms = wanted > 0 ? wanted : usual;
  const lots = marketLots(params, view, amountAtoms);
  if (lots === 0) {
    out.log('failed', 'add_refused', {
      reason: 'notional_small',
      amount: formatQuote(view.instrument, amountAtoms),
    });
    return;
  }
  state.manual = { amountAtoms, spentAtoms: 0 };
  out.place(MANUAL_SLOT, entrySideOf(params.direction), 'market', 'ioc', 0, lots, 'manual_add');
}

export function onManualFill(params: DcaParams, state: DcaState, event: FillEvent, view: View, out: Intents): void {
  takeIn(state, event, view.instrument);
  const { manual } = state;
  if (manual !== undefined) manual.spentAtoms += event.notionalAtoms;
  if (event.leftLots > 0) return;
  if (manual !== undefined && sendRest(params, state, event, manual.amountAtoms - manual.spentAtoms, view, out)) return;
  state.entries++;
  refresh(params, state, view);
}

/** What an amount of quote is in lots at a price. */
export function lotsFor(instrument: Instrument, amountAtoms: Atoms, priceTicks: Ticks): Lots {
  const lots = Math.floor(amountAtoms / (priceTicks * instrument.quoteAtomsPerTickLot));
  return Math.min(lots, mostLots(instrument, 'limit', priceTicks));
}

function affordableLots(params: DcaParams, view: View, priceTicks: Ticks): Lots {
  const { instrument } = view;
  const lot = priceTicks * instrument.quoteAtomsPerTickLot;
  const fee = instrument.market === 'futures' || instrument.feeAsset === 'quote' ? instrument.takerPpm : 0;
  // Rounding up is counted in twice over: an order that was refused for an atom would be refused again.
  const perLot = Math.ceil(lot / params.leverage) + applyPpm(lot, fee, 'ceil');
  return Math.max(0, Math.floor(mulDiv(Math.max(0, view.freeQuoteAtoms), PPM, perLot, 'floor') / PPM));
}

/** True when the price is this far below what the coin cost. */
export function isDip(params: DcaParams, averagePriceTicks: Ticks, view: View): boolean {
  if (params.dipDropPpm === 0 || averagePriceTicks === 0) return false;
  return isPast(params.direction, view.lastTicks, retraceTicks(params.direction, averagePriceTicks, params.dipDropPpm));
}
