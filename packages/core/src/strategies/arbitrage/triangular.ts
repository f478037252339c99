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

import { formatBase, formatQuote } from '../../market/conversions.ts';
import { formatScaled } from '../../money/decimal-text.ts';
import { applyPpm, mulDiv } from '../../money/mul-div.ts';
import type { Atoms, Lots } from '../../money/units.ts';
import type { ConvoyIntents, Coordinator, LegFigure, LegSpec, LegView } from '../../strategy/coordinator.ts';
import { minEntryLots } from '../../strategy/order-minimums.ts';
import type { LegQuote } from '../../strategy/preview.ts';
import type { Command, StopReason } from '../../strategy/strategy.ts';
import type { TriangularParams } from './params.ts';
import { type Chances, chanceFigures, freshChances, isNewChance, miss, REST_MS } from './race.ts';
import {
  CHASES,
  EXIT_TRIES,
  freshTakes,
  isTaking,
  nextBuyTicks,
  sellLots,
  type Takes,
  take,
  worstBuyTicks,
} from './taking.ts';
import { triangleNetPpm, type Way } from './triangle.ts';

const VIA = 0;
const MIDDLE = 1;
const COIN = 2;
const PPM = 1_000_000;
type Leg = 0 | 1 | 2;

export interface TriangularState {
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
  after: '' | 'pause' | 'stop';
  stopReason: StopReason;
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
      value: isQuoted(legs) ? percent(triangleNetPpm(quotes(legs), way)) : '-',
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
    if (fresh) miss(state.chances, 'amount_small', { net: percent(nets[way]) }, out);
    return;
  }
  state.way = way;
  state.stage = 'first';
  state.takes = [freshTakes(), freshTakes(), freshTakes()];
  state.round++;
  state.chances.notBeforeMs = legs[VIA]!.nowMs + REST_MS;
  out.phase('opening');
  out.log('open', 'arb_triangle', { net: percent(nets[way]), held: pathText(legs, way) });
  take(first, legs[first]!, state.takes[first], out, 'buy', lots, 'leg', false);
}

/** 'USDT → BTC → ETH → USDT'. */
function pathText(legs: readonly LegView[], way: Way): string {
  const [via, coin] = [legs[VIA]!.instrument, legs[COIN]!.instrument];
  const between = way === 'forward' ? [via.base, coin.base] : [coin.base, via.base];
  return [coin.quote, ...between, coin.quote].join(' → ');
}

/** All USDT to the leg that buys first. */
function cashTo(first: Leg, legs: readonly LegView[], out: ConvoyIntents): void {
  const other: Leg = first === VIA ? COIN : VIA;
  const from = legs[other]!;
  const { quoteScale } = legs[first]!.instrument;
  const atoms = exactPart(from.freeQuoteAtoms, from.instrument.quoteScale, quoteScale);
  if (atoms <= 0) return;
  out.take(other, 'quote', atoms);
  out.give(first, 'quote', scaled(atoms, from.instrument.quoteScale, quoteScale), 0);
}

/** As much as order, cash and the three quotes allow; 0 when a leg would be below its minimum. */
function firstLots({ maxOrderAtoms }: TriangularParams, way: Way, legs: readonly LegView[]): Lots {
  const [a, b, c] = legs as [LegView, LegView, LegView];
  const first = way === 'forward' ? a : c;
  const { instrument, quote } = first;
  const perLot = worstBuyTicks(first) * instrument.quoteAtomsPerTickLot;
  const order = scaled(maxOrderAtoms, c.instrument.quoteScale, instrument.quoteScale);
  const cash = maxOrderAtoms > 0 ? Math.min(first.freeQuoteAtoms, order) : first.freeQuoteAtoms;
  const spend = applyPpm(cash, PPM - instrument.takerPpm, 'floor');
  const coinAtDepth = Math.min(
    way === 'forward' ? b.quote.askLots : b.quote.bidLots,
    way === 'forward' ? c.quote.bidLots : c.quote.askLots,
  );
  const lots = Math.min(
    Math.floor(spend / perLot),
    quote.askLots,
    instrument.maxQtyLots,
    depthInFirst(coinAtDepth, way, legs),
  );
  const coin = coinLots(lots, way, legs);
  const [middleLeast, lastLeast] = [
    minEntryLots(b.instrument, b.quote.bidTicks),
    minEntryLots(c.instrument, c.quote.bidTicks),
  ];
  const coinInB = Math.floor((coin * c.instrument.baseAtomsPerLot) / b.instrument.baseAtomsPerLot);
  const fits = lots >= minEntryLots(instrument, quote.bidTicks) && coin > lastLeast && coinInB > middleLeast;
  return fits ? lots : 0;
}

/** Coin, in lots of leg 2, that a first trade leads to. */
function coinLots(lots: Lots, way: Way, legs: readonly LegView[]): Lots {
  if (way === 'back') return lots;
  const [a, b, c] = legs as [LegView, LegView, LegView];
  const via = scaled(lots * a.instrument.baseAtomsPerLot, a.instrument.baseScale, b.instrument.quoteScale);
  const inB = Math.floor(via / (b.quote.askTicks * b.instrument.quoteAtomsPerTickLot));
  return Math.floor((inB * b.instrument.baseAtomsPerLot) / c.instrument.baseAtomsPerLot);
}

/** Lots of the first leg that the depth of the others lets through. */
function depthInFirst(coinDepth: Lots, way: Way, legs: readonly LegView[]): Lots {
  if (way === 'back' || coinDepth >= legs[COIN]!.instrument.maxQtyLots) return coinDepth;
  const [a, b] = legs as [LegView, LegView, LegView];
  const via = coinDepth * b.quote.askTicks * b.instrument.quoteAtomsPerTickLot;
  return Math.floor(scaled(via, b.instrument.quoteScale, a.instrument.baseScale) / a.instrument.baseAtomsPerLot);
}

/** One try: what it brought goes on, and nothing is a chance missed. */
function afterFirst(state: TriangularState, legs: readonly LegView[], out: ConvoyIntents): void {
  const first: Leg = state.way === 'forward' ? VIA : COIN;
  const { books, instrument } = legs[first]!;
  const middleView = legs[MIDDLE]!;
  const toScale = state.way === 'forward' ? middleView.instrument.quoteScale : middleView.instrument.baseScale;
  const atoms = exactPart(books.baseAtoms, instrument.baseScale, toScale);
  if (sellLots(legs[first]!, books.baseAtoms) === 0) {
    miss(state.chances, 'unfilled', { held: instrument.symbol }, out);
    state.stage = 'watching';
    out.phase('waiting');
    return;
  }
  state.carriedAtoms = out.take(first, 'base', atoms);
  out.give(MIDDLE, state.way === 'forward' ? 'quote' : 'base', scaled(atoms, instrument.baseScale, toScale), 0);
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
    if (done) state.chances.executed++;
    else miss(state.chances, 'leg_failed', { held: view.instrument.symbol }, out);
    goHome(state);
    return;
  }
  if (view.nowMs < takes.retryMs) return;
  take(MIDDLE, view, takes, out, state.way === 'forward' ? 'buy' : 'sell', lots, 'leg', false);
}

/** As much coin as the `via` in leg 1 pays at the worst price of the next try. */
function middleBuyLots(view: LegView, takes: Takes): Lots {
  const { instrument, freeQuoteAtoms, quote } = view;
  const spend = applyPpm(freeQuoteAtoms, instrument.feeAsset === 'quote' ? PPM - instrument.takerPpm : PPM, 'floor');
  const lots = Math.floor(spend / (nextBuyTicks(view, takes) * instrument.quoteAtomsPerTickLot));
  return lots >= minEntryLots(instrument, quote.bidTicks) ? lots : 0;
}

/** Everything in leg 1 goes to the leg that sells it for USDT, with the cost it came with, by what became of it. */
function unload(state: TriangularState, legs: readonly LegView[], out: ConvoyIntents): void {
  const [a, b, c] = legs as [LegView, LegView, LegView];
  out.carry(MIDDLE);
  const via = exactPart(b.freeQuoteAtoms, b.instrument.quoteScale, a.instrument.baseScale);
  const coin = exactPart(b.freeBaseAtoms, b.instrument.baseScale, c.instrument.baseScale);
  const coinValue = mulDiv(
    coin,
    b.quote.bidTicks * b.instrument.quoteAtomsPerTickLot,
    b.instrument.baseAtomsPerLot,
    'floor',
  );
  const worth = via + coinValue;
  const viaCost = worth === 0 ? 0 : coin === 0 ? state.carriedAtoms : mulDiv(state.carriedAtoms, via, worth, 'floor');
  if (via > 0) {
    out.take(MIDDLE, 'quote', via);
    out.give(VIA, 'base', scaled(via, b.instrument.quoteScale, a.instrument.baseScale), viaCost);
    state.carriedAtoms -= viaCost;
  }
  if (coin > 0) {
    out.take(MIDDLE, 'base', coin);
    out.give(COIN, 'base', scaled(coin, b.instrument.baseScale, c.instrument.baseScale), state.carriedAtoms);
    state.carriedAtoms = 0;
  }
}

/** Sells whatever is held for USDT: the third leg of a round and the unwinding of one that failed. */
function home(state: TriangularState, legs: readonly LegView[], out: ConvoyIntents): void {
  if (legs[MIDDLE]!.books.quoteAtoms > 0 || legs[MIDDLE]!.books.baseAtoms > 0) unload(state, legs, out);
  const held = ([VIA, COIN] as const).filter((leg) => sellLots(legs[leg]!, legs[leg]!.freeBaseAtoms) > 0);
  if (held.some((leg) => state.takes[leg].tries >= EXIT_TRIES)) {
    halt(state, legs, out);
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
  rest(state, out);
}

function rest(state: TriangularState, out: ConvoyIntents): void {
  if (state.after === 'stop') {
    state.stage = 'done';
    out.finish('stopped', state.stopReason);
    return;
  }
  state.stage = 'watching';
  out.phase('waiting');
  if (state.after !== 'pause') return;
  state.after = '';
  state.paused = true;
  out.finish('paused', 'user');
}

function keep(state: TriangularState, legs: readonly LegView[], out: ConvoyIntents): void {
  if (legs[MIDDLE]!.books.quoteAtoms > 0 || legs[MIDDLE]!.books.baseAtoms > 0) unload(state, legs, out);
  state.stage = 'done';
  out.finish('stopped', state.stopReason);
}

function halt(state: TriangularState, legs: readonly LegView[], out: ConvoyIntents): void {
  state.stage = 'naked';
  state.paused = true;
  out.log('failed', 'arb_naked', {
    held: [VIA, COIN].map((leg) => formatBase(legs[leg]!.instrument, legs[leg]!.books.baseAtoms)).join(' / '),
  });
  out.finish('paused', 'risk');
  out.phase('error');
}

function isQuoted(legs: readonly LegView[]): boolean {
  return legs.every(({ quote }) => quote.bidTicks > 0 && quote.askTicks > 0);
}

function quotes(legs: readonly LegView[]): [LegQuote, LegQuote, LegQuote] {
  return legs.map(({ instrument, quote }) => ({ instrument, ...quote })) as unknown as [LegQuote, LegQuote, LegQuote];
}

/** The part that can be counted in the other scale without a rest. */
function exactPart(atoms: Atoms, from: number, to: number): Atoms {
  const unit = 10 ** Math.max(0, from - to);
  return Math.max(0, atoms - (atoms % unit));
}

function scaled(atoms: Atoms, from: number, to: number): Atoms {
  return to >= from ? atoms * 10 ** (to - from) : mulDiv(atoms, 1, 10 ** (from - to), 'floor');
}

function percent(ppm: number): string {
  return formatScaled(ppm, 4, true);
}
