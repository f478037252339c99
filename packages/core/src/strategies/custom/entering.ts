// Orders that make the position larger: one market order at a time, as large as the ladder or the signal says and the
// money allows, and what becomes of it. A first order that cannot be had pauses the bot; a later one is skipped.
import { formatQuote, notionalAtoms } from '../../market/conversions.ts';
import { mulDiv } from '../../money/mul-div.ts';
import type { Atoms, Lots, Ppm } from '../../money/units.ts';
import { buyReserveAtoms, minEntryLots, mostLots, slippedTicks, wasLargest } from '../../strategy/order-minimums.ts';
import { closableLots } from '../../strategy/round/closing.ts';
import { cashAtoms, gotAtoms } from '../../strategy/round/fills.ts';
import { MAX_OPENING_TRIES, nextMinute } from '../../strategy/round/patience.ts';
import { entrySideOf } from '../../strategy/round/side.ts';
import type { FillEvent, Intents, RefusalReason, View } from '../../strategy/strategy.ts';
import { leaveAsDust } from './closing.ts';
import { drawLines } from './lines.ts';
import type { CustomParams } from './params.ts';
import { type CustomState, ENTRY_SLOT, type Entry, noEntry } from './state.ts';

const PPM = 1_000_000;
/** What a market order may cost beyond the last price. */
const SLIPPAGE_PPM: Ppm = 200;

export type Size =
  | { readonly fault: null; readonly lots: Lots }
  | { readonly fault: 'small'; readonly amount: string; readonly min: string }
  | { readonly fault: 'budget'; readonly amount: string; readonly free: string };

/** How many lots an amount is now. `exact` = a signal's own amount, which is refused where it does not fit. */
export function sizeOf(params: CustomParams, view: View, amountAtoms: Atoms, exact: boolean): Size {
  const { instrument, lastTicks } = view;
  const lotAtoms = lastTicks * instrument.quoteAtomsPerTickLot;
  const wanted = Math.floor(amountAtoms / lotAtoms);
  const most = affordableLots(params, view);
  const min = minEntryLots(instrument, lastTicks);
  const amount = formatQuote(instrument, amountAtoms);
  if (wanted >= min && wanted > most && (exact || most < min)) {
    return { fault: 'budget', amount, free: formatQuote(instrument, Math.max(0, view.freeQuoteAtoms)) };
  }
  const lots = Math.min(wanted, most);
  if (lots >= min) return { fault: null, lots };
  return { fault: 'small', amount, min: formatQuote(instrument, notionalAtoms(instrument, lastTicks, min)) };
}

export function enter(
  params: CustomParams,
  state: CustomState,
  purpose: Entry['purpose'],
  lots: Lots,
  view: View,
  out: Intents,
): void {
  state.entry = { ...noEntry(), lots, purpose };
  if (state.stage === 'flat') {
    state.stage = 'holding';
    state.round++;
    state.orders = 0;
    out.phase('opening');
  }
  send(params, state, view, out);
}

/** Tries the order again that did not trade; given up while the bot is paused. */
export function retryEntry(params: CustomParams, state: CustomState, view: View, out: Intents): void {
  const { entry } = state;
  if (entry.retryAtMs === 0 || view.nowMs < entry.retryAtMs || state.paused) return;
  if (entry.lots < minEntryLots(view.instrument, view.lastTicks)) giveUp(params, state, 'notional_small', view, out);
  else send(params, state, view, out);
}

export function onEntryFill(
  params: CustomParams,
  state: CustomState,
  event: FillEvent,
  view: View,
  out: Intents,
): void {
  const { instrument } = view;
  const cash = cashAtoms(event);
  state.heldAtoms += gotAtoms(event, instrument);
  state.flowAtoms += cash;
  state.openedAtoms += Math.abs(cash);
  state.feeAtoms += event.feeQuoteAtoms;
  state.entry.doneLots += event.qtyLots;
  if (event.leftLots > 0) return;
  const { entry } = state;
  const isRestSent =
    state.stage === 'holding' && !state.paused && wasLargest(instrument, 'market', event) && entry.lots > 0;
  if (isRestSent && entry.lots - entry.doneLots >= minEntryLots(instrument, view.lastTicks))
    send(params, state, view, out);
  else settleDown(params, state, view, out);
}

/** The order, or the rest of it, did not happen. */
export function onEntryEnded(
  params: CustomParams,
  state: CustomState,
  reason: RefusalReason,
  view: View,
  out: Intents,
): void {
  const { entry } = state;
  entry.tries++;
  // Of a first order a part too small to be sold begins no round: it is left as dust, with its cost.
  const isFirst = state.stage === 'holding' && entry.purpose === 'entry';
  if (isFirst && entry.doneLots > 0 && closableLots(view, state.heldAtoms) === 0) {
    leaveAsDust(params, state, view);
    entry.doneLots = 0;
  }
  if (entry.doneLots > 0 || state.stage !== 'holding') settleDown(params, state, view, out);
  else if (entry.purpose === 'entry' && entry.tries < MAX_OPENING_TRIES) {
    entry.retryAtMs = nextMinute(view.nowMs);
  } else giveUp(params, state, reason, view, out);
}

/** A first order that never traded leaves no round behind. */
export function dropEntry(state: CustomState, out: Intents): void {
  state.entry = noEntry();
  if (state.stage !== 'holding' || state.heldAtoms > 0 || state.orders > 0) return;
  state.stage = 'flat';
  state.round--;
  out.phase('waiting');
}

/** As much of it as the venue takes in one order. */
function send(params: CustomParams, state: CustomState, view: View, out: Intents): void {
  const { entry } = state;
  entry.retryAtMs = 0;
  const lots = Math.min(entry.lots - entry.doneLots, mostLots(view.instrument, 'market', view.lastTicks));
  out.place(ENTRY_SLOT, entrySideOf(params.direction), 'market', 'ioc', 0, lots, entry.purpose);
}

/** What traded stands: it is the round's newest order, whose lines are drawn. */
function settleDown(params: CustomParams, state: CustomState, view: View, out: Intents): void {
  if (state.entry.doneLots > 0) state.orders++;
  state.entry = noEntry();
  state.notBeforeMs = view.nowMs + params.cooldownMs;
  state.bestTicks = 0;
  drawLines(params, state, view.instrument);
  if (state.stage === 'holding') out.phase('holding');
}

function giveUp(params: CustomParams, state: CustomState, reason: RefusalReason, view: View, out: Intents): void {
  const { purpose, tries } = state.entry;
  dropEntry(state, out);
  if (purpose !== 'entry') {
    state.notBeforeMs = view.nowMs + params.cooldownMs;
    out.log('failed', 'custom_add_failed', { reason });
    return;
  }
  out.log('failed', 'opening_failed', { reason, tries });
  state.paused = true;
  out.finish('paused', 'balance');
}

/** The most that the bot's own money pays for, its fee and some slippage included. */
function affordableLots(params: CustomParams, view: View): Lots {
  const { instrument, lastTicks, freeQuoteAtoms } = view;
  if (freeQuoteAtoms <= 0) return 0;
  const worstTicks = slippedTicks('buy', lastTicks, SLIPPAGE_PPM);
  const lotAtoms = worstTicks * instrument.quoteAtomsPerTickLot;
  if (params.leverage > 0) {
    const each = PPM + params.leverage * instrument.takerPpm;
    return Math.floor(mulDiv(freeQuoteAtoms, params.leverage * PPM, each, 'floor') / lotAtoms);
  }
  let lots = Math.floor(mulDiv(freeQuoteAtoms, PPM, PPM + instrument.takerPpm, 'floor') / lotAtoms);
  while (lots > 0 && buyReserveAtoms(instrument, worstTicks, lots) > freeQuoteAtoms) lots--;
  return lots;
}
