// The two sides of a cross-exchange arbitrage: what a trade from one to the other brings, how much of it may be traded, and
// what both hold.
import { formatBase } from '../../market/conversions.ts';
import { applyPpm, mulDiv } from '../../money/mul-div.ts';
import type { Atoms } from '../../money/units.ts';
import type { LegView } from '../../strategy/coordinator.ts';
import type { Side } from '../../strategy/strategy.ts';
import type { CrossParams } from './params.ts';
import { priceE8 } from './rates.ts';
import { worstBuyTicks } from './taking.ts';

const PPM = 1_000_000;

/** (bid_B (1 - f_B) - ask_A (1 + f_A)) / ask_A, floored. */
export function netPpm(buying: LegView, selling: LegView): number {
  const ask = priceE8(buying.instrument, buying.quote.askTicks);
  const bid = priceE8(selling.instrument, selling.quote.bidTicks);
  const brings = mulDiv(bid, PPM - selling.instrument.takerPpm, PPM, 'floor');
  const costs = mulDiv(ask, PPM + buying.instrument.takerPpm, PPM, 'ceil');
  return mulDiv(brings - costs, PPM, ask, 'floor');
}

/** In lots of the seller: no more than order, cash, coin, depth and both steps allow, above the floor of both inventories. */
export function tradeLots(params: CrossParams, buying: LegView, selling: LegView): number {
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

export function totalCoin(legs: readonly LegView[]): Atoms {
  return legs[0]!.books.baseAtoms + legs[1]!.books.baseAtoms;
}

export function heldText(legs: readonly LegView[]): string {
  return legs.map(({ instrument, books }) => formatBase(instrument, books.baseAtoms)).join(' / ');
}

function worth({ books, lastTicks, instrument }: LegView): Atoms {
  return mulDiv(books.baseAtoms, lastTicks * instrument.quoteAtomsPerTickLot, instrument.baseAtomsPerLot, 'floor');
}

function coinWorth({ lastTicks, instrument }: LegView, atoms: Atoms): Atoms {
  return mulDiv(atoms, instrument.baseAtomsPerLot, lastTicks * instrument.quoteAtomsPerTickLot, 'ceil');
}
