// The buys of a calendar. A slot that is met late by more than a quarter of its interval (an hour at most) was missed: it
// is not caught up, one log row says how many were missed, and the next slot is waited for.
import { formatQuote } from '../../market/conversions.ts';
import { applyPpm } from '../../money/mul-div.ts';
import type { TimeMs } from '../../money/units.ts';
import { entrySideOf } from '../../strategy/round/side.ts';
import { averageTicks } from '../../strategy/round/targets.ts';
import type { Intents, View } from '../../strategy/strategy.ts';
import { graceMs, missedSlots } from './calendar.ts';
import { aimAtSlot } from './closing.ts';
import { isDip, marketLots } from './entries.ts';
import type { DcaParams } from './params.ts';
import { holdingOf } from './position.ts';
import { type DcaState, ENTRY_SLOT } from './state.ts';

export function isDue(atMs: TimeMs, view: View): boolean {
  return atMs > 0 && view.nowMs >= atMs;
}

/** A calendar between two buys, with buys left in its round. */
export function awaitsSlot(params: DcaParams, state: DcaState): boolean {
  if (params.mode !== 'calendar' || state.paused || state.buys >= params.maxBuys) return false;
  return state.stage === 'waiting' || state.stage === 'holding';
}

export function onSlot(params: DcaParams, state: DcaState, view: View, out: Intents): void {
  const due = state.nextAtMs;
  const late = view.nowMs - due > graceMs(params.calendar.interval);
  if (late) tellMissed(params, state, view, out);
  aimAtSlot(params, state, view);
  if (late || view.order(ENTRY_SLOT) !== undefined) return;
  const dip = isDip(params, averageTicks(view.instrument, holdingOf(state, params)), view);
  const amountAtoms = dip ? applyPpm(params.amountAtoms, params.multiplierPpm, 'floor') : params.amountAtoms;
  const lots = marketLots(params, view, amountAtoms);
  if (lots > 0) {
    state.entry.amountAtoms = amountAtoms;
    out.place(
      ENTRY_SLOT,
      entrySideOf(params.direction),
      'market',
      'ioc',
      0,
      lots,
      state.stage === 'waiting' ? 'entry' : 'add',
    );
  } else {
    out.log('failed', 'buy_skipped', { reason: 'notional_small', amount: formatQuote(view.instrument, amountAtoms) });
  }
}

/** One row for all slots that passed while nobody was there to buy. */
export function tellMissed(params: DcaParams, state: DcaState, view: View, out: Intents): void {
  const count = missedSlots(params.calendar, state.nextAtMs, view.nowMs, state.firstSlotMs);
  if (count > 0) out.log('failed', 'slots_missed', { count });
}
