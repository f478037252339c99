// The exits in profit: a resting limit order at the target when there is no callback; else the target is armed, the best
// price followed, and the fall through the callback sells at market with a floor at break-even, which no fill can miss.
// The tail sells its lot alone by the same rule. Unstuck closes part of the deepest lot out of realised profit.
import { formatPrice, formatQty, formatQuote } from '../../market/conversions.ts';
import { formatPercent } from '../../money/decimal-text.ts';
import { applyPpm } from '../../money/mul-div.ts';
import type { Lots, Ppm, Ticks } from '../../money/units.ts';
import { slippedTicks } from '../../strategy/order-minimums.ts';
import { withinBand } from '../../strategy/price-band.ts';
import { minCloseLots } from '../../strategy/round/closing.ts';
import { isTold, nextMinute, RESTING_PATIENCE, retryAtMs } from '../../strategy/round/patience.ts';
import { isPast, isReached } from '../../strategy/round/side.ts';
import { callbackTicks } from '../../strategy/round/targets.ts';
import type { Intents, RefusalReason, View } from '../../strategy/strategy.ts';
import { tellFull } from './adding.ts';
import { deepestLot, drawLevels, lossPerLotAtoms, tailLot, unstuckBudgetAtoms } from './levels.ts';
import { sellableLots, settleSale } from './lots.ts';
import type { MartinParams } from './params.ts';
import { restoreAdd } from './rebasing.ts';
import { EXIT_SLOT, exitSide, type MartinState, type SaleKind, sideOf } from './state.ts';

/** How far below the market an exit with a floor may reach: inside risk's price band. */
const REACH_PPM: Ppm = 20_000;

interface Target {
  readonly kind: SaleKind;
  readonly lot: number;
  readonly ticks: Ticks;
  readonly evenTicks: Ticks;
  readonly lots: Lots;
}

/** Looks at the exits as the price stands. Called with nothing being closed. */
export function watchExit(params: MartinParams, state: MartinState, view: View, out: Intents): void {
  const order = view.order(EXIT_SLOT);
  // One that takes is gone with its answer.
  if (order !== undefined && (!state.exitRests || order.status === 'cancelling')) return;
  if (state.exitRetryAtMs > view.nowMs) return;
  state.exitRetryAtMs = 0;
  if (isUnstuckDue(params, state, view)) {
    if (order !== undefined) {
      callBack(state, out);
      return;
    }
    if (unstick(params, state, view, out)) return;
  }
  const target = targetOf(params, state, view);
  if (params.tpCallbackPpm === 0) restExit(params, state, target, view, out);
  else if (order !== undefined) callBack(state, out);
  else followProfit(params, state, target, view, out);
}

function targetOf(params: MartinParams, state: MartinState, view: View): Target | null {
  const tail = tailLot(params, state);
  const { instrument } = view;
  if (tail !== undefined) {
    const lots = Math.floor(tail.coinAtoms / instrument.baseAtomsPerLot);
    // A tail that is too small to be sold alone, or the only lot, is sold with the rest.
    if (state.lots.length > 1 && lots >= minCloseLots(instrument, state.tailTicks) && lots <= instrument.maxQtyLots) {
      return {
        kind: 'tail',
        lot: state.lots.length - 1,
        ticks: state.tailTicks,
        evenTicks: state.tailEvenTicks,
        lots,
      };
    }
  }
  const claimed = view.order(EXIT_SLOT);
  const free = claimed === undefined ? 0 : (claimed.qtyLots - claimed.filledLots) * instrument.baseAtomsPerLot;
  const lots = sellableLots(state, view, free);
  return lots === 0 || state.tpTicks === 0
    ? null
    : { kind: 'all', lot: -1, ticks: state.tpTicks, evenTicks: state.breakEvenTicks, lots };
}

function restExit(params: MartinParams, state: MartinState, target: Target | null, view: View, out: Intents): void {
  const order = view.order(EXIT_SLOT);
  if (target === null || target.ticks === 0) {
    if (order !== undefined) callBack(state, out);
    return;
  }
  if (order !== undefined) {
    const left = order.qtyLots - order.filledLots;
    const same = order.priceTicks === target.ticks && left === target.lots && state.sale.kind === target.kind;
    if (!same) callBack(state, out);
    return;
  }
  if (isReached(sideOf(params), view.lastTicks, target.ticks)) {
    send(params, state, target, target.ticks, view, out);
    return;
  }
  beginSale(state, target, true);
  out.place(EXIT_SLOT, exitSide(params), 'limit', 'gtc', target.ticks, target.lots, 'take_profit', true);
}

function followProfit(params: MartinParams, state: MartinState, target: Target | null, view: View, out: Intents): void {
  if (target === null) return;
  const side = sideOf(params);
  const { lastTicks, instrument } = view;
  if (state.peakTicks === 0) {
    if (!isReached(side, lastTicks, target.ticks)) return;
    state.peakTicks = lastTicks;
    out.log('success', 'profit_armed', {
      average: formatPrice(instrument, state.averageTicks),
      level: formatPrice(instrument, target.ticks),
      price: formatPrice(instrument, lastTicks),
      rate: formatPercent(params.tpCallbackPpm),
    });
    return;
  }
  if (isReached(side, lastTicks, state.peakTicks)) {
    state.peakTicks = lastTicks;
    return;
  }
  if (!isPast(side, lastTicks, profitFireTicks(params, state))) return;
  if (!isReached(side, lastTicks, target.evenTicks)) {
    state.peakTicks = 0;
    out.log('success', 'profit_missed', {
      price: formatPrice(instrument, lastTicks),
      level: formatPrice(instrument, target.evenTicks),
    });
    return;
  }
  send(params, state, target, target.evenTicks, view, out);
}

/** Where the armed take profit sells: the callback below the best price, never beyond break-even. */
export function profitFireTicks(params: MartinParams, state: MartinState): Ticks {
  const even = state.tailEvenTicks > 0 ? state.tailEvenTicks : state.breakEvenTicks;
  return callbackTicks(sideOf(params), state.peakTicks, params.tpCallbackPpm, even);
}

/** An exit at market that may not trade below its floor. */
function send(
  params: MartinParams,
  state: MartinState,
  target: Target,
  floorTicks: Ticks,
  view: View,
  out: Intents,
): void {
  const side = exitSide(params);
  const reach = applyPpm(view.lastTicks, REACH_PPM, 'floor');
  const worst =
    side === 'sell' ? Math.max(floorTicks, view.lastTicks - reach) : Math.min(floorTicks, view.lastTicks + reach);
  const priceTicks = withinBand(view.instrument, side, worst, view.lastTicks);
  beginSale(state, target);
  out.place(EXIT_SLOT, side, 'limit', 'ioc', priceTicks, target.lots, 'take_profit', true);
}

function callBack(state: MartinState, out: Intents): void {
  state.exitCalled = true;
  out.cancel(EXIT_SLOT);
}

function beginSale(state: MartinState, { kind, lot }: Target, rests = false): void {
  state.exitRests = rests;
  state.exitCalled = false;
  state.sale.kind = kind;
  state.sale.lot = lot;
}

/** Unstuck: the ladder is full, the newest lot is even again, and the budget reaches for a piece of the deepest one. */
function isUnstuckDue(params: MartinParams, state: MartinState, view: View): boolean {
  return (
    state.unstuckTicks > 0 &&
    !state.paused &&
    state.peakTicks === 0 &&
    isReached(sideOf(params), view.lastTicks, state.unstuckTicks) &&
    !isReached(sideOf(params), view.lastTicks, state.tpTicks)
  );
}

/** True when an order was sent. */
function unstick(params: MartinParams, state: MartinState, view: View, out: Intents): boolean {
  const { instrument } = view;
  const at = deepestLot(params, state, instrument);
  const budget = unstuckBudgetAtoms(params, state, view.books);
  const lot = state.lots[at];
  const side = exitSide(params);
  // A limit at the slipped price: no fill can cost more than was reckoned.
  const worst = withinBand(instrument, side, slippedTicks(side, view.lastTicks, params.slippagePpm), view.lastTicks);
  const min = minCloseLots(instrument, worst);
  let lots = 0;
  if (lot !== undefined) {
    const loss = lossPerLotAtoms(params, lot, worst, instrument);
    const own = Math.min(Math.floor(lot.coinAtoms / instrument.baseAtomsPerLot), instrument.maxQtyLots);
    lots = loss <= 0 ? own : Math.min(own, Math.floor(budget / loss));
  }
  if (lots < min || lots * instrument.baseAtomsPerLot > view.freeBaseAtoms) {
    // Not yet: further up, where a piece costs less.
    const step = Math.max(1, Math.ceil(view.lastTicks / 500));
    state.unstuckTicks = side === 'sell' ? view.lastTicks + step : Math.max(0, view.lastTicks - step);
    return false;
  }
  const target: Target = { kind: 'unstuck', lot: at, ticks: worst, evenTicks: worst, lots };
  beginSale(state, target);
  out.place(EXIT_SLOT, side, 'limit', 'ioc', worst, lots, 'unstuck', true);
  return true;
}

/** The exit's order has ended. Answers true when the position is gone and the round ends. */
export function onExitEnded(params: MartinParams, state: MartinState, view: View, out: Intents): boolean {
  const { instrument } = view;
  const { kind, lot, doneLots } = state.sale;
  if (doneLots === 0) return false;
  state.exitTries = 0;
  state.peakTicks = 0;
  if (kind === 'all') {
    if (sellableLots(state, view) === 0) return true;
    settleSale(state, false, view, out);
    drawLevels(params, state, view);
    return false;
  }
  const from = { ...state.lots[lot]! };
  const settled = settleSale(state, false, view, out);
  if (settled === null) return false;
  const gone = !state.lots.some((one) => one.step === from.step);
  if (state.lots.length === 0) return true;
  if (kind === 'tail' && gone) {
    drawLevels(params, state, view);
    restoreAdd(params, state, from, view);
  }
  drawLevels(params, state, view);
  out.log('close', kind === 'tail' ? 'closed_tail' : 'closed_unstuck', {
    step: settled.step + 1,
    price: formatPrice(instrument, view.lastTicks),
    qty: formatQty(instrument, settled.qtyLots),
    profit: formatQuote(instrument, settled.netAtoms),
    ...(kind === 'tail'
      ? { level: formatPrice(instrument, state.addTicks) }
      : { left: formatQuote(instrument, unstuckBudgetAtoms(params, state, view.books)) }),
  });
  tellFull(params, state, view, out);
  return false;
}

/** The venue took an exit away that we had not called back, or one that takes found nobody: not at once again. */
export function onExitCancelled(state: MartinState, view: View, out: Intents): void {
  if (state.exitRests) {
    if (!state.exitCalled) state.exitRetryAtMs = nextMinute(view.nowMs);
  } else if (state.stage === 'holding' && state.sale.doneLots === 0) {
    onExitRefused(state, 'cancelled', view, out);
  }
}

export function onExitRefused(state: MartinState, reason: RefusalReason, view: View, out: Intents): void {
  state.exitTries++;
  state.exitRetryAtMs = retryAtMs(RESTING_PATIENCE, state.exitTries, view.nowMs);
  if (isTold(RESTING_PATIENCE, state.exitTries)) out.log('failed', 'exit_refused', { reason, tries: state.exitTries });
}
