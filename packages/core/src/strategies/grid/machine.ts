// The grid as a machine: n cells between n + 1 lines, each flat (a buy rests at its lower line) or holding (a sell
// rests at its upper line). Fills flip cells; price, time and commands move the grid as a whole. See state.ts for what
// it remembers and why its money always adds up.
import { GUARD_SLOT } from '../../strategy/guard.ts';
import { settleDust } from '../../strategy/round/fills.ts';
import { MINUTE_MS, nextMinute } from '../../strategy/round/patience.ts';
import type { BotEvent, Command, FillEvent, Intents, Strategy, View, Wake } from '../../strategy/strategy.ts';
import { advanceClosing, close, isRoundSlot, onGuarded, onLiquidated, onSaleEnded, onSaleFill } from './closing.ts';
import { completeGrid } from './complete.ts';
import { gridLadder } from './ladder.ts';
import {
  aim,
  begin,
  isTriggered,
  onOpeningEnded,
  onOpeningFill,
  resumeTrading,
  retryOpening,
  start,
  stopPassed,
} from './opening.ts';
import { type GridParams, highStopTicks, lowStopTicks } from './params.ts';
import {
  CLOSE_SLOT,
  cellCount,
  cellOf,
  costAtoms,
  countFiner,
  DUST_SLOT,
  FIRST_CELL_SLOT,
  freshState,
  type GridState,
  holds,
  isShort,
  markMissing,
  OPEN_SLOT,
  sells,
  slotOf,
} from './state.ts';
import {
  isStuckBuy,
  logMissing,
  onCellCancelled,
  onCellFill,
  onCellRefused,
  placeCell,
  placeReached,
  placeWatched,
  retryFreed,
  retryMissing,
  sellDust,
} from './trading.ts';
import { drawNextTop, onLowestCancelled, trailTicks, trailUp } from './trailing.ts';

const DUST_PAUSE_MS = 15 * MINUTE_MS;

export const grid: Strategy<GridParams, GridState> = {
  kind: 'grid',
  open: freshState,
  on,
  wake,
  costAtoms,
  finer: countFiner,
  holds,
  ladder: gridLadder,
  ends: ({ stopLossTicks, takeProfitTicks }) => ({ stopLossTicks, takeProfitTicks }),
  guardStop: (params, _state, side) => (side === 'long' ? lowStopTicks(params) : highStopTicks(params)),
  margin: ({ leverage, reserveAtoms }) => ({ leverage, mode: 'isolated', reserveAtoms }),
  complete: completeGrid,
};

function on(event: BotEvent, params: GridParams, state: GridState, view: View, out: Intents): void {
  switch (event.type) {
    case 'fill':
      onFill(event, params, state, view, out);
      break;
    case 'refused':
      if (isRoundSlot(event.slot)) onRoundEnded(event.slot, event.reason, state, view, out);
      else if (state.stage === 'trading') onCellRefused(state, cellOf(state, event.slot), event.reason, view, out);
      break;
    case 'cancelled':
      if (isRoundSlot(event.slot)) onRoundEnded(event.slot, 'cancelled', state, view, out);
      else onLadderCancelled(event.slot, params, state, view, out);
      break;
    case 'touch':
      onTouch(params, state, view, out);
      break;
    case 'timer':
      onTimer(params, state, view, out);
      break;
    case 'command':
      onCommand(event.command, params, state, view, out);
      break;
    case 'liquidated':
      onLiquidated(state, event, view, out);
      return;
    case 'funding':
      // The books have it; the next settlement of the whole takes it in. A line may have waited for the money.
      if (state.stage === 'trading' && state.gaps.length > 0) retryFreed(params, state, view, out, true);
      return;
  }
  if (state.stage === 'closing') advanceClosing(state, view, out);
}

function onFill(event: FillEvent, params: GridParams, state: GridState, view: View, out: Intents): void {
  const { slot } = event;
  if (slot === GUARD_SLOT) {
    onGuarded(state, event, view, out);
  } else if (slot >= FIRST_CELL_SLOT) {
    onCellFill(params, state, cellOf(state, slot), event, view, out);
    // The lowest buy was being cancelled to move up, and traded instead: the ladder stays.
    if (state.shifting && event.leftLots === 0 && slot === slotOf(state, 0))
      onLowestCancelled(params, state, view, out);
  } else if (slot === OPEN_SLOT) {
    onOpeningFill(state, event, view, out);
  } else if (slot === CLOSE_SLOT) {
    onSaleFill(state, event);
  } else {
    settleDust(state, event, view, out);
  }
}

/** An order outside the ladder ended without trading all it should. */
function onRoundEnded(
  slot: number,
  reason: Parameters<typeof onSaleEnded>[1],
  state: GridState,
  view: View,
  out: Intents,
): void {
  if (slot === OPEN_SLOT) onOpeningEnded(state, reason, view, out);
  else if (slot === CLOSE_SLOT) onSaleEnded(state, reason, view, out);
  else if (slot === DUST_SLOT) state.dustRetryAtMs = view.nowMs + DUST_PAUSE_MS;
}

function onLadderCancelled(slot: number, params: GridParams, state: GridState, view: View, out: Intents): void {
  const index = cellOf(state, slot);
  onCellCancelled(state, index, view, out);
  if (state.stage !== 'trading') return;
  if (state.shifting && index === 0) {
    onLowestCancelled(params, state, view, out);
    return;
  }
  if (state.paused) {
    if (state.cells.heldLots[index]! > 0) placeCell(state, index, view, out);
    return;
  }
  // Nobody here asked for this cancel: the line is missing, and is tried again like a refused one.
  markMissing(state, index, 'cancelled', nextMinute(view.nowMs));
  logMissing(state, index, 'cancelled', view, out);
}

function onTouch(params: GridParams, state: GridState, view: View, out: Intents): void {
  if (state.stage === 'waiting') {
    if (!state.paused && isTriggered(params, state, view)) begin(params, state, view, out);
    return;
  }
  if (state.stage !== 'trading') return;
  const stop = stopPassed(params, view);
  if (stop !== '') {
    close(state, stop, stop, true, view, out);
  } else if (!state.paused) {
    trailUp(params, state, view, out);
    placeWatched(state, view, out);
  }
  placeReached(state, view, out);
}

function onTimer(params: GridParams, state: GridState, view: View, out: Intents): void {
  if (state.stage === 'opening') retryOpening(state, view, out);
  else if (state.stage === 'trading') retryMissing(state, view, out);
  else if (state.stage === 'cooldown' && !state.paused && view.nowMs >= state.cooldownUntilMs) {
    begin(params, state, view, out);
  }
}

function onCommand(command: Command, params: GridParams, state: GridState, view: View, out: Intents): void {
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
      close(state, 'stop', command.reason, command.close, view, out);
      break;
    case 'close':
      if (state.stage === 'trading' || state.stage === 'opening') close(state, 'round', '', true, view, out);
      break;
    case 'edit':
      state.renew = true;
      if (state.stage === 'waiting') aim(params, state, view);
      if (cellCount(state) > 0 && holds(state)) drawNextTop(params, state);
      break;
    case 'add':
    case 'signal':
      // A grid has no adds and hears no webhooks: the server offers none, and a stray command changes nothing.
      break;
  }
}

/** Entries go, exits stay; a part-filled buy that could stand neither whole nor in part is left to fill. */
function pause(state: GridState, view: View, out: Intents): void {
  state.paused = true;
  state.watching = false;
  if (state.stage !== 'trading') return;
  for (let index = 0; index < cellCount(state); index++) {
    const slot = slotOf(state, index);
    if (view.order(slot) === undefined || state.cells.heldLots[index]! > 0) continue;
    if (!isStuckBuy(state, index, view)) out.cancel(slot);
  }
}

function resume(params: GridParams, state: GridState, view: View, out: Intents): void {
  state.paused = false;
  const idle = view.openOrders === 0 && !holds(state);
  if (state.stage === 'fresh' || (state.stage === 'trading' && state.renew && idle)) {
    begin(params, state, view, out);
  } else if (state.stage === 'trading') {
    state.renew = false;
    resumeTrading(state, view, out);
    sellDust(state, view, out);
  } else if (state.stage === 'waiting' && isTriggered(params, state, view)) {
    begin(params, state, view, out);
  }
}

function wake(params: GridParams, state: GridState, out: Wake): void {
  switch (state.stage) {
    case 'trading':
      wakeTrading(params, state, out);
      break;
    case 'waiting':
      if (state.paused) break;
      if (state.triggerFrom === 'below') out.above(params.triggerTicks);
      else out.below(params.triggerTicks);
      break;
    case 'opening':
      if (state.opening.retryAtMs > 0 && !state.paused) out.at(state.opening.retryAtMs);
      break;
    case 'closing':
      if (state.sale.retryAtMs > 0) out.at(state.sale.retryAtMs);
      break;
    case 'cooldown':
      if (!state.paused) out.at(state.cooldownUntilMs);
      break;
    case 'fresh':
    case 'kept':
      break;
  }
}

function wakeTrading(params: GridParams, state: GridState, out: Wake): void {
  const low = lowStopTicks(params);
  const high = highStopTicks(params);
  if (low > 0) out.below(low);
  if (high > 0) out.above(high);
  for (const { cell, reachTicks = 0, reason, retryAtMs } of state.gaps) {
    // While paused only exits are tried again.
    if (reason === '' || (state.cells.heldLots[cell] === 0 && state.paused)) continue;
    if (reachTicks === 0) out.at(retryAtMs);
    else if (sells(state, cell)) out.above(reachTicks);
    else out.below(reachTicks);
  }
  if (state.paused) return;
  const trail = trailTicks(state);
  if (trail > 0) out.above(trail);
  if (!state.watching) return;
  for (const cell of state.waiting) {
    if (isShort(state, cell)) out.below(state.lines[cell + 1]! - 1);
    else out.above(state.lines[cell]! + 1);
  }
}
