// The position of a round: what entries add to it, what closing trades take from it, what it cost on average, and the
// prices that follow from that. A target is net of everything: for a long avg (1 + tp) / (1 - f), for a short
// avg (1 - tp) / (1 + f), where avg carries the opening fees and f is the taker's fee.
import { baseAtomsToLots } from '../../market/conversions.ts';
import type { Instrument } from '../../market/instrument.ts';
import { mulDiv } from '../../money/mul-div.ts';
import type { Atoms, Lots, Ppm, Ticks } from '../../money/units.ts';
import { minExitLots, slippedTicks } from '../../strategy/order-minimums.ts';
import type { FillEvent, Intents, Side, View } from '../../strategy/strategy.ts';
import type { DcaParams } from './params.ts';
import { type DcaState, emptySale } from './state.ts';

const PPM = 1_000_000n;

export function entrySide(params: Pick<DcaParams, 'direction'>): Side {
  return params.direction === 'long' ? 'buy' : 'sell';
}

export function exitSide(params: Pick<DcaParams, 'direction'>): Side {
  return params.direction === 'long' ? 'sell' : 'buy';
}

/** True when the price is at or past `ticks` on the side where the position earns. */
export function isBeyond(params: Pick<DcaParams, 'direction'>, ticks: Ticks, priceTicks: Ticks): boolean {
  return params.direction === 'long' ? priceTicks >= ticks : priceTicks <= ticks;
}

export function takeIn(state: DcaState, event: FillEvent, params: DcaParams, instrument: Instrument): void {
  const coinAtoms = event.qtyLots * instrument.baseAtomsPerLot;
  const signed = params.direction === 'long' ? event.notionalAtoms : -event.notionalAtoms;
  state.heldAtoms += event.feeInBase ? coinAtoms - event.feeAtoms : coinAtoms;
  state.costAtoms += event.feeInBase ? signed : signed + event.feeAtoms;
  state.feeAtoms += event.feeQuoteAtoms;
  state.trailTicks = 0;
}

/** A closing trade: booked at once, settled when its order has ended. */
export function takeOut(state: DcaState, event: FillEvent, params: DcaParams): void {
  const { sale } = state;
  const signed = params.direction === 'long' ? event.notionalAtoms : -event.notionalAtoms;
  sale.doneLots += event.qtyLots;
  sale.quoteAtoms += event.feeInBase ? signed : signed - event.feeAtoms;
  sale.feeAtoms += event.feeQuoteAtoms;
  sale.tries = 0;
}

/** Whole lots that are still to be closed. */
export function heldLots(state: DcaState, instrument: Instrument): Lots {
  return baseAtomsToLots(instrument, state.heldAtoms) - state.sale.doneLots;
}

/** The smallest closing order at a price: contracts have no minimum notional for what makes a position smaller. */
export function minCloseLots(instrument: Instrument, priceTicks: Ticks): Lots {
  return instrument.market === 'spot' ? minExitLots(instrument, priceTicks) : instrument.minQtyLots;
}

/** The fall below the last price at which a sale at market is still expected to be worth the venue's minimum. */
const SALE_VALUE_PPM: Ppm = 200;

/** What one market order can close now; 0 = what is left is too little. */
export function closableLots(state: DcaState, { instrument, lastTicks }: View): Lots {
  const lots = Math.min(heldLots(state, instrument), instrument.maxQtyLots);
  return lots >= minCloseLots(instrument, slippedTicks('sell', lastTicks, SALE_VALUE_PPM)) ? lots : 0;
}

/**
 * Makes a settlement of the closing trades so far, with their share of the cost and all funding that came in. Returns
 * the net result, funding included; 0 when nothing was closed.
 */
export function settleSale(state: DcaState, view: View, out: Intents): Atoms {
  const { sale } = state;
  if (sale.doneLots === 0) return 0;
  const closedAtoms = sale.doneLots * view.instrument.baseAtomsPerLot;
  const cost = mulDiv(state.costAtoms, closedAtoms, state.heldAtoms, 'floor');
  const entryFee = mulDiv(state.feeAtoms, closedAtoms, state.heldAtoms, 'floor');
  const fee = entryFee + sale.feeAtoms;
  const net = sale.quoteAtoms - cost;
  const funding = view.books.pendingFundingAtoms;
  const { doneLots } = sale;
  state.heldAtoms -= closedAtoms;
  state.costAtoms -= cost;
  state.feeAtoms -= entryFee;
  state.sale = emptySale();
  out.settle(state.nextPairId++, doneLots, net + fee, fee, funding);
  return net + funding;
}

/** What one coin of the position cost, to the tick, rounded away from profit; 0 = there is none. */
export function averageTicks(state: DcaState, params: DcaParams, instrument: Instrument): Ticks {
  return priceOf(state, params, instrument, 1n, 1n);
}

/** Where this much net profit is made. */
export function targetTicks(state: DcaState, params: DcaParams, instrument: Instrument, profitPpm: Ppm): Ticks {
  const fee = BigInt(instrument.takerPpm);
  const profit = BigInt(profitPpm);
  return params.direction === 'long'
    ? priceOf(state, params, instrument, PPM + profit, PPM - fee)
    : priceOf(state, params, instrument, PPM - profit, PPM + fee);
}

/** This far on the losing side of a price. */
export function lossTicks(params: Pick<DcaParams, 'direction'>, fromTicks: Ticks, ppm: Ppm): Ticks {
  return params.direction === 'long'
    ? mulDiv(fromTicks, Number(PPM) - ppm, Number(PPM), 'floor')
    : mulDiv(fromTicks, Number(PPM) + ppm, Number(PPM), 'ceil');
}

/** |cost| / coin x numerator / denominator in ticks; up for a long, down for a short. */
function priceOf(
  state: DcaState,
  params: DcaParams,
  instrument: Instrument,
  numerator: bigint,
  denominator: bigint,
): Ticks {
  if (state.heldAtoms === 0) return 0;
  const cost = BigInt(Math.abs(state.costAtoms)) * BigInt(instrument.baseAtomsPerLot) * numerator;
  const coin = BigInt(state.heldAtoms) * BigInt(instrument.quoteAtomsPerTickLot) * denominator;
  const ticks = params.direction === 'long' ? (cost + coin - 1n) / coin : cost / coin;
  return Number(ticks > BigInt(Number.MAX_SAFE_INTEGER) ? 0n : ticks);
}
