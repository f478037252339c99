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
import { formatScaled } from '../../money/decimal-text.ts';
import { applyPpm } from '../../money/mul-div.ts';
import type { Atoms, TimeMs } from '../../money/units.ts';
import type { ConvoyIntents, Coordinator, LegEvent, LegFigure, LegSpec, LegView } from '../../strategy/coordinator.ts';
import type { Command, StopReason } from '../../strategy/strategy.ts';
import { openLots, whyNot } from './funding-entry.ts';
import {
  basisGainPpm,
  basisNow,
  coinOf,
  commonAtoms,
  distancePpm,
  guardTicks,
  heldText,
  holdsAny,
  PERP,
  percent,
  perpLots,
  SPOT,
  spotLots,
} from './funding-legs.ts';
import type { FundingParams } from './params.ts';
import { hasFaded } from './rates.ts';
import { CHASES, EXIT_TRIES, freshTakes, isTaking, sellLots, type Takes, take } from './taking.ts';

const PPM = 1_000_000;
const REDUCE_TO_PPM = 800_000;
const LOOK_MS = 60_000;
/** After an opening that failed, and after a close, the next one waits for so many settlements. */
const REST_MS = 3_600_000;

type Goal = 'open' | 'close' | 'reduce' | 'unwind';
type Ending = '' | 'rate' | 'basis' | 'user' | 'liquidated' | 'failed' | 'small';

export interface FundingState {
  stage: 'watching' | 'moving' | 'holding' | 'keeping' | 'naked' | 'done';
  goal: Goal;
  /** Coin that both legs are to have. */
  targetAtoms: Atoms;
  takes: [Takes, Takes];
  ending: Ending;
  /** No new round is opened; what stands is looked after. */
  paused: boolean;
  /** From the first hedged coin until the settlement. */
  inRound: boolean;
  /** Set when the bot is to stop (or, by `close`, to pause) after the legs are closed. */
  after: '' | 'pause' | 'stop';
  stopReason: StopReason;
  round: number;
  /** Results settled; those of openings that never stood are among them. */
  pairs: number;
  notBeforeMs: TimeMs;
  /** Why the last look did not open, as last logged. */
  held: string;
}

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
    return {
      stage: 'watching',
      goal: 'open',
      targetAtoms: 0,
      takes: [freshTakes(), freshTakes()],
      ending: '',
      paused: false,
      inRound: false,
      after: '',
      stopReason: '',
      round: 0,
      pairs: 0,
      notBeforeMs: 0,
      held: '',
    };
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
      { key: 'basis', unit: 'percent', value: percent(basisNow(spot, perp)) },
      { key: 'funding_received', unit: 'quote', value: formatQuote(perp.instrument, perp.books.fundingAtoms) },
      { key: 'liquidation_distance', unit: 'percent', value: percent(distancePpm(perp) ?? PPM) },
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
      rate: formatScaled(event.rateE8, 6, true),
    });
  }
  if (event.type !== 'liquidated') return;
  // Its owner has stopped it and keeps the coin. What the perpetual brought is settled with the coin, after the next start.
  if (state.stage === 'keeping' || state.stage === 'done') return;
  state.after = 'stop';
  state.stopReason = 'liquidated';
  close('liquidated', state, out);
}

function close(ending: Ending, state: FundingState, out: ConvoyIntents): void {
  state.ending = ending;
  aim('close', 0, state);
  out.phase('closing');
}

function aim(goal: Goal, targetAtoms: Atoms, state: FundingState): void {
  state.stage = 'moving';
  state.goal = goal;
  state.targetAtoms = targetAtoms;
  state.takes = [freshTakes(), freshTakes()];
}

/** Stopping and keeping what is held: only orders have to end. */
function keep(state: FundingState, legs: readonly LegView[], out: ConvoyIntents): void {
  const busy = legs.map((view, leg) => isTaking(leg, view, state.takes[leg as 0 | 1], out));
  if (busy.includes(true)) return;
  state.stage = 'done';
  out.finish('stopped', state.stopReason);
}

/** Towards the target on both legs at once. */
function move(state: FundingState, legs: readonly LegView[], out: ConvoyIntents): void {
  const [spot, perp] = legs as [LegView, LegView];
  const { takes } = state;
  const busy = [isTaking(SPOT, spot, takes[SPOT], out), isTaking(PERP, perp, takes[PERP], out)];
  if (busy[0] || busy[1]) return;
  const spotNeed = state.targetAtoms - coinOf(legs, SPOT);
  const perpNeed = state.targetAtoms - coinOf(legs, PERP);
  const wanted = [spotLots(spot, spotNeed), perpLots(perp, perpNeed)] as const;
  if (wanted[0] === 0 && wanted[1] === 0) {
    arrived(state, legs, out);
    return;
  }
  const most = state.goal === 'open' ? CHASES : EXIT_TRIES;
  const failed = [SPOT, PERP].filter((leg) => wanted[leg as 0 | 1] !== 0 && takes[leg as 0 | 1].tries >= most);
  if (failed.length > 0) {
    giveUp(state, legs, out);
    return;
  }
  const purpose = state.goal === 'open' ? 'leg' : state.goal === 'close' ? 'close' : 'unwind';
  const { nowMs } = spot;
  if (wanted[0] !== 0 && nowMs >= takes[SPOT].retryMs) {
    take(SPOT, spot, takes[SPOT], out, wanted[0] > 0 ? 'buy' : 'sell', Math.abs(wanted[0]), purpose, false);
  }
  if (wanted[1] !== 0 && nowMs >= takes[PERP].retryMs) {
    take(PERP, perp, takes[PERP], out, wanted[1] > 0 ? 'sell' : 'buy', Math.abs(wanted[1]), purpose, wanted[1] < 0);
  }
}

/** The leg failure protocol, after the chases. */
function giveUp(state: FundingState, legs: readonly LegView[], out: ConvoyIntents): void {
  const figures = { held: heldText(legs) };
  if (state.goal === 'open') {
    out.log('failed', 'arb_unwind', figures);
    state.ending = 'failed';
    aim('unwind', commonAtoms(legs), state);
    state.notBeforeMs = legs[SPOT]!.nowMs + REST_MS;
    move(state, legs, out);
    return;
  }
  halt(figures, state, out);
}

function halt(figures: Readonly<Record<string, string>>, state: FundingState, out: ConvoyIntents): void {
  state.stage = 'naked';
  state.paused = true;
  out.log('failed', 'arb_naked', figures);
  out.finish('paused', 'risk');
  out.phase('error');
}

/** Both legs are where they go, but for what the venues' minimums keep from them. */
function arrived(state: FundingState, legs: readonly LegView[], out: ConvoyIntents): void {
  const common = commonAtoms(legs);
  const uneven = Math.abs(coinOf(legs, SPOT) - coinOf(legs, PERP));
  // A leg that could not take its last part is met by the other one, once.
  if (state.goal !== 'close' && state.targetAtoms !== common && uneven > 0) {
    aim('unwind', common, state);
    if (
      spotLots(legs[SPOT]!, common - coinOf(legs, SPOT)) !== 0 ||
      perpLots(legs[PERP]!, common - coinOf(legs, PERP)) !== 0
    ) {
      move(state, legs, out);
      return;
    }
  }
  state.targetAtoms = common;
  if (coinOf(legs, PERP) === 0) closed(state, legs, out);
  else if (state.goal !== 'close') standing(state, legs, out);
  else halt({ held: heldText(legs) }, state, out);
}

function standing(state: FundingState, legs: readonly LegView[], out: ConvoyIntents): void {
  const opened = !state.inRound;
  state.inRound = true;
  state.stage = 'holding';
  out.phase('holding');
  if (opened) state.round++;
  out.log(opened ? 'open' : 'success', opened ? 'arb_opened' : 'arb_evened', {
    held: heldText(legs),
    basis: percent(basisNow(legs[SPOT]!, legs[PERP]!)),
  });
}

function closed(state: FundingState, legs: readonly LegView[], out: ConvoyIntents): void {
  // Every round is settled as one pair: the spot leg's result, the perpetual's, and the funding with it. An opening that
  // never stood has a result too, and is no round.
  state.pairs++;
  const net = out.settle(SPOT, state.pairs) + out.settle(PERP, state.pairs);
  if (state.inRound) {
    state.inRound = false;
    out.round(net);
    out.log(state.ending === 'user' ? 'manual_close' : 'close', `arb_closed_${state.ending || 'failed'}`, {
      profit: formatQuote(legs[SPOT]!.instrument, net),
    });
    state.notBeforeMs = legs[SPOT]!.nowMs + REST_MS;
  }
  if (state.after === 'stop') {
    state.stage = 'done';
    out.finish('stopped', state.stopReason);
    return;
  }
  state.stage = 'watching';
  out.phase('waiting');
  if (state.after === 'pause') {
    state.after = '';
    state.paused = true;
    out.finish('paused', 'user');
  }
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
  out.log('close', 'arb_margin_guard', { distance: percent(distance), limit: percent(params.marginGuardPpm) });
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
