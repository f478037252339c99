// The martingale as a machine, long and short, spot and contracts: a first order, adds further and further against it,
// and one exit above the average. Price, time and fills move it through waiting, opening, holding, closing and cooldown;
// exits live through a pause, adds do not. See state.ts for why its money always adds up, docs/decisions/0028 for the
// rules that were chosen. A callback follows the best price by waking at the next better one and at the firing price.
import type { IndicatorRead } from '../../indicators/read.ts';
import { readsOf } from '../../strategy/conditions.ts';
import { GUARD_SLOT } from '../../strategy/guard.ts';
import { isPast } from '../../strategy/round/side.ts';
import type {
  BotEvent,
  Command,
  FillEvent,
  Intents,
  MarginTerms,
  RefusalReason,
  Strategy,
  View,
} from '../../strategy/strategy.ts';
import { onAddCut, onAddEnded, onAdded, watchAdd } from './adding.ts';
import { advanceClosing, close, onCloseEnded, onGuarded, onLiquidated } from './closing.ts';
import { awaitEntry, onOpened, onOpeningEnded, retryOpening, sendRest, start, tryEntry } from './entering.ts';
import { onExitCancelled, onExitEnded, onExitRefused, watchExit } from './exiting.ts';
import { guardReads } from './guards.ts';
import { martinLadder } from './ladder.ts';
import { drawLevels, drawNextAdd } from './levels.ts';
import { bookEntry, bookSale, finishLot } from './lots.ts';
import { addByHand } from './manual-add.ts';
import type { MartinParams } from './params.ts';
import { rebase } from './rebasing.ts';
import {
  ADD_SLOT,
  CLOSE_SLOT,
  costAtoms,
  countFiner,
  EXIT_SLOT,
  freshState,
  holds,
  MANUAL_SLOT,
  type MartinState,
  OPEN_SLOT,
  sideOf,
} from './state.ts';
import { wake } from './wake.ts';
import { watch } from './watch.ts';

export const martin: Strategy<MartinParams, MartinState> = {
  kind: 'martin',
  open: freshState,
  on,
  wake,
  costAtoms,
  finer: countFiner,
  holds,
  ladder: martinLadder,
  watch,
  margin,
  guardStop: (_params, state) => state.stopTicks,
  adoptSlot: (_params, state, view) =>
    state.stage === 'holding' && holds(state) && view.order(MANUAL_SLOT) === undefined ? MANUAL_SLOT : null,
  reads,
  windowMinutes: (params) => params.guardMinutes,
};

function margin(params: MartinParams): MarginTerms | null {
  return params.market === 'spot' ? null : { leverage: params.leverage, mode: 'isolated', reserveAtoms: 0 };
}

function reads(params: MartinParams): readonly IndicatorRead[] {
  const tree = params.entryConditions;
  return [...guardReads(params), ...(tree === null ? [] : readsOf(tree))];
}

function on(event: BotEvent, params: MartinParams, state: MartinState, view: View, out: Intents): void {
  switch (event.type) {
    case 'fill':
      onFill(event, params, state, view, out);
      break;
    case 'refused':
      onEnded(event.slot, event.reason, true, false, params, state, view, out);
      break;
    case 'cancelled':
      onEnded(event.slot, 'cancelled', false, event.metOwn, params, state, view, out);
      break;
    case 'liquidated':
      onLiquidated(state, event, view, out);
      return;
    case 'command':
      onCommand(event.command, params, state, view, out);
      break;
    case 'touch':
    case 'timer':
    case 'funding':
      break;
  }
  look(params, state, view, out);
}

/** Whatever happened: what does the present price and time ask for? */
function look(params: MartinParams, state: MartinState, view: View, out: Intents): void {
  if (state.stage === 'closing') advanceClosing(params, state, view, out);
  if (state.stage === 'cooldown' && !state.paused && view.nowMs >= state.cooldownUntilMs) {
    awaitEntry(params, state, view, out);
  }
  if (state.stage === 'waiting') tryEntry(params, state, view, out);
  if (state.stage === 'opening') retryOpening(params, state, view, out);
  if (state.stage !== 'holding') return;
  if (state.stopTicks > 0 && isPast(sideOf(params), view.lastTicks, state.stopTicks)) {
    close(params, state, 'stop_loss', 'stop_loss', true, view, out);
    return;
  }
  watchExit(params, state, view, out);
  watchAdd(params, state, view, out);
}

function onFill(event: FillEvent, params: MartinParams, state: MartinState, view: View, out: Intents): void {
  const { slot, leftLots } = event;
  if (slot === GUARD_SLOT) {
    onGuarded(params, state, event, view, out);
    return;
  }
  if (slot === EXIT_SLOT || slot === CLOSE_SLOT) {
    bookSale(state, event);
    if (slot === CLOSE_SLOT) state.closeTries = 0;
    else if (leftLots === 0) endExit(params, state, view, out);
    return;
  }
  bookEntry(state, event, view);
  if (leftLots > 0) {
    if (state.stage === 'holding') drawLevels(params, state, view);
  } else if (sendRest(params, state, event, view, out)) return;
  else if (slot === OPEN_SLOT && state.stage === 'opening') onOpened(params, state, view, out);
  else onAdded(params, state, slot, view, out);
}

/** An order was refused, or is gone from the book with part of it or nothing traded. */
function onEnded(
  slot: number,
  reason: RefusalReason,
  refused: boolean,
  metOwn: boolean,
  params: MartinParams,
  state: MartinState,
  view: View,
  out: Intents,
): void {
  switch (slot) {
    case OPEN_SLOT:
      onOpeningEnded(params, state, reason, view, out);
      break;
    case ADD_SLOT:
      if (!refused && state.lots.some((lot) => lot.slot === ADD_SLOT)) onAddCut(params, state, metOwn, view, out);
      else onAddEnded(params, state, reason, metOwn, view, out);
      break;
    case MANUAL_SLOT:
      if (state.lots.some((lot) => lot.slot === MANUAL_SLOT)) onAdded(params, state, MANUAL_SLOT, view, out);
      else out.log('failed', 'manual_add_refused', { reason });
      break;
    case EXIT_SLOT:
      if (refused) onExitRefused(state, reason, view, out);
      else onExitCancelled(state, view, out);
      endExit(params, state, view, out);
      break;
    case CLOSE_SLOT:
      onCloseEnded(state, reason, view, out);
      break;
  }
}

/** Closing settles by itself; a holding bot settles what its exit brought, and ends the round when all is gone. */
function endExit(params: MartinParams, state: MartinState, view: View, out: Intents): void {
  if (state.stage !== 'holding') return;
  if (onExitEnded(params, state, view, out)) close(params, state, 'take_profit', 'take_profit', true, view, out);
}

function onCommand(command: Command, params: MartinParams, state: MartinState, view: View, out: Intents): void {
  switch (command.name) {
    case 'start':
      start(params, state, view, out);
      break;
    case 'pause':
      pause(state, view, out);
      break;
    case 'resume':
      resume(params, state, view, out);
      break;
    case 'stop':
      close(params, state, 'stop', command.reason, command.close, view, out);
      break;
    case 'close':
      if (state.stage === 'holding' || (state.stage === 'opening' && holds(state))) {
        close(params, state, 'round', '', true, view, out);
      }
      break;
    case 'add':
      addByHand(params, state, command.amountAtoms, view, out);
      break;
    case 'edit':
      edit(params, state, view);
      break;
    case 'signal':
      // A martingale opens by its own entry; a stray signal changes nothing.
      break;
  }
}

/** Entry and adds go, exits stay. A part-filled add is never stranded: its part belongs to a position that can be sold. */
function pause(state: MartinState, view: View, out: Intents): void {
  state.paused = true;
  state.troughTicks = 0;
  state.recheckAtMs = 0;
  state.held = [];
  const add = view.order(ADD_SLOT);
  if (add !== undefined && add.type === 'limit') {
    state.withdrawing = true;
    out.cancel(ADD_SLOT);
  }
}

function resume(params: MartinParams, state: MartinState, view: View, out: Intents): void {
  state.paused = false;
  if (state.stage === 'fresh') awaitEntry(params, state, view, out);
  else if (state.stage === 'holding') rebase(params, state, view, out);
}

/** Paused or stopped, so nothing but exits rests; the new prices take effect with the next look. */
function edit(params: MartinParams, state: MartinState, view: View): void {
  if (!holds(state) || state.stage === 'closing' || state.stage === 'opening') return;
  state.peakTicks = 0;
  drawLevels(params, state, view);
  // The next add is drawn by the new params; one that had traded in part is complete by that.
  if (view.order(ADD_SLOT) === undefined) finishLot(state, ADD_SLOT, view);
  if (state.lots.every(({ slot }) => slot === -1)) drawNextAdd(params, state, view);
}
