// How a grid ends or starts over: cancel everything, sell everything at market if it shall be sold, settle, and then
// stop, or (after a manual close) wait a minute of market time and begin a new round. Nothing is given up on half-way:
// a sale that is refused is tried again until the venue takes it or the user says stop without selling.
import { baseAtomsToLots, formatPrice, formatQty, formatQuote } from '../../market/conversions.ts';
import { mulDiv } from '../../money/mul-div.ts';
import type { Lots } from '../../money/units.ts';
import { closableLots, closingPurpose } from '../../strategy/round/closing.ts';
import { cashAtoms, forcedCashAtoms } from '../../strategy/round/fills.ts';
import { CLOSING_PATIENCE, isTold, MANUAL_REST_MS, retryAtMs } from '../../strategy/round/patience.ts';
import type { BotEvent, FillEvent, Intents, RefusalReason, StopReason, View } from '../../strategy/strategy.ts';
import {
  CLOSE_SLOT,
  cellCount,
  costAtoms,
  DUST_SLOT,
  type Ending,
  emptyRound,
  FIRST_CELL_SLOT,
  feesOfCells,
  flattenAll,
  type GridState,
  holds,
  OPEN_SLOT,
} from './state.ts';

/** Begins the end. Called again while already closing, it changes where the closing leads. */
export function close(
  state: GridState,
  ending: Ending,
  reason: StopReason,
  sell: boolean,
  view: View,
  out: Intents,
): void {
  begin(state, ending, reason, sell, view, out);
  advanceClosing(state, view, out);
}

function begin(state: GridState, ending: Ending, reason: StopReason, sell: boolean, view: View, out: Intents): void {
  const wasClosing = state.stage === 'closing';
  state.stage = 'closing';
  state.ending = ending;
  state.stopReason = reason;
  state.sell = sell;
  state.shifting = false;
  state.watching = false;
  state.opening.retryAtMs = 0;
  if (!wasClosing) {
    state.sale = emptyRound();
    out.phase('closing');
  }
  state.sale.retryAtMs = 0;
  state.gaps = [];
  const slots = FIRST_CELL_SLOT + cellCount(state);
  for (let slot = 0; slot < slots; slot++) {
    if (slot !== CLOSE_SLOT && view.order(slot) !== undefined) out.cancel(slot);
  }
}

/** The next step, when no order of the bot is left standing. */
export function advanceClosing(state: GridState, view: View, out: Intents): void {
  if (state.stage !== 'closing' || view.openOrders > 0) return;
  const { sale } = state;
  if (sale.retryAtMs > view.nowMs) return;
  sale.retryAtMs = 0;
  const lots = state.sell ? sellableLots(view) : 0;
  if (lots > 0) {
    sale.targetLots = sale.doneLots + lots;
    const side = view.books.baseAtoms < 0 ? 'buy' : 'sell';
    out.place(CLOSE_SLOT, side, 'market', 'ioc', 0, lots, closingPurpose(state.ending), true);
    return;
  }
  // A neutral grid may hold a long and a short cell that cancel each other: closed without a trade, but not settled.
  const nets = state.sell && view.books.baseAtoms === 0 && holds(state);
  if (sale.doneLots > 0 || nets) settleSale(state, view, out);
  end(state, view, out);
}

export function onSaleFill(state: GridState, event: FillEvent): void {
  const { sale } = state;
  sale.doneLots += event.qtyLots;
  sale.quoteAtoms += cashAtoms(event);
  sale.feeAtoms += event.feeQuoteAtoms;
  sale.tries = 0;
}

/** The protective stop at the venue closed it while nobody here could: what follows is what follows the bot's own stop. */
export function onGuarded(state: GridState, event: FillEvent, view: View, out: Intents): void {
  const isKept = state.stage === 'kept';
  if (!isKept && state.stage !== 'closing') begin(state, 'stop_loss', 'stop_loss', true, view, out);
  onSaleFill(state, event);
  if (!isKept) return;
  // It was being taken away.
  settleSale(state, view, out);
  if (!holds(state)) state.stage = 'fresh';
}

/** The sale, or the rest of it, did not happen. */
export function onSaleEnded(state: GridState, reason: RefusalReason, view: View, out: Intents): void {
  const { sale } = state;
  sale.tries++;
  sale.retryAtMs = retryAtMs(CLOSING_PATIENCE, sale.tries, view.nowMs);
  if (isTold(CLOSING_PATIENCE, sale.tries)) out.log('failed', 'sale_refused', { reason, tries: sale.tries });
}

/** True for slots that live outside the ladder. */
export function isRoundSlot(slot: number): boolean {
  return slot === OPEN_SLOT || slot === CLOSE_SLOT || slot === DUST_SLOT;
}

/** On a contract whatever the position is, claimed or not: nothing else rests any more. */
function sellableLots(view: View): Lots {
  const { baseAtoms } = view.books;
  return closableLots(view, view.instrument.contract === null ? view.freeBaseAtoms : Math.abs(baseAtoms));
}

/**
 * One settlement for all that was closed. What is left over is too little for an order: dust, with the cost of its coin;
 * or, where the user broke the sale off, coin that is held on: the next start gives it back to the cells.
 */
function settleSale(state: GridState, view: View, out: Intents): void {
  const { sale } = state;
  const { instrument } = view;
  const leftAtoms = Math.abs(view.books.baseAtoms);
  const soldAtoms = sale.doneLots * instrument.baseAtomsPerLot;
  const spentAtoms = costAtoms(state) + sale.quoteAtoms;
  const leftCost = leftAtoms === 0 ? 0 : mulDiv(spentAtoms, leftAtoms, leftAtoms + soldAtoms, 'floor');
  const net = sale.quoteAtoms - (spentAtoms - leftCost);
  let fee = sale.feeAtoms + state.opening.feeAtoms + feesOfCells(state);
  flattenAll(state);
  const leftFee = leftAtoms === 0 ? 0 : mulDiv(fee - sale.feeAtoms, leftAtoms, leftAtoms + soldAtoms, 'floor');
  const keeps = sellableLots(view) > 0;
  state.opening = emptyRound();
  state.dustAtoms = keeps ? 0 : leftAtoms;
  state.dustCostAtoms = keeps ? 0 : leftCost;
  if (keeps) {
    fee -= leftFee;
    state.opening.doneLots = baseAtomsToLots(instrument, leftAtoms);
    state.opening.gotAtoms = leftAtoms;
    state.opening.quoteAtoms = leftCost;
    state.opening.feeAtoms = leftFee;
  }
  const { doneLots } = sale;
  state.sale = emptyRound();
  const funding = view.books.pendingFundingAtoms;
  out.settle(state.nextPairId++, doneLots, net + fee, fee, funding);
  out.log(state.ending === 'round' || state.ending === 'stop' ? 'manual_close' : 'close', `closed_${state.ending}`, {
    price: formatPrice(instrument, view.lastTicks),
    qty: formatQty(instrument, doneLots),
    profit: formatQuote(instrument, net + funding),
  });
}

/** The venue closed everything by force: the books have it, this is its settlement, and the end. */
export function onLiquidated(
  state: GridState,
  event: Extract<BotEvent, { type: 'liquidated' }>,
  view: View,
  out: Intents,
): void {
  const { sale } = state;
  const net = forcedCashAtoms(event) - costAtoms(state);
  const fee = event.feeAtoms + sale.feeAtoms + state.opening.feeAtoms + feesOfCells(state);
  state.gaps = [];
  flattenAll(state);
  const lots = event.qtyLots + sale.doneLots;
  state.opening = emptyRound();
  state.sale = emptyRound();
  state.dustAtoms = 0;
  state.dustCostAtoms = 0;
  state.watching = false;
  state.stage = 'fresh';
  const funding = view.books.pendingFundingAtoms;
  out.settle(state.nextPairId++, lots, net + fee, fee, funding);
  out.log('close', 'liquidated', {
    price: formatPrice(view.instrument, event.priceTicks),
    qty: formatQty(view.instrument, event.qtyLots),
    profit: formatQuote(view.instrument, net + funding),
  });
  out.finish('stopped', 'liquidated');
}

function leaveAsDust(state: GridState, view: View): void {
  state.dustCostAtoms = costAtoms(state);
  state.dustAtoms = Math.abs(view.books.baseAtoms);
  flattenAll(state);
  state.opening = emptyRound();
}

function end(state: GridState, view: View, out: Intents): void {
  if (state.ending !== 'round') {
    state.stage = holds(state) ? 'kept' : 'fresh';
    out.finish('stopped', state.stopReason);
    return;
  }
  // The next round draws a new ladder: coin too little to sell, of cells or of a purchase cut short, is kept as dust.
  if (holds(state)) leaveAsDust(state, view);
  state.stage = 'cooldown';
  state.cooldownUntilMs = view.nowMs + MANUAL_REST_MS;
  out.phase('cooldown');
}
