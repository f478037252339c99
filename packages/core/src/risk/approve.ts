// The only maker of an ApprovedOrder: nothing reaches a venue that has not passed here. An order is refused with a
// reason, never changed: silently shrinking or re-pricing is how bots lose track of what they meant.
import type { Instrument } from '../market/instrument.ts';
import { applyPpm } from '../money/mul-div.ts';
import type { Atoms, Lots, Ticks } from '../money/units.ts';
import { buyReserveAtoms, slippedTicks } from '../strategy/order-minimums.ts';
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

/** What the unfilled part of an order locks: a buy its cost at the worst price it can meet, a sell the coin. */
export function lockAtoms(instrument: Instrument, limits: RiskLimits, order: OwnOrder, lastTicks: Ticks): Atoms {
  const leftLots: Lots = order.qtyLots - order.filledLots;
  if (order.side === 'sell') return leftLots * instrument.baseAtomsPerLot;
  const worstTicks = order.type === 'limit' ? order.priceTicks : slippedTicks('buy', lastTicks, limits.slippagePpm);
  return buyReserveAtoms(instrument, worstTicks, leftLots);
}

/** The order, approved; or why not. */
export function approve(
  order: OwnOrder,
  lockedAtoms: Atoms,
  instrument: Instrument,
  limits: RiskLimits,
  view: RiskView,
): ApprovedOrder | RefusalReason {
  const { side, qtyLots } = order;
  const exit = isExit(side, order.purpose);
  if (limits.killSwitch && !exit) return 'kill_switch';
  if (!Number.isSafeInteger(view.lastTicks) || view.lastTicks <= 0) return 'price_insane';
  if (!Number.isSafeInteger(qtyLots)) return 'lot_size';
  if (qtyLots < instrument.minQtyLots) return 'qty_small';
  if (qtyLots > instrument.maxQtyLots) return 'qty_large';
  const priceFault = order.type === 'limit' ? limitPriceFault(order, view.lastTicks, instrument, limits) : null;
  if (priceFault !== null) return priceFault;
  const valueTicks = order.type === 'limit' ? order.priceTicks : view.lastTicks;
  const notional = valueTicks * qtyLots * instrument.quoteAtomsPerTickLot;
  if (notional > Number.MAX_SAFE_INTEGER || !Number.isSafeInteger(lockedAtoms)) return 'qty_large';
  const headroomPpm = exit ? 0 : limits.entryHeadroomPpm;
  if (notional * 1_000_000 < instrument.minNotionalAtoms * (1_000_000 + headroomPpm)) return 'notional_small';
  if (view.openOrders >= limits.maxOpenOrders || view.openOrders >= instrument.maxOpenOrders) return 'too_many_orders';
  if (lockedAtoms > (side === 'buy' ? view.freeQuoteAtoms : view.freeBaseAtoms)) return 'budget';
  return order as ApprovedOrder;
}

function limitPriceFault(
  order: OwnOrder,
  lastTicks: Ticks,
  instrument: Instrument,
  limits: RiskLimits,
): RefusalReason | null {
  const { priceTicks } = order;
  if (!Number.isSafeInteger(priceTicks) || priceTicks <= 0) return 'price_insane';
  if (priceTicks < instrument.minPriceTicks || priceTicks > instrument.maxPriceTicks) return 'price_range';
  // Only what would take at once can be insane: a resting order far away is a ladder's business.
  const beyond = order.side === 'buy' ? priceTicks - lastTicks : lastTicks - priceTicks;
  return beyond > 0 && beyond > applyPpm(lastTicks, limits.priceBandPpm, 'floor') ? 'price_insane' : null;
}
