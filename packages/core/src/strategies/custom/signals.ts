// What a custom bot does on its signals: its condition groups at candle closes (or on the last price), and webhooks. A
// group acts when it becomes true; the closing group acts while it is true, so that a position opened under it ends too.
import type { Atoms, TimeMs } from '../../money/units.ts';
import { type ConditionGroup, evaluate, heldText, nextCandleClose, tickBounds } from '../../strategy/conditions.ts';
import type { Command, Intents, View } from '../../strategy/strategy.ts';
import { close } from './closing.ts';
import { enter, sizeOf } from './entering.ts';
import { type CustomParams, orderAtoms } from './params.ts';
import type { CustomState } from './state.ts';

type Signal = Extract<Command, { name: 'signal' }>;
/** An opening that a signal wished is no longer what its sender saw after this. */
const QUEUE_MS: TimeMs = 300_000;

export function groupsOf({ open, add, close: closing }: CustomParams): ConditionGroup[] {
  return [open, add, closing].filter((group) => group !== null);
}

/** When the groups are looked at next. */
export function planLook(params: CustomParams, state: CustomState, view: View): void {
  const closes = groupsOf(params).map((group) => nextCandleClose(group, view.nowMs));
  state.closeAtMs = closes.length === 0 ? 0 : Math.min(...closes);
  if (!params.ticks) return;
  const { aboveTicks, belowTicks } = tickBounds(groupsOf(params), view);
  state.aboveTicks = aboveTicks;
  state.belowTicks = belowTicks;
}

/** Asks every group, so that each knows what it said last, whatever the bot is doing. */
export function look(params: CustomParams, state: CustomState, view: View, out: Intents): void {
  const says = (group: ConditionGroup | null) => group !== null && evaluate(group, view);
  const [open, add] = [says(params.open), says(params.add)];
  const opens = open && !state.openHeld;
  const adds = add && !state.addHeld;
  state.openHeld = open;
  state.addHeld = add;
  planLook(params, state, view);
  if (state.stage === 'holding' && params.close !== null && evaluate(params.close, view)) {
    out.log('success', 'custom_close', { held: heldText(params.close, view) });
    close(params, state, 'conditions', '', true, view, out);
    return;
  }
  if (state.paused || isBusy(state, view) || view.nowMs < state.notBeforeMs) return;
  if (state.stage === 'flat' && opens) follow(params, state, 'entry', params.open!, view, out);
  else if (state.stage === 'holding' && adds && state.orders < params.maxPositions) {
    follow(params, state, 'add', params.add!, view, out);
  }
}

function follow(
  params: CustomParams,
  state: CustomState,
  purpose: 'entry' | 'add',
  group: ConditionGroup,
  view: View,
  out: Intents,
): void {
  const size = sizeOf(params, view, orderAtoms(params, purpose === 'entry' ? 0 : state.orders), false);
  const { fault, ...figures } = size;
  if (fault === null) {
    out.log('success', purpose === 'entry' ? 'custom_open' : 'custom_add', { held: heldText(group, view) });
    enter(params, state, purpose, size.lots, view, out);
    return;
  }
  out.log('failed', `custom_${fault}`, figures);
  if (purpose === 'add') return;
  state.paused = true;
  out.finish('paused', 'balance');
}

/** A webhook's wish, under all guards; what is not followed is logged with the figures that forbade it. */
export function onSignal(params: CustomParams, state: CustomState, signal: Signal, view: View, out: Intents): void {
  const { id, action } = signal;
  const refuse = (why: string, figures: Readonly<Record<string, string | number>> = {}) =>
    out.log('failed', `hook_${why}`, { id, ...figures });
  if (!params.webhook) return refuse('off');
  const against = signal.side !== '' && (signal.side === 'buy') !== (params.direction === 'long');
  if (action === 'close' || (action === 'open' && against && params.oppositeCloses)) {
    const waited = dropQueued(state, out);
    if (state.stage !== 'holding') return waited ? undefined : refuse('flat');
    out.log('success', 'hook_close', { id });
    return close(params, state, 'hook', '', true, view, out);
  }
  if (against) return refuse('direction');
  if (state.paused) return refuse('paused');
  if (action === 'open' && state.stage === 'holding') return refuse('holding');
  if (action === 'add' && state.stage !== 'holding') return refuse('flat');
  if (action === 'open' && waitsForClose(state, view)) {
    // What is closed now pays for it later; what is too small will be no larger then.
    const { fault, ...size } = sizeFor(params, state, signal, view);
    if (fault === 'small') return refuse(fault, size as Readonly<Record<string, string>>);
    state.queued = { id, amountAtoms: signal.amountAtoms, sinceMs: view.nowMs };
    return out.log('success', 'hook_queued', { id });
  }
  if (isBusy(state, view) || state.stage === 'closing') return refuse('busy');
  if (view.nowMs < state.notBeforeMs) {
    return refuse('cooldown', { seconds: Math.ceil((state.notBeforeMs - view.nowMs) / 1000) });
  }
  if (action === 'add' && state.orders >= params.maxPositions) return refuse('full', { max: params.maxPositions });
  order(params, state, signal, view, out, refuse);
}

/** A close by webhook is being done, or has been and only its rest is not over: an opening after it is no mistake. */
function waitsForClose({ stage, ending, notBeforeMs }: CustomState, { nowMs }: View): boolean {
  if (ending !== 'hook') return false;
  return stage === 'closing' || (stage === 'flat' && nowMs < notBeforeMs && notBeforeMs - nowMs <= QUEUE_MS);
}

/** True when an opening was waiting. */
export function dropQueued(state: CustomState, out: Intents): boolean {
  const queued = state.queued ?? null;
  if (queued === null) return false;
  state.queued = null;
  out.log('failed', 'hook_dropped', { id: queued.id });
  return true;
}

/** The opening that waits, once the round before it has ended and its rest is over. */
export function followQueued(params: CustomParams, state: CustomState, view: View, out: Intents): void {
  const queued = state.queued ?? null;
  if (queued === null || state.stage === 'closing') return;
  if (state.paused || state.stage !== 'flat') {
    dropQueued(state, out);
    return;
  }
  if (view.nowMs < state.notBeforeMs) return;
  state.queued = null;
  const { id, amountAtoms, sinceMs } = queued;
  const refuse = (why: string, figures: Readonly<Record<string, string | number>> = {}) =>
    out.log('failed', `hook_${why}`, { id, ...figures });
  if (view.nowMs - sinceMs > QUEUE_MS) return refuse('stale');
  order(params, state, { name: 'signal', id, action: 'open', side: '', amountAtoms }, view, out, refuse);
}

function sizeFor(params: CustomParams, state: CustomState, { action, amountAtoms }: Signal, view: View) {
  const usual = orderAtoms(params, action === 'open' ? 0 : state.orders);
  return sizeOf(params, view, amountAtoms > 0 ? amountAtoms : usual, amountAtoms > 0);
}

function order(
  params: CustomParams,
  state: CustomState,
  signal: Signal,
  view: View,
  out: Intents,
  refuse: (why: string, figures: Readonly<Record<string, string | number>>) => void,
): void {
  const { id, action } = signal;
  const { fault, ...size } = sizeFor(params, state, signal, view);
  if (fault !== null) return refuse(fault, size as Readonly<Record<string, string>>);
  out.log('success', action === 'open' ? 'hook_open' : 'hook_add', { id });
  enter(params, state, action === 'open' ? 'entry' : 'add', (size as { lots: number }).lots, view, out);
}

/** The user's own add: allowed beyond the ladder, as the server counts. */
export function addByHand(params: CustomParams, state: CustomState, atoms: Atoms, view: View, out: Intents): void {
  if (state.stage !== 'holding' || isBusy(state, view)) return;
  const { fault, ...size } = sizeOf(params, view, atoms > 0 ? atoms : orderAtoms(params, state.orders), atoms > 0);
  if (fault === null) enter(params, state, 'manual_add', (size as { lots: number }).lots, view, out);
  else out.log('failed', `custom_${fault}`, size as Readonly<Record<string, string>>);
}

/** An order is on its way. */
export function isBusy(state: CustomState, view: View): boolean {
  return state.entry.lots > 0 || view.openOrders > 0;
}
