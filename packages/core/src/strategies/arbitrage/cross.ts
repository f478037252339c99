// Cross-exchange arbitrage (product.md 4.9): the same coin on two exchanges, cash and coin on both, nothing ever withdrawn.
// Where one side's bid is above the other's ask by more than fees and the profit asked, both legs take at once. The coin
// of both sides together stays what it was at the start: what fees and partial fills make of it is owed, and owed coin
// below a venue's minimum is added to the next trade.
//
// LEG FAILURE. Both orders are immediate-or-cancel and given up after 2 s. The leg that fell short is chased in three
// tries up to 0.3 %; then the other leg unwinds what it did too much, ten tries, at last at market. If that fails too the
// bot is NAKED: it halts in phase `error` until the user resumes (it tries to even out again) or stops it.

import { formatBase, formatQuote } from '../../market/conversions.ts';
import { formatPercent } from '../../money/decimal-text.ts';
import type { Atoms } from '../../money/units.ts';
import type { ConvoyIntents, Coordinator, LegFigure, LegSpec, LegView } from '../../strategy/coordinator.ts';
import type { Command, Side } from '../../strategy/strategy.ts';
import { heldText, netPpm, totalCoin, tradeLots } from './cross-legs.ts';
import { type AfterRound, haltNaked, stopDone } from './endings.ts';
import type { CrossParams } from './params.ts';
import { type Chances, chanceFigures, countRound, freshChances, isNewChance, miss, REST_MS } from './race.ts';
import { buyLots, CHASES, EXIT_TRIES, freshTakes, isTaking, sellLots, type Takes, take } from './taking.ts';

export interface CrossState extends AfterRound {
  stage: 'trading' | 'taking' | 'evening' | 'closing' | 'keeping' | 'naked' | 'done';
  paused: boolean;
  /** Coin of both sides that the bot keeps; 0 before the first start. */
  coinAtoms: Atoms;
  /** The leg that buys, while something is going on. */
  buyer: 0 | 1;
  takes: [Takes, Takes];
  chances: Chances;
  round: number;
  /** Inventory was too one-sided when last looked. */
  oneSided: boolean;
}

export const cross: Coordinator<CrossParams, CrossState> = {
  kind: 'arbitrage',

  legs({ symbol }): LegSpec[] {
    return [
      { exchange: 'a', market: 'spot', symbol, side: 'long', margin: null },
      { exchange: 'b', market: 'spot', symbol, side: 'long', margin: null },
    ];
  },

  /** Leg b's half is the coin that the user has there. */
  shares(_params, investmentAtoms): Atoms[] {
    const b = Math.floor(investmentAtoms / 2);
    return [investmentAtoms - b, b];
  },

  open(): CrossState {
    return {
      stage: 'trading',
      paused: false,
      coinAtoms: 0,
      buyer: 0,
      takes: [freshTakes(), freshTakes()],
      chances: freshChances(),
      round: 0,
      after: '',
      stopReason: '',
      oneSided: false,
    };
  },

  on(event, params, state, legs, out): void {
    if (event.type === 'command') onCommand(event.command, state, legs, out);
    const busy = legs.map((view, leg) => isTaking(leg, view, state.takes[leg as 0 | 1], out));
    if (busy.includes(true)) return;
    if (state.stage === 'keeping') stopDone(state, out);
    if (state.stage === 'closing') close(state, legs, out);
    if (state.stage === 'taking' || state.stage === 'evening') even(state, legs, out);
    if (state.stage === 'trading' && !state.paused) look(params, state, legs, out);
  },

  wake(_params, state, legs, out): void {
    if (state.stage === 'naked' || state.stage === 'done') return;
    for (const leg of [0, 1]) out.everyPrint(leg);
    if (state.stage !== 'trading') out.at(legs[0]!.nowMs + 500);
  },

  transitAtoms: () => 0,

  figures(_params, state, legs): LegFigure[] {
    const owed = formatBase(legs[0]!.instrument, owedAtoms(state, legs));
    return [{ key: 'owed', unit: 'base', value: owed }, ...chanceFigures(state.chances)];
  },
};

function onCommand(command: Command, state: CrossState, legs: readonly LegView[], out: ConvoyIntents): void {
  switch (command.name) {
    case 'start':
      state.paused = false;
      state.after = '';
      stock(state, legs, out);
      return;
    case 'pause':
      state.paused = true;
      return;
    case 'resume':
      state.paused = false;
      if (state.stage === 'naked') evenAgain(state);
      return;
    case 'close':
      state.after = 'pause';
      closing(state, out);
      return;
    case 'stop':
      state.after = 'stop';
      state.stopReason = command.reason;
      if (command.close) closing(state, out);
      else state.stage = 'keeping';
      return;
    default:
      return;
  }
}

/** At a start the coin that is there is what is kept; a side that has none counts its money as the coin that lies there. */
function stock(state: CrossState, legs: readonly LegView[], out: ConvoyIntents): void {
  const [, b] = legs as [LegView, LegView];
  if (totalCoin(legs) === 0 && b.lastTicks > 0) {
    const perLot = b.lastTicks * b.instrument.quoteAtomsPerTickLot;
    const lots = Math.floor(b.freeQuoteAtoms / perLot);
    const coin = lots * b.instrument.baseAtomsPerLot;
    const cost = out.take(1, 'quote', lots * perLot);
    out.give(1, 'base', coin, cost);
  }
  state.coinAtoms = totalCoin(legs);
  state.stage = 'trading';
  out.phase('waiting');
  out.log('success', 'arb_stocked', { qty: formatBase(b.instrument, state.coinAtoms) });
}

function closing(state: CrossState, out: ConvoyIntents): void {
  state.stage = 'closing';
  state.takes = [freshTakes(), freshTakes()];
  out.phase('closing');
}

function evenAgain(state: CrossState): void {
  state.stage = 'evening';
  state.takes = [freshTakes(), freshTakes()];
}

function look(params: CrossParams, state: CrossState, legs: readonly LegView[], out: ConvoyIntents): void {
  if (legs[0]!.lastTicks <= 0 || legs[1]!.lastTicks <= 0) return;
  const nets = [netPpm(legs[0]!, legs[1]!), netPpm(legs[1]!, legs[0]!)] as const;
  const buyer = nets[0] >= nets[1] ? 0 : 1;
  const net = nets[buyer];
  isNewChance(state.chances, net >= params.minProfitPpm);
  if (!state.chances.over || legs[0]!.nowMs < state.chances.notBeforeMs) return;
  const seller = buyer === 0 ? 1 : 0;
  const [buying, selling] = [legs[buyer]!, legs[seller]!];
  const lots = tradeLots(params, buying, selling);
  // What is owed is bought along with it; a debt the other way is bought that much less.
  const coin = lots * selling.instrument.baseAtomsPerLot;
  const wanted = buyLots(buying, Math.max(0, coin - owedAtoms(state, legs)));
  if (sellLots(selling, coin) === 0 || wanted === 0) {
    if (!state.oneSided) miss(state.chances, 'inventory', { net: formatPercent(net) }, out);
    state.oneSided = true;
    return;
  }
  state.oneSided = false;
  countRound(state.chances);
  state.round++;
  state.buyer = buyer;
  state.stage = 'taking';
  state.takes = [freshTakes(), freshTakes()];
  out.phase('holding');
  out.log('open', 'arb_cross', { net: formatPercent(net), qty: formatBase(buying.instrument, coin) });
  take(buyer, buying, state.takes[buyer], out, 'buy', wanted, 'leg', false);
  take(seller, selling, state.takes[seller], out, 'sell', sellLots(selling, coin), 'leg', false);
}

/** After every try: what is still owed goes to the leg that fell short, and after the chases to the other one. */
function even(state: CrossState, legs: readonly LegView[], out: ConvoyIntents): void {
  const owed = owedAtoms(state, legs);
  const side: Side = owed > 0 ? 'sell' : 'buy';
  const seller = state.buyer === 0 ? 1 : 0;
  const first = side === 'buy' ? state.buyer : seller;
  const second = first === 0 ? 1 : 0;
  const lots = ([0, 1] as const).map((leg) => (owed > 0 ? sellLots(legs[leg]!, owed) : buyLots(legs[leg]!, -owed)));
  if (state.takes[first].tries < CHASES && lots[first]! > 0) {
    tryLeg(first, side, lots[first]!, state, legs, out);
  } else if (lots[second]! > 0 && state.takes[second].tries < CHASES + EXIT_TRIES) {
    if (state.stage === 'taking') {
      out.log('failed', 'arb_unwind', { held: formatBase(legs[0]!.instrument, owed) });
      state.takes[second] = freshTakes();
    }
    state.stage = 'evening';
    tryLeg(second, side, lots[second]!, state, legs, out);
  } else if (lots[0] === 0 && lots[1] === 0) {
    settled(state, legs, out);
  } else {
    haltNaked(state, heldText(legs), out);
  }
}

function tryLeg(
  leg: 0 | 1,
  side: Side,
  lots: number,
  state: CrossState,
  legs: readonly LegView[],
  out: ConvoyIntents,
): void {
  if (legs[leg]!.nowMs < state.takes[leg].retryMs) return;
  take(leg, legs[leg]!, state.takes[leg], out, side, lots, state.stage === 'taking' ? 'leg' : 'unwind', false);
}

function settled(state: CrossState, legs: readonly LegView[], out: ConvoyIntents): void {
  const net = out.settle(0, state.round) + out.settle(1, state.round);
  out.round(net);
  out.log('close', 'arb_cross_done', {
    profit: formatQuote(legs[0]!.instrument, net),
    held: formatBase(legs[0]!.instrument, owedAtoms(state, legs)),
  });
  state.chances.notBeforeMs = legs[0]!.nowMs + REST_MS;
  state.stage = 'trading';
  out.phase('waiting');
}

/** Sells the coin of both sides. */
function close(state: CrossState, legs: readonly LegView[], out: ConvoyIntents): void {
  const lots = ([0, 1] as const).map((leg) => sellLots(legs[leg]!, legs[leg]!.freeBaseAtoms));
  const open = ([0, 1] as const).filter((leg) => lots[leg]! > 0);
  if (open.some((leg) => state.takes[leg].tries >= EXIT_TRIES)) {
    haltNaked(state, heldText(legs), out);
    return;
  }
  for (const leg of open) {
    if (legs[leg]!.nowMs >= state.takes[leg].retryMs) {
      take(leg, legs[leg]!, state.takes[leg], out, 'sell', lots[leg]!, 'close', false);
    }
  }
  if (open.length > 0) return;
  state.round++;
  const net = out.settle(0, state.round) + out.settle(1, state.round);
  out.log('manual_close', 'arb_closed_user', { profit: formatQuote(legs[0]!.instrument, net) });
  state.coinAtoms = totalCoin(legs);
  if (state.after === 'stop') {
    stopDone(state, out);
    return;
  }
  state.after = '';
  state.stage = 'trading';
  state.paused = true;
  out.finish('paused', 'user');
}

/** Positive: both sides together have too much coin. */
export function owedAtoms(state: CrossState, legs: readonly LegView[]): Atoms {
  return totalCoin(legs) - state.coinAtoms;
}
