// An order of a contract as its owner gives it, as it stands, and as it is kept.
import type { Lots, Ticks, TimeMs } from '../money/units.ts';
import type { OrderType, Side, TimeInForce } from '../strategy/strategy.ts';
import type { MatchedOrder } from './contract-matching.ts';
import { mayOpen, type PositionSide } from './margin-account.ts';
import type { Prevention } from './sink.ts';
import type { OrderTrigger } from './trigger.ts';

export interface ContractOrder {
  readonly side: Side;
  readonly type: OrderType;
  readonly tif: TimeInForce;
  /** Of a market order ignored. */
  readonly priceTicks: Ticks;
  readonly qtyLots: Lots;
  readonly positionSide: PositionSide;
  readonly reduceOnly: boolean;
  /** Market orders only: wait until the price is reached. One that is reached already trades at once. */
  readonly trigger?: OrderTrigger;
  /** In the open book; absent: the orders of an account trade with each other. */
  readonly prevention?: Prevention;
}

export interface StandingOrder {
  readonly account: number;
  readonly ref: number;
  readonly order: ContractOrder;
  readonly leftLots: Lots;
  /** The worst price its margin is held for. */
  readonly worstTicks: Ticks;
}

/** Plain JSON; orders oldest first. */
export interface ContractSnapshot {
  readonly lastTicks: Ticks;
  readonly nowMs: TimeMs;
  readonly orders: readonly StandingOrder[];
}

/** What of it matters where it matches. */
export function matchedOf(order: ContractOrder): MatchedOrder {
  const { side, type, tif, priceTicks, qtyLots, prevention = null } = order;
  return { side, type, tif, priceTicks, qtyLots, prevention, reducing: !opens(order) };
}

/** False when it can only close. */
export function opens({ positionSide, side, reduceOnly }: ContractOrder): boolean {
  return mayOpen(positionSide, side, reduceOnly);
}
