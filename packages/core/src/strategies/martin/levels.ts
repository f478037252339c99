// The prices a round waits for, computed from its lots: average, target, stop, break-even, the next add, the tail's own
// target and the price from which a deep lot may be closed. Computed when something filled, never per print.

import type { Instrument } from '../../market/instrument.ts';
import { mulDiv } from '../../money/mul-div.ts';
import type { Atoms, Lots, Ticks } from '../../money/units.ts';
import { mostLots, slippedTicks } from '../../strategy/order-minimums.ts';
import { minCloseLots } from '../../strategy/round/closing.ts';
import { averageTicks, breakEvenTicks, profitTicks, stopTicks } from '../../strategy/round/targets.ts';
import type { Books, View } from '../../strategy/strategy.ts';
import { volScalePpm } from './guards.ts';
import { dropFrom, PPM } from './ladder-plan.ts';
import { finishLot } from './lots.ts';
import type { MartinParams } from './params.ts';
import { ADD_SLOT, fillTicks, holdingOf, type Lot, type MartinState, scaledDropE9, sideOf } from './state.ts';

/** After the lots or the params have changed. */
export function drawLevels(params: MartinParams, state: MartinState, view: View): void {
  const { instrument } = view;
  const holding = holdingOf(params, state);
  state.averageTicks = averageTicks(instrument, holding);
  state.breakEvenTicks = breakEvenTicks(instrument, holding);
  state.tpTicks = profitTicks(instrument, holding, params.takeProfitPpm);
  state.stopTicks = stopTicks(instrument, holding, params.stopLossPpm);
  const last = tailLot(params, state);
  state.tailTicks = 0;
  state.tailEvenTicks = 0;
  if (last !== undefined) {
    const own = { side: holding.side, coinAtoms: last.coinAtoms, costAtoms: last.costAtoms };
    state.tailTicks = profitTicks(instrument, own, params.takeProfitPpm);
    state.tailEvenTicks = breakEvenTicks(instrument, own);
  }
  drawUnstuck(params, state, view);
}

/** The lot that is sold alone; undefined while everything is sold together. */
export function tailLot(params: MartinParams, state: MartinState): Lot | undefined {
  const { lots } = state;
  const last = lots[lots.length - 1];
  return params.tailFrom > 0 && lots.length >= params.tailFrom && last?.slot === -1 ? last : undefined;
}

/** The level after the present one, by what its drop is measured from. Its distance is fixed here until it has filled. */
export function drawNextAdd(params: MartinParams, state: MartinState, view: View): void {
  const index = state.used;
  // An add that waited to be topped up is complete by the order that came after it.
  if (view.order(ADD_SLOT) === undefined) finishLot(state, ADD_SLOT, view);
  state.troughTicks = 0;
  state.heldTold = false;
  state.held = [];
  state.recheckAtMs = 0;
  state.addTries = 0;
  if (index >= params.maxOrders || state.lots.length === 0) {
    state.addTicks = 0;
    return;
  }
  const dropE9 = scaledDropE9(params.dropsE9[index]!, volScalePpm(params, view));
  setNextAdd(params, state, basisTicks(params, state, view), dropE9);
}

/** A level `dropE9` from a reference; with the basis `first`, that much below the level before. */
export function setNextAdd(params: MartinParams, state: MartinState, refTicks: Ticks, dropE9: number): void {
  const side = sideOf(params);
  state.refTicks = refTicks;
  state.nextDepthE9 = state.depthE9 + dropE9;
  state.addTicks =
    params.addBase === 'first' ? dropFrom(side, state.firstTicks, state.nextDepthE9) : dropFrom(side, refTicks, dropE9);
}

function basisTicks(params: MartinParams, state: MartinState, view: View): Ticks {
  if (params.addBase === 'avg') return state.averageTicks;
  const last = state.lots[state.lots.length - 1]!;
  return fillTicks(last, view.instrument.quoteAtomsPerTickLot);
}

/**
 * What unstuck closings may still lose: W = realised + what they have cost so far is what the bot earned without them;
 * at most unstuck_budget % of W, less what was spent, and never more than is realised now: so the lifetime's realised
 * result is not below zero after a closing, and a bot that earned nothing spends nothing.
 */
export function unstuckBudgetAtoms(params: MartinParams, state: MartinState, books: Books): Atoms {
  if (params.unstuckPpm === 0) return 0;
  const earned = books.realizedAtoms + state.unstuckSpentAtoms;
  if (earned <= 0) return 0;
  const may = mulDiv(earned, params.unstuckPpm, PPM, 'floor') - state.unstuckSpentAtoms;
  return Math.max(0, Math.min(may, books.realizedAtoms));
}

/** The lot that is furthest under water (worst price); -1 when the round has but one. */
export function deepestLot(params: MartinParams, state: MartinState, instrument: Instrument): number {
  const { lots } = state;
  if (lots.length < 2) return -1;
  const long = sideOf(params) === 'long';
  let deepest = 0;
  const price = (at: number) => fillTicks(lots[at]!, instrument.quoteAtomsPerTickLot);
  for (let at = 1; at < lots.length - 1; at++) {
    if (long ? price(at) > price(deepest) : price(at) < price(deepest)) deepest = at;
  }
  return deepest;
}

/** What closing one lot (the quantity) of a ladder's lot at a price loses, fee included; above zero = a loss. */
export function lossPerLotAtoms(params: MartinParams, lot: Lot, priceTicks: Ticks, instrument: Instrument): Atoms {
  const { baseAtomsPerLot, quoteAtomsPerTickLot, takerPpm } = instrument;
  const cost = mulDiv(lot.costAtoms, baseAtomsPerLot, lot.coinAtoms, 'ceil');
  const value = priceTicks * quoteAtomsPerTickLot;
  const fee = mulDiv(value, takerPpm, PPM, 'ceil') + 1;
  return sideOf(params) === 'long' ? cost - value + fee : cost + value + fee;
}

/** Waits for the price at which the newest lot is even and the budget reaches for the smallest order of the deepest. */
function drawUnstuck(params: MartinParams, state: MartinState, view: View): void {
  state.unstuckTicks = 0;
  const { instrument } = view;
  if (params.unstuckPpm === 0 || state.used < params.maxOrders || state.lots.some(({ slot }) => slot !== -1)) return;
  const deepest = deepestLot(params, state, instrument);
  const budget = unstuckBudgetAtoms(params, state, view.books);
  if (deepest < 0 || budget === 0) return;
  const lot = state.lots[deepest]!;
  const newest = state.lots[state.lots.length - 1]!;
  const side = sideOf(params);
  const even = breakEvenTicks(instrument, { side, coinAtoms: newest.coinAtoms, costAtoms: newest.costAtoms });
  const minLots = minCloseLots(instrument, even);
  if (minLots > Math.floor(lot.coinAtoms / instrument.baseAtomsPerLot)) return;
  // One tick of loss less a tick of price: from the price of no loss toward the position's worse side.
  const lossAtEven = lossPerLotAtoms(params, lot, even, instrument) * minLots;
  const missing = lossAtEven - budget;
  if (missing <= 0) {
    state.unstuckTicks = even;
    return;
  }
  const ticks = Math.ceil(missing / (minLots * instrument.quoteAtomsPerTickLot));
  const slack = Math.ceil(even / 1000);
  state.unstuckTicks = side === 'long' ? even + ticks + slack : Math.max(0, even - ticks - slack);
}

/** How many lots an amount buys at the worst price a market order is expected to meet. */
export function lotsFor(params: MartinParams, amountAtoms: Atoms, view: View): Lots {
  const { instrument, lastTicks } = view;
  const worst: Ticks = slippedTicks('buy', lastTicks, params.slippagePpm);
  const lots = Math.floor(amountAtoms / (worst * instrument.quoteAtomsPerTickLot));
  return Math.min(lots, mostLots(instrument, 'market', lastTicks));
}
