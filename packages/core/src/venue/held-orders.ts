// What open orders keep of an account's margin: added up by direction, so that a fill or a cancel takes away exactly what
// its placement added.
import { feeAtoms as feeOf, notionalAtoms } from '../market/conversions.ts';
import { maxLeverageFor, termsOf } from '../market/margin.ts';
import { keptFeePpm } from '../market/order-margin.ts';
import type { Atoms, Lots, Ticks } from '../money/units.ts';
import type { Side } from '../strategy/strategy.ts';
import {
  availableAtoms,
  heldAtoms,
  type MarginAccount,
  mayOpen,
  type PositionSide,
  type Seat,
} from './margin-account.ts';

/** An order as far as margin is concerned. `worstTicks` is the worst price it can trade at. */
export interface MarginOrder {
  readonly symbol: string;
  readonly positionSide: PositionSide;
  readonly side: Side;
  readonly reduceOnly: boolean;
  readonly worstTicks: Ticks;
}

/** Holds what an order may come to need; a refusal changes nothing. */
export function holdOrder(
  owner: MarginAccount,
  seat: Seat,
  order: MarginOrder,
  qtyLots: Lots,
): 'funds' | 'qty_large' | null {
  if (!mayOpen(order.positionSide, order.side, order.reduceOnly)) {
    seat.openOrders++;
    return null;
  }
  const before = heldAtoms(seat);
  changeHeld(seat, order, qtyLots, 1);
  const refused = holdRefusal(owner, seat, order, before);
  if (refused !== null) changeHeld(seat, order, qtyLots, -1);
  else seat.openOrders++;
  return refused;
}

/** A stored order's hold, without asking. */
export function restoreOrder(seat: Seat, order: MarginOrder, leftLots: Lots): void {
  if (mayOpen(order.positionSide, order.side, order.reduceOnly)) changeHeld(seat, order, leftLots, 1);
  seat.openOrders++;
}

/** An order has ended with `qtyLots` open (nothing is left of it), or `qtyLots` of it traded and `leftLots` stay open. */
export function releaseOrder(seat: Seat, order: MarginOrder, qtyLots: Lots, leftLots: Lots): void {
  if (mayOpen(order.positionSide, order.side, order.reduceOnly)) {
    changeHeld(seat, order, qtyLots + leftLots, -1);
    if (leftLots > 0) changeHeld(seat, order, leftLots, 1);
  }
  if (leftLots === 0) seat.openOrders--;
}

function changeHeld(seat: Seat, order: MarginOrder, qtyLots: Lots, sign: 1 | -1): void {
  const { instrument } = seat;
  const key = keyOf(order);
  const before = seat.held.get(key) ?? { qtyLots: 0, notionalAtoms: 0, feeAtoms: 0 };
  const fee = feeOf(instrument, 'sell', order.worstTicks, qtyLots, keptFeePpm(instrument));
  const orders = {
    qtyLots: before.qtyLots + sign * qtyLots,
    notionalAtoms: before.notionalAtoms + sign * notionalAtoms(instrument, order.worstTicks, qtyLots),
    feeAtoms: before.feeAtoms + sign * fee,
  };
  if (orders.qtyLots === 0) seat.held.delete(key);
  else seat.held.set(key, orders);
}

/** Whether what is held now, with this order in it, is too much; `before` is what was held without it. */
function holdRefusal(
  owner: MarginAccount,
  seat: Seat,
  order: MarginOrder,
  before: Atoms,
): 'funds' | 'qty_large' | null {
  const held = seat.held.get(keyOf(order))?.notionalAtoms ?? 0;
  const position = seat.positions.get(order.positionSide);
  const grows = position !== undefined && position.qtyLots > 0 === (order.side === 'buy');
  const notional = held + (grows ? position.entryAtoms : 0);
  if (maxLeverageFor(termsOf(seat.instrument), notional) < seat.leverage) return 'qty_large';
  return heldAtoms(seat) > before && availableAtoms(owner) < 0 ? 'funds' : null;
}

/** The largest notional that the seat's positions and orders may come to on one side. */
export function largestNotional(seat: Seat): Atoms {
  let largest = 0;
  for (const side of ['net', 'long', 'short'] as const) {
    const position = seat.positions.get(side);
    const entry = position?.entryAtoms ?? 0;
    const isLong = (position?.qtyLots ?? 0) > 0;
    const buys = (seat.held.get(`${side}:buy`)?.notionalAtoms ?? 0) + (isLong ? entry : 0);
    const sells = (seat.held.get(`${side}:sell`)?.notionalAtoms ?? 0) + (isLong ? 0 : entry);
    largest = Math.max(largest, buys, sells);
  }
  return largest;
}

function keyOf({ positionSide, side }: MarginOrder): string {
  return `${positionSide}:${side}`;
}
