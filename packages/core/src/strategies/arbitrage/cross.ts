// Cross-exchange arbitrage (product.md 4.9): the same coin on two exchanges, cash and coin on both, nothing ever withdrawn.
// Where one side's bid is above the other's ask by more than fees and the profit asked, both legs take at once. The coin
// of both sides together stays what it was at the start: what fees and partial fills make of it is owed, and owed coin
// below a venue's minimum is added to the next trade.
//
// LEG FAILURE. Both orders are immediate-or-cancel and given up after 2 s. The leg that fell short is chased in three
// tries up to 0.3 %; then the other leg unwinds what it did too much, ten tries, at last at market. If that fails too the
// bot is NAKED: it halts in phase `error` until the user resumes (it tries to even out again) or stops it.

import { formatBase, formatQuote } from '../../market/conversions.ts';
import { formatScaled } from '../../money/decimal-text.ts';
import { applyPpm, mulDiv } from '../../money/mul-div.ts';
import type { Atoms } from '../../money/units.ts';
import type { ConvoyIntents, Coordinator, LegFigure, LegSpec, LegView } from '../../strategy/coordinator.ts';
import type { Command, Side, StopReason } from '../../strategy/strategy.ts';
import type { CrossParams } from './params.ts';
import { type Chances, chanceFigures, freshChances, isNewChance, miss, REST_MS } from './race.ts';
import { priceE8 } from './rates.ts';
import {
  buyLots,
  CHASES,
  EXIT_TRIES,
  freshTakes,
  isTaking,
  sellLots,
  type Takes,
  take,
  worstBuyTicks,
} from './taking.ts';

const PPM = 1_000_000;

export interface CrossState {
  stage: 'trading' | 'taking' | 'evening' | 'closing' | 'keeping' | 'naked' | 'done';
  paused: boolean;
  /** Coin of both sides that the bot keeps; 0 before the first start. */
  coinAtoms: Atoms;
  /** The leg that buys, while something is going on. */
  buyer: 0 | 1;
  takes: [Takes, Takes];
  chances: Chances;
  round: number;
  after: '' | 'pause' | 'stop';
  stopReason: StopReason;
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
    if (state.stage === 'keeping') stopNow(state, out);
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

function stopNow(state: CrossState, out: ConvoyIntents): void {
  state.stage = 'done';
  out.finish('stopped', state.stopReason);
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
    if (!state.oneSided) miss(state.chances, 'inventory', { net: percent(net) }, out);
    state.oneSided = true;
    return;
  }
  state.oneSided = false;
  state.chances.executed++;
  state.round++;
  state.buyer = buyer;
  state.stage = 'taking';
  state.takes = [freshTakes(), freshTakes()];
  out.phase('holding');
  out.log('open', 'arb_cross', { net: percent(net), qty: formatBase(buying.instrument, coin) });
  take(buyer, buying, state.takes[buyer], out, 'buy', wanted, 'leg', false);
  take(seller, selling, state.takes[seller], out, 'sell', sellLots(selling, coin), 'leg', false);
}

/** (bid_B (1 - f_B) - ask_A (1 + f_A)) / ask_A, floored. */
export function netPpm(buying: LegView, selling: LegView): number {
  const ask = priceE8(buying.instrument, buying.quote.askTicks);
  const bid = priceE8(selling.instrument, selling.quote.bidTicks);
  const brings = mulDiv(bid, PPM - selling.instrument.takerPpm, PPM, 'floor');
  const costs = mulDiv(ask, PPM + buying.instrument.takerPpm, PPM, 'ceil');
  return mulDiv(brings - costs, PPM, ask, 'floor');
}

/** In lots of the seller: no more than order, cash, coin, depth and both steps allow, above the floor of both inventories. */
function tradeLots(params: CrossParams, buying: LegView, selling: LegView): number {
  const { maxOrderAtoms, depthSharePpm, inventoryFloorPpm } = params;
  const kept = (view: LegView) => mulDiv(worth(view) + view.books.quoteAtoms, inventoryFloorPpm, PPM, 'ceil');
  const cash = Math.max(0, buying.freeQuoteAtoms - kept(buying));
  const most = maxOrderAtoms > 0 ? Math.min(cash, maxOrderAtoms) : cash;
  // Room for the chases, and for the coin that a fee takes.
  const spend = applyPpm(most, 990_000, 'floor');
  const perLot = worstBuyTicks(buying) * buying.instrument.quoteAtomsPerTickLot;
  const payable = mulDiv(spend, buying.instrument.baseAtomsPerLot, perLot, 'floor');
  const owned = Math.max(0, selling.freeBaseAtoms - coinWorth(selling, kept(selling)));
  const depth = Math.min(depthAtoms(buying, 'buy', depthSharePpm), depthAtoms(selling, 'sell', depthSharePpm));
  const coin = Math.min(payable, owned, depth);
  const step = Math.max(buying.instrument.baseAtomsPerLot, selling.instrument.baseAtomsPerLot);
  return (Math.floor(coin / step) * step) / selling.instrument.baseAtomsPerLot;
}

function depthAtoms({ quote, instrument }: LegView, side: Side, sharePpm: number): Atoms {
  const lots = side === 'buy' ? quote.askLots : quote.bidLots;
  return lots >= instrument.maxQtyLots / (sharePpm / PPM)
    ? instrument.maxQtyLots * instrument.baseAtomsPerLot
    : applyPpm(lots, sharePpm, 'floor') * instrument.baseAtomsPerLot;
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
    halt(state, legs, out);
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
    halt(state, legs, out);
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
    stopNow(state, out);
    return;
  }
  state.after = '';
  state.stage = 'trading';
  state.paused = true;
  out.finish('paused', 'user');
}

function halt(state: CrossState, legs: readonly LegView[], out: ConvoyIntents): void {
  state.stage = 'naked';
  state.paused = true;
  out.log('failed', 'arb_naked', {
    held: legs.map(({ instrument, books }) => formatBase(instrument, books.baseAtoms)).join(' / '),
  });
  out.finish('paused', 'risk');
  out.phase('error');
}

/** Positive: both sides together have too much coin. */
export function owedAtoms(state: CrossState, legs: readonly LegView[]): Atoms {
  return totalCoin(legs) - state.coinAtoms;
}

function totalCoin(legs: readonly LegView[]): Atoms {
  return legs[0]!.books.baseAtoms + legs[1]!.books.baseAtoms;
}

function worth({ books, lastTicks, instrument }: LegView): Atoms {
  return mulDiv(books.baseAtoms, lastTicks * instrument.quoteAtomsPerTickLot, instrument.baseAtomsPerLot, 'floor');
}

function coinWorth({ lastTicks, instrument }: LegView, atoms: Atoms): Atoms {
  return mulDiv(atoms, instrument.baseAtomsPerLot, lastTicks * instrument.quoteAtomsPerTickLot, 'ceil');
}

function percent(ppm: number): string {
  return formatScaled(ppm, 4, true);
}
