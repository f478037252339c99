// Triangular arbitrage on one exchange (product.md 4.9): USDT -> via -> coin -> USDT, or back, when the round pays more than
// asked at the best prices and fees. Legs: 0 = VIA/USDT, 1 = COIN/VIA, 2 = COIN/USDT. The orders follow each other, each for
// what the one before really brought, rounded down to its step; what is left over goes home with the rest or waits as dust.
//
// LEG FAILURE. Each order is immediate-or-cancel and given up after 2 s; the first has one try (a chance that has gone is
// missed), the second three up to 0.3 %. Whatever then is held, the third leg's coin or what could not go on, is sold for
// USDT on its own leg: ten tries, at last at market. If that fails the bot is NAKED: it halts in phase `error` until the
// user resumes (it goes on selling) or stops it.
//
// Between trades coin passes from leg to leg inside the bot's books with its cost in USDT; leg 1, which counts in `via`,
// is empty between rounds and never has a result of its own.

import { formatQuote } from '../../market/conversions.ts';
import { formatPercent } from '../../money/decimal-text.ts';
import type { Atoms } from '../../money/units.ts';
import type { ConvoyIntents, Coordinator, LegFigure, LegSpec, LegView } from '../../strategy/coordinator.ts';
import type { Command } from '../../strategy/strategy.ts';
import { type AfterRound, haltNaked, restAfterRound, stopDone } from './endings.ts';
import type { TriangularParams } from './params.ts';
import { type Chances, chanceFigures, countRound, freshChances, isNewChance, miss, REST_MS } from './race.ts';
import { CHASES, EXIT_TRIES, freshTakes, isTaking, sellLots, type Takes, take } from './taking.ts';
import { triangleNetPpm, type Way } from './triangle.ts';
import { COIN, heldText, isQuoted, type Leg, MIDDLE, pathText, quotes, VIA } from './triangle-legs.ts';
import { firstLots, middleBuyLots } from './triangle-size.ts';
import { cashTo, toMiddle, unload } from './triangle-transit.ts';

export interface TriangularState extends AfterRound {
  stage: 'watching' | 'first' | 'middle' | 'home' | 'keeping' | 'naked' | 'done';
  way: Way;
  takes: [Takes, Takes, Takes];
  /** The middle order traded in full: what it could not use goes home. */
  full: boolean;
  /** What the coin inside leg 1 cost in USDT. */
  carriedAtoms: Atoms;
  paused: boolean;
  chances: Chances;
  round: number;
}

export const triangular: Coordinator<TriangularParams, TriangularState> = {
  kind: 'arbitrage',

  legs({ symbol, via }): LegSpec[] {
    const [coin, home] = symbol.split('/') as [string, string];
    const spot = { exchange: 'a', market: 'spot', side: 'long', margin: null } as const;
    return [
      { ...spot, symbol: `${via}/${home}` },
      { ...spot, symbol: `${coin}/${via}` },
      { ...spot, symbol },
    ];
  },

  shares: (_params, investmentAtoms) => [investmentAtoms, 0, 0],

  open: () => ({
    stage: 'watching',
    way: 'forward',
    takes: [freshTakes(), freshTakes(), freshTakes()],
    full: false,
    carriedAtoms: 0,
    paused: false,
    chances: freshChances(),
    round: 0,
    after: '',
    stopReason: '',
  }),

  on(event, params, state, legs, out): void {
    if (event.type === 'command') onCommand(event.command, state, out);
    else if (event.type === 'leg' && event.leg === MIDDLE && event.event.type === 'fill') {
      state.full = event.event.leftLots === 0;
    }
    const busy = legs.map((view, leg) => isTaking(leg, view, state.takes[leg as Leg], out));
    if (busy.includes(true)) return;
    if (state.stage === 'first') afterFirst(state, legs, out);
    if (state.stage === 'middle') middle(state, legs, out);
    if (state.stage === 'home') home(state, legs, out);
    if (state.stage === 'keeping') keep(state, legs, out);
    if (state.stage === 'watching' && !state.paused) look(params, state, legs, out);
  },

  wake(_params, state, legs, out): void {
    if (state.stage === 'naked' || state.stage === 'done') return;
    for (const leg of [VIA, MIDDLE, COIN]) out.everyPrint(leg);
    if (state.stage !== 'watching') out.at(legs[VIA]!.nowMs + 500);
  },

  transitAtoms: ({ carriedAtoms }) => carriedAtoms,

  figures(_params, state, legs): LegFigure[] {
    const net = (way: Way): LegFigure => ({
      key: `net_${way}`,
      unit: 'percent',
      value: isQuoted(legs) ? formatPercent(triangleNetPpm(quotes(legs), way)) : '-',
    });
    return [net('forward'), net('back'), ...chanceFigures(state.chances)];
  },
};

function onCommand(command: Command, state: TriangularState, out: ConvoyIntents): void {
  switch (command.name) {
    case 'start':
      state.paused = false;
      state.after = '';
      goHome(state);
      return;
    case 'pause':
      state.paused = true;
      return;
    case 'resume':
      state.paused = false;
      if (state.stage === 'naked') goHome(state);
      return;
    case 'close':
      state.after = 'pause';
      goHome(state);
      return;
    case 'stop':
      state.after = 'stop';
      state.stopReason = command.reason;
      out.phase('closing');
      if (command.close) goHome(state);
      else state.stage = 'keeping';
      return;
    default:
      return;
  }
}

/** Coin in leg 1, if any, goes to its own leg first (`home` sees to it). */
function goHome(state: TriangularState): void {
  state.stage = 'home';
  state.takes = [freshTakes(), freshTakes(), freshTakes()];
}

function look(params: TriangularParams, state: TriangularState, legs: readonly LegView[], out: ConvoyIntents): void {
  if (!isQuoted(legs)) return;
  const nets = { forward: triangleNetPpm(quotes(legs), 'forward'), back: triangleNetPpm(quotes(legs), 'back') };
  const way: Way = nets.forward >= nets.back ? 'forward' : 'back';
  const fresh = isNewChance(state.chances, nets[way] >= params.minProfitPpm);
  if (!state.chances.over || legs[VIA]!.nowMs < state.chances.notBeforeMs) return;
  const first: Leg = way === 'forward' ? VIA : COIN;
  cashTo(first, legs, out);
  const lots = firstLots(params, way, legs);
  if (lots === 0) {
    // Told once a chance: it lasts over many prints.
    if (fresh) miss(state.chances, 'amount_small', { net: formatPercent(nets[way]) }, out);
    return;
  }
  state.way = way;
  state.stage = 'first';
  state.takes = [freshTakes(), freshTakes(), freshTakes()];
  state.round++;
  state.chances.notBeforeMs = legs[VIA]!.nowMs + REST_MS;
  out.phase('opening');
  out.log('open', 'arb_triangle', { net: formatPercent(nets[way]), held: pathText(legs, way) });
  take(first, legs[first]!, state.takes[first], out, 'buy', lots, 'leg', false);
}

/** One try: what it brought goes on, and nothing is a chance missed. */
function afterFirst(state: TriangularState, legs: readonly LegView[], out: ConvoyIntents): void {
  const first: Leg = state.way === 'forward' ? VIA : COIN;
  const { books, instrument } = legs[first]!;
  if (sellLots(legs[first]!, books.baseAtoms) === 0) {
    miss(state.chances, 'unfilled', { held: instrument.symbol }, out);
    state.stage = 'watching';
    out.phase('waiting');
    return;
  }
  state.carriedAtoms = toMiddle(first, legs, out);
  state.full = false;
  state.stage = 'middle';
}

function middle(state: TriangularState, legs: readonly LegView[], out: ConvoyIntents): void {
  const view = legs[MIDDLE]!;
  const takes = state.takes[MIDDLE];
  const lots = state.way === 'forward' ? middleBuyLots(view, takes) : sellLots(view, view.freeBaseAtoms);
  const done = state.full || (lots === 0 && takes.tries > 0);
  if (done || lots === 0 || takes.tries >= CHASES) {
    unload(state, legs, out);
    if (done) countRound(state.chances);
    else miss(state.chances, 'leg_failed', { held: view.instrument.symbol }, out);
    goHome(state);
    return;
  }
  if (view.nowMs < takes.retryMs) return;
  take(MIDDLE, view, takes, out, state.way === 'forward' ? 'buy' : 'sell', lots, 'leg', false);
}

/** Sells whatever is held for USDT: the third leg of a round and the unwinding of one that failed. */
function home(state: TriangularState, legs: readonly LegView[], out: ConvoyIntents): void {
  if (legs[MIDDLE]!.books.quoteAtoms > 0 || legs[MIDDLE]!.books.baseAtoms > 0) unload(state, legs, out);
  const held = ([VIA, COIN] as const).filter((leg) => sellLots(legs[leg]!, legs[leg]!.freeBaseAtoms) > 0);
  if (held.some((leg) => state.takes[leg].tries >= EXIT_TRIES)) {
    haltNaked(state, heldText(legs), out);
    return;
  }
  for (const leg of held) {
    const view = legs[leg]!;
    if (view.nowMs < state.takes[leg].retryMs) continue;
    take(leg, view, state.takes[leg], out, 'sell', sellLots(view, view.freeBaseAtoms), 'leg', false);
  }
  if (held.length > 0) return;
  const pair = Math.max(1, state.round);
  const net = out.settle(VIA, pair) + out.settle(COIN, pair);
  if (state.round > 0 && net !== 0) {
    out.round(net);
    out.log('close', 'arb_triangle_done', { profit: formatQuote(legs[COIN]!.instrument, net) });
  }
  restAfterRound(state, out);
}

function keep(state: TriangularState, legs: readonly LegView[], out: ConvoyIntents): void {
  if (legs[MIDDLE]!.books.quoteAtoms > 0 || legs[MIDDLE]!.books.baseAtoms > 0) unload(state, legs, out);
  stopDone(state, out);
}
