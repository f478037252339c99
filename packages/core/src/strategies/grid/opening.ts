// How a grid begins: the trigger, the plan at the price of that moment, the first purchase, and its division among the
// cells that start with coin. The purchase price is the cost of their first sells.
import { baseAtomsToLots, formatQuote } from '../../market/conversions.ts';
import { mulDiv } from '../../money/mul-div.ts';
import { firstPart, minEntryLots, mostLots } from '../../strategy/order-minimums.ts';
import { cashAtoms, gotAtoms } from '../../strategy/round/fills.ts';
import { MAX_OPENING_TRIES, nextMinute } from '../../strategy/round/patience.ts';
import type { FillEvent, Intents, RefusalReason, View } from '../../strategy/strategy.ts';
import { gridLines } from './lines.ts';
import { leastInvestmentAtoms, planOf } from './market-plan.ts';
import { type GridParams, highStopTicks, lowStopTicks } from './params.ts';
import { minGridLots } from './plan.ts';
import { emptyRound, flatCells, type GridState, holds, isShort, OPEN_SLOT } from './state.ts';
import { placeAll } from './trading.ts';
import { drawNextTop } from './trailing.ts';

/** The command `start`: adopts what an earlier stop kept, or waits for the trigger, or begins. */
export function start(params: GridParams, state: GridState, view: View, out: Intents): void {
  state.paused = false;
  if (state.stage === 'kept' && holds(state)) {
    // Stopped in the middle of the first purchase: what had been bought by then belongs to the cells first.
    if (state.opening.doneLots > 0) divide(state, view, out, true);
    resumeTrading(state, view, out);
    return;
  }
  aim(params, state, view);
  if (isTriggered(params, state, view)) {
    begin(params, state, view, out);
    return;
  }
  state.stage = 'waiting';
  out.phase('waiting');
}

/** Remembers from which side the trigger will be met; again whenever it has been changed. */
export function aim(params: GridParams, state: GridState, view: View): void {
  state.triggerFrom = view.lastTicks < params.triggerTicks ? 'below' : 'above';
}

/** A grid without a trigger is always triggered. */
export function isTriggered(params: GridParams, state: GridState, view: View): boolean {
  const { triggerTicks } = params;
  if (triggerTicks === 0) return true;
  return state.triggerFrom === 'below' ? view.lastTicks >= triggerTicks : view.lastTicks <= triggerTicks;
}

/** The stop that the price is beyond, '' when it is between them. */
export function stopPassed(params: GridParams, view: View): '' | 'stop_loss' | 'take_profit' {
  const low = lowStopTicks(params);
  const high = highStopTicks(params);
  const { direction } = params;
  if (low > 0 && view.lastTicks <= low) return direction === 'short' ? 'take_profit' : 'stop_loss';
  // Beyond either end a neutral grid has only lost: its upper stop is a stop loss too.
  if (high > 0 && view.lastTicks >= high) return direction === 'long' ? 'take_profit' : 'stop_loss';
  return '';
}

/** Draws the ladder at the present price and buys what its upper half sells. */
export function begin(params: GridParams, state: GridState, view: View, out: Intents): void {
  const { instrument } = view;
  // A price that leapt over the trigger and a stop at once ends the grid before it has bought what it would sell at once.
  const stop = stopPassed(params, view);
  if (stop !== '') {
    state.stage = 'fresh';
    out.finish('stopped', stop);
    return;
  }
  const lines = gridLines(params);
  // What is free has the reserve taken out already, and the plan takes it out of what it is given.
  const budget = Math.min(view.books.investmentAtoms, view.freeQuoteAtoms + params.reserveAtoms);
  const plan = planOf(instrument, params, lines, view.lastTicks, budget);
  if (plan.qtyLots < minGridLots(instrument, lines)) {
    const needAtoms = leastInvestmentAtoms(instrument, params, lines, view.lastTicks);
    out.log('failed', 'investment_low', {
      amount: formatQuote(instrument, budget),
      min: formatQuote(instrument, needAtoms),
    });
    state.stage = 'fresh';
    out.finish('paused', 'balance');
    return;
  }
  state.renew = false;
  state.first = 0;
  state.empty = plan.empty;
  state.lines = lines;
  const { direction } = params;
  const shortFrom = direction === 'long' ? lines.length : direction === 'short' ? 0 : plan.empty;
  state.cells = flatCells(lines.length - 1, plan.qtyLots);
  state.shortFrom = shortFrom;
  state.parts = [];
  state.gaps = [];
  state.waiting = [];
  state.watching = false;
  state.shifting = false;
  state.trailStopped = false;
  drawNextTop(params, state);
  state.opening = emptyRound();
  if (plan.initialLots === 0) {
    resumeTrading(state, view, out);
    return;
  }
  state.stage = 'opening';
  state.opening.targetLots = plan.initialLots;
  out.phase('opening');
  openRest(state, view, out);
}

export function onOpeningFill(state: GridState, event: FillEvent, view: View, out: Intents): void {
  const round = state.opening;
  round.doneLots += event.qtyLots;
  round.gotAtoms += gotAtoms(event, view.instrument);
  round.quoteAtoms -= cashAtoms(event);
  round.feeAtoms += event.feeQuoteAtoms;
  if (event.leftLots > 0) return;
  if (round.doneLots >= round.targetLots || state.stage !== 'opening') divide(state, view, out);
  else if (state.paused) round.retryAtMs = view.nowMs;
  else openRest(state, view, out);
}

/** The venue filled only part of the purchase, or none: try again, at last go on with what there is. */
export function onOpeningEnded(state: GridState, reason: RefusalReason, view: View, out: Intents): void {
  const round = state.opening;
  round.tries++;
  if (state.stage !== 'opening') {
    divide(state, view, out);
    return;
  }
  const restLots = round.targetLots - round.doneLots;
  if (round.tries < MAX_OPENING_TRIES && restLots >= minEntryLots(view.instrument, view.lastTicks)) {
    round.retryAtMs = nextMinute(view.nowMs);
    return;
  }
  if (round.doneLots > 0) {
    divide(state, view, out);
    return;
  }
  out.log('failed', 'opening_failed', { reason, tries: round.tries });
  state.stage = 'fresh';
  state.opening = emptyRound();
  out.finish('paused', 'balance');
}

export function retryOpening(state: GridState, view: View, out: Intents): void {
  const round = state.opening;
  if (round.retryAtMs === 0 || view.nowMs < round.retryAtMs || state.paused) return;
  round.retryAtMs = 0;
  openRest(state, view, out);
}

/** Orders for every cell as it stands; used after the purchase, after a pause and for a kept position. */
export function resumeTrading(state: GridState, view: View, out: Intents): void {
  state.stage = 'trading';
  out.phase('holding');
  placeAll(state, view, out);
}

/** One order of the opening: as much as the venue takes in one. A rest too small for an order is left. */
function openRest(state: GridState, view: View, out: Intents): void {
  const { targetLots, doneLots } = state.opening;
  const restLots = targetLots - doneLots;
  if (doneLots > 0 && restLots < minEntryLots(view.instrument, view.lastTicks)) divide(state, view, out);
  else
    out.place(
      OPEN_SLOT,
      isShortOpening(state) ? 'sell' : 'buy',
      'market',
      'ioc',
      0,
      firstPart(
        restLots,
        mostLots(view.instrument, 'market', view.lastTicks),
        minEntryLots(view.instrument, view.lastTicks),
      ),
      'entry',
    );
}

/** Only a short grid opens with a sale; a neutral one opens with nothing. */
function isShortOpening(state: GridState): boolean {
  return state.shortFrom === 0;
}

/**
 * Gives the opened coin to the cells on the closing side of the empty line, the nearest first, each the cost of its coin;
 * dust keeps the rest. Cells that get none stay flat and wait for the price to pass their line. `kept` coin, which a stop
 * left, may be that of any cell, so all on its side take some.
 */
function divide(state: GridState, view: View, out: Intents, kept = false): void {
  const { instrument } = view;
  const round = state.opening;
  const { cells } = state;
  const shares: number[] = [];
  let lots = baseAtomsToLots(instrument, round.gotAtoms);
  state.dustAtoms += round.gotAtoms;
  for (const index of takers(state, round.quoteAtoms < 0, kept)) {
    if (lots === 0) break;
    const takes = Math.min(cells.qtyLots[index]!, lots);
    cells.heldLots[index] = takes;
    lots -= takes;
    state.dustAtoms -= takes * instrument.baseAtomsPerLot;
    shares.push(index);
  }
  // More than the cells trade cannot be: what was kept was theirs. On a contract nothing may be left over as dust.
  const last = shares.at(-1);
  if (last !== undefined && lots > 0 && (kept || instrument.contract !== null)) {
    cells.heldLots[last]! += lots;
    state.dustAtoms -= lots * instrument.baseAtomsPerLot;
  }
  let heldLots = shares.reduce((sum, index) => sum + cells.heldLots[index]!, 0);
  let { quoteAtoms, feeAtoms, gotAtoms } = round;
  for (const index of shares) {
    const lotsHere = cells.heldLots[index]!;
    const coinAtoms = lotsHere * instrument.baseAtomsPerLot;
    const cost = mulDiv(quoteAtoms, coinAtoms, gotAtoms, 'floor');
    const fee = mulDiv(feeAtoms, lotsHere, heldLots, 'floor');
    cells.costAtoms[index] = cost;
    cells.feeAtoms[index] = fee;
    cells.pairIds[index] = state.nextPairId++;
    quoteAtoms -= cost;
    gotAtoms -= coinAtoms;
    feeAtoms -= fee;
    heldLots -= lotsHere;
  }
  state.dustCostAtoms += quoteAtoms;
  state.opening = emptyRound();
  if (state.stage === 'opening') resumeTrading(state, view, out);
}

/** Cells that may take opened coin, the nearest to the empty line first: those that close beyond it, then the others. */
function takers(state: GridState, short: boolean, kept: boolean): number[] {
  const all = [...state.cells.qtyLots.keys()];
  const above = all.slice(state.empty);
  const below = all.slice(0, state.empty).reverse();
  const order = short ? [...below, ...(kept ? above : [])] : [...above, ...(kept ? below : [])];
  return order.filter((index) => isShort(state, index) === short);
}
