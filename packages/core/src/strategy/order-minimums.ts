// What an order must be worth, and what it ties up: shared by the strategies, which size orders, and by risk, which
// approves them, so that a machine never plans what risk must refuse.
import { isFeeInBase } from '../market/conversions.ts';
import type { Instrument } from '../market/instrument.ts';
import { initialMarginAtoms } from '../market/margin.ts';
import { keptFeePpm } from '../market/order-margin.ts';
import { applyPpm } from '../money/mul-div.ts';
import type { Atoms, Lots, Ppm, Ticks } from '../money/units.ts';
import type { FillEvent, OrderType } from './strategy.ts';

/** Entries stay 5 % above the venue's minimum notional, so that a fee or a small fall cannot strand them. */
export const ENTRY_HEADROOM_PPM: Ppm = 50_000;

/** The smallest entry at a price. */
export function minEntryLots(instrument: Instrument, priceTicks: Ticks): Lots {
  const needAtoms = applyPpm(instrument.minNotionalAtoms, 1_000_000 + ENTRY_HEADROOM_PPM, 'ceil');
  return Math.max(instrument.minQtyLots, Math.ceil(needAtoms / (priceTicks * instrument.quoteAtomsPerTickLot)));
}

/** The smallest exit at a price: the venue's bare minimum. */
export function minExitLots(instrument: Instrument, priceTicks: Ticks): Lots {
  const lotAtoms = priceTicks * instrument.quoteAtomsPerTickLot;
  return Math.max(instrument.minQtyLots, Math.ceil(instrument.minNotionalAtoms / lotAtoms));
}

/** A market order may trade dearer than where it is sent: it stays so far below what it may be worth. */
const MARKET_WORTH_PPM: Ppm = 990_000;
/** What a market order that was meant to be the largest is worth at the least, whatever it traded at. */
const LARGEST_WORTH_PPM: Ppm = 970_000;

/** The largest order of that type at a price (of a market order: the last one); what is more goes as several. */
export function mostLots(instrument: Instrument, type: OrderType, priceTicks: Ticks): Lots {
  const { maxMarketLots, maxMarketNotionalAtoms, maxNotionalAtoms, maxQtyLots, quoteAtomsPerTickLot } = instrument;
  const lotAtoms = priceTicks * quoteAtomsPerTickLot;
  if (type === 'limit') return Math.min(maxQtyLots, Math.floor(maxNotionalAtoms / lotAtoms));
  return Math.min(maxMarketLots, Math.floor(applyPpm(maxMarketNotionalAtoms, MARKET_WORTH_PPM, 'floor') / lotAtoms));
}

/** The first of the orders that `lots` go in: what is left for the last is enough for an order of its own. */
export function firstPart(lots: Lots, most: Lots, least: Lots): Lots {
  if (lots <= most) return lots;
  return lots - most < least ? Math.max(least, lots - least) : most;
}

/** An order that traded was as large as one may be: there may be a rest of what it was meant to be. */
export function wasLargest(
  { maxMarketLots, maxMarketNotionalAtoms, maxNotionalAtoms, maxQtyLots, quoteAtomsPerTickLot }: Instrument,
  type: OrderType,
  { orderLots, priceTicks }: Pick<FillEvent, 'orderLots' | 'priceTicks'>,
): boolean {
  const [most, mostAtoms] =
    type === 'market' ? [maxMarketLots, maxMarketNotionalAtoms] : [maxQtyLots, maxNotionalAtoms];
  const atoms = orderLots * priceTicks * quoteAtomsPerTickLot;
  return orderLots > 0 && (orderLots >= most || atoms >= applyPpm(mostAtoms, LARGEST_WORTH_PPM, 'floor'));
}

/** What a buy ties up at its worst price: its cost and the reserve for a fee taken in quote. NaN out of exact range. */
export function buyReserveAtoms(instrument: Instrument, worstTicks: Ticks, qtyLots: Lots): Atoms {
  const notional = worstTicks * qtyLots * instrument.quoteAtomsPerTickLot;
  if (!Number.isSafeInteger(notional)) return Number.NaN;
  return isFeeInBase(instrument, 'buy') ? notional : notional + applyPpm(notional, instrument.takerPpm, 'ceil');
}

/** What an entry ties up: on spot its cost, on a contract its margin, each with the fee. NaN out of exact range. */
export function entryAtoms(instrument: Instrument, worstTicks: Ticks, qtyLots: Lots, leverage: number): Atoms {
  if (instrument.contract === null) return buyReserveAtoms(instrument, worstTicks, qtyLots);
  const notional = worstTicks * qtyLots * instrument.quoteAtomsPerTickLot;
  if (!Number.isSafeInteger(notional)) return Number.NaN;
  return initialMarginAtoms(notional, leverage) + applyPpm(notional, keptFeePpm(instrument), 'ceil');
}

/** The worst price a market order is expected to meet. */
export function slippedTicks(side: 'buy' | 'sell', lastTicks: Ticks, slippagePpm: Ppm): Ticks {
  const slip = applyPpm(lastTicks, slippagePpm, 'ceil');
  return side === 'buy' ? lastTicks + slip : Math.max(1, lastTicks - slip);
}
