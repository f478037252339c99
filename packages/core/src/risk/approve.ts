// The only maker of an ApprovedOrder: nothing reaches a venue that has not passed here. An order is refused with a
// reason, never changed: silently shrinking or re-pricing is how bots lose track of what they meant.
import type { Instrument } from '../market/instrument.ts';
import { applyPpm } from '../money/mul-div.ts';
import type { Atoms, Lots, Ticks } from '../money/units.ts';
import type { OwnOrder, Purpose, RefusalReason, Side } from '../strategy/strategy.ts';
import type { RiskLimits } from './limits.ts';

declare const approved: unique symbol;
/** An order that risk let through. The brand cannot be forged outside this file. */
export type ApprovedOrder = OwnOrder & { readonly [approved]: true };

/** What the books can still pay with, and how many orders already stand. */
export interface RiskView {
  readonly lastTicks: Ticks;
  readonly freeQuoteAtoms: Atoms;
  readonly freeBaseAtoms: Atoms;
  readonly openOrders: number;
}

/** Sells of what is held, and nothing else. Exits need the venue's bare minimum and pass a thrown kill switch. */
export function isExit(side: Side, purpose: Purpose): boolean {
  return side === 'sell' && purpose !== 'entry' && purpose !== 'add';
}

/** The lowest quantity a venue takes at a price, with the head-room that entries keep. */
export function minEntryLots(instrument: Instrument, limits: RiskLimits, priceTicks: Ticks): Lots {
  const needAtoms = applyPpm(instrument.minNotionalAtoms, 1_000_000 + limits.entryHeadroomPpm, 'ceil');
  const lotAtoms = priceTicks * instrument.quoteAtomsPerTickLot;
  return Math.max(instrument.minQtyLots, Math.ceil(needAtoms / lotAtoms));
}

/**
 * What an order locks until it ends: a buy its cost at the worst price it can meet plus a fee taken in quote, a sell the
 * coin itself. NaN when the figures leave the exact range.
 */
export function lockAtoms(instrument: Instrument, side: Side, worstTicks: Ticks, qtyLots: Lots): Atoms {
  if (side === 'sell') return qtyLots * instrument.baseAtomsPerLot;
  const notional = worstTicks * qtyLots * instrument.quoteAtomsPerTickLot;
  if (instrument.feeAsset !== 'quote') return notional;
  return notional > Number.MAX_SAFE_INTEGER ? Number.NaN : notional + applyPpm(notional, instrument.takerPpm, 'ceil');
}

/** The worst price an order can meet: its own limit, or the last price with the slippage a market order may pay. */
export function worstTicks(order: OwnOrder, lastTicks: Ticks, limits: RiskLimits): Ticks {
  if (order.type === 'limit') return order.priceTicks;
  const slip = applyPpm(lastTicks, limits.slippagePpm, 'ceil');
  return order.side === 'buy' ? lastTicks + slip : Math.max(1, lastTicks - slip);
}

/** The order, approved; or why not. */
export function approve(
  order: OwnOrder,
  lockedAtoms: Atoms,
  instrument: Instrument,
  limits: RiskLimits,
  view: RiskView,
): ApprovedOrder | RefusalReason {
  const { side, qtyLots, priceTicks } = order;
  const exit = isExit(side, order.purpose);
  const last = view.lastTicks;
  if (limits.killSwitch && !exit) return 'kill_switch';
  if (!Number.isSafeInteger(last) || last <= 0) return 'price_insane';
  if (!Number.isSafeInteger(qtyLots)) return 'lot_size';
  if (qtyLots < instrument.minQtyLots) return 'qty_small';
  if (qtyLots > instrument.maxQtyLots) return 'qty_large';
  let valueTicks = last;
  if (order.type === 'limit') {
    if (!Number.isSafeInteger(priceTicks) || priceTicks <= 0) return 'price_insane';
    if (priceTicks < instrument.minPriceTicks || priceTicks > instrument.maxPriceTicks) return 'price_range';
    if (isBeyondBand(side, priceTicks, last, limits)) return 'price_insane';
    valueTicks = priceTicks;
  }
  const notional = valueTicks * qtyLots * instrument.quoteAtomsPerTickLot;
  if (notional > Number.MAX_SAFE_INTEGER || !Number.isSafeInteger(lockedAtoms)) return 'qty_large';
  if (notional < instrument.minNotionalAtoms) return 'notional_small';
  if (!exit && notional * 1_000_000 < instrument.minNotionalAtoms * (1_000_000 + limits.entryHeadroomPpm)) {
    return 'notional_small';
  }
  if (view.openOrders >= limits.maxOpenOrders || view.openOrders >= instrument.maxOpenOrders) return 'too_many_orders';
  if (lockedAtoms > (side === 'buy' ? view.freeQuoteAtoms : view.freeBaseAtoms)) return 'budget';
  return order as ApprovedOrder;
}

/** Only what would take at once can be insane: a resting order far away is a ladder's business. */
function isBeyondBand(side: Side, priceTicks: Ticks, last: Ticks, limits: RiskLimits): boolean {
  const beyond = side === 'buy' ? priceTicks - last : last - priceTicks;
  return beyond > 0 && beyond > applyPpm(last, limits.priceBandPpm, 'floor');
}
