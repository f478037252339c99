// How a leg takes: one order at a time in slot 0, immediate-or-cancel at a price that gives way a little more with every
// try, at last at market. Below the venue's minimum nothing is sent: the caller keeps what is owed.
import type { Instrument } from '../../market/instrument.ts';
import { applyPpm, mulDiv } from '../../money/mul-div.ts';
import type { Atoms, Lots, Ppm, Ticks } from '../../money/units.ts';
import type { ConvoyIntents, LegView } from '../../strategy/coordinator.ts';
import { minEntryLots, minExitLots, mostLots } from '../../strategy/order-minimums.ts';
import { withinBand } from '../../strategy/price-band.ts';
import type { Purpose, Side } from '../../strategy/strategy.ts';

export const SLOT = 0;
const PPM = 1_000_000;
/** How far beyond the best price a try may go: 0.05 %, 0.15 %, then the most slippage an entry may cost, 0.3 %. */
const CHASE_PPM: readonly Ppm[] = [500, 1_500, 3_000];
export const CHASES = CHASE_PPM.length;
/** Tries of an exit or an unwinding before the bot declares itself naked; those after the chases go at market. */
export const EXIT_TRIES = 10;
/** An answer that takes longer is not waited for: the order is cancelled. */
export const ANSWER_MS = 2_000;
const MAX_PAUSE_MS = 30_000;

export interface Takes {
  tries: number;
  /** When its last order left; 0 = none yet. */
  sentMs: number;
  retryMs: number;
}

export function freshTakes(): Takes {
  return { tries: 0, sentMs: 0, retryMs: 0 };
}

/** One try. The slot must be free. */
export function take(
  leg: number,
  view: LegView,
  takes: Takes,
  out: ConvoyIntents,
  side: Side,
  lots: Lots,
  purpose: Purpose,
  reduceOnly: boolean,
): void {
  const chase = CHASE_PPM[takes.tries];
  const qtyLots = Math.min(lots, mostLots(view.instrument, chase === undefined ? 'market' : 'limit', view.lastTicks));
  takes.tries++;
  takes.sentMs = view.nowMs;
  takes.retryMs = view.nowMs + Math.min(MAX_PAUSE_MS, 500 * 2 ** takes.tries);
  if (chase === undefined) out.place(leg, SLOT, side, 'market', 'ioc', 0, qtyLots, purpose, reduceOnly);
  else out.place(leg, SLOT, side, 'limit', 'ioc', limitTicks(view, side, chase), qtyLots, purpose, reduceOnly);
}

/** Never worse than the chase allows, inside the instrument's prices and no farther than its exchange lets one take. */
export function limitTicks({ instrument, lastTicks, quote }: LegView, side: Side, chasePpm: Ppm): Ticks {
  const ticks =
    side === 'buy'
      ? applyPpm(quote.askTicks, PPM + chasePpm, 'floor')
      : applyPpm(quote.bidTicks, PPM - chasePpm, 'ceil');
  const taken = withinBand(instrument, side, ticks, lastTicks);
  return Math.min(instrument.maxPriceTicks, Math.max(instrument.minPriceTicks, taken));
}

/** The worst price that any chase of a buy may pay. */
export function worstBuyTicks(view: LegView): Ticks {
  return limitTicks(view, 'buy', CHASE_PPM[CHASES - 1]!);
}

/** The worst price that the next try of a buy may pay. */
export function nextBuyTicks(view: LegView, { tries }: Takes): Ticks {
  return limitTicks(view, 'buy', CHASE_PPM[Math.min(tries, CHASES - 1)]!);
}

/** Lots to buy so that at least so much coin arrives after the fee; 0 = below the minimum. */
export function buyLots({ instrument, quote }: LegView, coinAtoms: Atoms): Lots {
  const { takerPpm, baseAtomsPerLot } = instrument;
  const gross = feeInCoin(instrument) ? mulDiv(coinAtoms, PPM, PPM - takerPpm, 'ceil') : coinAtoms;
  const lots = Math.ceil(gross / baseAtomsPerLot);
  return lots >= minEntryLots(instrument, quote.bidTicks) ? lots : 0;
}

/** Whole lots of this coin that an exit may sell; 0 = below the minimum. */
export function sellLots({ instrument, quote }: LegView, coinAtoms: Atoms): Lots {
  const lots = Math.floor(coinAtoms / instrument.baseAtomsPerLot);
  // A chase sells below the best price, and its own price is what the minimum is asked of.
  const worst = Math.max(1, applyPpm(quote.bidTicks, PPM - CHASE_PPM[CHASES - 1]!, 'floor'));
  return lots >= minExitLots(instrument, worst) ? lots : 0;
}

export function feeInCoin({ market, feeAsset }: Instrument): boolean {
  return market === 'spot' && feeAsset === 'received';
}

/** Waits for a live order, cancelling one that is overdue; true = there is one. */
export function isTaking(leg: number, view: LegView, takes: Takes, out: ConvoyIntents): boolean {
  const order = view.order(SLOT);
  if (order === undefined) return false;
  if (order.status !== 'cancelling' && view.nowMs >= takes.sentMs + ANSWER_MS) out.cancel(leg, SLOT);
  return true;
}
