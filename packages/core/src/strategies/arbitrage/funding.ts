// Funding arbitrage (product.md 4.9): the coin on spot (leg 0) and as much of its perpetual sold short (leg 1), for the
// funding that shorts are paid. Every action is a target that both legs go to at once; what stands when it is over is
// hedged within a step, or within what a venue's minimum allows.
//
// LEG FAILURE. Each order is immediate-or-cancel and given up after 2 s. A leg that has not arrived is chased in three
// tries up to 0.3 %. Opening: then the filled leg is unwound to what the other one reached. Unwinding and closing go on at
// market, ten tries in all. If that fails too the bot is NAKED: it halts, says so, and stands in phase `error` until the
// user resumes (it tries to even the legs again) or stops it.
// The perpetual is on cross margin: the leg's whole wallet stands behind it, and what a reduction frees goes on doing so.

import { formatBase, formatQuote } from '../../market/conversions.ts';
import { formatPercent, formatScaled } from '../../money/decimal-text.ts';
import { applyPpm } from '../../money/mul-div.ts';
import type { Atoms, TimeMs } from '../../money/units.ts';
import type { ConvoyIntents, Coordinator, LegEvent, LegFigure, LegSpec, LegView } from '../../strategy/coordinator.ts';
import type { Command } from '../../strategy/strategy.ts';
import { stopDone } from './endings.ts';
import { openLots, whyNot } from './funding-entry.ts';
import {
  basisGainPpm,
  basisNow,
  coinOf,
  commonAtoms,
  distancePpm,
  guardTicks,
  holdsAny,
  PERP,
  SPOT,
} from './funding-legs.ts';
import { move } from './funding-moving.ts';
import { aim, close, type FundingState, freshFunding } from './funding-state.ts';
import type { FundingParams } from './params.ts';
import { hasFaded } from './rates.ts';
import { isTaking, sellLots } from './taking.ts';

const PPM = 1_000_000;
const REDUCE_TO_PPM = 800_000;
const LOOK_MS = 60_000;

export const funding: Coordinator<FundingParams, FundingState> = {
  kind: 'arbitrage',

  legs({ symbol, leverage }): LegSpec[] {
    const margin = { leverage, mode: 'cross', reserveAtoms: 0 } as const;
    return [
      { exchange: 'a', market: 'spot', symbol, side: 'long', margin: null },
      { exchange: 'a', market: 'futures', symbol, side: 'short', margin },
    ];
  },

  shares({ leverage }, investmentAtoms): Atoms[] {
    const perp = Math.floor(investmentAtoms / (leverage + 1));
    return [investmentAtoms - perp, perp];
  },

  open(_params, legs): FundingState {
    const [spot, perp] = legs as [LegView, LegView];
    if (spot.instrument.baseScale !== perp.instrument.baseScale)
      throw new RangeError('the legs count coin differently');
    return freshFunding();
  },

  on(event, params, state, legs, out): void {
    if (event.type === 'command') onCommand(event.command, state, legs, out);
    else if (event.type === 'leg') onLeg(event.event, state, legs, out);
    if (state.stage === 'keeping') keep(state, legs, out);
    if (state.stage === 'moving') move(state, legs, out);
    if (state.stage === 'holding') hold(params, state, legs, out);
    if (state.stage === 'watching') look(params, state, legs, out);
  },

  wake(params, state, legs, out): void {
    const [spot, perp] = legs as [LegView, LegView];
    if (state.stage === 'naked' || state.stage === 'done') return;
    out.at(nextLook(state, spot));
    if (state.stage === 'holding') out.above(PERP, guardTicks(params, perp));
  },

  transitAtoms: () => 0,

  figures(_params, state, legs): LegFigure[] {
    const [spot, perp] = legs as [LegView, LegView];
    const delta = coinOf(legs, SPOT) - coinOf(legs, PERP);
    return [
      { key: 'delta', unit: 'base', value: formatBase(spot.instrument, delta) },
      { key: 'basis', unit: 'percent', value: formatPercent(basisNow(spot, perp)) },
      { key: 'funding_received', unit: 'quote', value: formatQuote(perp.instrument, perp.books.fundingAtoms) },
      { key: 'liquidation_distance', unit: 'percent', value: formatPercent(distancePpm(perp) ?? PPM) },
      { key: 'rounds', unit: 'count', value: String(state.round) },
    ];
  },
};

function onCommand(command: Command, state: FundingState, legs: readonly LegView[], out: ConvoyIntents): void {
  switch (command.name) {
    case 'start':
      state.after = '';
      state.ending = '';
      state.held = '';
      state.paused = false;
      even(state, legs);
      return;
    case 'pause':
      state.paused = true;
      return;
    case 'resume':
      state.paused = false;
      state.held = '';
      if (state.stage === 'naked') even(state, legs);
      return;
    case 'close':
      if (!holdsAny(legs)) return;
      state.after = 'pause';
      close('user', state, out);
      return;
    case 'stop':
      state.after = 'stop';
      state.stopReason = command.reason;
      if (command.close) close('user', state, out);
      else state.stage = 'keeping';
      return;
    default:
      return;
  }
}

/** Whatever the legs have is made equal, downwards; with nothing there is nothing to do but watch. */
function even(state: FundingState, legs: readonly LegView[]): void {
  aim('unwind', commonAtoms(legs), state);
}

function onLeg(event: LegEvent, state: FundingState, legs: readonly LegView[], out: ConvoyIntents): void {
  if (event.type === 'funding') {
    out.log('success', 'arb_funding', {
      amount: formatQuote(legs[PERP]!.instrument, event.amountAtoms),
      ...(event.rateE8 !== null && { rate: formatScaled(event.rateE8, 6, true) }),
    });
  }
  if (event.type !== 'liquidated') return;
  // Its owner has stopped it and keeps the coin. What the perpetual brought is settled with the coin, after the next start.
  if (state.stage === 'keeping' || state.stage === 'done') return;
  state.after = 'stop';
  state.stopReason = 'liquidated';
  close('liquidated', state, out);
}

/** Stopping and keeping what is held: only orders have to end. */
function keep(state: FundingState, legs: readonly LegView[], out: ConvoyIntents): void {
  const busy = legs.map((view, leg) => isTaking(leg, view, state.takes[leg as 0 | 1], out));
  if (busy.includes(true)) return;
  stopDone(state, out);
}

/** The exits and the margin guard. It goes on while the bot is paused. */
function hold(params: FundingParams, state: FundingState, legs: readonly LegView[], out: ConvoyIntents): void {
  const [spot, perp] = legs as [LegView, LegView];
  const distance = distancePpm(perp);
  if (distance !== null && distance < params.marginGuardPpm) {
    reduce(distance, params, state, legs, out);
    return;
  }
  if (hasFaded(perp.ratesE8, params.exitRateE8)) {
    out.log('success', 'arb_rates_fade', {
      held: perp.ratesE8
        .slice(-3)
        .map((rate) => formatScaled(rate, 6, true))
        .join(' '),
      limit: formatScaled(params.exitRateE8, 6, true),
    });
    close('rate', state, out);
    move(state, legs, out);
  } else if (params.basisTargetPpm > 0 && basisGainPpm(spot, perp) >= params.basisTargetPpm) {
    close('basis', state, out);
    move(state, legs, out);
  }
}

function reduce(
  distance: number,
  params: FundingParams,
  state: FundingState,
  legs: readonly LegView[],
  out: ConvoyIntents,
): void {
  const [spot, perp] = legs as [LegView, LegView];
  const { baseAtomsPerLot } = perp.instrument;
  const lots = Math.floor(applyPpm(coinOf(legs, PERP), REDUCE_TO_PPM, 'floor') / baseAtomsPerLot);
  out.log('close', 'arb_margin_guard', {
    distance: formatPercent(distance),
    limit: formatPercent(params.marginGuardPpm),
  });
  if (sellLots(spot, lots * baseAtomsPerLot) === 0 || lots < 1) {
    close('small', state, out);
  } else {
    aim('reduce', lots * baseAtomsPerLot, state);
  }
  move(state, legs, out);
}

/** Opens when funding pays the round soon enough and the perpetual is not too cheap. */
function look(params: FundingParams, state: FundingState, legs: readonly LegView[], out: ConvoyIntents): void {
  const [spot, perp] = legs as [LegView, LegView];
  if (state.paused || spot.nowMs < state.notBeforeMs) return;
  if (spot.lastTicks <= 0 || perp.lastTicks <= 0) return;
  const lots = openLots(params, spot, perp);
  const why = whyNot(params, spot, perp, lots);
  if (why === null) {
    state.held = '';
    state.ending = '';
    aim('open', lots * perp.instrument.baseAtomsPerLot, state);
    out.phase('opening');
    move(state, legs, out);
    return;
  }
  out.phase('waiting');
  if (state.held === why.key) return;
  state.held = why.key;
  out.log('success', why.key, why.data);
}

/** While something moves, every second; else every minute. */
function nextLook(state: FundingState, { nowMs }: LegView): TimeMs {
  if (state.stage === 'moving' || state.stage === 'keeping') return nowMs + 500;
  return Math.max(nowMs + LOOK_MS, state.stage === 'watching' ? state.notBeforeMs : 0);
}
