// The only maker of an ApprovedOrder: nothing reaches a venue that has not passed here. An order is refused with a
// reason, never changed: silently shrinking or re-pricing is how bots lose track of what they meant.
import type { Instrument } from '../market/instrument.ts';
import { maxLeverageFor, termsOf } from '../market/margin.ts';
import { applyPpm } from '../money/mul-div.ts';
import type { Atoms, Lots, Ticks } from '../money/units.ts';
import { buyReserveAtoms, entryAtoms, mostLots, slippedTicks } from '../strategy/order-minimums.ts';
import { isOutOfBand } from '../strategy/price-band.ts';
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
  /** Coin of the position, whichever its side. */
  readonly heldAtoms: Atoms;
  readonly openOrders: number;
}

/** On spot: sells of what is held, and nothing else. Exits need the venue's bare minimum and pass a thrown kill switch. */
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
  const exit = isExit(order.side, order.purpose);
  const headroomPpm = exit ? 0 : limits.entryHeadroomPpm;
  const leastAtoms = instrument.minNotionalAtoms * (1_000_000 + headroomPpm);
  const fault = orderFault(order, exit, lockedAtoms, leastAtoms, instrument, limits, view);
  if (fault !== null) return fault;
  if (lockedAtoms > (order.side === 'buy' ? view.freeQuoteAtoms : view.freeBaseAtoms)) return 'budget';
  return order as ApprovedOrder;
}

/** What a bot on a contract can still do on the side of the order that is judged. */
export interface ContractRiskView {
  readonly lastTicks: Ticks;
  readonly openOrders: number;
  /** Coin of the position, whichever its side. */
  readonly heldAtoms: Atoms;
  /** Wallet less reserve, margin of the position and what all entries keep. */
  readonly freeMarginAtoms: Atoms;
  /** By how much this order, were it an entry, raises what entries keep. */
  readonly needAtoms: Atoms;
  /** Coin of the position that an order of this side would close and no other order claims. */
  readonly claimableAtoms: Atoms;
  readonly leverage: number;
  /** What position and entries on this side are worth already. */
  readonly sideNotionalAtoms: Atoms;
}

/**
 * What the unfilled part of an order on a contract ties up: a reduce-only order that much of the position, an entry its
 * notional over the leverage and the fee of taking, at the worst price it can meet. NaN out of exact range.
 */
export function contractLockAtoms(
  instrument: Instrument,
  limits: RiskLimits,
  order: OwnOrder,
  lastTicks: Ticks,
  leverage: number,
): Atoms {
  const leftLots: Lots = order.qtyLots - order.filledLots;
  if (order.reduceOnly) return leftLots * instrument.baseAtomsPerLot;
  const { side, type, priceTicks } = order;
  // A sell below the market takes at the market, and is margined there.
  const sellTicks = type === 'limit' ? Math.max(priceTicks, lastTicks) : lastTicks;
  const buyTicks = type === 'limit' ? priceTicks : slippedTicks('buy', lastTicks, limits.slippagePpm);
  return entryAtoms(instrument, side === 'buy' ? buyTicks : sellTicks, leftLots, leverage);
}

/**
 * The same for contracts. What may only make the position smaller is the exit there, whatever its side: it needs no
 * minimum notional and passes a thrown kill switch, but may claim no more than there is.
 */
export function approveContract(
  order: OwnOrder,
  lockedAtoms: Atoms,
  instrument: Instrument,
  limits: RiskLimits,
  view: ContractRiskView,
): ApprovedOrder | RefusalReason {
  const exit = order.reduceOnly;
  const leastAtoms = exit ? 0 : instrument.minNotionalAtoms * (1_000_000 + limits.entryHeadroomPpm);
  const fault = orderFault(order, exit, lockedAtoms, leastAtoms, instrument, limits, view);
  if (fault !== null) return fault;
  if (exit) return lockedAtoms > view.claimableAtoms ? 'budget' : (order as ApprovedOrder);
  if (view.needAtoms > 0 && view.needAtoms > view.freeMarginAtoms) return 'budget';
  const ticks = order.type === 'limit' ? order.priceTicks : view.lastTicks;
  const wouldBe = view.sideNotionalAtoms + ticks * order.qtyLots * instrument.quoteAtomsPerTickLot;
  return view.leverage > maxLeverageFor(termsOf(instrument), wouldBe) ? 'leverage' : (order as ApprovedOrder);
}

/**
 * A protective stop, of which the price is its trigger's: it closes no more than there is, whatever rests beside it, so
 * nothing but the venue's filters speaks against it. Null = it takes none like that.
 */
export function approveGuard(order: OwnOrder, instrument: Instrument): ApprovedOrder | null {
  const { priceTicks, qtyLots, reduceOnly, type } = order;
  if (!reduceOnly || type !== 'market' || qtyLots < instrument.minQtyLots || qtyLots > instrument.maxMarketLots)
    return null;
  const fits = priceTicks >= Math.max(1, instrument.minPriceTicks) && priceTicks <= instrument.maxPriceTicks;
  return fits ? (order as ApprovedOrder) : null;
}

/** What both markets ask of an order. `leastAtoms` is the smallest notional, times a million. */
function orderFault(
  order: OwnOrder,
  exit: boolean,
  lockedAtoms: Atoms,
  leastAtoms: number,
  instrument: Instrument,
  limits: RiskLimits,
  { heldAtoms, lastTicks, openOrders }: Pick<RiskView, 'heldAtoms' | 'lastTicks' | 'openOrders'>,
): RefusalReason | null {
  const { qtyLots } = order;
  if (limits.killSwitch && !exit) return 'kill_switch';
  if (!Number.isSafeInteger(lastTicks) || lastTicks <= 0) return 'price_insane';
  if (!Number.isSafeInteger(qtyLots)) return 'lot_size';
  if (qtyLots < instrument.minQtyLots) return 'qty_small';
  const priceFault = order.type === 'limit' ? limitPriceFault(order, lastTicks, instrument, limits) : null;
  if (priceFault !== null) return priceFault;
  const valueTicks = order.type === 'limit' ? order.priceTicks : lastTicks;
  if (qtyLots > mostLots(instrument, order.type, valueTicks)) return 'qty_large';
  const notional = valueTicks * qtyLots * instrument.quoteAtomsPerTickLot;
  // What an entry would add to must stay countable, too.
  const coinAtoms = qtyLots * instrument.baseAtomsPerLot + (exit ? 0 : heldAtoms);
  if (Math.max(notional, coinAtoms) > Number.MAX_SAFE_INTEGER || !Number.isSafeInteger(lockedAtoms)) return 'qty_large';
  if (notional * 1_000_000 < leastAtoms) return 'notional_small';
  if (openOrders >= limits.maxOpenOrders || openOrders >= instrument.maxOpenOrders) return 'too_many_orders';
  return null;
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
  if (isOutOfBand(instrument, order.side, priceTicks, lastTicks)) return 'price_range';
  // Only what would take at once can be insane: a resting order far away is a ladder's business.
  const beyond = order.side === 'buy' ? priceTicks - lastTicks : lastTicks - priceTicks;
  return beyond > 0 && beyond > applyPpm(lastTicks, limits.priceBandPpm, 'floor') ? 'price_insane' : null;
}
