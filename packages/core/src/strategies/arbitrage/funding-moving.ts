// How a funding arbitrage moves its legs to their target, both at once: the chases, the leg failure protocol, and what
// follows when they have arrived.

import { formatQuote } from '../../market/conversions.ts';
import { formatPercent } from '../../money/decimal-text.ts';
import type { ConvoyIntents, LegView } from '../../strategy/coordinator.ts';
import { haltNaked, restAfterRound } from './endings.ts';
import { basisNow, coinOf, commonAtoms, heldText, PERP, perpLots, SPOT, spotLots } from './funding-legs.ts';
import { aim, type FundingState } from './funding-state.ts';
import { CHASES, EXIT_TRIES, isTaking, take } from './taking.ts';

/** After an opening that failed, and after a close, the next one waits for so many settlements. */
const REST_MS = 3_600_000;

/** Towards the target on both legs at once. */
export function move(state: FundingState, legs: readonly LegView[], out: ConvoyIntents): void {
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
  if (state.goal === 'open') {
    out.log('failed', 'arb_unwind', { held: heldText(legs) });
    state.ending = 'failed';
    aim('unwind', commonAtoms(legs), state);
    state.notBeforeMs = legs[SPOT]!.nowMs + REST_MS;
    move(state, legs, out);
    return;
  }
  haltNaked(state, heldText(legs), out);
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
  else haltNaked(state, heldText(legs), out);
}

function standing(state: FundingState, legs: readonly LegView[], out: ConvoyIntents): void {
  const opened = !state.inRound;
  state.inRound = true;
  state.stage = 'holding';
  out.phase('holding');
  if (opened) state.round++;
  out.log(opened ? 'open' : 'success', opened ? 'arb_opened' : 'arb_evened', {
    held: heldText(legs),
    basis: formatPercent(basisNow(legs[SPOT]!, legs[PERP]!)),
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
  restAfterRound(state, out);
}
