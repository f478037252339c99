// How much a triangle trades: what order, cash, the three quotes and the minimum of every leg allow.
import { applyPpm } from '../../money/mul-div.ts';
import type { Lots } from '../../money/units.ts';
import type { LegView } from '../../strategy/coordinator.ts';
import { minEntryLots } from '../../strategy/order-minimums.ts';
import type { TriangularParams } from './params.ts';
import { nextBuyTicks, type Takes, worstBuyTicks } from './taking.ts';
import type { Way } from './triangle.ts';
import { COIN, scaled } from './triangle-legs.ts';

const PPM = 1_000_000;

/** As much as order, cash and the three quotes allow; 0 when a leg would be below its minimum. */
export function firstLots({ maxOrderAtoms }: TriangularParams, way: Way, legs: readonly LegView[]): Lots {
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

/** As much coin as the `via` in leg 1 pays at the worst price of the next try. */
export function middleBuyLots(view: LegView, takes: Takes): Lots {
  const { instrument, freeQuoteAtoms, quote } = view;
  const spend = applyPpm(freeQuoteAtoms, instrument.feeAsset === 'quote' ? PPM - instrument.takerPpm : PPM, 'floor');
  const lots = Math.floor(spend / (nextBuyTicks(view, takes) * instrument.quoteAtomsPerTickLot));
  return lots >= minEntryLots(instrument, quote.bidTicks) ? lots : 0;
}
