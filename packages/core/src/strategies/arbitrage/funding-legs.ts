// What the two legs of funding arbitrage have and lack, read from their views: coin, basis, distance to liquidation.
import { formatBase } from '../../market/conversions.ts';
import { applyPpm, mulDiv } from '../../money/mul-div.ts';
import type { Atoms, Ticks } from '../../money/units.ts';
import type { LegView } from '../../strategy/coordinator.ts';
import { minEntryLots } from '../../strategy/order-minimums.ts';
import type { FundingParams } from './params.ts';
import { basisPpm, priceE8 } from './rates.ts';
import { buyLots, sellLots } from './taking.ts';

export const SPOT = 0;
export const PERP = 1;
const PPM = 1_000_000;

/** Positive = buy. 0 = there, or less than the venue takes: that stays owed. */
export function spotLots(view: LegView, needAtoms: Atoms): number {
  return needAtoms > 0 ? buyLots(view, needAtoms) : -sellLots(view, -needAtoms);
}

/** Positive = sell more short. Reducing has no least notional. */
export function perpLots({ instrument, quote }: LegView, needAtoms: Atoms): number {
  const { baseAtomsPerLot, minQtyLots } = instrument;
  if (needAtoms > 0) {
    const lots = Math.floor(needAtoms / baseAtomsPerLot);
    // A chase sells below the best price.
    return lots >= minEntryLots(instrument, applyPpm(quote.bidTicks, 995_000, 'floor')) ? lots : 0;
  }
  const lots = Math.ceil(-needAtoms / baseAtomsPerLot);
  return lots >= minQtyLots ? -lots : 0;
}

/** Coin of the leg as a quantity to be hedged: what spot holds, what the perpetual is short. */
export function coinOf(legs: readonly LegView[], leg: number): Atoms {
  const { baseAtoms } = legs[leg]!.books;
  return leg === SPOT ? baseAtoms : -baseAtoms;
}

/** What both legs have, to the perpetual's step. */
export function commonAtoms(legs: readonly LegView[]): Atoms {
  const { baseAtomsPerLot } = legs[PERP]!.instrument;
  const least = Math.max(0, Math.min(coinOf(legs, SPOT), coinOf(legs, PERP)));
  return Math.floor(least / baseAtomsPerLot) * baseAtomsPerLot;
}

export function holdsAny(legs: readonly LegView[]): boolean {
  return coinOf(legs, PERP) !== 0 || sellLots(legs[SPOT]!, coinOf(legs, SPOT)) > 0;
}

export function basisNow(spot: LegView, perp: LegView): number {
  return basisPpm(priceE8(spot.instrument, spot.quote.askTicks), priceE8(perp.instrument, perp.quote.bidTicks));
}

/** What closing both legs now would gain on their prices, fees of all four legs paid, without funding. */
export function basisGainPpm(spot: LegView, perp: LegView): number {
  const long = mulDiv(
    spot.books.baseAtoms,
    spot.quote.bidTicks * spot.instrument.quoteAtomsPerTickLot,
    spot.instrument.baseAtomsPerLot,
    'floor',
  );
  const short = mulDiv(
    -perp.books.baseAtoms,
    perp.quote.askTicks * perp.instrument.quoteAtomsPerTickLot,
    perp.instrument.baseAtomsPerLot,
    'ceil',
  );
  const fees = applyPpm(long, spot.instrument.takerPpm, 'ceil') + applyPpm(short, perp.instrument.takerPpm, 'ceil');
  const gain = long - spot.basisAtoms - short - perp.basisAtoms - fees;
  return spot.basisAtoms <= 0 ? 0 : mulDiv(gain, PPM, spot.basisAtoms, 'floor');
}

/** How far the mark may still rise, of the mark; null = nothing liquidates. */
export function distancePpm(perp: LegView): number | null {
  const { liquidationTicks, markTicks } = perp;
  if (liquidationTicks === 0 || markTicks <= 0) return null;
  return mulDiv(liquidationTicks - markTicks, PPM, markTicks, 'floor');
}

/** The price from which the guard acts. */
export function guardTicks({ marginGuardPpm }: FundingParams, { liquidationTicks }: LegView): Ticks {
  if (liquidationTicks === 0) return Number.MAX_SAFE_INTEGER;
  return mulDiv(liquidationTicks, PPM, PPM + marginGuardPpm, 'floor') + 1;
}

/** What the legs hold: coin on spot, coin short. */
export function heldText(legs: readonly LegView[]): string {
  return [SPOT, PERP].map((leg) => formatBase(legs[leg]!.instrument, coinOf(legs, leg))).join(' / ');
}
